import { ConnectorError } from './fail.ts';
import type { SocialUserInfo } from './interface.ts';
import { textOf } from './oauth.ts';

type Found = {
  id: unknown;
  email?: unknown;
  phone?: unknown;
  isEmailVerified?: boolean;
  isPhoneVerified?: boolean;
  name?: unknown;
  avatar?: unknown;
  rawData: unknown;
};

const isWeb = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value);

/** The user in the fields that every connector returns; throws without an id. */
export function describePerson({ id, email, phone, name, avatar, rawData, ...flags }: Found): SocialUserInfo {
  const known = typeof id === 'number' ? String(id) : textOf(id);
  if (!known) {
    throw new ConnectorError('invalid_response', 'The provider did not say who this is.');
  }
  const picture = textOf(avatar);
  const entries = Object.entries({
    email: textOf(email),
    phone: textOf(phone),
    // Without an address the flag is meaningless.
    isEmailVerified: textOf(email) && flags.isEmailVerified,
    isPhoneVerified: textOf(phone) && flags.isPhoneVerified,
    name: textOf(name),
    avatar: picture && isWeb(picture) ? picture : undefined,
  });
  return { id: known, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)), rawData };
}

/** The user of OpenID Connect claims. Only an address that the provider says is verified is used. */
export const describeClaims = (claims: Record<string, unknown>): SocialUserInfo =>
  describePerson({
    id: claims.sub,
    email: claims.email_verified === true ? claims.email : undefined,
    isEmailVerified: true,
    name: claims.name ?? claims.preferred_username,
    avatar: claims.picture,
    rawData: claims,
  });
