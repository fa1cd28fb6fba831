import type { Usage } from '@postern/contracts/cloud/plans';
import type { Quota } from '@postern/contracts/quota';
import type { z } from 'zod';
import type { UsedDay } from './days.store.ts';
import { type BillLine, billAddOns, type Priced } from './price.ts';

type Counts = z.infer<typeof Usage>;

const dayMs = 86_400_000;
export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** UTC days from the first one until before the last one. A period has at least one. */
function daysBetween(start: Date, end: Date): string[] {
  const first = Date.parse(dayOf(start));
  const count = Math.max(1, Math.round((Date.parse(dayOf(end)) - first) / dayMs));
  return Array.from({ length: count }, (_, index) => dayOf(new Date(first + index * dayMs)));
}

/**
 * The use of one limit on each day: the largest count of the day, or the last count before it. Days before the first
 * record are like the first one.
 */
function useByDay(days: readonly string[], records: readonly UsedDay[]): number[] {
  return days.map((day) => {
    const known = records.find((one) => one.day === day);
    const before = records.findLast((one) => one.day < day) ?? records[0];
    return known?.most ?? before?.last ?? 0;
  });
}

/** `end` is the end of the days that are billed; the price is for the days until `wholeEnd`. */
export type Period = { start: Date; end: Date; wholeEnd?: Date };
type Used = { records: readonly UsedDay[]; now: Counts; today: string };

/** Adds the current counts, which may be newer than the last record. */
function withNow({ records, now, today }: Used): Map<string, UsedDay[]> {
  return new Map(
    Object.entries(now).map(([key, value]) => {
      const known = records.filter((one) => one.key === key);
      const same = known.find(({ day }) => day === today);
      const last = Number(value);
      const current = { key, day: today, most: Math.max(same?.most ?? 0, last), last };
      const all = [...known.filter(({ day }) => day !== today), current];
      return [key, all.sort((one, other) => one.day.localeCompare(other.day))];
    }),
  );
}

/** One line for all units of an add-on that were in use on the same number of days. */
function linesOf(bought: readonly BillLine[], whole: number): BillLine[] {
  const most = Math.max(0, ...bought.map(({ quantity }) => quantity));
  const unitsByDays = new Map<number, number>();
  for (let unit = 1; unit <= most; unit += 1) {
    const days = bought.filter(({ quantity }) => quantity >= unit).length;
    unitsByDays.set(days, (unitsByDays.get(days) ?? 0) + 1);
  }
  return [...unitsByDays].flatMap(([days, quantity]) => {
    const [line] = bought;
    const unitPrice = Math.round(((line?.unitPrice ?? 0) * days) / whole);
    if (!line || unitPrice === 0) {
      return [];
    }
    const description = days < whole ? `${line.description}, ${days} of ${whole} days` : line.description;
    return [{ ...line, description, quantity, unitPrice, amount: quantity * unitPrice }];
  });
}

/** Prices the usage beyond a plan for the days on which it was in use. */
export function billDays(included: Partial<Quota>, period: Period, used: Used, addOns: readonly Priced[]): BillLine[] {
  const whole = daysBetween(period.start, period.wholeEnd ?? period.end);
  const until = dayOf(period.end);
  const days = whole.filter((day, index) => index === 0 || day < until);
  const uses = [...withNow(used)].map(([key, records]) => [key, useByDay(days, records)] as const);
  return addOns.flatMap((addOn) =>
    linesOf(
      days.flatMap((_, index) => {
        const counts = Object.fromEntries(uses.map(([key, counted]) => [key, counted[index] ?? 0]));
        return billAddOns(included, counts, [addOn]);
      }),
      whole.length,
    ),
  );
}
