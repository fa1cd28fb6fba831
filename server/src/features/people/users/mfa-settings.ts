import type { UpdateUserMfaSettings, UserMfaSettings } from '@postern/contracts/people/user-mfa';
import type { MfaChoices } from './mfa.store.ts';

/** The choices of a user in the form of the wire, which keeps those about passkeys apart. */
export const showMfaSettings = ({
  enabled,
  skipped,
  skipMfaOnSignIn,
  neverOfferPasskey,
}: MfaChoices): UserMfaSettings => ({
  mfa: {
    ...(enabled === undefined ? {} : { enabled }),
    skipped: skipped === true,
    skipMfaOnSignIn: skipMfaOnSignIn === true,
  },
  passkeySignIn: { skipped: neverOfferPasskey === true },
});

/** The choices to change. */
export const readMfaSettings = ({ mfa, passkeySignIn }: UpdateUserMfaSettings): MfaChoices => ({
  ...mfa,
  ...(passkeySignIn?.skipped === undefined ? {} : { neverOfferPasskey: passkeySignIn.skipped }),
});
