import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';

export type Attempt = { targetHash: string; action: string; maxAttempts: number; lockoutMinutes: number };

/**
 * Takes one of the attempts that are left, before the secret is looked at, so that parallel guesses cannot share one.
 * Answers the id of the reservation, or until when the target is blocked.
 */
export async function reserveAttempt(db: Db, attempt: Attempt): Promise<{ id: string } | { blockedUntil: number }> {
  const { targetHash, action, maxAttempts, lockoutMinutes } = attempt;
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ${targetHash}, 0))`.execute(
    db,
  );
  const { rows } = await sql<{ blockedUntil: number | null; failures: number }>`
    select max(decision_expires_at) filter (where decision = 'Blocked' and decision_expires_at > now()) as "blockedUntil",
      count(*) filter (where action_result = 'Failed' and decision <> 'Blocked' and created_at > now() - interval '1 hour') as failures
    from sentinel_activities
    where target_hash = ${targetHash} and created_at > now() - interval '1 day'`.execute(db);
  const [row] = rows;
  if (row?.blockedUntil) {
    return { blockedUntil: row.blockedUntil };
  }
  const isLast = (row?.failures ?? 0) + 1 >= maxAttempts;
  const id = newId();
  await db
    .insertInto('sentinel_activities')
    .values({
      id,
      target_type: 'User',
      target_hash: targetHash,
      action,
      action_result: 'Failed',
      decision: isLast ? 'Blocked' : 'Allowed',
      decision_expires_at: isLast ? sql<string>`now() + ${lockoutMinutes} * interval '1 minute'` : sql<string>`now()`,
    })
    .execute();
  return { id };
}

export async function settleAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sentinel_activities')
    .set({ action_result: 'Success', decision: 'Allowed', decision_expires_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteOldActivities(db: Db): Promise<void> {
  await sql`delete from sentinel_activities where created_at < now() - interval '2 days'`.execute(db);
}
