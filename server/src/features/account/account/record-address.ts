import { createHash, randomBytes } from 'node:crypto';
import { undoChangePath, undoHours } from '@postern/contracts/account/address-changes';
import type { User } from '@postern/contracts/people/users';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { findUser, type ProvenAddresses } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { insertAddressChange } from './address-changes.store.ts';

export const digestOf = (token: string) => createHash('sha256').update(`address change ${token}`).digest('base64url');

const addressOf = (user: Pick<User, 'primaryEmail' | 'primaryPhone'>, type: Address['type']) =>
  (type === 'email' ? user.primaryEmail : user.primaryPhone) ?? null;

type Place = { app: App; tenantId: string };
type Before = User & { proven: ProvenAddresses };

/** Stores the previous address in the transaction of the change; returns the link that undoes it. */
export async function recordAddress(
  db: Db,
  { app, tenantId }: Place,
  before: Before,
  type: Address['type'],
): Promise<string | undefined> {
  const address = addressOf(before, type);
  const after = await findUser(db, before.id);
  if (!after || addressOf(after, type) === address) {
    return undefined;
  }
  const token = randomBytes(32).toString('base64url');
  await insertAddressChange(db, {
    userId: before.id,
    type,
    address,
    wasVerified: address !== null && before.proven[type] === address,
    identities: Object.fromEntries(Object.entries(before.identities).map(([target, { userId }]) => [target, userId])),
    tokenDigest: digestOf(token),
    hours: undoHours,
  });
  return `${app.endpointOf(tenantId)}${undoChangePath}?token=${token}`;
}
