import type { SessionPolicy } from '@postern/contracts/experience/session-policy';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const columns = [
  'max_minutes as maxMinutes',
  'idle_minutes as idleMinutes',
  'max_sessions as maxSessions',
  'always_confirm_sign_out as alwaysConfirmSignOut',
] as const;

export async function findSessionPolicy(db: Db): Promise<SessionPolicy | undefined> {
  return db.selectFrom('session_policies').select(columns).executeTakeFirst();
}

export async function saveSessionPolicy(db: Db, policy: SessionPolicy): Promise<SessionPolicy> {
  return db
    .insertInto('session_policies')
    .values({
      max_minutes: policy.maxMinutes,
      idle_minutes: policy.idleMinutes,
      max_sessions: policy.maxSessions,
      always_confirm_sign_out: policy.alwaysConfirmSignOut,
    })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        max_minutes: sql`excluded.max_minutes`,
        idle_minutes: sql`excluded.idle_minutes`,
        max_sessions: sql`excluded.max_sessions`,
        always_confirm_sign_out: sql`excluded.always_confirm_sign_out`,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}
