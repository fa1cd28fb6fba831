import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import { acceptInvitation } from '#features/people/administrators';
import { joinOrganizations } from '#features/people/organizations';
import { makeFirstAdministrator } from '#features/people/provision';
import { putSsoIdentity } from '#features/people/sso-connectors';
import { createUser, findSecurityEpoch } from '#features/people/users';
import { keepPicture } from '#features/sign-in/avatar-uploads';
import {
  asIdentifier,
  getRecord,
  interactionOf,
  isProven,
  type OneTimeTokenRecord,
  type PendingProfile,
  type SignInState,
  type SocialIdentity,
  type Started,
  type VerificationRecord,
} from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { isSignUpIdentifier } from '../methods/identifiers.ts';
import { methodOf } from '../methods/index.ts';
import { requireToken } from '../methods/one-time-token.ts';
import { refuseSsoProof } from '../methods/sso/index.ts';
import { requireCaptcha } from './check-captcha.ts';
import { isClosed, requireUserQuota } from './require-allowed.ts';
import { requireDetails } from './require-details.ts';
import { profileFieldsOf, requiredAfterProvider, requiredProfile, requireProfile } from './require-profile.ts';

const identitiesOf = ({ target, userInfo }: SocialIdentity) => ({
  [target]: { userId: userInfo.id, details: { ...userInfo } },
});

/** The one-time token that proved this address. It may have been used in an earlier step. */
function tokenFor({ records, proposedBy }: SignInState, email: string | undefined): OneTimeTokenRecord | undefined {
  return [...records, ...(proposedBy ? [proposedBy] : [])]
    .filter((record) => record.type === 'OneTimeToken')
    .find(({ verified, identifier }) => verified && identifier.value === email);
}

/** What the audit log tells about a new account. */
export type NewAccount = {
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
};

/**
 * Creates the account and stores it in the sign-in in one transaction, so a second click finds both or neither. The
 * database enforces uniqueness, so one of two parallel requests wins.
 */
async function createAccount(
  signIn: Started,
  experience: SignInExperience,
  {
    socialIdentity,
    enterpriseSsoIdentity,
    isEmailUnverified,
    isPhoneUnverified,
    isInvited,
    addressProof: _proof,
    submitted,
    ...profile
  }: PendingProfile,
  record: VerificationRecord | undefined,
): Promise<NewAccount> {
  const { app, tenantId, clientId } = signIn;
  await requireUserQuota(signIn);
  const identifiedBy = asIdentifier(record);
  const isFirstAdministrator = tenantId === adminTenantId && experience.signInMode === 'Register';
  const invitation = isInvited ? tokenFor(signIn.state, profile.primaryEmail) : undefined;
  if (invitation) {
    await requireToken(signIn, invitation);
  }
  const isAsked = !enterpriseSsoIdentity && !(socialIdentity && experience.socialSignIn.skipRequiredIdentifiers);
  const asksMore = isAsked && (await profileFieldsOf(app, tenantId)).length > 0;
  // Organizations beyond the plan do not grow.
  const mayJoin = (await app.quota?.mayExtend(tenantId, 'organizationsLimit')) !== false;
  return app.tenancy.write(
    tenantId,
    async (db) => {
      const user = await createUser(db, app.config, tenantId, {
        ...profile,
        ...(signIn.state.newUserId === undefined ? {} : { id: signIn.state.newUserId }),
        isEmailVerified: !isEmailUnverified,
        isPhoneVerified: !isPhoneUnverified,
        ...(socialIdentity ? { identities: identitiesOf(socialIdentity) } : {}),
        applicationId: clientId,
        // Pages of the older API do not ask later whether to turn second factors on.
        ...(signIn.state.isLegacy ? {} : { mfaEnabled: false }),
        // A user with missing details has not signed in: they are requested again at the next sign-in.
        ...(asksMore ? {} : { lastSignInAt: new Date() }),
      });
      const sso = enterpriseSsoIdentity && {
        ...enterpriseSsoIdentity,
        ...(await putSsoIdentity(db, user.id, enterpriseSsoIdentity)),
      };
      if (isFirstAdministrator && !(await makeFirstAdministrator(db, user.id))) {
        throw new AppError('auth.forbidden');
      }
      if (tenantId === adminTenantId && invitation?.invitationId !== undefined) {
        await acceptInvitation(db, invitation.invitationId, user.id);
      }
      await keepPicture(db, signIn, user.id, profile.avatar);
      await emit(
        db,
        { name: 'User.Created', subjectId: user.id, data: interactionOf(signIn) },
        { name: 'PostRegister', subjectId: user.id, data: interactionOf(signIn) },
      );
      if (mayJoin) {
        await joinOrganizations(db, {
          userId: user.id,
          verifiedEmail: isEmailUnverified ? undefined : profile.primaryEmail,
          sso,
          organizationIds: invitation?.oneTimeTokenContext?.jitOrganizationIds,
        });
      }
      const epoch = await findSecurityEpoch(db, user.id);
      await signIn.save(
        (fresh) => ({
          ...fresh,
          userId: user.id,
          epoch,
          isNew: true,
          identifiedBy,
          profile: submitted ? { submitted } : {},
        }),
        db,
      );
      const { id, username, primaryEmail, primaryPhone, name } = user;
      return { id, username, primaryEmail, primaryPhone, name };
    },
    { changesSettings: isFirstAdministrator },
  );
}

