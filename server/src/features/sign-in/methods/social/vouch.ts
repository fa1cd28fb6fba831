import type { Address, SocialUserInfo } from '@postern/contracts/sign-in';
import { normalizeEmail, normalizePhone } from '#features/users';
import { AppError } from '#platform/errors';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isYes = (value: unknown) => value === true || value === 'true';

const emailFlags = ['email_verified', 'verified_email', 'emailVerified', 'is_email_verified', 'verified'];
const phoneFlags = ['phone_number_verified', 'phone_verified', 'phoneVerified'];
const maxDepth = 4;
const maxObjects = 200;

/** Every object in what a provider sent, not deeper and not more than any real one sends. */
function* objectsIn(value: unknown, depth = 0, seen = { count: 0 }): Generator<Json> {
  if (!isObject(value) || depth > maxDepth || seen.count > maxObjects) {
    return;
  }
  seen.count += 1;
  yield value;
  for (const inner of Object.values(value)) {
    yield* objectsIn(inner, depth + 1, seen);
  }
}

const isSameEmail = (value: unknown, email: string) => typeof value === 'string' && normalizeEmail(value) === email;

/** A phone number as the wire has it, or undefined for something that is none. */
export function readPhone(phone: string | undefined): string | undefined {
  try {
    return phone === undefined ? undefined : normalizePhone(phone.replace(/\D/g, ''));
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * The addresses that a provider says it has verified itself. An address without such a word is a claim: anybody can
 * have an account there under the address of somebody else, so it opens nothing here (nOAuth).
 */
export function vouchedAddresses({ email, phone, rawData }: SocialUserInfo): Address[] {
  const sent = [...objectsIn(rawData)];
  const address = email === undefined ? undefined : normalizeEmail(email);
  const isEmailVouched =
    address !== undefined &&
    sent.some((one) => isSameEmail(one.email, address) && emailFlags.some((flag) => isYes(one[flag])));
  const number = readPhone(phone);
  const isPhoneVouched = number !== undefined && sent.some((one) => phoneFlags.some((flag) => isYes(one[flag])));
  return [
    ...(isEmailVouched ? [{ type: 'email' as const, value: address }] : []),
    ...(isPhoneVouched ? [{ type: 'phone' as const, value: number }] : []),
  ];
}
