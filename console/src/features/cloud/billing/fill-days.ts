import type { DailyUsage } from '@postern/contracts/cloud/plans';

const dayLength = 86_400_000;

/** The last days up to now, oldest first, in the API's date format. */
export const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayLength).toISOString().slice(0, 10),
  );

/** Adds days without usage, which the API omits, for the chart. */
export function fillDays(days: readonly string[], known: readonly DailyUsage[]): DailyUsage[] {
  const byDate = new Map(known.map((day) => [day.date, day]));
  return days.map((date) => byDate.get(date) ?? { date, activeUsers: 0, tokens: 0 });
}
