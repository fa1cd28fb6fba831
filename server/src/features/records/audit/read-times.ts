import { AppError } from '#platform/http/errors';

/** Both ends are inclusive, in milliseconds. */
export type TimeRange = { from?: Date | undefined; until?: Date | undefined };

type TimeQuery = { start_time?: string | undefined; end_time?: string | undefined };

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(Number(text)));

/** The time range of a request. The contract has checked that both are times. */
export function readTimes({ start_time, end_time }: TimeQuery): TimeRange {
  const from = timeOf(start_time);
  const until = timeOf(end_time);
  if (from && until && from > until) {
    throw new AppError('log.invalid_time_window');
  }
  return { from, until };
}
