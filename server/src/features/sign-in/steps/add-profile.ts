import type { BodyOf } from '@postern/contracts/endpoint';
import type { signInApi } from '@postern/contracts/sign-in';
import { findUser, hashPassword } from '#features/users';
import { AppError } from '#platform/errors';
import type { Started } from '../interaction.ts';
import { requireFreeUsername, requireGoodPassword } from '../methods/password/index.ts';

type Detail = BodyOf<typeof signInApi.addProfile>;

/** What the person has already: from the account when signing in, from the pending profile when registering. */
async function currentPerson({ app, tenantId, state }: Started) {
  const { profile } = state;
  if (state.event === 'Register') {
    return { username: profile.username, hasPassword: profile.password !== undefined };
  }
  const { userId } = state;
  if (!userId) {
    throw new AppError('session.identifier_not_found');
  }
  const user = await app.tenancy.read(tenantId, (db) => findUser(db, userId));
  return {
    username: profile.username ?? user?.username,
    hasPassword: Boolean(profile.password) || user?.hasPassword === true,
  };
}

/** Adds a detail to the pending profile. What somebody has already cannot be replaced here. */
export async function addProfile(signIn: Started, detail: Detail): Promise<void> {
  const { state } = signIn;
  if (state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  const person = await currentPerson(signIn);
  if (detail.type === 'username') {
    if (person.username && state.event === 'SignIn') {
      throw new AppError('user.username_exists_in_profile');
    }
    await requireFreeUsername(signIn, detail.value);
    await signIn.save({ ...state, profile: { ...state.profile, username: detail.value } });
    return;
  }
  if (person.hasPassword && state.event === 'SignIn') {
    throw new AppError('user.password_exists_in_profile');
  }
  await requireGoodPassword(signIn, detail.value, { username: person.username });
  await signIn.save({ ...state, profile: { ...state.profile, password: await hashPassword(detail.value) } });
}
