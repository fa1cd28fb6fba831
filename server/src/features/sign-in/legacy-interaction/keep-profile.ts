import type { LegacyProfile } from '@postern/contracts/sign-in/legacy-interaction';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { findCredentials, findUser, hashPassword, verifyPassword } from '#features/people/users';
import { isProven, requireStarted, type SignIn, type SignInState, type Started } from '#features/sign-in/interaction';
import { isSignUpIdentifier, reloadSignIn, requireGoodPassword, withAttemptRecord } from '#features/sign-in/sign-in';
import { AppError } from '#platform/http/errors';
import { namePerson } from './name-person.ts';
import { requireConnector } from './verify-identifier.ts';

async function requireOffered({ app, tenantId, state }: Started, profile: LegacyProfile): Promise<void> {
  if (state.event !== 'Register') {
    return;
  }
  const experience = await getSignInExperience(app, tenantId);
  const given = (['username', 'email', 'phone'] as const).filter((type) => profile[type] !== undefined);
  if (given.some((type) => !isSignUpIdentifier(experience, type))) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

/** Checks the password now, with all known data of the person, and stores only its hash. */
async function checkPassword(started: Started, password: string, profile: LegacyProfile) {
  const { app, tenantId, state } = started;
  const { userId } = state;
  const user = userId ? await app.tenancy.read(tenantId, (db) => findUser(db, userId)) : undefined;
  await requireGoodPassword(started, password, {
    name: user?.name,
    username: profile.username ?? user?.username,
    email: profile.email ?? user?.primaryEmail,
    phone: profile.phone ?? user?.primaryPhone,
  });
  return hashPassword(password);
}

/** Drops additions of earlier submits: the next one applies the whole profile again. */
const withProfile = (state: SignInState, profile: NonNullable<SignInState['deferred']>['profile']): SignInState => ({
  ...state,
  profile: state.isNew ? state.profile : {},
  deferred: { ...state.deferred, profile },
});

/** The account of the proven address; undefined if there is none. */
async function findOwner({ app, tenantId, state }: Started) {
  const proof = state.records.find(
    (record) =>
      (record.type === 'EmailVerificationCode' || record.type === 'PhoneVerificationCode') && isProven(record),
  );
  if (!proof || !('identifier' in proof)) {
    throw new AppError('session.identifier_not_found');
  }
  return app.tenancy.read(tenantId, async (db) => {
    const owner = await findCredentials(db, proof.identifier);
    const user = owner && (await findUser(db, owner.id));
    return user && { ...user, current: owner.password };
  });
}

/** Whether the account exists, may sign in and has another password is told by the last step. */
async function resetPassword(started: Started, { password, ...others }: LegacyProfile): Promise<void> {
  if (Object.keys(others).length > 0) {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  if (password === undefined) {
    return;
  }
  const user = await findOwner(started);
  await requireGoodPassword(started, password, {
    name: user?.name,
    username: user?.username,
    email: user?.primaryEmail,
    phone: user?.primaryPhone,
  });
  const isSame = user?.current !== undefined && (await verifyPassword(password, user.current));
  const profile = { password: await hashPassword(password) };
  await started.save((fresh) => ({
    ...fresh,
    deferred: { ...fresh.deferred, profile, resets: { userId: user?.id, isSame } },
  }));
}

/** Identifies a user who signs in before their new password is checked. */
async function identified(started: Started): Promise<Started> {
  if (started.state.event === 'Register') {
    return started;
  }
  const named = await namePerson(started);
  if (!named.state.userId) {
    throw new AppError('session.identifier_not_found');
  }
  return named;
}

async function keep(signIn: SignIn, given: LegacyProfile, replaces: boolean): Promise<void> {
  const started = requireStarted(await reloadSignIn(signIn));
  await requireOffered(started, given);
  if (given.connectorId !== undefined) {
    await requireConnector(started, given.connectorId);
  }
  if (started.state.event === 'ForgotPassword') {
    return resetPassword(started, given);
  }
  const { password: plain, ...details } = given;
  const kept = replaces ? {} : (started.state.deferred?.profile ?? {});
  const password =
    plain === undefined
      ? undefined
      : await checkPassword(await identified(started), plain, { ...kept, ...details, password: undefined });
  const added = { ...details, ...(password ? { password } : {}) };
  await started.save((fresh) => withProfile(fresh, replaces ? added : { ...fresh.deferred?.profile, ...added }));
}

export const replaceProfile = (signIn: SignIn, profile: LegacyProfile): Promise<void> =>
  withAttemptRecord(signIn, { action: 'Profile.Create', request: profile }, () => keep(signIn, profile, true));

export const addToProfile = (signIn: SignIn, profile: LegacyProfile): Promise<void> =>
  withAttemptRecord(signIn, { action: 'Profile.Update', request: profile }, () => keep(signIn, profile, false));

export const dropProfile = (signIn: SignIn): Promise<void> =>
  withAttemptRecord(signIn, { action: 'Profile.Delete', request: {} }, () =>
    requireStarted(signIn).save((fresh) => withProfile(fresh, {})),
  );
