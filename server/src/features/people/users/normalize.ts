import { normalizeEmail } from '@postern/contracts/normalize';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { AppError } from '#platform/http/errors';

export { normalizeEmail };

/** As given, without a leading plus: the wire accepts any digits. */
export function normalizePhone(phone: string): string {
  if (!/^\+?\d+$/.test(phone)) {
    throw new AppError('user.invalid_phone');
  }
  return phone.replace(/^\+/, '');
}

/**
 * International digits without the plus and without the trunk prefix zero, for numbers from administrators: both spellings
 * are one number. Throws if no country has its code. Whether the number can exist is not checked.
 */
function countryPhone(phone: string): string {
  const parsed = parsePhoneNumberFromString(`+${normalizePhone(phone)}`);
  if (!parsed) {
    throw new AppError('user.invalid_phone');
  }
  return parsed.number.slice(1);
}

/** International digits without the plus, for numbers from files and providers; throws for invalid numbers. */
export function internationalPhone(phone: string): string {
  const parsed = parsePhoneNumberFromString(`+${phone}`);
  if (!parsed?.isPossible()) {
    throw new AppError('user.invalid_phone');
  }
  return parsed.number.slice(1);
}

type Identifiers = { username?: string | null; primaryEmail?: string | null; primaryPhone?: string | null };

/** Normalizes the given identifiers; an empty string clears one. Others are unchanged. */
export function normalizeIdentifiers({ username, primaryEmail, primaryPhone }: Identifiers): Identifiers {
  return {
    ...(username === undefined ? {} : { username: username || null }),
    ...(primaryEmail === undefined ? {} : { primaryEmail: primaryEmail ? normalizeEmail(primaryEmail) : null }),
    ...(primaryPhone === undefined ? {} : { primaryPhone: primaryPhone ? countryPhone(primaryPhone) : null }),
  };
}
