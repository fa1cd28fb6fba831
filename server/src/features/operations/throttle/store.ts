import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import type { Statement } from '#platform/tenancy/tenancy';

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

/** $1 id of an attempt, $2 details for administrators as JSON. */
export const describeBlock: Statement = {
  name: 'throttle_describe_block',
  text: `update sentinel_activities set payload = $2::jsonb where id = $1`,
};

export const finishAttempt: Statement = {
  name: 'throttle_settle',
  text: `update sentinel_activities set action_result = 'Success', decision = 'Allowed', decision_expires_at = now() where id = $1`,
};

/** $1 id of an attempt that was not made, because the server was overloaded. */
export const returnAttempt: Statement = {
  name: 'throttle_return',
  text: 'delete from sentinel_activities where id = $1',
};

export const deleteOldActivities = (db: Db) =>
  deleteSome(db, 'sentinel_activities', sql`created_at < now() - interval '2 days' and decision_expires_at < now()`);

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

type BlockRow = {
  id: string;
  action: string;
  payload: unknown;
  failures: number;
  lockedAt: number;
  lockedUntil: number;
};

const isLocking = sql`target_type = 'User' and decision = 'Blocked' and decision_expires_at > now()
  and action in ('Password', 'VerificationCode', 'OneTimeToken')`;

export async function countLocked(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sentinel_activities where ${isLocking}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The attempts that locked an identifier, the latest first, each with the failures of the hour before it. */
export async function listLocked(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select a.id, a.action, a.payload, a.created_at as "lockedAt", a.decision_expires_at as "lockedUntil",
      1 + (select count(*)::int from sentinel_activities earlier
        where earlier.target_hash = a.target_hash and earlier.action_result = 'Failed'
          and earlier.decision <> 'Blocked' and earlier.created_at <= a.created_at
          and earlier.created_at > a.created_at - interval '1 hour') as failures
    from (select * from sentinel_activities where ${isLocking}
      order by created_at desc, id limit ${limit} offset ${offset}) a
    order by a.created_at desc, a.id`.execute(db);
  return rows;
}

/** How administrators know these users; users without any name have none. */
export async function listUserNames(db: Db, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ id: string; label: string | null }>`
    select id, coalesce(name, username, primary_email, primary_phone) as label from users
    where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** The hashes of the targets that these attempts locked. */
export async function findLockedHashes(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select distinct target_hash as hash from sentinel_activities where id = any(${ids}) and ${isLocking}`.execute(db);
  return rows.map(({ hash }) => hash);
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
    group by given.beginning`.execute(db);
  return new Map(rows.map(({ beginning, until }) => [beginning, until]));
}
