import type { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { callsOf, type Routes } from '../client.ts';

export const verificationRoutes: Routes<typeof accountVerificationsApi> = {
  ways: 'GET /api/verifications/ways',
  password: 'POST /api/verifications/password',
  signIn: 'POST /api/verifications/sign-in',
  sendCode: 'POST /api/verifications/verification-code',
  verifyCode: 'POST /api/verifications/verification-code/verify',
  factor: 'POST /api/verifications/factor',
  beginPasskey: 'POST /api/verifications/web-authn/authentication',
  verifyPasskey: 'POST /api/verifications/web-authn/authentication/verify',
  beginSocial: 'POST /api/verifications/social',
  verifySocial: 'POST /api/verifications/social/verify',
};

export const callVerifications = callsOf<typeof accountVerificationsApi>(verificationRoutes);
