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

/** One partition a month, made ahead of time: old months are dropped whole instead of deleted row by row. */
export async function createPartitions(db: Db): Promise<void> {
  await sql`select create_log_partitions()`.execute(db);
}
