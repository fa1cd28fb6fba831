import type { BodyOf } from '@postern/contracts/endpoint';
import type { UserProfile } from '@postern/contracts/people/users';
import type { signInApi } from '@postern/contracts/sign-in/sign-in';
import { getSignInExperience, requireGoodUsername } from '#features/experience/sign-in-experience';
import { findCredentials, findUser, hashPassword, type StoredPassword } from '#features/people/users';
import { requireFactor } from '#features/sign-in/factors';
import { getProven, type PendingProfile, type Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { requireFree } from '../methods/identifiers.ts';
import { methodOf } from '../methods/index.ts';
import { requireGoodPassword, requireOtherPassword } from '../methods/require-password.ts';
import {
  connectorOfSocial,
  identityOf,
  ownerOfIdentity,
  requireOffered,
  requireSocialProof,
} from '../methods/social/index.ts';
import { refuseSsoProof } from '../methods/sso/index.ts';
import type { ProfileField } from '../store.ts';
import { readExtraProfile } from './read-extra-profile.ts';
import { requireAllowed, requireOpen } from './require-allowed.ts';
import { profileFieldsOf } from './require-profile.ts';

/** Chinese, Japanese and Korean names start with the family name and have no space. */
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・々]+$/u;

/** Composes a name from its parts. Undefined if there are none, or if it is too long. */
export function fullName({ givenName, middleName, familyName }: UserProfile = {}): string | undefined {
  const isFamilyFirst = [givenName, familyName].every((part) => part && eastAsian.test(part));
  const parts = isFamilyFirst ? [familyName, middleName, givenName] : [givenName, middleName, familyName];
  const name = parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(isFamilyFirst ? '' : ' ');
  return name && name.length <= 128 ? name : undefined;
}

/** The new password of a reset; it is applied by the last step. */
export async function setPassword(signIn: Started, password: string): Promise<void> {
  const { app, tenantId, state } = signIn;
  const { event, userId } = state;
  if (event !== 'ForgotPassword') {
    throw new AppError('session.invalid_interaction_type');
  }
  if (!userId) {
    throw new AppError('session.identifier_not_found');
  }
  await requireAllowed(signIn);
  const [user, credentials] = await app.tenancy.read(tenantId, async (db) => [
    await findUser(db, userId),
    await findCredentials(db, { type: 'id', value: userId }),
  ]);
  if (!user) {
    throw new AppError('session.identifier_not_found');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  const { name, username, primaryEmail: email, primaryPhone: phone } = user;
  await requireGoodPassword(signIn, password, { name, username, email, phone });
  await requireOtherPassword(password, credentials?.password);
  const stored = await hashPassword(password);
  await signIn.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, password: stored } }));
}

/** A detail as it was sent, or a password that was already checked and hashed. */
export type Detail = BodyOf<typeof signInApi.addProfile> | { type: 'password'; hashed: StoredPassword };

