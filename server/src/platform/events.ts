import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@postern/contracts/events';
import { sql } from 'kysely';
import { type Actor, currentActor } from './actor.ts';
import type { Db } from './db.ts';

/** Connections whose open transaction leaves work for the worker: events or jobs. */
const pendingWork = new WeakSet<Db>();

/** The worker of this process looks for work when the open transaction has ended. */
export const markPendingWork = (db: Db): void => void pendingWork.add(db);

/** Whether the transaction that has just ended left work; asked once. */
export const takePendingWork = (db: Db): boolean => pendingWork.delete(db);

const few = 10;

/** One parameter whatever their number, so that a batch of a thousand has the plan of any other. */
async function insertMany(db: Db, events: readonly DomainEvent[], actor: Actor | undefined): Promise<void> {
  const rows = events.map(({ name, subjectId, data }) => ({ id: randomUUID(), name, subjectId, data: data ?? {} }));
  await sql`insert into outbox (id, name, subject_id, data, actor)
    select id, name, "subjectId", data, ${actor ? JSON.stringify(actor) : null}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id uuid, name varchar, "subjectId" varchar, data jsonb)`.execute(db);
}

/** Tells what happened, in the transaction that made it happen: both are kept or neither. */
export async function emit(db: Db, ...events: DomainEvent[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  markPendingWork(db);
  const actor = currentActor();
  if (events.length > few) {
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
