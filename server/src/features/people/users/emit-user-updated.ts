import type { Db } from '#platform/db';
import { emit } from '#platform/events';

/** Emits an event with the changed fields; no event if nothing changed. */
export async function emitUserUpdated(db: Db, userId: string, fields: string[]): Promise<void> {
  if (fields.length > 0) {
    await emit(db, { name: 'User.Data.Updated', subjectId: userId, data: { fields } });
  }
}
