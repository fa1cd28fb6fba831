import type { User } from '@postern/contracts/people/users';
import { findUser } from '#features/people/users';
import type { Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';

/** The account of the identified user; throws if it is gone or suspended. */
export async function getPerson({ app, tenantId }: Started, userId: string): Promise<User> {
  const user = await app.tenancy.read(tenantId, (db) => findUser(db, userId));
  if (!user) {
    throw new AppError('session.identifier_not_found');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  return user;
}
