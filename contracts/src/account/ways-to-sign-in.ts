import type { SignInExperience } from '../experience/sign-in-experience.ts';

/** What an account has to sign in with. */
export type HeldWays = {
  username: boolean;
  email: boolean;
  phone: boolean;
  password: boolean;
  passkey: boolean;
  /** An account at the identity provider of a company. */
  company: boolean;
  /** Providers with a linked account. */
  targets: readonly string[];
};

/** What the sign-in pages of a tenant accept. */
export type OfferedWays = {
  methods: SignInExperience['signIn']['methods'];
  /** Where codes can be sent. */
  codes: { email: boolean; phone: boolean };
  passkey: boolean;
  company: boolean;
  targets: readonly string[];
};

/** Whether an account can still be signed in to. A password that is forgotten may be set again, but that is no way. */
export function canSignIn(held: HeldWays, offered: OfferedWays): boolean {
  const byIdentifier = offered.methods.some(
    ({ identifier, password, verificationCode }) =>
      held[identifier] &&
      ((password && held.password) || (verificationCode && identifier !== 'username' && offered.codes[identifier])),
  );
  return (
    byIdentifier ||
    (held.passkey && offered.passkey) ||
    (held.company && offered.company) ||
    held.targets.some((target) => offered.targets.includes(target))
  );
}
