import type { BodyInputOf, ResponseOf } from '@postern/contracts/endpoint';
import type { factorsApi } from '@postern/contracts/sign-in/factors';
import { request } from './client.ts';

type Api = typeof factorsApi;

/** Method and path by name in the contract. Importing the contract would also bundle its schema library. */
export const factorRoutes: Record<keyof Api, `${string} ${string}`> = {
  sendCode: 'POST /api/experience/verification/mfa-verification-code',
  verifyCode: 'POST /api/experience/verification/mfa-verification-code/verify',
  createTotp: 'POST /api/experience/verification/totp/secret',
  verifyTotp: 'POST /api/experience/verification/totp/verify',
  createPasskey: 'POST /api/experience/verification/web-authn/registration',
  verifyNewPasskey: 'POST /api/experience/verification/web-authn/registration/verify',
  askForPasskey: 'POST /api/experience/verification/web-authn/authentication',
  verifyPasskey: 'POST /api/experience/verification/web-authn/authentication/verify',
  createBackupCodes: 'POST /api/experience/verification/backup-code/generate',
  verifyBackupCode: 'POST /api/experience/verification/backup-code/verify',
  verifyTemporaryCode: 'POST /api/experience/verification/temporary-code/verify',
  bind: 'POST /api/experience/profile/mfa',
  enable: 'POST /api/experience/profile/mfa/mfa-enabled',
  bindSignInPasskey: 'POST /api/experience/profile/mfa/passkey',
  skip: 'POST /api/experience/profile/mfa/mfa-skipped',
  skipSuggestion: 'POST /api/experience/profile/mfa/mfa-suggestion-skipped',
  skipPasskey: 'POST /api/experience/profile/mfa/passkey-skipped',
  trustDevice: 'POST /api/experience/profile/mfa/trusted-device',
  preflightSignInPasskey: 'POST /api/experience/preflight/sign-in-passkey/authentication',
  askForSignInPasskey: 'POST /api/experience/verification/sign-in-passkey/authentication',
  verifySignInPasskey: 'POST /api/experience/verification/sign-in-passkey/authentication/verify',
};

type Input<E> = undefined extends BodyInputOf<E> ? [] : [body: BodyInputOf<E>];

export async function callFactors<Name extends keyof Api>(
  name: Name,
  ...[body]: Input<Api[Name]>
): Promise<ResponseOf<Api[Name]>> {
  // The server validates its responses against the contract this type comes from.
  return (await request(factorRoutes[name], { body })) as ResponseOf<Api[Name]>;
}
