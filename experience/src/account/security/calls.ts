import type { accountMfaApi } from '@postern/contracts/account/account-mfa';
import type { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { callsOf, type Routes } from '../client.ts';

export const factorRoutes: Routes<typeof accountMfaApi> = {
  list: 'GET /api/my-account/mfa-verifications',
  passkeySignals: 'GET /api/my-account/passkeys',
  add: 'POST /api/my-account/mfa-verifications',
  rename: 'PATCH /api/my-account/mfa-verifications/:verificationId/name',
  remove: 'DELETE /api/my-account/mfa-verifications/:verificationId',
  generateTotp: 'POST /api/my-account/mfa-verifications/totp-secret/generate',
  generateBackupCodes: 'POST /api/my-account/mfa-verifications/backup-codes/generate',
};

export const callFactors = callsOf<typeof accountMfaApi>(factorRoutes);

export const passkeyRoutes: Routes<typeof accountVerificationsApi> = {
  beginWebAuthn: 'POST /api/verifications/web-authn/registration',
  verifyWebAuthn: 'POST /api/verifications/web-authn/registration/verify',
};

export const callPasskeys = callsOf<typeof accountVerificationsApi>(passkeyRoutes);
