import { factorAcr, singleFactorAcr } from '@postern/contracts/access/authentication-context';
import type { SignInState, VerificationRecord } from './state.ts';

/** Authentication methods (RFC 8176 §2) by the type of the proof; `fed` is not registered there, but widely used. */
const methods: Partial<Record<VerificationRecord['type'], string[]>> = {
  Password: ['pwd'],
  NewPasswordIdentity: ['pwd'],
  EmailVerificationCode: ['otp'],
  PhoneVerificationCode: ['otp', 'sms'],
  OneTimeToken: ['otp'],
  Social: ['fed'],
  EnterpriseSso: ['fed'],
  Totp: ['otp'],
  WebAuthn: ['hwk', 'user'],
  BackupCode: ['otp'],
  MfaEmailVerificationCode: ['otp'],
  MfaPhoneVerificationCode: ['otp', 'sms'],
  TemporaryCode: ['otp'],
  SignInPasskey: ['hwk', 'user'],
};

/** A factor that was set up in this sign-in has been verified too. */
function boundFactor({ mfa }: SignInState): VerificationRecord['type'] | undefined {
  if (mfa?.totp) {
    return 'Totp';
  }
  return mfa?.webAuthn?.length ? 'WebAuthn' : undefined;
}

/** How the user has signed in, for the claims `amr` and `acr`. */
export function describeAuthentication(state: SignInState) {
  const { userId, identifiedBy, verifiedFactor } = state;
  const second = verifiedFactor?.userId === userId ? verifiedFactor?.type : boundFactor(state);
  // A passkey is possession and, because the authenticator verifies the user, knowledge or biometrics.
  const isMultiFactor = second !== undefined || identifiedBy?.type === 'SignInPasskey';
  const used = [identifiedBy?.type, second].flatMap((type) => (type && methods[type]) ?? []);
  return {
    amr: [...new Set([...used, ...(isMultiFactor ? ['mfa'] : [])])],
    acr: isMultiFactor ? factorAcr : singleFactorAcr,
  };
}
