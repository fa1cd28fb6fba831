import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { type Assignment, deleteForMany, insertForMany } from './bulk.store.ts';

/** Emits one event per user whose roles changed. Returns the number of users. */
async function tell(db: Db, changes: Assignment[], word: 'added' | 'removed'): Promise<number> {
  const byUser = Map.groupBy(changes, ({ userId }) => userId);
  const events = [...byUser].map(([subjectId, roles]) => {
    const data = { [word]: roles.map(({ roleId }) => roleId) };
    return { name: 'User.Roles.Updated', subjectId, data } as const;
  });
  await emit(db, ...events);
  return events.length;
}

export async function giveRolesToMany(db: Db, userIds: string[], roleIds: string[]): Promise<number> {
  return tell(db, await insertForMany(db, userIds, roleIds), 'added');
}

export async function takeRolesFromMany(db: Db, userIds: string[], roleIds: string[]): Promise<number> {
  return tell(db, await deleteForMany(db, userIds, roleIds), 'removed');
}
