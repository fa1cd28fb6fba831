import type { VerificationRecord } from '#features/sign-in/interaction';
import { codeMethod } from './code.ts';
import type { Method } from './method.ts';
import { oneTimeTokenMethod } from './one-time-token.ts';
import { passkeyMethod } from './passkey.ts';
import { newIdentityMethod, passwordMethod } from './password.ts';
import { socialMethod } from './social/index.ts';
import { ssoMethod } from './sso/index.ts';

const methods: { [Type in VerificationRecord['type']]: Method<Extract<VerificationRecord, { type: Type }>> } = {
  Password: passwordMethod,
  NewPasswordIdentity: newIdentityMethod,
  EmailVerificationCode: codeMethod,
  PhoneVerificationCode: codeMethod,
  Social: socialMethod,
  EnterpriseSso: ssoMethod,
  OneTimeToken: oneTimeTokenMethod,
  SignInPasskey: passkeyMethod,
  // Second factors never identify a user.
  Totp: {},
  WebAuthn: {},
  BackupCode: {},
  MfaEmailVerificationCode: {},
  MfaPhoneVerificationCode: {},
  TemporaryCode: {},
};

/** The type of the record selects its method, which the compiler cannot infer. */
export const methodOf = (record: VerificationRecord) => methods[record.type] as Method;
