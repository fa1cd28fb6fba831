import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@postern/contracts/events';
import { sql } from 'kysely';
import { type Actor, currentActor } from './actor.ts';
import type { Db } from './db.ts';

/** Connections whose open transaction adds work for the worker: events or jobs. */
const pendingWork = new WeakSet<Db>();

/** Makes the worker of this process check for work after the open transaction. */
export const markPendingWork = (db: Db): void => void pendingWork.add(db);

/** Whether the transaction that just ended added work. Resets the mark. */
export const takePendingWork = (db: Db): boolean => pendingWork.delete(db);

const maxPlainRows = 10;

/** Uses one parameter for any number of events, so that all batches share one plan. */
async function insertMany(db: Db, events: readonly DomainEvent[], actor: Actor | undefined): Promise<void> {
  const rows = events.map(({ name, subjectId, data }) => ({ id: randomUUID(), name, subjectId, data: data ?? {} }));
  await sql`insert into outbox (id, name, subject_id, data, actor)
    select id, name, "subjectId", data, ${actor ? JSON.stringify(actor) : null}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id uuid, name varchar, "subjectId" varchar, data jsonb)`.execute(db);
}

/** Stores events in the transaction of the change: both are committed or neither is. */
export async function emit(db: Db, ...events: DomainEvent[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  markPendingWork(db);
  const actor = currentActor();
  if (events.length > maxPlainRows) {
    await insertMany(db, events, actor);
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
        actor: actor ? JSON.stringify(actor) : null,
      })),
    )
    .execute();
}
