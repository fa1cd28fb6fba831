import { createHash, randomBytes } from 'node:crypto';
import {
  type AddressChange as ShownChange,
  undoChangePath,
  undoHours,
} from '@postern/contracts/account/address-changes';
import type { User } from '@postern/contracts/people/users';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { adminTenantId } from '@postern/contracts/wire';
import { endOtherSessions } from '#features/access/oidc';
import { getAccountCenter } from '#features/experience/account-center';
import { findPasswordIssues } from '#features/experience/password-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { deleteSsoIdentitiesSince } from '#features/people/sso-connectors';
import {
  deleteFactorsSince,
  deleteIdentity,
  findCredentials,
  findProvenAddresses,
  findSecurityEpoch,
  findUser,
  hashPassword,
  markOwnChange,
  type ProvenAddresses,
  removeAdditions,
  type StoredPassword,
  updateUser,
  wasAddedSince,
} from '#features/people/users';
import { requireOtherPassword } from '#features/sign-in/sign-in';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import {
  type AddressChange,
  endAddressChanges,
  type FoundChange,
  findAddressChange,
  insertAddressChange,
  replaceToken,
} from './address-changes.store.ts';
import { deleteRecords } from './records.store.ts';

const digestOf = (token: string) => createHash('sha256').update(`address change ${token}`).digest('base64url');

const addressOf = (user: Pick<User, 'primaryEmail' | 'primaryPhone'>, type: Address['type']) =>
  (type === 'email' ? user.primaryEmail : user.primaryPhone) ?? null;

type Place = { app: App; tenantId: string };
type Before = User & { proven: ProvenAddresses };

const newToken = () => randomBytes(32).toString('base64url');

/** Stores the previous address in the transaction of the change; returns the id with which it can be undone. */
export async function recordAddress(db: Db, before: Before, type: Address['type']): Promise<string | undefined> {
  const address = addressOf(before, type);
  const after = await findUser(db, before.id);
  if (!after || addressOf(after, type) === address) {
    return undefined;
  }
  return insertAddressChange(db, {
    userId: before.id,
    type,
    address,
    wasVerified: address !== null && before.proven[type] === address,
    identities: Object.fromEntries(Object.entries(before.identities).map(([target, { userId }]) => [target, userId])),
    // This token is in no message: the message contains a later one.
    tokenDigest: digestOf(newToken()),
    hours: undoHours,
  });
}

/** The link that undoes a change. Earlier links to it no longer work. Undefined if it cannot be undone any more. */
export async function createUndoLink({ app, tenantId }: Place, changeId: string): Promise<string | undefined> {
  const token = newToken();
  const isOpen = await app.tenancy.write(tenantId, (db) => replaceToken(db, changeId, digestOf(token)));
  return isOpen ? `${app.endpointOf(tenantId)}${undoChangePath}#token=${token}` : undefined;
}

/** The change of a token and its user; throws if it cannot be undone. */
async function getOpenChange(db: Db, token: string, lock = false) {
  const change = await findAddressChange(db, digestOf(token), lock);
  const person = change && (await findUser(db, change.userId));
  if (!change || !person) {
    throw new AppError('address_change.not_found');
  }
  if (change.isEnded) {
    throw new AppError('address_change.used');
  }
  if (change.isExpired) {
    throw new AppError('address_change.expired');
  }
  return { change, person };
}

async function isFree(db: Db, { type, address, userId }: AddressChange): Promise<boolean> {
  const owner = address === null ? undefined : await findCredentials(db, { type, value: address });
  return owner === undefined || owner.id === userId;
}

async function requireFree(db: Db, change: AddressChange): Promise<void> {
  if (!(await isFree(db, change))) {
    throw new AppError('address_change.taken');
  }
}

export const inspectChange = ({ app, tenantId }: Place, token: string): Promise<ShownChange> =>
  app.tenancy.read(tenantId, async (db) => {
    const { change, person } = await getOpenChange(db, token);
    await requireFree(db, change);
    const { type, address, expiresAt } = change;
    return {
      type,
      address,
      expiresAt: new Date(expiresAt).toISOString(),
      needsPassword: person.hasPassword === true,
    };
  });

