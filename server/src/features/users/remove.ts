import { endSessionsOf } from '#features/oidc';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { deleteUser } from './store.ts';

/** Somebody goes with all that is theirs: sessions, tokens, memberships. False when there is no such user. */
export async function removeUser(db: Db, id: string): Promise<boolean> {
  await endSessionsOf(db, id);
  if (!(await deleteUser(db, id))) {
    return false;
  }
  await emit(db, { name: 'User.Deleted', subjectId: id });
  return true;
}
