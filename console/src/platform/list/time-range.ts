/** A time range in the URL: values are `Moment` of the contracts, so that relative days stay relative. */
export type TimeRange = { from?: string; to?: string; never?: boolean };

const isMoment = (text: string | undefined) => text !== undefined && /^(?:\d{1,16}|-\d{1,5}d)$/.test(text);
export const isDaysAgo = (text: string | undefined) => text?.startsWith('-') ?? false;

export function isSameRange(one: TimeRange, two: TimeRange): boolean {
  return one.from === two.from && one.to === two.to && (one.never ?? false) === (two.never ?? false);
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** The local day of a moment, in the format of a date input. */
export function dayOf(moment: string | undefined, shift = 0): string {
  if (!isMoment(moment) || isDaysAgo(moment)) {
    return '';
  }
  const date = new Date(Number(moment) + shift);
  return Number.isNaN(date.getTime())
    ? ''
    : `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Local midnight at the start of a day, plus a number of days; undefined if it is not a valid day. */
export function momentOf(day: string, daysLater = 0): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) {
    return undefined;
  }
  const time = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + daysLater).getTime();
  return time >= 0 ? String(time) : '0';
}
