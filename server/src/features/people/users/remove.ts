import { endSessionsOf } from '#features/access/oidc';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { deleteUsers } from './store.ts';

/** People go with all that is theirs: sessions, tokens, memberships. Answers the ids of those that were there. */
export async function removeUsers(db: Db, ids: string[]): Promise<string[]> {
  await endSessionsOf(db, ...ids);
  const gone = await deleteUsers(db, ids);
  await emit(db, ...gone.map((subjectId) => ({ name: 'User.Deleted', subjectId }) as const));
  return gone;
}

/** False when there is no such user. */
export async function removeUser(db: Db, id: string): Promise<boolean> {
  return (await removeUsers(db, [id])).length > 0;
}
