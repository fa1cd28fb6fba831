import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { Address, Identifier } from '@postern/contracts/sign-in/sign-in';
import { printPhone, readPhone } from './phones.ts';
import type { Settings } from './settings.ts';

type Experience = Settings['experience'];
type Method = Experience['signIn']['methods'][number];

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const username = /^[A-Z_a-z]\w*$/;

/** The identifier types for signing in, in the order of the settings. */
export function signInIdentifiers({ signIn }: Experience): IdentifierType[] {
  return signIn.methods.filter((method) => method.password || takesCode(method)).map(({ identifier }) => identifier);
}

/** With password sign-in only, the form fits on one page; otherwise the next page depends on the identifier. */
export function isOnePage({ signIn }: Experience): boolean {
  return signIn.methods.every((method) => method.password && !takesCode(method));
}

/** A username cannot receive a code, whatever the settings are. */
export const takesCode = ({ identifier, verificationCode }: Method) => verificationCode && identifier !== 'username';

export const methodFor = ({ signIn }: Experience, type: IdentifierType) =>
  signIn.methods.find(({ identifier }) => identifier === type);

/** If both password and code are allowed, the settings decide which comes first. */
export function startsWithPassword(experience: Experience, type: IdentifierType): boolean {
  const method = methodFor(experience, type);
  return !method || (method.password && (method.isPasswordPrimary || !takesCode(method)));
}

/** Whether a new user can register with this identifier type, as first or additional identifier. */
export function mayRegisterWith({ signInMode, signUp }: Experience, type: IdentifierType): boolean {
  const asked: string[] = [...signUp.identifiers, ...(signUp.secondaryIdentifiers ?? []).map((one) => one.identifier)];
  return signInMode !== 'SignIn' && (asked.includes(type) || (type !== 'username' && asked.includes('emailOrPhone')));
}

/** Restricts the types of a first page (`identifier=email phone`); unknown or disabled types are ignored. */
export function narrow(allowed: readonly IdentifierType[], query: string): IdentifierType[] {
  const asked = (new URLSearchParams(query).get('identifier') ?? '').split(/[\s,]+/);
  const fitting = allowed.filter((type) => asked.includes(type));
  return fitting.length > 0 ? fitting : [...allowed];
}

/** Usernames never start with a digit and never contain @, so the type is unambiguous. */
export function readIdentifier(
  typed: string,
  allowed: readonly IdentifierType[],
  region?: string,
): Identifier | undefined {
  const text = typed.trim();
  if (allowed.includes('email') && email.test(text)) {
    return { type: 'email', value: text };
  }
  const phone = allowed.includes('phone') ? readPhone(text, region) : undefined;
  if (phone) {
    return { type: 'phone', value: phone };
  }
  return allowed.includes('username') && username.test(text) ? { type: 'username', value: text } : undefined;
}

/** A readable format that can be parsed back. */
export const printIdentifier = ({ type, value }: Identifier) => (type === 'phone' ? printPhone(value) : value);

export const isAddress = (identifier: Identifier): identifier is Address => identifier.type !== 'username';
