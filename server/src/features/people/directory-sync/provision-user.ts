import { isDeepStrictEqual } from 'node:util';
import type { UserProfile } from '@postern/contracts/people/users';
import {
  createUser,
  emitUserUpdated,
  findCredentials,
  findUser,
  lockUsers,
  removeUser,
  suspendUsers,
  updateUser,
} from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { grantRoles } from './grant-roles.ts';
import { leaveAllGroups } from './groups.store.ts';
import { invalidValue, type Resource } from './read-resource.ts';
import { findDeletion } from './store.ts';
import { type Person, toPerson } from './to-user.ts';
import {
  type DirectoryUserRow,
  insertDirectoryUser,
  lockDirectoryUser,
  lockEntryOf,
  lockNamesakes,
  markDeleted,
  updateDirectoryUser,
  userNameKey,
} from './users.store.ts';

/** The directory on whose behalf a request acts. */
export type Directory = {
  app: App;
  tenantId: string;
  connectorId: string;
  /** The token of the request. */
  tokenId: string;
  domains: readonly string[];
};

const taken = (name: string) => new AppError('scim.uniqueness', { values: { name } });
export const userMissing = (id: string) => new AppError('scim.not_found', { values: { type: 'User', id } });

const maxName = 256;

/** The names by which the directory finds a user again. */
export function namesOf(resource: Resource): { userName: string; externalId: string | undefined } {
  // The schema makes both texts.
  const { userName, externalId } = resource as { userName: string; externalId?: string };
  if (userName.length > maxName || (externalId?.length ?? 0) > maxName) {
    throw invalidValue(`userName and externalId can have at most ${maxName} characters.`);
  }
  return { userName, externalId };
}

export const isActiveIn = (resource: Resource) => resource.active !== false;

export const isOwnAddress = ({ domains }: Directory, email: string | undefined): email is string =>
  email !== undefined && domains.includes(email.split('@').at(-1) ?? '');

/** Suspends or reactivates the account. Returns whether the directory is the reason of the suspension. */
async function applyActive(db: Db, userId: string, isActive: boolean, wasSuspendedHere: boolean): Promise<boolean> {
  const isSuspended = (await lockUsers(db, [userId])).get(userId) === true;
  if (!isActive) {
    if (isSuspended) {
      return wasSuspendedHere;
    }
    await suspendUsers(db, [userId], true);
    return true;
  }
  if (isSuspended && wasSuspendedHere) {
    await suspendUsers(db, [userId], false);
    return false;
  }
  return wasSuspendedHere && isSuspended;
}

type Address = { primaryEmail: string | null; isEmailVerified: boolean } | undefined;

/**
 * How the account gets an address. The company is responsible for the addresses of its domains, so they are verified.
 * Other addresses are stored as a claim, if nobody has them.
 */
async function addressFor(db: Db, directory: Directory, email: string | undefined): Promise<Address> {
  if (!email) {
    return undefined;
  }
  const isOwn = isOwnAddress(directory, email);
  const holder = await findCredentials(db, { type: 'email', value: email });
  if (holder && isOwn && !holder.isVerified) {
    // Nobody has proven this claim; the directory has.
    await updateUser(db, holder.id, { primaryEmail: null });
    await emitUserUpdated(db, holder.id, ['primaryEmail']);
  } else if (holder) {
    if (isOwn) {
      throw taken('email address');
    }
    return undefined;
  }
  return { primaryEmail: email, isEmailVerified: isOwn };
}

async function emitLinked(db: Db, { connectorId }: Directory, userId: string): Promise<void> {
  await emit(db, { name: 'DirectorySync.Users.Linked', subjectId: connectorId, data: { userId } });
}

/**
 * The account that a new user of the directory continues: the one that the directory deleted before, or the one with
 * the same verified address in a domain of the connector. Never an account outside of these domains.
 */
async function findOldAccount(
  db: Db,
  directory: Directory,
  resource: Resource,
  { email }: Person,
): Promise<{ userId: string; entry: DirectoryUserRow | undefined } | undefined> {
  const { connectorId } = directory;
  const { userName, externalId } = namesOf(resource);
  const namesakes = await lockNamesakes(db, connectorId, { userName, externalId });
  const present = namesakes.find(({ deletedAt }) => deletedAt === null);
  if (present) {
    throw taken(userNameKey(present.userName) === userNameKey(userName) ? 'userName' : 'externalId');
  }
  // With two different external IDs it is another person who got the name of a former one (attack 44).
  const isSamePerson = (entry: DirectoryUserRow) =>
    (entry.externalId ?? undefined) === undefined || externalId === undefined || entry.externalId === externalId;
  const returning = namesakes.find(isSamePerson);
  if (returning) {
    return { userId: returning.userId, entry: returning };
  }
  const holder = isOwnAddress(directory, email)
    ? await findCredentials(db, { type: 'email', value: email })
    : undefined;
  if (!holder?.isVerified) {
    return undefined;
  }
  const entry = await lockEntryOf(db, connectorId, holder.id);
  if (!entry) {
    return { userId: holder.id, entry: undefined };
  }
  if (entry.deletedAt === null || entry.isLinked) {
    throw taken('email address');
  }
  if (isSamePerson(entry)) {
    return { userId: holder.id, entry };
  }
  // The former person is suspended and keeps everything but the address, which the company has given to another one.
  await updateUser(db, holder.id, { primaryEmail: null });
  await emitUserUpdated(db, holder.id, ['primaryEmail']);
  return undefined;
}

