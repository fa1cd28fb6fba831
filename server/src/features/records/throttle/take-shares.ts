import { createHash } from 'node:crypto';
import type { Db } from '#platform/db';
import { addShares } from './store.ts';

/** What is counted, such as `invitation to anna@example.com`, and how often it may happen within the window. */
export type Share = { what: string; amount: number; most: number };

const subjectOf = ({ what }: Share) => createHash('sha256').update(what).digest('hex');

/**
 * Counts a share of each limit and returns the first one that is exceeded. Call it in the transaction of the work and
 * throw if it returns a share, so that everything is rolled back. A negative amount returns shares of failed work.
 */
export async function takeShares<One extends Share>(
  db: Db,
  shares: readonly One[],
  seconds: number,
): Promise<One | undefined> {
  // In a fixed order, so that two transactions never deadlock.
  const counted = shares
    .map((share) => ({ share, subject: subjectOf(share) }))
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const exceeded = await addShares(
    db,
    counted.map(({ subject, share: { amount, most } }) => ({ subject, amount, most })),
    seconds,
  );
  return shares.find((share) => exceeded.includes(subjectOf(share)));
}
