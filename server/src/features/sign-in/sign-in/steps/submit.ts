import { randomUUID } from 'node:crypto';
import type { User } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { joinOrganizations } from '#features/people/organizations';
import { putTokenSet } from '#features/people/secrets';
import { findSsoPerson, putSsoIdentity, putSsoTokenSet } from '#features/people/sso-connectors';
import {
  completeSignIn,
  findProvenAddresses,
  findSecurityEpoch,
  findUser,
  markDevice,
  type SignInChanges,
  type SignInPlace,
  touchSignIn,
  touchTrustedDevice,
  updateMfaChoices,
} from '#features/people/users';
import { announceUnusualSignIn } from '#features/records/webhooks';
import { findEnabledAction } from '#features/sign-in/actions';
import { keepPicture } from '#features/sign-in/avatar-uploads';
import {
  requireBound,
  requireFactor,
  type Situation,
  saveTrust,
  storeFactors,
  turnsOn,
  usedDevice,
} from '#features/sign-in/factors';
import { interactionOf, type PendingProfile, type SignInState, type Started } from '#features/sign-in/interaction';
import { announceNewDevice } from '#features/sign-in/new-devices';
import { type Assessment, assessRisk, chooseDevice, provenIdentifiers, rememberDevice } from '#features/sign-in/risk';
import { enqueueNotice } from '#features/sign-in/verification-codes';
import type { Db } from '#platform/db/db';
import { currentActor } from '#platform/http/actor';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { askScript } from './ask-script.ts';
import { requireCaptcha } from './check-captcha.ts';
import { getPerson } from './get-person.ts';
import { requireAllowed, requireUserQuota } from './require-allowed.ts';
import {
  profileFieldsOf,
  requiredAfterProvider,
  requiredOfExistingUser,
  requiredProfile,
  requireExtraProfile,
  requireProfile,
} from './require-profile.ts';
import { resetPassword } from './reset-password.ts';

/** Provider tokens of this sign-in; stored once the user is known. */
const tokenSetsOf = ({ records }: SignInState) =>
  records.flatMap((record) => {
    if (record.type !== 'Social' || !record.socialUserInfo || !record.tokenSet) {
      return [];
    }
    const { connectorId, target, tokenSet, socialUserInfo } = record;
    return [{ ...tokenSet, connectorId, target, identityId: socialUserInfo.id }];
  });

/** The same for enterprise providers. */
const ssoTokenSetsOf = ({ records }: SignInState) =>
  records.flatMap((record) => {
    if (record.type !== 'EnterpriseSso' || !record.enterpriseSsoUserInfo || !record.issuer || !record.tokenSet) {
      return [];
    }
    const { connectorId, issuer, tokenSet, enterpriseSsoUserInfo } = record;
    return [{ ...tokenSet, ssoConnectorId: connectorId, issuer, identityId: enterpriseSsoUserInfo.id }];
  });

/** Whether a provider has identified the person, now or when the account was created. */
const isSocial = ({ identifiedBy, profile, isNew }: SignInState, { identities }: Pick<User, 'identities'>) =>
  identifiedBy?.type === 'Social' ||
  profile.socialIdentity !== undefined ||
  (isNew === true && Object.keys(identities).length > 0);

const isSso = ({ identifiedBy }: SignInState) => identifiedBy?.type === 'EnterpriseSso';

/** The changed fields for the event; the flags only describe verification. */
const fieldsOf = (profile: PendingProfile) =>
  Object.keys(profile).filter((name) => !name.startsWith('is') && name !== 'addressProof' && name !== 'submitted');

const hasChanges = (profile: PendingProfile) => Object.keys(profile).length > 0;

function changesOf({
  socialIdentity,
  enterpriseSsoIdentity: _sso,
  isEmailUnverified,
  isPhoneUnverified,
  isInvited: _,
  addressProof: _proof,
  submitted: _submitted,
  ...profile
}: PendingProfile): SignInChanges {
  return {
    ...profile,
    isEmailVerified: !isEmailUnverified,
    isPhoneVerified: !isPhoneUnverified,
    ...(socialIdentity
      ? {
          identity: {
            target: socialIdentity.target,
            userId: socialIdentity.userInfo.id,
            details: { ...socialIdentity.userInfo },
          },
        }
      : {}),
  };
}

