import { endSessionsOf } from '#features/access/oidc';
import { updateUser } from '#features/people/users';
import { interactionOf, type Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { getPerson } from './get-person.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** Applies the new password and ends all sessions of the old one. */
export async function resetPassword(signIn: Started, userId: string): Promise<void> {
  const { app, tenantId, state } = signIn;
  const { password } = state.profile;
  await getPerson(signIn, userId);
  if (!password) {
    throw new AppError('user.new_password_required_in_profile');
  }
  await app.tenancy.write(tenantId, async (db) => {
    await requireUnchanged(db, userId, state.epoch);
    await updateUser(db, userId, { password });
    await endSessionsOf(db, userId);
    await emit(
      db,
      { name: 'PostResetPassword', subjectId: userId, data: interactionOf(signIn) },
      { name: 'User.Data.Updated', subjectId: userId, data: { ...interactionOf(signIn), fields: ['password'] } },
    );
  });
  await signIn.abandon();
}
