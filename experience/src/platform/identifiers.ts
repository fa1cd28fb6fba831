import type { Identifier } from '@postern/contracts/sign-in';
import type { IdentifierType } from '@postern/contracts/sign-in-experience';
import type { Settings } from './settings.ts';

type Experience = Settings['experience'];

const email = /^\S+@\S+\.\S+$/;
const username = /^[A-Z_a-z]\w*$/;

/** What may be typed to sign in with a password, in the order of the settings. */
export function passwordIdentifiers({ signIn }: Experience): IdentifierType[] {
  return signIn.methods.filter(({ password }) => password).map(({ identifier }) => identifier);
}

/** With nothing but passwords the whole form fits on one page; otherwise the identifier decides what comes next. */
export function isOnePage({ signIn }: Experience): boolean {
  return signIn.methods.every(({ password, verificationCode }) => password && !verificationCode);
}

/** Usernames never start with a digit and never contain @, so what was typed tells its kind. */
export function readIdentifier(typed: string, allowed: readonly IdentifierType[]): Identifier | undefined {
  const text = typed.trim();
  const digits = text.replace(/^\+|[\s().\-/]/g, '');
  if (allowed.includes('email') && email.test(text)) {
    return { type: 'email', value: text };
  }
  if (allowed.includes('phone') && /^\d{5,}$/.test(digits)) {
    return { type: 'phone', value: digits };
  }
  return allowed.includes('username') && username.test(text) ? { type: 'username', value: text } : undefined;
}
