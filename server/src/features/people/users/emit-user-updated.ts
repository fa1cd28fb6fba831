import type { Db } from '#platform/db';
import { emit } from '#platform/events';

/** Tells what of a user was written; a request that writes nothing is no event. */
export async function emitUserUpdated(db: Db, userId: string, fields: string[]): Promise<void> {
  if (fields.length > 0) {
    await emit(db, { name: 'User.Data.Updated', subjectId: userId, data: { fields } });
  }
}
