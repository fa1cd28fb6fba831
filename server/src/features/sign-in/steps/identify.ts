import type { SignInExperience } from '@postern/contracts/sign-in-experience';
import { getSignInExperience } from '#features/sign-in-experience';
import { AppError } from '#platform/errors';
import { getRecord, type SignInState, type Started, type VerificationRecord } from '../interaction.ts';
import { createAccount } from './create-account.ts';

export function requireMode(experience: SignInExperience, event: SignInState['event']): void {
  const { signInMode } = experience;
  if ((event === 'Register' && signInMode === 'SignIn') || (event === 'SignIn' && signInMode === 'Register')) {
    throw new AppError('auth.forbidden');
  }
}

function requireEnabled(experience: SignInExperience, record: VerificationRecord): void {
  const isEnabled = experience.signIn.methods.some(
    ({ identifier, password }) => identifier === record.identifier.type && (record.type !== 'Password' || password),
  );
  if (!isEnabled) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

async function identifyExisting(signIn: Started, experience: SignInExperience, verificationId: string | undefined) {
  const { state } = signIn;
  const record = getRecord(state, verificationId);
  if (record.type !== 'Password' || !record.verified) {
    throw new AppError('session.verification_failed');
  }
  requireEnabled(experience, record);
  if (state.userId && state.userId !== record.userId) {
    throw new AppError('session.identity_conflict');
  }
  // Whether the account still stands is read anew by the last step, in the moment that counts.
  await signIn.save({ ...state, userId: record.userId });
}

/** Takes what a record proves into the pending profile of somebody new. */
function withProposal(state: SignInState, verificationId: string | undefined): SignInState {
  if (verificationId === undefined) {
    return state;
  }
  const record = getRecord(state, verificationId);
  if (record.type !== 'NewPasswordIdentity') {
    throw new AppError('session.verification_failed');
  }
  return { ...state, profile: { ...state.profile, username: record.identifier.value, password: record.password } };
}

/** Names the person. Answers true when an account was created for it. */
export async function identify(signIn: Started, verificationId: string | undefined): Promise<boolean> {
  const experience = await getSignInExperience(signIn.app, signIn.tenantId);
  requireMode(experience, signIn.state.event);
  if (signIn.state.event === 'SignIn') {
    await identifyExisting(signIn, experience, verificationId);
    return false;
  }
  if (signIn.state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password', { status: 422 });
  }
  if (signIn.state.userId) {
    throw new AppError('session.identity_conflict');
  }
  const state = withProposal(signIn.state, verificationId);
  const userId = await createAccount({ ...signIn, state }, experience);
  await signIn.save({ ...state, userId, profile: {} });
  return true;
}
