import { endSessionsOf } from '#features/access/oidc';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { deleteUsers } from './store.ts';

/** Deletes users with their sessions, tokens and memberships. Returns the ids of those that existed. */
export async function removeUsers(db: Db, ids: string[]): Promise<string[]> {
  await endSessionsOf(db, ...ids);
  const gone = await deleteUsers(db, ids);
  await emit(db, ...gone.map((subjectId) => ({ name: 'User.Deleted', subjectId }) as const));
  return gone;
}

/** Returns false if there is no such user. */
export async function removeUser(db: Db, id: string): Promise<boolean> {
  return (await removeUsers(db, [id])).length > 0;
}