/** Existing data of the user: from the account if there is one, and from the pending profile. */
async function currentPerson(signIn: Started) {
  const { app, tenantId, state } = signIn;
  const { userId, profile } = state;
  if (!userId) {
    if (state.event !== 'Register') {
      throw new AppError('session.identifier_not_found');
    }
    await requireOpen(signIn);
    return { isKnown: false, hasPassword: false, ...profile };
  }
  await requireAllowed(signIn);
  await requireFactor(signIn, { acceptsTrust: false });
  const user = await app.tenancy.read(tenantId, (db) => findUser(db, userId));
  if (!user) {
    throw new AppError('session.identifier_not_found');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  return {
    isKnown: true,
    hasPassword: user.hasPassword === true,
    name: profile.name ?? user.name ?? undefined,
    username: profile.username ?? user.username ?? undefined,
    primaryEmail: profile.primaryEmail ?? user.primaryEmail ?? undefined,
    primaryPhone: profile.primaryPhone ?? user.primaryPhone ?? undefined,
  };
}

type Current = Awaited<ReturnType<typeof currentPerson>>;

/** Existing data of a user cannot be replaced here. */
function refuseReplacing({ isKnown, ...person }: Current, detail: Detail): void {
  if (!isKnown) {
    return;
  }
  if (detail.type === 'username' && person.username) {
    throw new AppError('user.username_exists_in_profile');
  }
  if (detail.type === 'password' && person.hasPassword) {
    throw new AppError('user.password_exists_in_profile');
  }
  if (detail.type === 'email' && person.primaryEmail) {
    throw new AppError('user.email_exists_in_profile');
  }
  if (detail.type === 'phone' && person.primaryPhone) {
    throw new AppError('user.phone_exists_in_profile');
  }
}

async function addSocial(signIn: Started, verificationId: string): Promise<PendingProfile> {
  const { app, tenantId, state } = signIn;
  const record = requireSocialProof(getProven(state, verificationId, 'Social'));
  await requireOffered(signIn, await getSignInExperience(app, tenantId), record.target);
  const { syncProfile } = await connectorOfSocial(signIn, record);
  const owner = await ownerOfIdentity(signIn, record);
  if (owner && owner.id !== state.userId) {
    throw new AppError('user.identity_already_in_use');
  }
  const { name, avatar } = record.socialUserInfo;
  return {
    // As at every later sign-in with this connector.
    ...(syncProfile && name ? { name } : {}),
    ...(syncProfile && avatar ? { avatar } : {}),
    socialIdentity: identityOf(record),
  };
}

async function addAddress(signIn: Started, verificationId: string, type: 'email' | 'phone'): Promise<PendingProfile> {
  const { app, tenantId, state } = signIn;
  const record =
    type === 'email'
      ? getProven(state, verificationId, 'EmailVerificationCode')
      : getProven(state, verificationId, 'PhoneVerificationCode');
  const experience = await getSignInExperience(app, tenantId);
  await refuseSsoProof(signIn, experience, record);
  const proposed = await methodOf(record).propose?.(signIn, record, experience);
  return { ...proposed, ...(type === 'email' ? { isEmailUnverified: undefined } : { isPhoneUnverified: undefined }) };
}

/** Composes a missing name from its parts if only these are requested. Later parts are added to it. */
function nameFrom(
  profile: UserProfile,
  fields: ProfileField[],
  { name }: Current,
  pending: PendingProfile,
): Pick<PendingProfile, 'name'> {
  const isOwn = name && name !== fullName(pending.profile);
  const composed = isOwn || fields.some((field) => field.name === 'name') ? undefined : fullName(profile);
  return composed ? { name: composed } : {};
}

async function read(signIn: Started, person: Current, detail: Detail): Promise<PendingProfile> {
  const { app, tenantId, state } = signIn;
  switch (detail.type) {
    case 'username':
      requireGoodUsername(await getSignInExperience(app, tenantId), detail.value);
      await requireFree(signIn, detail);
      return { username: detail.value };
    case 'password':
      if ('hashed' in detail) {
        return { password: detail.hashed };
      }
      await requireGoodPassword(signIn, detail.value, {
        name: person.name,
        username: person.username,
        email: person.primaryEmail,
        phone: person.primaryPhone,
      });
      return { password: await hashPassword(detail.value) };
    case 'email':
    case 'phone':
      return addAddress(signIn, detail.verificationId, detail.type);
    case 'social':
      return addSocial(signIn, detail.verificationId);
    case 'extraProfile': {
      const fields = await profileFieldsOf(app, tenantId);
      const extra = await readExtraProfile(tenantId, fields, detail.values);
      const profile = { ...state.profile.profile, ...extra.profile };
      return {
        ...nameFrom(profile, fields, person, state.profile),
        ...extra,
        profile,
        customData: { ...state.profile.customData, ...extra.customData },
        submitted: true,
      };
    }
  }
}

/** Checks details against the account and each other, without saving. */
export async function gatherDetails(signIn: Started, details: Detail[]): Promise<PendingProfile> {
  if (signIn.state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  const person = await currentPerson(signIn);
  let added: PendingProfile = {};
  for (const detail of details) {
    refuseReplacing(person, detail);
    added = { ...added, ...(await read(signIn, { ...person, ...added }, detail)) };
  }
  return added;
}

/** Adds a detail to the pending profile, which becomes part of the account with the last step. Returns what it added. */
export async function addProfile(signIn: Started, detail: Detail): Promise<PendingProfile> {
  const added = await gatherDetails(signIn, [detail]);
  await signIn.save((fresh) => ({ ...fresh, profile: { ...fresh.profile, ...added } }));
  return added;
}
