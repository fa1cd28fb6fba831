import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { Address, Identifier } from '@postern/contracts/sign-in/sign-in';
import { printPhone, readPhone } from './phones.ts';
import type { Settings } from './settings.ts';

type Experience = Settings['experience'];
type Method = Experience['signIn']['methods'][number];

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const username = /^[A-Z_a-z]\w*$/;

/** What may be typed to sign in, in the order of the settings. */
export function signInIdentifiers({ signIn }: Experience): IdentifierType[] {
  return signIn.methods.filter((method) => method.password || takesCode(method)).map(({ identifier }) => identifier);
}

/** With nothing but passwords the whole form fits on one page; otherwise the identifier decides what comes next. */
export function isOnePage({ signIn }: Experience): boolean {
  return signIn.methods.every((method) => method.password && !takesCode(method));
}

/** Nothing can be sent to a username, whatever the settings say. */
export const takesCode = ({ identifier, verificationCode }: Method) => verificationCode && identifier !== 'username';

export const methodFor = ({ signIn }: Experience, type: IdentifierType) =>
  signIn.methods.find(({ identifier }) => identifier === type);

/** With password and code both allowed the settings say which is asked for first. */
export function startsWithPassword(experience: Experience, type: IdentifierType): boolean {
  const method = methodFor(experience, type);
  return !method || (method.password && (method.isPasswordPrimary || !takesCode(method)));
}

/** Kinds of identifiers that the settings ask of somebody new, first or later. */
export function mayRegisterWith({ signInMode, signUp }: Experience, type: IdentifierType): boolean {
  const asked: string[] = [...signUp.identifiers, ...(signUp.secondaryIdentifiers ?? []).map((one) => one.identifier)];
  return signInMode !== 'SignIn' && (asked.includes(type) || (type !== 'username' && asked.includes('emailOrPhone')));
}

/** A first page may be for some kinds only (`identifier=email phone`); names that do not fit here are passed over. */
export function narrow(allowed: readonly IdentifierType[], query: string): IdentifierType[] {
  const asked = (new URLSearchParams(query).get('identifier') ?? '').split(/[\s,]+/);
  const fitting = allowed.filter((type) => asked.includes(type));
  return fitting.length > 0 ? fitting : [...allowed];
}

/** Usernames never start with a digit and never contain @, so what was typed tells its kind. */
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

/** In a form that people know and that is read back the same. */
export const printIdentifier = ({ type, value }: Identifier) => (type === 'phone' ? printPhone(value) : value);

export const isAddress = (identifier: Identifier): identifier is Address => identifier.type !== 'username';
