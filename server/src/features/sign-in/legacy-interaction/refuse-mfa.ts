import type { ErrorCode } from '@postern/contracts/errors';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { updateMfaChoice } from '#features/people/users';
import { requireStarted, type SignIn } from '#features/sign-in/sign-in';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { namePerson } from './name-person.ts';

/** Sign-in does not request second factors, so none can be added or verified during it. */
export async function refuseNewFactor(signIn: SignIn): Promise<never> {
  const { state } = requireStarted(signIn);
  if (state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  if (state.event === 'SignIn' && !(await namePerson(signIn)).state.userId) {
    throw new AppError('session.identifier_not_found');
  }
  throw new AppError('session.mfa.mfa_factor_not_enabled');
}

export async function refuseFactor(signIn: SignIn, code: ErrorCode): Promise<never> {
  const { state } = requireStarted(signIn);
  if (state.event !== 'SignIn') {
    throw new AppError('session.mfa.mfa_sign_in_only');
  }
  if (!(await namePerson(signIn)).state.userId) {
    throw new AppError('session.identifier_not_found');
  }
  throw new AppError(code);
}

export async function skipMfa(signIn: SignIn): Promise<void> {
  const started = requireStarted(signIn);
  const { mfa } = await getSignInExperience(signIn.app, signIn.tenantId);
  if (mfa.policy === 'Mandatory') {
    throw new AppError('session.mfa.mfa_policy_not_user_controlled');
  }
  await started.save((fresh) => ({ ...fresh, deferred: { profile: {}, ...fresh.deferred, skipsMfa: true } }));
}

/** Stores the choice with the account of the signed-in user. */
export async function saveMfaSkip({ app, tenantId }: SignIn, userId: string): Promise<void> {
  await app.tenancy.write(tenantId, async (db) => {
    await updateMfaChoice(db, userId, 'skipped', true);
    await emit(db, { name: 'User.MfaVerifications.Updated', subjectId: userId, data: { skipped: true } });
  });
}
