import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@postern/contracts/events';
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Channel on which the worker hears that there is something in the outbox. */
export const outboxChannel = 'postern_outbox';

/** Tells what happened, in the transaction that made it happen: both are kept or neither. */
export async function emit(db: Db, ...events: DomainEvent[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  await db
    .insertInto('outbox')
    .values(
      events.map(({ name, subjectId, data }) => ({
        id: randomUUID(),
        name,
        subject_id: subjectId,
        data: JSON.stringify(data ?? {}),
      })),
    )
    .execute();
  await sql`select pg_notify(${outboxChannel}, '')`.execute(db);
}
