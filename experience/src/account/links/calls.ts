import type { accountApi } from '@postern/contracts/account/account';
import type { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { callsOf, type Routes } from '../client.ts';

export const linkRoutes: Routes<typeof accountApi> = {
  linkIdentity: 'POST /api/my-account/identities',
  unlinkIdentity: 'DELETE /api/my-account/identities/:target',
};

export const callLinks = callsOf<typeof accountApi>(linkRoutes);

export const providerRoutes: Routes<typeof accountVerificationsApi> = {
  ways: 'GET /api/verifications/ways',
  beginSocial: 'POST /api/verifications/social',
  verifySocial: 'POST /api/verifications/social/verify',
};

export const callProviders = callsOf<typeof accountVerificationsApi>(providerRoutes);
