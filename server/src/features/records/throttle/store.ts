import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { deleteSome } from '#platform/purge';
import type { Statement } from '#platform/tenancy';

/** $1 id, $2 hash of the target, $3 action, $4 allowed attempts, $5 minutes of lockout. */
export const reserveAttempt: Statement = {
  name: 'throttle_reserve',
  text: 'select reserve_attempt($1, $2, $3, $4, $5) as "blockedUntil"',
};

/** $1 id of an attempt. Returns the end of the block if the attempt was the last one. */
export const findBlock: Statement = {
  name: 'throttle_find_block',
  text: `select decision_expires_at as "blockedUntil" from sentinel_activities where id = $1 and decision = 'Blocked'`,
};

export const finishAttempt: Statement = {
  name: 'throttle_settle',
  text: `update sentinel_activities set action_result = 'Success', decision = 'Allowed', decision_expires_at = now() where id = $1`,
};

export const deleteOldActivities = (db: Db) =>
  deleteSome(db, 'sentinel_activities', sql`created_at < now() - interval '2 days'`);

export const deleteOldCounters = (db: Db) =>
  deleteSome(db, 'throttle_counters', sql`window_start < now() - interval '2 days'`);

export type CountedSubject = { subject: string; amount: number; most: number };

/** Increments all counters. Returns the subjects that are now over their limit. */
export async function incrementCounters(
  db: Db,
  counted: readonly CountedSubject[],
  seconds: number,
): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select given.subject from unnest(${counted.map(({ subject }) => subject)}::text[],
      ${counted.map(({ amount }) => amount)}::int[], ${counted.map(({ most }) => most)}::int[])
      as given (subject, amount, most)
    where not take_share(given.subject, given.amount, given.most, ${seconds})`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** Deletes activities of targets whose hashes have these prefixes, and of their devices; one index range each. */
export async function deleteActivities(db: Db, targetType: string, beginnings: string[]): Promise<void> {
  if (beginnings.length === 0) {
    return;
  }
  await sql`delete from sentinel_activities a using unnest(${beginnings}::text[]) as given (beginning)
    where a.target_type = ${targetType} and a.target_hash >= given.beginning
      and a.target_hash <= given.beginning || 'zzzz'`.execute(db);
}

/** When the block of targets ends, by hash prefix and including their devices; uses an index. */
export async function findBlocks(db: Db, beginnings: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ beginning: string; until: number }>`
    select given.beginning, max(a.decision_expires_at) as until
    from unnest(${beginnings}::text[]) as given (beginning) join sentinel_activities a
      on a.target_hash >= given.beginning and a.target_hash <= given.beginning || 'zzzz'
    where a.target_type = 'User' and a.decision = 'Blocked' and a.decision_expires_at > now()
      and a.created_at > now() - interval '1 day'
    group by given.beginning`.execute(db);
  return new Map(rows.map(({ beginning, until }) => [beginning, until]));
}