/** Throws if required data is missing. Users who never finished registration need the same data as new users. */
async function requireComplete(signIn: Started, user: User): Promise<void> {
  const { app, tenantId, state } = signIn;
  const { profile } = state;
  if (isSso(state)) {
    // The company is responsible for the data of its users.
    return;
  }
  const { socialIdentity } = profile;
  const linked = socialIdentity && user.identities[socialIdentity.target];
  if (linked && linked.userId !== socialIdentity.userInfo.id) {
    // One account per provider; it must not be replaced silently.
    throw new AppError('user.identity_already_in_use');
  }
  const hasIdentity = Object.keys(user.identities).length > 0 || socialIdentity !== undefined;
  const experience = await getSignInExperience(app, tenantId);
  const replacesPassword = hasIdentity && !(state.isNew && experience.socialSignIn.passwordRequired);
  // In the admin tenant, the registration has checked what is required: invited people need no username.
  const isRegistering = state.isNew && tenantId !== adminTenantId;
  const demanded = isRegistering ? requiredProfile(experience) : requiredOfExistingUser(experience, tenantId);
  const isSkipped = experience.socialSignIn.skipRequiredIdentifiers === true && isSocial(state, user);
  requireProfile(isSkipped ? requiredAfterProvider(demanded) : demanded, {
    username: profile.username ?? user.username,
    primaryEmail: profile.primaryEmail ?? user.primaryEmail,
    primaryPhone: profile.primaryPhone ?? user.primaryPhone,
    hasPassword: profile.password !== undefined || user.hasPassword === true || replacesPassword,
  });
  const isUnfinished = user.lastSignInAt === null && user.applicationId !== null;
  if (!isSkipped && (state.isNew || isUnfinished)) {
    const details = {
      name: profile.name ?? user.name,
      avatar: profile.avatar ?? user.avatar,
      profile: { ...user.profile, ...profile.profile },
      customData: { ...user.customData, ...profile.customData },
    };
    requireExtraProfile(await profileFieldsOf(app, tenantId), details, profile.submitted === true);
  }
}

/** The common case without changes: one statement checks the requirements and records the sign-in. Otherwise false. */
async function signInQuickly(signIn: Started, userId: string, place: SignInPlace | undefined): Promise<boolean> {
  const { app, tenantId, state } = signIn;
  if (hasChanges(state.profile) || state.isNew || tokenSetsOf(state).length > 0 || ssoTokenSetsOf(state).length > 0) {
    return false;
  }
  const fields = await profileFieldsOf(app, tenantId);
  const experience = await getSignInExperience(app, tenantId);
  const required = requiredOfExistingUser(experience, tenantId);
  const isSkipped = experience.socialSignIn.skipRequiredIdentifiers === true && isSocial(state, { identities: {} });
  const asked = isSkipped
    ? requiredAfterProvider(required)
    : [...required, ...(fields.length > 0 ? ['extraProfile'] : [])];
  const demanded = isSso(state) ? [] : asked;
  const [data, actor] = [interactionOf(signIn), currentActor() ?? null].map((value) => JSON.stringify(value));
  const from = place ? JSON.stringify(place) : null;
  const epoch = state.epoch ?? null;
  const rows = await app.tenancy.run(tenantId, touchSignIn, [userId, randomUUID(), data, demanded, actor, from, epoch]);
  return rows.length > 0;
}

/** Tokens are stored only for identities that were linked in the end. */
async function saveTokenSets(db: Db, userId: string, tokenSets: ReturnType<typeof tokenSetsOf>): Promise<void> {
  if (tokenSets.length === 0) {
    return;
  }
  const { identities = {} } = (await findUser(db, userId)) ?? {};
  for (const tokenSet of tokenSets) {
    if (identities[tokenSet.target]?.userId === tokenSet.identityId) {
      await putTokenSet(db, { ...tokenSet, userId });
    }
  }
}

/** Links the enterprise account, and stores its tokens. A new link leads into the organizations of the connector. */
async function saveSso(db: Db, userId: string, state: SignInState, mayJoin: boolean): Promise<void> {
  const { enterpriseSsoIdentity } = state.profile;
  if (enterpriseSsoIdentity) {
    const { id, isNew } = await putSsoIdentity(db, userId, enterpriseSsoIdentity);
    if (isNew && mayJoin) {
      await joinOrganizations(db, { userId, verifiedEmail: undefined, sso: { ...enterpriseSsoIdentity, id } });
    }
  }
  for (const tokenSet of ssoTokenSetsOf(state)) {
    const linked = await findSsoPerson(db, tokenSet);
    if (linked?.id === userId) {
      await putSsoTokenSet(db, { ...tokenSet, userId });
    }
  }
}

type Context = {
  situation: Situation | undefined;
  place: SignInPlace | undefined;
  device: string;
  /** A script of the tenant decides afterwards, so nobody is told yet. */
  isUndecided: boolean;
};

