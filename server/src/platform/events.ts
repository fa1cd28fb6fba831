import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@postern/contracts/events';
import { currentActor } from './actor.ts';
import type { Db } from './db.ts';

/** Channel on which a trigger of the outbox wakes the workers. */
export const outboxChannel = 'postern_outbox';

/** Tells what happened, in the transaction that made it happen: both are kept or neither. */
export async function emit(db: Db, ...events: DomainEvent[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  const actor = currentActor();
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
