import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { OutboxEvent } from '#platform/jobs';

/** Writes events to the audit trail. The id is the event's, so a batch that is handed on twice is kept once. */
export async function insertLogs(db: Db, events: OutboxEvent[]): Promise<void> {
  await db
    .insertInto('logs')
    .values(
      events.map(({ tenantId, id, name, subjectId, data, createdAt }) => ({
        tenant_id: tenantId,
        id,
        key: name,
        payload: JSON.stringify({ key: name, result: 'Success', subjectId, ...data }),
        created_at: new Date(createdAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type LogRow = { tenantId: string; id: string; key: string; payload: string; createdAt: number };

/** Rows of many tenants in one statement with one parameter, so that every batch shares one plan. */
export async function insertLogRows(db: Db, rows: LogRow[]): Promise<void> {
  const given = rows.map(({ tenantId, id, key, payload, createdAt }) => ({ tenantId, id, key, payload, createdAt }));
  await sql`insert into logs (tenant_id, id, key, payload, created_at)
    select "tenantId", id, key, payload::jsonb, to_timestamp("createdAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given ("tenantId" varchar, id varchar, key varchar, payload text, "createdAt" float8)
    on conflict do nothing`.execute(db);
}

/** One partition a month, made ahead of time: old months are dropped whole instead of deleted row by row. */
export async function createPartitions(db: Db): Promise<void> {
  await sql`select create_log_partitions()`.execute(db);
}