/** A new address replaces an earlier one together with what is known about it. */
const withoutReplaced = (
  { isEmailUnverified, isPhoneUnverified, ...profile }: PendingProfile,
  { primaryEmail, primaryPhone }: PendingProfile,
): PendingProfile => ({
  ...profile,
  ...(isEmailUnverified && primaryEmail === undefined ? { isEmailUnverified } : {}),
  ...(isPhoneUnverified && primaryPhone === undefined ? { isPhoneUnverified } : {}),
});

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
  return { ...withoutReplaced(state.profile, proposed), ...proposed };
}

/** An invitation is for its own address. While registration is closed, nobody registers without one. */
function requireInvited(experience: SignInExperience, state: SignInState, { isInvited, ...profile }: PendingProfile) {
  const isStillInvited = isInvited && tokenFor(state, profile.primaryEmail) !== undefined;
  if (!isStillInvited && isClosed(experience, 'Register')) {
    throw new AppError('auth.forbidden');
  }
  return isStillInvited ? { ...profile, isInvited } : profile;
}

/** A new account needs an identifier that the settings allow for registration. */
function requireSignUpIdentifier(
  experience: SignInExperience,
  {
    username,
    primaryEmail,
    isEmailUnverified,
    primaryPhone,
    isPhoneUnverified,
    socialIdentity,
    enterpriseSsoIdentity,
    isInvited,
  }: PendingProfile,
): void {
  const hasWayIn =
    isInvited ||
    socialIdentity ||
    enterpriseSsoIdentity ||
    (username && isSignUpIdentifier(experience, 'username')) ||
    (primaryEmail && !isEmailUnverified && isSignUpIdentifier(experience, 'email')) ||
    (primaryPhone && !isPhoneUnverified && isSignUpIdentifier(experience, 'phone'));
  if (!hasWayIn) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

/** An administrator who is invited by email signs in by email, so they need no username. */
function requiredOfNewUser({ tenantId, state }: Started, experience: SignInExperience, profile: PendingProfile) {
  const demanded = requiredProfile(experience);
  if (profile.socialIdentity && experience.socialSignIn.skipRequiredIdentifiers) {
    return requiredAfterProvider(demanded);
  }
  const isInvited = profile.isInvited && tokenFor(state, profile.primaryEmail)?.invitationId !== undefined;
  return tenantId === adminTenantId && isInvited ? demanded.filter((one) => one !== 'username') : demanded;
}

/** Creates the account of a new user, or throws what is missing. Returns undefined if a previous click created it. */
export async function register(
  signIn: Started,
  experience: SignInExperience,
  verificationId: string | undefined,
): Promise<NewAccount | undefined> {
  const { state } = signIn;
  if (state.userId) {
    if (state.isNew) {
      return undefined;
    }
    throw new AppError('session.identity_conflict');
  }
  await refuseSsoProof(
    signIn,
    experience,
    state.records.find(({ id }) => id === verificationId),
  );
  const profile = requireInvited(experience, state, await withProposal(signIn, experience, verificationId));
  const { socialIdentity, enterpriseSsoIdentity } = profile;
  // Some of it may be from an earlier step.
  await requireDetails(signIn, experience, profile, enterpriseSsoIdentity !== undefined);
  await requireCaptcha(signIn, experience);
  try {
    const replacesPassword = socialIdentity !== undefined && !experience.socialSignIn.passwordRequired;
    const hasPassword = profile.password !== undefined || replacesPassword;
    if (!enterpriseSsoIdentity) {
      requireProfile(requiredOfNewUser(signIn, experience, profile), { ...profile, hasPassword });
    }
  } catch (error) {
    // Keep the proven data, so that the next step only has to add what is missing.
    await signIn.save((fresh) => ({
      ...fresh,
      proposedBy: asIdentifier(fresh.records.find(({ id }) => id === verificationId)) ?? fresh.proposedBy,
      profile: { ...withoutReplaced(fresh.profile, profile), ...profile },
    }));
    throw error;
  }
  requireSignUpIdentifier(experience, profile);
  try {
    const record = state.records.find(({ id }) => id === verificationId) ?? state.proposedBy;
    return await createAccount(signIn, experience, profile, record);
  } catch (error) {
    const fresh = await signIn.reload();
    if (fresh?.beginning === state.beginning && fresh.isNew) {
      return undefined;
    }
    throw error;
  }
}
