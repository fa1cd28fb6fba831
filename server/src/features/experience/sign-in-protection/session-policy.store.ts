import type { SessionPolicy } from '@postern/contracts/experience/session-policy';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** `idleSeconds` is null if the time without use was set in minutes. */
export type StoredSessionPolicy = SessionPolicy & { idleSeconds: number | null };

const columns = [
  'max_minutes as maxMinutes',
  'idle_minutes as idleMinutes',
  'idle_seconds as idleSeconds',
  'max_sessions as maxSessions',
  'always_confirm_sign_out as alwaysConfirmSignOut',
  'offers_session_checks as offersSessionChecks',
] as const;

export async function findSessionPolicy(db: Db): Promise<StoredSessionPolicy | undefined> {
  return db.selectFrom('session_policies').select(columns).executeTakeFirst();
}

export async function saveSessionPolicy(db: Db, policy: StoredSessionPolicy): Promise<StoredSessionPolicy> {
  return db
    .insertInto('session_policies')
    .values({
      max_minutes: policy.maxMinutes,
      idle_minutes: policy.idleMinutes,
      idle_seconds: policy.idleSeconds,
      max_sessions: policy.maxSessions,
      always_confirm_sign_out: policy.alwaysConfirmSignOut,
      offers_session_checks: policy.offersSessionChecks,
    })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        max_minutes: sql`excluded.max_minutes`,
        idle_minutes: sql`excluded.idle_minutes`,
        idle_seconds: sql`excluded.idle_seconds`,
        max_sessions: sql`excluded.max_sessions`,
        always_confirm_sign_out: sql`excluded.always_confirm_sign_out`,
        offers_session_checks: sql`excluded.offers_session_checks`,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}
