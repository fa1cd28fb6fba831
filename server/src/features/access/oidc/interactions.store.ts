import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Statement } from '#platform/tenancy';

/**
 * A step of a sign-in does not wait for the disk: if the database dies in that moment, the person is one step back. What
 * the steps lead to (sessions, codes, users) is kept as everything else.
 */
export const withoutWaiting = "(select set_config('synchronous_commit', 'off', true)) = 'off'";

/**
 * $1 digest, $2 result, $3 the version it was made from, $4 whether the sign-in parts from the session it began in.
 * No row when somebody else wrote meanwhile, or when the interaction is over.
 */
const text = `update oidc_models
  set payload = jsonb_set(case when $4::boolean then payload - 'session' else payload end, '{result}', $2::jsonb)
  where model = 'Interaction' and id = $1 and expires_at > now() and ${withoutWaiting}
    and coalesce((payload #>> '{result,version}')::int, 0) = $3 returning id`;

export const keepResultStatement: Statement = { name: 'oidc_keep_result', text };

/** The same inside a unit of work: kept together with what the step did, or not at all. */
export async function keepResultIn(db: Db, id: string, result: string, version: number): Promise<boolean> {
  const { rows } = await sql`update oidc_models set payload = jsonb_set(payload, '{result}', ${result}::jsonb)
    where model = 'Interaction' and id = ${id} and expires_at > now()
      and coalesce((payload #>> '{result,version}')::int, 0) = ${version} returning id`.execute(db);
  return rows.length > 0;
}
