import { objectives, type ServiceKind } from '@postern/contracts/cloud/service-levels';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export type Counts = { requests: number; failed: number; slow: number };

/** Adds what a node has counted to the current hour. For the system handle. */
export async function addCounts(db: Db, kind: ServiceKind, { requests, failed, slow }: Counts): Promise<void> {
  await sql`
    insert into service_levels (hour, kind, requests, failed, slow)
    values (date_trunc('hour', now()), ${kind}, ${requests}, ${failed}, ${slow})
    on conflict (hour, kind) do update set requests = service_levels.requests + excluded.requests,
      failed = service_levels.failed + excluded.failed, slow = service_levels.slow + excluded.slow`.execute(db);
}

/** The sums of the period of the objectives. At most 24 rows per day and kind are read. For the system handle. */
export async function sumCounts(db: Db): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { kind: string }>`
    select kind, sum(requests)::bigint as requests, sum(failed)::bigint as failed, sum(slow)::bigint as slow
    from service_levels where hour > now() - ${objectives.days} * interval '1 day' group by kind`.execute(db);
  return new Map(rows.map(({ kind, ...counts }) => [kind, counts]));
}

const keptDays = 90;

export async function forgetCounts(db: Db): Promise<void> {
  await sql`delete from service_levels where hour < now() - ${keptDays} * interval '1 day'`.execute(db);
}
