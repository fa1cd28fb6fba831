import type { Account } from '@postern/contracts/account/account';
import type { AccountWays } from '@postern/contracts/account/account-verifications';
import { canSignIn, type HeldWays } from '@postern/contracts/account/ways-to-sign-in';
import type { AccountSettings } from './settings.ts';

type Known = { account: Account; ways?: AccountWays | undefined };

/** What the account signs in with. What this page does not know counts as present: the server makes the final decision. */
const heldBy = ({ account, ways }: Known): HeldWays => ({
  username: account.username !== null,
  email: account.primaryEmail !== null,
  phone: account.primaryPhone !== null,
  password: ways?.password ?? account.hasPassword ?? true,
  passkey: ways?.passkey ?? true,
  company: (account.ssoIdentities ?? []).length > 0,
  targets: Object.keys(account.identities ?? {}),
});

/** Whether the person can still sign in without the ways in `without`. */
export function keepsWayIn(known: Known, { experience }: AccountSettings, without: Partial<HeldWays>): boolean {
  return canSignIn(
    { ...heldBy(known), ...without },
    {
      methods: experience.signIn.methods,
      codes: { email: true, phone: true },
      passkey: experience.passkeySignIn.enabled === true,
      company: experience.singleSignOnEnabled,
      targets: experience.socialConnectors.map(({ target }) => target),
    },
  );
}
