import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UserProfile } from '@postern/contracts/people/users';
import type { MissingProfile } from '@postern/contracts/sign-in/sign-in';
import { adminTenantId } from '@postern/contracts/wire';
import { chooseFields } from '#features/experience/custom-profile-fields';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { listProfileFields, type ProfileField } from '../store.ts';

export type Person = {
  username?: string | null;
  primaryEmail?: string | null;
  primaryPhone?: string | null;
  /** A password, or a replacement for one. */
  hasPassword?: boolean;
};

type Details = { name?: string | null; avatar?: string | null; profile?: UserProfile; customData?: object };

/** The fields for new users in their order; empty on a plan without profile fields. */
export async function profileFieldsOf(app: App, tenantId: string): Promise<ProfileField[]> {
  const fields = await app.cache.get(tenantId, 'profile-fields', () => app.tenancy.read(tenantId, listProfileFields));
  const { signUpProfileFields } = await getSignInExperience(app, tenantId);
  const chosen = chooseFields(signUpProfileFields, fields);
  const isOff = chosen.length > 0 && (await app.quota?.has(tenantId, 'collectUserProfileEnabled')) === false;
  return isOff ? [] : chosen;
}

/** Email and phone together mean one of them. Beside a username they are only offered. */
function requiredIdentifiers(identifiers: SignInExperience['signUp']['identifiers']): MissingProfile[] {
  if (identifiers.includes('username')) {
    return ['username'];
  }
  return identifiers.length > 1 ? ['emailOrPhone'] : identifiers;
}

/** What the sign-up settings require. */
export function requiredProfile({ signUp }: SignInExperience): MissingProfile[] {
  const { identifiers, secondaryIdentifiers = [], password } = signUp;
  return [
    ...new Set<MissingProfile>([
      ...requiredIdentifiers(identifiers),
      ...secondaryIdentifiers.map(({ identifier }) => identifier),
      ...(password ? ['password' as const] : []),
    ]),
  ];
}

/**
 * What is required of an existing user. The admin tenant requires no identifier: users with only a username can still
 * sign in, even if new users register by email or no mail can be sent.
 */
export function requiredOfExistingUser(experience: SignInExperience, tenantId: string): MissingProfile[] {
  const demanded = requiredProfile(experience);
  return tenantId === adminTenantId ? demanded.filter((one) => one === 'password') : demanded;
}

const isPresent: Record<Exclude<MissingProfile, 'extraProfile'>, (person: Person) => boolean> = {
  username: ({ username }) => Boolean(username),
  email: ({ primaryEmail }) => Boolean(primaryEmail),
  phone: ({ primaryPhone }) => Boolean(primaryPhone),
  emailOrPhone: ({ primaryEmail, primaryPhone }) => Boolean(primaryEmail || primaryPhone),
  password: ({ hasPassword }) => hasPassword === true,
};

const lacks = (missing: MissingProfile[]) =>
  new AppError('user.missing_profile', { data: { missingProfile: missing } });

/**
 * What is required of somebody whom a provider knows, if the tenant has chosen to skip the rest: only a password that is
 * also required of them.
 */
export const requiredAfterProvider = (demanded: readonly MissingProfile[]) =>
  demanded.filter((one) => one === 'password');

/** Throws `user.missing_profile` with the required fields that are missing. */
export function requireProfile(demanded: readonly MissingProfile[], person: Person): void {
  const missing = demanded.filter((one) => one !== 'extraProfile' && !isPresent[one](person));
  if (missing.length > 0) {
    throw lacks(missing);
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A composite field needs at least one part, and all required parts. */
function hasParts({ config: { parts = [] } }: ProfileField, values: Record<string, unknown>): boolean {
  const enabled = parts.filter(({ enabled: isEnabled }) => isEnabled);
  return (
    enabled.every(({ name, required }) => !required || isGiven(values[name])) &&
    enabled.some(({ name }) => isGiven(values[name]))
  );
}

function isFilled(field: ProfileField, { name, avatar, profile = {}, customData = {} }: Details): boolean {
  const values: Record<string, unknown> = { ...customData, ...profile, name, avatar };
  if (field.type === 'Fullname') {
    return hasParts(field, values);
  }
  if (field.type === 'Address') {
    const address = values[field.name];
    return hasParts(field, typeof address === 'object' && address !== null ? { ...address } : {});
  }
  return isGiven(values[field.name]);
}

/**
 * Throws if a new user has not seen the form with the fields of the tenant and left some of them empty, or has not filled in
 * required ones.
 */
export function requireExtraProfile(fields: ProfileField[], details: Details, isSubmitted: boolean): void {
  if (!fields.every((field) => (isSubmitted && !field.required) || isFilled(field, details))) {
    throw lacks(['extraProfile']);
  }
}
