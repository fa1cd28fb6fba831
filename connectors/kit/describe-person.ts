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
