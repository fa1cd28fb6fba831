import type { SignInExperience } from '@postern/contracts/sign-in-experience';
import { AppError } from '#platform/errors';
import { getRecord, isProven, type PendingProfile } from '../gather.ts';
import type { Started } from '../interaction.ts';
import { methodOf } from '../methods/index.ts';
import { requireCaptcha } from './check-captcha.ts';
import { createAccount } from './create-account.ts';
import { requireProfile } from './require-profile.ts';

/** Takes what a record proves into the pending profile of somebody new. */
async function withProposal(
  signIn: Started,
  experience: SignInExperience,
  verificationId: string | undefined,
): Promise<PendingProfile> {
  const { state } = signIn;
  if (verificationId === undefined) {
    return state.profile;
  }
  const record = getRecord(state, verificationId);
  const { propose } = methodOf(record);
  if (!propose || !isProven(record)) {
    throw new AppError('session.verification_failed');
  }
  return { ...state.profile, ...(await propose(signIn, record, experience)) };
}

/** A new account needs something to be known by that the settings let people register with. */
function requireWayIn(
  { signUp, socialSignInConnectorTargets }: SignInExperience,
  {
    username,
    primaryEmail,
    isEmailUnverified,
    primaryPhone,
    isPhoneUnverified,
    socialIdentity,
    isInvited,
  }: PendingProfile,
): void {
  const { identifiers, secondaryIdentifiers = [] } = signUp;
  const offered = new Set<string>([...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)]);
  const isOffered = (type: 'email' | 'phone') => offered.has(type) || offered.has('emailOrPhone');
  const hasWayIn =
    isInvited ||
    (username && offered.has('username')) ||
    (primaryEmail && !isEmailUnverified && isOffered('email')) ||
    (primaryPhone && !isPhoneUnverified && isOffered('phone')) ||
    (socialIdentity && socialSignInConnectorTargets.includes(socialIdentity.target));
  if (!hasWayIn) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

/** Creates the account of somebody new, or says what is missing. False when a second click finds it done. */
export async function register(
  signIn: Started,
  experience: SignInExperience,
  verificationId: string | undefined,
): Promise<boolean> {
  const { state } = signIn;
  if (state.userId) {
    if (state.isNew) {
      return false;
    }
    throw new AppError('session.identity_conflict');
  }
  const profile = await withProposal(signIn, experience, verificationId);
  await requireCaptcha(signIn, experience);
  try {
    requireProfile(experience, { ...profile, hasPassword: profile.password !== undefined });
  } catch (error) {
    // What was proven stays, so that the next step only has to bring what is missing.
    await signIn.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, ...profile } }));
    throw error;
  }
  requireWayIn(experience, profile);
  try {
    await createAccount(signIn, experience, profile);
    return true;
  } catch (error) {
    const fresh = await signIn.reload();
    if (fresh?.beginning === state.beginning && fresh.isNew) {
      return false;
    }
    throw error;
  }
}
