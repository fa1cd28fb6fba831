import type { DailyUsage } from '@postern/contracts/cloud/plans';

const dayLength = 86_400_000;

/** The last days up to now, oldest first, as the wire writes them. */
export const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayLength).toISOString().slice(0, 10),
  );

/** Days on which nothing happened are not on the wire, but on the chart they are. */
export function fillDays(days: readonly string[], known: readonly DailyUsage[]): DailyUsage[] {
  const byDate = new Map(known.map((day) => [day.date, day]));
  return days.map((date) => byDate.get(date) ?? { date, activeUsers: 0, tokens: 0 });
}
