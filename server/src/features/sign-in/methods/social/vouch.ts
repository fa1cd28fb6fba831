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

/** What the provider itself says: verified, not verified, or nothing. */
function wordOf(objects: Json[], flags: string[]): boolean | undefined {
  const words = objects.flatMap((one) => flags.filter((flag) => flag in one).map((flag) => isYes(one[flag])));
  return words.length > 0 ? words.some(Boolean) : undefined;
}

/**
 * The addresses that a provider has verified: by its own word, or where it says nothing by that of its connector. Any
 * other address is a claim: anybody can have an account there under the address of somebody else, so it opens nothing
 * here (nOAuth).
 */
export function vouchedAddresses({ email, phone, rawData }: SocialUserInfo, connectorVouches: boolean): Address[] {
  const sent = [...objectsIn(rawData)];
  const address = email === undefined ? undefined : normalizeEmail(email);
  const about = address === undefined ? [] : sent.filter((one) => isSameEmail(one.email, address));
  const number = readPhone(phone);
  return [
    ...(address !== undefined && (wordOf(about, emailFlags) ?? connectorVouches)
      ? [{ type: 'email' as const, value: address }]
      : []),
    // Named apart from the e-mail address, a number has no such promise.
    ...(number !== undefined && wordOf(sent, phoneFlags) ? [{ type: 'phone' as const, value: number }] : []),
  ];
}