async function signInFully(
  signIn: Started,
  userId: string,
  { situation, place, device, isUndecided }: Context,
): Promise<void> {
  const { app, tenantId, state, request } = signIn;
  const user = await getPerson(signIn, userId);
  await requireComplete(signIn, user);
  if (situation) {
    requireBound(situation, state);
  }
  const isChanged = hasChanges(state.profile);
  const tokenSets = tokenSetsOf(state);
  const hasTokens = tokenSets.length > 0 || ssoTokenSetsOf(state).length > 0;
  if (state.isNew && !isChanged && !hasTokens && !state.mfa && !place && user.lastSignInAt !== null) {
    return;
  }
  // An address that a new user proves after the account was created counts as one that they register with.
  const newEmail = state.isNew && !isSso(state) && !state.profile.isEmailUnverified && state.profile.primaryEmail;
  // Organizations beyond the plan do not grow.
  const mayJoin =
    (state.profile.enterpriseSsoIdentity === undefined && !newEmail) ||
    (await app.quota?.mayExtend(tenantId, 'organizationsLimit')) !== false;
  const epoch = await app.tenancy.write(tenantId, async (db) => {
    await markDevice(db, state.isNew ? undefined : device);
    if (!(await completeSignIn(db, userId, { ...changesOf(state.profile), place, epoch: state.epoch }))) {
      // Suspended, deleted or changed after this step has read the sign-in.
      throw new AppError('session.interaction_not_found');
    }
    const trusted = situation && usedDevice(situation);
    if (trusted) {
      await touchTrustedDevice(db, userId, trusted, request.ip);
    }
    await keepPicture(db, signIn, userId, state.profile.avatar);
    await saveTokenSets(db, userId, tokenSets);
    await saveSso(db, userId, state, mayJoin);
    if (newEmail && mayJoin) {
      await joinOrganizations(db, { userId, verifiedEmail: newEmail });
    }
    const isStored = await storeFactors(db, signIn, userId);
    if (situation && turnsOn(situation)) {
      await updateMfaChoices(db, userId, { enabled: true });
    }
    const fields = [...fieldsOf(state.profile), ...(isStored ? ['mfaVerifications'] : [])];
    await emit(
      db,
      ...(state.isNew || isUndecided
        ? []
        : [{ name: 'PostSignIn' as const, subjectId: userId, data: interactionOf(signIn) }]),
      ...(fields.length > 0
        ? [
            {
              name: 'User.Data.Updated' as const,
              subjectId: userId,
              data: { ...interactionOf(signIn), fields },
            },
          ]
        : []),
    );
    if (isStored && !state.isNew) {
      await notifyOfFactors(db, signIn, userId);
    }
    return findSecurityEpoch(db, userId);
  });
  if (epoch !== state.epoch) {
    // The sign-in has changed the account itself, so it continues with the new epoch.
    await signIn.save((fresh) => ({ ...fresh, epoch }));
    state.epoch = epoch;
  }
}

/** A new factor could be that of an attacker (attack 26). */
async function notifyOfFactors(db: Db, { clientId, languages, request }: Started, userId: string): Promise<void> {
  const before = await findProvenAddresses(db, userId);
  await enqueueNotice(db, { userId, before, notice: 'mfa', applicationId: clientId, languages, ip: request.ip });
}

/** Webhooks learn that a rule has asked for a factor, although the request fails. */
async function announcedIfUnusual<T>(
  signIn: Started,
  userId: string,
  assessment: Assessment | undefined,
  require: () => Promise<T>,
): Promise<T> {
  try {
    return await require();
  } catch (error) {
    const isAsked = error instanceof AppError && error.code === 'session.mfa.require_mfa_verification';
    if (isAsked && assessment?.adaptive?.requiresMfa) {
      const { app, tenantId } = signIn;
      await announceUnusualSignIn(app, tenantId, userId, assessment.adaptive, interactionOf(signIn));
    }
    throw error;
  }
}

/** The last step. Returns where to go, or nothing after a password reset: then the user signs in with the new one. */
export async function submit(signIn: Started): Promise<{ redirectTo: string } | undefined> {
  const { event, userId } = signIn.state;
  await requireCaptcha(signIn, await getSignInExperience(signIn.app, signIn.tenantId));
  if (!userId) {
    throw new AppError('session.identifier_not_found');
  }
  await requireAllowed(signIn);
  if (event === 'ForgotPassword') {
    await resetPassword(signIn, userId);
    return undefined;
  }
  const assessment = await assessRisk(signIn, userId);
  const place = assessment?.place;
  const situation = await announcedIfUnusual(signIn, userId, assessment, () =>
    requireFactor(signIn, { acceptsTrust: true }),
  );
  await requireUserQuota(signIn, userId);
  const chosen = await chooseDevice(signIn, assessment?.isReported);
  const device = chosen.digest;
  // Whatever the page calls it: who has an account already signs in to it.
  const action = signIn.state.isNew ? undefined : await findEnabledAction(signIn.app, signIn.tenantId, 'postSignIn');
  if (situation || action || !(await signInQuickly(signIn, userId, place))) {
    await signInFully(signIn, userId, { situation, place, device, isUndecided: action !== undefined });
  }
  if (action) {
    await askScript(signIn, userId, action);
  }
  const person = { userId, identifiers: provenIdentifiers(signIn.state) };
  await rememberDevice(signIn, person, chosen);
  await saveTrust(signIn, userId, device);
  const redirectTo = await signIn.finish(userId, device);
  if (assessment?.isAnnounced) {
    const { app, tenantId, clientId, languages, request } = signIn;
    await announceNewDevice(app, tenantId, {
      userId,
      device,
      applicationId: clientId,
      languages,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      timeZone: place?.timeZone,
    });
  }
  return { redirectTo };
}
