import { maxCustomDataLength } from '@postern/contracts/fields';
import type { User } from '@postern/contracts/people/users';
import { endSessionsOf } from '#features/access/oidc';
import { defaultRoleNamesOf, giveDefaultRoles } from '#features/access/roles';
import type { Config } from '#platform/config/config';
import type { Db } from '#platform/db/db';
import { AppError, invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { emit } from '#platform/jobs/events';
import { type BulkUser, insertUsers, lockUsers } from './bulk.store.ts';
import { deleteUsers, insertUser, type NewUser, updateSuspension, updateUserJson } from './store.ts';

/** Throws 404 if the lookup by the id in the path found nothing. */
export function requireFound<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new AppError('entity.not_found');
  }
  return value;
}

/** Merges keys into the stored object. Throws if the result is too large, which rolls back the transaction. */
export async function mergeUserJson(
  db: Db,
  id: string,
  column: 'custom_data' | 'profile',
  patch: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const merged = await updateUserJson(db, id, column, patch);
  if (merged && JSON.stringify(merged).length > maxCustomDataLength) {
    const message: RuleSentence = 'Together with the existing data, this has more than {{max}} characters.';
    const fill = { max: maxCustomDataLength };
    throw invalidInput('body', [{ path: [column === 'profile' ? 'profile' : 'customData'], message, fill }]);
  }
  return merged;
}

/** Emits an event with the changed fields; no event if nothing changed. */
export async function emitUserUpdated(db: Db, userId: string, fields: string[]): Promise<void> {
  if (fields.length > 0) {
    await emit(db, { name: 'User.Data.Updated', subjectId: userId, data: { fields } });
  }
}

type Create = (db: Db, config: Config, tenantId: string, user: NewUser) => Promise<User>;

export const createUserWithoutRoles: Create = (db, _config, _tenantId, user) => insertUser(db, user);

/** Creates a user with the default roles. */
export const createUser: Create = async (db, config, tenantId, user) => {
  const created = await insertUser(db, user);
  await giveDefaultRoles(db, [created.id], defaultRoleNamesOf(config, tenantId));
  return created;
};

/** Creates many users with the default roles, in two statements. Returns their IDs in order. */
export async function createUsers(
  db: Db,
  config: Config,
  tenantId: string,
  users: readonly BulkUser[],
): Promise<string[]> {
  const ids = await insertUsers(db, users);
  await giveDefaultRoles(db, ids, defaultRoleNamesOf(config, tenantId));
  return ids;
}

/** A suspension ends sessions and tokens immediately; lifting it does not restore them. */
export async function suspendUsers(db: Db, ids: string[], isSuspended: boolean): Promise<void> {
  const changed = await updateSuspension(db, ids, isSuspended);
  if (isSuspended) {
    await endSessionsOf(db, ...changed);
  }
  await emit(
    db,
    ...changed.map(
      (subjectId) => ({ name: 'User.SuspensionStatus.Updated', subjectId, data: { isSuspended } }) as const,
    ),
  );
}

/** Deletes users with their sessions, tokens and memberships. Returns the ids of those that existed. */
export async function removeUsers(db: Db, ids: string[]): Promise<string[]> {
  await endSessionsOf(db, ...ids);
  const found = [...(await lockUsers(db, ids)).keys()];
  // Before the deletion: the event contains the user.
  await emit(db, ...found.map((subjectId) => ({ name: 'User.Deleted', subjectId }) as const));
  await deleteUsers(db, found);
  return found;
}

/** Returns false if there is no such user. */
export async function removeUser(db: Db, id: string): Promise<boolean> {
  return (await removeUsers(db, [id])).length > 0;
}
