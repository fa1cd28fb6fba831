import { createHash } from 'node:crypto';
import type { Db } from '#platform/db/db';
import { incrementCounters } from './store.ts';

/** What is counted, such as `invitation to anna@example.com`, and how often it may happen within the window. */
export type CountedLimit = { what: string; amount: number; most: number };

export const subjectOf = ({ what }: Pick<CountedLimit, 'what'>) => createHash('sha256').update(what).digest('hex');

/**
 * Adds to the counter of each limit and returns the first limit that is exceeded. Call it in the transaction of the
 * work and throw if it returns a limit, so that everything is rolled back. A negative amount undoes the count of failed
 * work.
 */
export async function countLimits<One extends CountedLimit>(
  db: Db,
  limits: readonly One[],
  seconds: number,
): Promise<One | undefined> {
  // In a fixed order, so that two transactions never deadlock.
  const counted = limits
    .map((limit) => ({ limit, subject: subjectOf(limit) }))
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const exceeded = await incrementCounters(
    db,
    counted.map(({ subject, limit: { amount, most } }) => ({ subject, amount, most })),
    seconds,
  );
  return limits.find((limit) => exceeded.includes(subjectOf(limit)));
}