/** The person who made the change may know the password, so a new one is required. */
async function readPassword(
  { app, tenantId }: Place,
  token: string,
  password?: string,
): Promise<StoredPassword | undefined> {
  const { person, current } = await app.tenancy.read(tenantId, async (db) => {
    const found = await getOpenChange(db, token);
    const credentials = await findCredentials(db, { type: 'id', value: found.person.id });
    return { person: found.person, current: credentials?.password };
  });
  if (!current) {
    return undefined;
  }
  if (password === undefined) {
    throw new AppError('address_change.password_required');
  }
  const { name, username, primaryEmail: email, primaryPhone: phone } = person;
  const { passwordPolicy } = await getSignInExperience(app, tenantId);
  const issues = await findPasswordIssues(app, password, passwordPolicy, { name, username, email, phone });
  if (issues.length > 0) {
    throw new AppError('password.rejected', { data: issues });
  }
  await requireOtherPassword(password, current);
  return hashPassword(password);
}

const restored = ({ type, address, wasVerified }: AddressChange) =>
  type === 'email'
    ? { primaryEmail: address, isEmailVerified: wasVerified }
    : { primaryPhone: address, isPhoneVerified: wasVerified };

type Undone = { userId: string; type: AddressChange['type']; before: ProvenAddresses };

/**
 * Whoever made the change may have added ways to sign in, or a factor that locks its owner out: after the change with any
 * device, and before it with the same one.
 */
async function removeAdded(db: Db, change: FoundChange, { id, identities }: User): Promise<void> {
  const before = change.device === null ? undefined : await removeAdditions(db, id, change.device);
  for (const [target, { userId }] of Object.entries(identities)) {
    if (change.identities[target] !== userId) {
      await deleteIdentity(db, id, target);
    }
  }
  await deleteSsoIdentitiesSince(db, id, change.createdAt);
  const removed = [...(before?.factors ?? []), ...(await deleteFactorsSince(db, id, change.createdAt))];
  if (removed.length > 0) {
    await emit(db, { name: 'User.MfaVerifications.Updated', subjectId: id, data: { removed } });
  }
}

/** Locks the person first, as changes of the account do: none of them may be added while this one ends. */
async function lockOpenChange(db: Db, token: string) {
  const found = await findAddressChange(db, digestOf(token));
  if (found) {
    await findSecurityEpoch(db, found.userId, true);
  }
  return getOpenChange(db, token, true);
}

async function undo(db: Db, token: string, password: StoredPassword | undefined): Promise<Undone> {
  const { change, person } = await lockOpenChange(db, token);
  if (person.hasPassword && !password) {
    // It was set after the new one was asked for.
    throw new AppError('address_change.password_required');
  }
  await requireFree(db, change);
  const before = await findProvenAddresses(db, person.id);
  // The first later change of the other address has its value at that time.
  const [other] = await endAddressChanges(db, change);
  await markOwnChange(db);
  const otherType = change.type === 'email' ? 'phone' : 'email';
  // It was added at a sign-in, which can be that of an attacker and records no change.
  const isOtherAdded = !other && (await wasAddedSince(db, person.id, otherType, change.createdAt));
  const isOtherFree = other !== undefined && (await isFree(db, other));
  // Before the old address is back: it may be one that was added with this device.
  await removeAdded(db, change, person);
  await updateUser(db, person.id, {
    ...restored(change),
    ...(isOtherFree ? restored(other) : {}),
    ...(isOtherAdded ? { [otherType === 'email' ? 'primaryEmail' : 'primaryPhone']: null } : {}),
    ...(password ? { password } : {}),
  });
  await deleteRecords(db, person.id);
  const ended = await endOtherSessions(db, person.id, undefined);
  await emit(db, { name: 'User.AddressChange.Undone', subjectId: person.id, data: { type: change.type } });
  await emit(db, {
    name: 'User.Sessions.Revoked',
    subjectId: person.id,
    data: { sessionIds: ended.map(({ uid }) => uid) },
  });
  return { userId: person.id, type: change.type, before };
}

/** Where the user can review the rest of their account. */
async function continueTo({ app, tenantId }: Place): Promise<string | null> {
  if (tenantId === adminTenantId) {
    return app.config.adminEndpoint;
  }
  return (await getAccountCenter(app, tenantId)).enabled ? `${app.endpointOf(tenantId)}/account` : null;
}

/** Undoes an address change, regardless of later changes. `onUndone` runs in the same transaction. */
export async function undoChange(
  place: Place,
  { token, password }: { token: string; password?: string | undefined },
  onUndone: (db: Db, undone: Undone) => Promise<void>,
): Promise<{ continueTo: string | null }> {
  const { app, tenantId } = place;
  const hashed = await readPassword(place, token, password);
  await app.tenancy.write(tenantId, async (db) => onUndone(db, await undo(db, token, hashed)));
  return { continueTo: await continueTo(place) };
}
