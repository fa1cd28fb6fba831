import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { findCredentials } from '#features/people/users';
import type { Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import type { Person } from './method.ts';

/** Whether users may register with it: email and phone together mean either of them. */
export function isSignUpIdentifier(
  { signUp: { identifiers, secondaryIdentifiers = [] } }: SignInExperience,
  type: 'username' | 'email' | 'phone',
): boolean {
  const offered = new Set<string>([...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)]);
  return offered.has(type) || (type !== 'username' && offered.has('emailOrPhone'));
}

/** The account of a proven address. */
export async function findByAddress({ app, tenantId }: Started, address: Address): Promise<Person> {
  const person = await app.tenancy.read(tenantId, (db) => findCredentials(db, address));
  if (!person) {
    throw new AppError('user.user_not_exist', {
      values: { identifier: address.value },
      data: { identifier: address.value },
    });
  }
  const { id, isSuspended, isVerified, epoch } = person;
  return { id, isSuspended, epoch, ...(isVerified ? {} : { claims: address.type }) };
}

const taken = {
  username: 'user.username_already_in_use',
  email: 'user.email_already_in_use',
  phone: 'user.phone_already_in_use',
} as const;

/** Reported early to avoid filling in forms in vain; the database makes the final check. */
export async function requireFree(
  { app, tenantId }: Started,
  identifier: Address | { type: 'username'; value: string },
): Promise<void> {
  if (await app.tenancy.read(tenantId, (db) => findCredentials(db, identifier))) {
    throw new AppError(taken[identifier.type]);
  }
}
