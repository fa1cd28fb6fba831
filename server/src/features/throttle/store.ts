import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Statement } from '#platform/tenancy';

/** $1 id, $2 hash of the target, $3 action, $4 attempts allowed, $5 minutes of lockout. */
export const reserveAttempt: Statement = {
  name: 'throttle_reserve',
  text: 'select reserve_attempt($1, $2, $3, $4, $5) as "blockedUntil"',
};

export const settleAttempt: Statement = {
  name: 'throttle_settle',
  text: `update sentinel_activities set action_result = 'Success', decision = 'Allowed', decision_expires_at = now() where id = $1`,
};

export async function deleteOldActivities(db: Db): Promise<void> {
  await sql`delete from sentinel_activities where created_at < now() - interval '2 days'`.execute(db);
}

/** Of the targets whose hashes begin so, and of their devices; by index, one range each. */
export async function deleteActivities(db: Db, targetType: string, beginnings: string[]): Promise<void> {
  if (beginnings.length === 0) {
    return;
  }
  await sql`delete from sentinel_activities a using unnest(${beginnings}::text[]) as given (beginning)
    where a.target_type = ${targetType} and a.target_hash >= given.beginning
      and a.target_hash <= given.beginning || 'zzzz'`.execute(db);
}
