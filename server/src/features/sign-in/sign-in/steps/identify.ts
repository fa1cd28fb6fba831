import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { InteractionEvent } from '@postern/contracts/sign-in/sign-in';
import { endSessionsOf } from '#features/access/oidc';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { deleteSsoIdentities } from '#features/people/sso-connectors';
import { claimAddress, findSecurityEpoch } from '#features/people/users';
import {
  asIdentifier,
  getRecord,
  interactionOf,
  isOutdated,
  isProven,
  type ProofVersion,
  type SignInState,
  type Started,
  type VerificationRecord,
} from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { methodOf } from '../methods/index.ts';
import type { Person } from '../methods/method.ts';
import { refuseSsoPasskey, refuseSsoPerson, refuseSsoProof } from '../methods/sso/index.ts';
import { type NewAccount, register } from './register.ts';
import { requireMode, requireModeFor } from './require-allowed.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** Factors of an account that was not created are encrypted for it, and no other account can use them. */
const withoutNewcomer = ({ userId, newUserId }: SignInState): Partial<SignInState> =>
  userId === undefined && newUserId !== undefined ? { newUserId: undefined, mfa: undefined } : {};

/** Switches between sign-in and registration: keeps proofs and drops the details. */
export async function changeEvent(signIn: Started, event: InteractionEvent): Promise<void> {
  const { app, tenantId, state } = signIn;
  const isReset = state.event === 'ForgotPassword' || event === 'ForgotPassword';
  if (isReset && state.event !== event) {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  requireMode(await getSignInExperience(app, tenantId), state, event);
  if (state.event !== event) {
    await signIn.save((fresh) => ({ ...fresh, event, profile: {}, proposedBy: undefined, ...withoutNewcomer(fresh) }));
  }
}

/**
 * Removes existing credentials, which may belong to a person who only claimed the address (attack 15). Returns the
 * security epoch after this.
 */
async function claim(signIn: Started, { id, claims, epoch }: Person): Promise<number | undefined> {
  const { app, tenantId } = signIn;
  if (claims) {
    return app.tenancy.write(tenantId, async (db) => {
      // The proof is about the address that the account had when it was found.
      await requireUnchanged(db, id, epoch);
      if (await claimAddress(db, id, claims)) {
        await deleteSsoIdentities(db, id);
        await endSessionsOf(db, id);
        await emit(db, {
          name: 'User.Data.Updated',
          subjectId: id,
          data: { ...interactionOf(signIn), claimed: claims },
        });
      }
      return findSecurityEpoch(db, id);
    });
  }
  return epoch;
}

/** Records that never identify a user have no version. */
const versionOf = (record: VerificationRecord): ProofVersion =>
  'epoch' in record || 'provenAt' in record ? record : {};

/** Throws if the person has changed since the proof was made, or since an earlier one of this sign-in. */
function requireCurrent(state: SignInState, record: VerificationRecord, { id, epoch }: Person): void {
  const isChanged =
    epoch !== undefined && (isOutdated(versionOf(record), epoch) || (state.userId === id && isOutdated(state, epoch)));
  if (isChanged) {
    throw new AppError('session.verification_session_not_found');
  }
}

async function identifyExisting(
  signIn: Started,
  experience: SignInExperience,
  { verificationId, linkSocialIdentity = false }: Identification,
): Promise<void> {
  const { state } = signIn;
  const record = getRecord(state, verificationId);
  const { isEnabled, find } = methodOf(record);
  if (!isEnabled || !find || !isProven(record)) {
    throw new AppError('session.verification_failed');
  }
  const isCode = record.type === 'EmailVerificationCode' || record.type === 'PhoneVerificationCode';
  // Only tokens that were made for it: other links sign in, and must not give the account away for good.
  const isResetLink =
    record.type === 'OneTimeToken' && record.oneTimeTokenContext?.interactionEvent === 'ForgotPassword';
  if (state.event === 'ForgotPassword' && !isCode && !isResetLink) {
    throw new AppError('session.not_supported_for_forgot_password', { status: 422 });
  }
  requireModeFor(experience, state.event, record);
  await refuseSsoProof(signIn, experience, record);
  if (!isEnabled(experience, record, state.event)) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
  const person = await find(signIn, record, { link: linkSocialIdentity });
  await refuseSsoPerson(signIn, experience, record, person.id);
  await refuseSsoPasskey(signIn, record, person.id);
  if (person.isSuspended) {
    throw new AppError('user.suspended');
  }
  if (state.userId && state.userId !== person.id) {
    throw new AppError('session.identity_conflict');
  }
  requireCurrent(state, record, person);
  const epoch = await claim(signIn, person);
  await signIn.save((fresh) => {
    if (fresh.userId && fresh.userId !== person.id) {
      throw new AppError('session.identity_conflict');
    }
    // An account at a company is linked only by the sign-in that it identifies.
    const { enterpriseSsoIdentity: _, ...pending } = fresh.profile;
    const profile = { ...pending, ...person.brings };
    return { ...fresh, userId: person.id, epoch, identifiedBy: asIdentifier(record), profile };
  });
}

type Identification = { verificationId?: string; linkSocialIdentity?: boolean };

/** Identifies the user. Returns the account if it was created. */
export async function identify(signIn: Started, identification: Identification): Promise<NewAccount | undefined> {
  const experience = await getSignInExperience(signIn.app, signIn.tenantId);
  requireMode(experience, signIn.state);
  if (signIn.state.event === 'Register') {
    return register(signIn, experience, identification.verificationId);
  }
  await identifyExisting(signIn, experience, identification);
  return undefined;
}
