import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@postern/contracts/events';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { currentActor, currentCall } from '#platform/http/actor';

/** Connections whose open transaction adds work for the worker: events or jobs. */
const pendingWork = new WeakSet<Db>();

/** Makes the worker of this process check for work after the open transaction. */
export const markPendingWork = (db: Db): void => void pendingWork.add(db);

/** Whether the transaction that just ended added work. Resets the mark. */
export const takePendingWork = (db: Db): boolean => pendingWork.delete(db);

const maxPlainRows = 10;

/** Who caused the events and by which call, as JSON. */
type Cause = { actor: string | null; call: string | null };

function causeOf(): Cause {
  const [actor, call] = [currentActor(), currentCall()];
  return { actor: actor ? JSON.stringify(actor) : null, call: call ? JSON.stringify(call) : null };
}

/** Uses one parameter for any number of events, so that all batches share one plan. */
async function insertMany(db: Db, events: readonly DomainEvent[], cause: Cause): Promise<void> {
  const rows = events.map(({ name, subjectId, data }) => ({ id: randomUUID(), name, subjectId, data: data ?? {} }));
  await sql`insert into outbox (id, name, subject_id, data, actor, call)
    select id, name, "subjectId", data, ${cause.actor}::jsonb, ${cause.call}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id uuid, name varchar, "subjectId" varchar, data jsonb)`.execute(db);
}

/** Stores events in the transaction of the change: both are committed or neither is. */
export async function emit(db: Db, ...events: DomainEvent[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  markPendingWork(db);
  const cause = causeOf();
  if (events.length > maxPlainRows) {
    await insertMany(db, events, cause);
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
        ...cause,
      })),
    )
    .execute();
}

/** For system work: the events, and further rows of this transaction, belong to this tenant. */
export async function emitAs(db: Db, tenantId: string, ...events: DomainEvent[]): Promise<void> {
  await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db);
  await emit(db, ...events);
}