/** Fields of the account that differ between two states of the directory. Other fields stay as people set them. */
async function updateAccount(
  db: Db,
  directory: Directory,
  userId: string,
  before: Person | undefined,
  after: Person,
): Promise<void> {
  const user = await findUser(db, userId);
  if (!user) {
    throw userMissing(userId);
  }
  const isNew = <K extends keyof Person>(key: K) =>
    !isDeepStrictEqual(before?.[key], after[key]) && after[key] !== undefined;
  const isAddressNew = isNew('email') && user.primaryEmail !== after.email;
  const address = isAddressNew ? await addressFor(db, directory, after.email) : undefined;
  const profile: UserProfile = isNew('profile') ? { ...withoutOld(user.profile, before, after), ...after.profile } : {};
  const changes = {
    ...(address ?? {}),
    ...(isNew('name') && user.name !== after.name ? { name: after.name } : {}),
    ...(isNew('avatar') && user.avatar !== after.avatar ? { avatar: after.avatar } : {}),
    ...(isNew('profile') && !isDeepStrictEqual(user.profile, profile) ? { profile } : {}),
  };
  if (Object.keys(changes).length > 0) {
    await updateUser(db, userId, changes);
    await emitUserUpdated(
      db,
      userId,
      Object.keys(changes).filter((name) => name !== 'isEmailVerified'),
    );
  }
}

/** The profile without what the directory had set before and no longer sets. */
function withoutOld(profile: UserProfile, before: Person | undefined, after: Person): UserProfile {
  const gone = new Set(Object.keys(before?.profile ?? {}).filter((name) => !(name in after.profile)));
  return Object.fromEntries(Object.entries(profile).filter(([name]) => !gone.has(name)));
}

async function continueAccount(
  db: Db,
  directory: Directory,
  resource: Resource,
  { userId, entry }: { userId: string; entry: DirectoryUserRow | undefined },
): Promise<DirectoryUserRow> {
  const { connectorId } = directory;
  await updateAccount(db, directory, userId, entry && toPerson(entry.resource), toPerson(resource));
  const isActive = isActiveIn(resource);
  const isSuspendedHere = await applyActive(db, userId, isActive, entry?.isSuspendedHere ?? false);
  const content = { ...namesOf(resource), userId, isActive, isSuspendedHere, resource };
  await emitLinked(db, directory, userId);
  return entry
    ? updateDirectoryUser(db, connectorId, content)
    : insertDirectoryUser(db, connectorId, { ...content, isLinked: true });
}

export async function createDirectoryUser(db: Db, directory: Directory, resource: Resource): Promise<DirectoryUserRow> {
  const { app, tenantId, connectorId } = directory;
  const person = toPerson(resource);
  const old = await findOldAccount(db, directory, resource, person);
  if (old) {
    return continueAccount(db, directory, resource, old);
  }
  const address = await addressFor(db, directory, person.email);
  const { id: userId } = await createUser(db, app.config, tenantId, {
    ...address,
    name: person.name ?? null,
    avatar: person.avatar ?? null,
    profile: person.profile,
  });
  await emit(db, { name: 'User.Created', subjectId: userId, data: { ssoConnectorId: connectorId } });
  const isActive = isActiveIn(resource);
  const isSuspendedHere = isActive ? false : await applyActive(db, userId, false, false);
  const content = { ...namesOf(resource), userId, isActive, isSuspendedHere, resource };
  return insertDirectoryUser(db, connectorId, { ...content, isLinked: false });
}

/** Changes a locked user. A request that changes nothing leaves the version as it is. */
export async function changeDirectoryUser(
  db: Db,
  directory: Directory,
  row: DirectoryUserRow,
  resource: Resource,
): Promise<DirectoryUserRow> {
  if (isDeepStrictEqual(row.resource, resource)) {
    return row;
  }
  await updateAccount(db, directory, row.userId, toPerson(row.resource), toPerson(resource));
  // Removing `active` changes nothing for the account.
  const isActive = resource.active === undefined ? row.isActive : isActiveIn(resource);
  const isSuspendedHere =
    isActive === row.isActive ? row.isSuspendedHere : await applyActive(db, row.userId, isActive, row.isSuspendedHere);
  const content = { ...namesOf(resource), userId: row.userId, isActive, isSuspendedHere, resource };
  return updateDirectoryUser(db, directory.connectorId, content);
}

export async function getLockedUser(db: Db, { connectorId }: Directory, userId: string): Promise<DirectoryUserRow> {
  const row = await lockDirectoryUser(db, connectorId, userId);
  if (!row) {
    throw userMissing(userId);
  }
  return row;
}

/** Accounts that existed before the directory knew them are suspended, never deleted. Call it under `lockGroups`. */
export async function deleteDirectoryUser(db: Db, { connectorId }: Directory, row: DirectoryUserRow): Promise<void> {
  const { userId } = row;
  if (!row.isLinked && (await findDeletion(db, connectorId)) === 'delete') {
    await removeUser(db, userId);
    return;
  }
  const isSuspendedHere = await applyActive(db, userId, false, row.isSuspendedHere);
  if (await leaveAllGroups(db, connectorId, userId)) {
    await grantRoles(db, connectorId, [userId]);
  }
  await markDeleted(db, connectorId, userId, isSuspendedHere);
}
