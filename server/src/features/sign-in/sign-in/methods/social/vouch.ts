import type { Address } from '@postern/contracts/sign-in/sign-in';
import type { ProviderUserInfo } from '#features/messages/connectors';
import { internationalPhone, normalizeEmail } from '#features/people/users';
import { AppError } from '#platform/errors';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isYes = (value: unknown) => [true, 'true', 1, '1'].some((yes) => yes === value);

const emailFlags = ['email_verified', 'verified_email', 'emailVerified', 'is_email_verified'];
/** A badge on some providers, so it is only used without other flags. */
const vagueFlag = 'verified';
const maxDepth = 4;
const maxObjects = 200;

/** All objects in the response of a provider, limited in depth and number to what real ones send. */
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

/** A phone number in the format of the wire, or undefined if invalid. */
export function readPhone(phone: string | undefined): string | undefined {
  try {
    return phone === undefined ? undefined : internationalPhone(phone.replace(/\D/g, ''));
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

/** Whether the provider explicitly says that this address is not verified. */
function isDenied(rawData: unknown, email: string): boolean {
  return [...objectsIn(rawData)]
    .filter((one) => one === rawData || isSameEmail(one.email, email))
    .some((one) => {
      const named = emailFlags.filter((flag) => flag in one);
      const flags = named.length > 0 || one === rawData ? named : [vagueFlag].filter((flag) => flag in one);
      return flags.some((flag) => !isYes(one[flag]));
    });
}

/**
 * The addresses that a provider has verified, by the flag it documents, which its connector reads. The raw response
 * never adds an address, but an explicit denial removes one. They prove nothing unless the tenant trusts the connector
 * (attack 44).
 */
export function verifiedAddresses(info: ProviderUserInfo): Address[] {
  const { email, phone, rawData, isEmailVerified, isPhoneVerified } = info;
  const address = email === undefined ? undefined : normalizeEmail(email);
  const number = readPhone(phone);
  return [
    // Without a documented flag, only the tenant can decide, by trusting the connector.
    ...(address !== undefined && isEmailVerified !== false && !isDenied(rawData, address)
      ? [{ type: 'email' as const, value: address }]
      : []),
    ...(number !== undefined && isPhoneVerified === true ? [{ type: 'phone' as const, value: number }] : []),
  ];
}
