import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { AppError } from '#platform/errors';
import { getRecord, isProven, type PendingProfile } from '../gather.ts';
import type { Started } from '../interaction.ts';
import { methodOf } from '../methods/index.ts';
import { isSignUpIdentifier } from '../methods/sign-up-identifier.ts';
import { requireOffered } from '../methods/social/index.ts';
import { requireCaptcha } from './check-captcha.ts';
import { createAccount } from './create-account.ts';
import { demandedProfile, requireProfile } from './require-profile.ts';

/** Adds the data of a record to the pending profile of a new user. */
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
  const { propose, mayRegister } = methodOf(record);
  if (!propose || !isProven(record)) {
    throw new AppError('session.verification_failed');
  }
  const proposed = await propose(signIn, record, experience);
  if (!mayRegister?.(experience, record)) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
  return { ...state.profile, ...proposed };
}

/** A new account needs an identifier that the settings allow for registration. */
function requireWayIn(
  experience: SignInExperience,
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
  const hasWayIn =
    isInvited ||
    socialIdentity ||
    (username && isSignUpIdentifier(experience, 'username')) ||
    (primaryEmail && !isEmailUnverified && isSignUpIdentifier(experience, 'email')) ||
    (primaryPhone && !isPhoneUnverified && isSignUpIdentifier(experience, 'phone'));
  if (!hasWayIn) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

/** Creates the account of a new user, or throws what is missing. Returns false if a previous click created it. */
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
  const { socialIdentity } = profile;
  if (socialIdentity) {
    // It may be from an earlier step, and the provider may be disabled since.
    await requireOffered(signIn, experience, socialIdentity.target);
  }
  await requireCaptcha(signIn, experience);
  try {
    const replacesPassword = socialIdentity !== undefined && !experience.socialSignIn.passwordRequired;
    const hasPassword = profile.password !== undefined || replacesPassword;
    requireProfile(demandedProfile(experience), { ...profile, hasPassword });
  } catch (error) {
    // Keep the proven data, so that the next step only has to add what is missing.
    await signIn.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, ...profile } }));
    throw error;
  }
  requireWayIn(experience, profile);
  try {
    const record = state.records.find(({ id }) => id === verificationId);
    await createAccount(signIn, experience, profile, record);
    return true;
  } catch (error) {
    const fresh = await signIn.reload();
    if (fresh?.beginning === state.beginning && fresh.isNew) {
      return false;
    }
    throw error;
  }
}
