import type { App } from '#platform/app';
import { nowStatement } from './store.ts';

/**
 * The version of what a proof is about: the security epoch of its user or, while the user is unknown, when it was asked
 * for, in the same unit: an answer may be kept back until the user has changed. Records of the previous release have neither. They are accepted for as long as an interaction
 * lives: one hour.
 */
export type ProofVersion = { epoch?: number | undefined; provenAt?: number | undefined };

/** Whether the user has changed since the proof: then it proves nothing any more (attack 53). */
export const isOutdated = ({ epoch, provenAt }: ProofVersion, current: number): boolean =>
  epoch === undefined ? provenAt !== undefined && provenAt <= current : epoch !== current;

/**
 * The time of a proof whose user is not known yet. Security epochs are of the clock of the database, and the clock of a node
 * may be a minute ahead of it: then a proof from before a change would look newer than the change.
 */
export async function epochOfNow({ app, tenantId }: { app: App; tenantId: string }): Promise<number> {
  const [row] = await app.tenancy.run<{ now: number }>(tenantId, nowStatement, []);
  if (!row) {
    throw new Error('The database has not said what time it is.');
  }
  return row.now;
}
