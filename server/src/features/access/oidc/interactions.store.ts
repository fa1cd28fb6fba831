import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Statement } from '#platform/tenancy';

/**
 * A sign-in step does not wait for the disk: after a database crash the user is one step back at most. Its results
 * (sessions, codes, users) are written durably.
 */
export const withoutWaiting = "(select set_config('synchronous_commit', 'off', true)) = 'off'";

/**
 * $1 digest, $2 result, $3 the version it is based on, $4 whether to detach the sign-in from the session it began in.
 * No row if another request wrote in the meantime, or if the interaction has ended.
 */
const text = `update oidc_models
  set payload = jsonb_set(case when $4::boolean then payload - 'session' else payload end, '{result}', $2::jsonb)
  where model = 'Interaction' and id = $1 and expires_at > now() and ${withoutWaiting}
    and coalesce((payload #>> '{result,version}')::int, 0) = $3 returning id`;

export const keepResultStatement: Statement = { name: 'oidc_keep_result', text };

/** The same inside a unit of work: committed together with the changes of the step. */
export async function keepResultIn(db: Db, id: string, result: string, version: number): Promise<boolean> {
  const { rows } = await sql`update oidc_models set payload = jsonb_set(payload, '{result}', ${result}::jsonb)
    where model = 'Interaction' and id = ${id} and expires_at > now()
      and coalesce((payload #>> '{result,version}')::int, 0) = ${version} returning id`.execute(db);
  return rows.length > 0;
}
