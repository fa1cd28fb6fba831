import { findCredentials, findUser, hashPassword } from '#features/people/users';
import { AppError } from '#platform/errors';
import type { Started } from '../interaction.ts';
import { requireGoodPassword, requireOtherPassword } from '../methods/password/index.ts';
import { requireAllowed } from './require-allowed.ts';

/** The new password of a reset; it is applied by the last step. */
export async function setPassword(signIn: Started, password: string): Promise<void> {
  const { app, tenantId, state } = signIn;
  const { event, userId } = state;
  if (event !== 'ForgotPassword') {
    throw new AppError('session.invalid_interaction_type');
  }
  if (!userId) {
    throw new AppError('session.identifier_not_found');
  }
  await requireAllowed(signIn);
  const [user, credentials] = await app.tenancy.read(tenantId, async (db) => [
    await findUser(db, userId),
    await findCredentials(db, { type: 'id', value: userId }),
  ]);
  if (!user) {
    throw new AppError('session.identifier_not_found');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  const { name, username, primaryEmail: email, primaryPhone: phone } = user;
  await requireGoodPassword(signIn, password, { name, username, email, phone });
  await requireOtherPassword(password, credentials?.password);
  const stored = await hashPassword(password);
  await signIn.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, password: stored } }));
}
