import type { User } from '@postern/contracts/people/users';
import { findUser } from '#features/people/users';
import { AppError } from '#platform/http/errors';
import type { Started } from '../interaction.ts';

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
