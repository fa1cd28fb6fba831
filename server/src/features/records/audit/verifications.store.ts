import type { ChainVerification, LogChain } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

type Result = NonNullable<ChainVerification['result']>;

/** A verification that has not ended by then was lost with its job, and another one may begin. */
const lostAfter = sql`interval '30 minutes'`;

export async function readChain(db: Db): Promise<LogChain> {
  const { rows } = await sql<LogChain>`
    select coalesce((select seq from log_chains), 0)::float8 as seq, (
      select jsonb_build_object(
        'requestedAt', floor(extract(epoch from requested_at) * 1000),
        'finishedAt', floor(extract(epoch from case when requested_at < now() - ${lostAfter}
          then coalesce(finished_at, requested_at + ${lostAfter}) else finished_at end) * 1000),
        'result', result)
      from log_verifications) as verification`.execute(db);
  return rows[0] ?? { seq: 0, verification: null };
}

/** Returns false if one runs, or if the last one is too recent. */
export async function beginVerification(db: Db, pauseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into log_verifications as v default values
    on conflict (tenant_id) do update set requested_at = now(), finished_at = null, result = null
    where v.requested_at < now() - ${lostAfter}
      or (v.finished_at is not null and v.requested_at < now() - ${pauseSeconds} * interval '1 second')
    returning true`.execute(db);
  return rows.length > 0;
}

/** Without a result, it could not be finished. For the system handle. */
export async function endVerification(db: Db, tenantId: string, result: Result | null): Promise<void> {
  await sql`update log_verifications set finished_at = now(), result = ${result && JSON.stringify(result)}::jsonb
    where tenant_id = ${tenantId}`.execute(db);
}
