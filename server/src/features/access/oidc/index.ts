import { tokenPreviewApi } from '@postern/contracts/access/token-preview';
import type { App, Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { deleteOldSignInRequests } from './engine/backchannel.store.ts';
import { sealedNotifications } from './engine/backchannel.ts';
import { findCookieDates } from './engine/cookie-names.store.ts';
import { createProviders, mountProvider, type Providers } from './engine/mount.ts';
import { purgeExpired } from './engine/store.ts';
import { signingKeyRoutes } from './keys/keys.routes.ts';
import { deleteRetiredKeys } from './keys/keys.store.ts';
import { sealedKeys } from './keys/seal-keys.ts';
import { purgeProviderSessions } from './sessions/provider-sessions.store.ts';
import { sealedIdTokens } from './sessions/provider-sessions.ts';
import { logoutQueue, notifyReceivers } from './sessions/sessions.ts';
import { previewToken } from './tokens/preview.ts';
import { type Redemption, redeemCode as redeemCodeWith } from './tokens/redeem-code.ts';

export type { ScopeAccess } from './clients/access.store.ts';
export { organizationScopes, resourceAccess } from './clients/access.ts';
export { detailsTypes } from './clients/authorization-details.ts';
export { applicationNames, isRegistered } from './clients/clients.ts';
export { isOpenTo } from './clients/require-access.ts';
export {
  answerSignInRequest,
  findAnnouncedRequest,
  findNotification,
  findOpenRequest,
  forgetNotification,
  listSignInRequests,
} from './engine/backchannel.store.ts';
export { grantRequest, openNotification, signInRequestQueue } from './engine/backchannel.ts';
export { applicationMark, chooseInteraction, interactionName } from './engine/choose-interaction.ts';
export { interactionKey, isAnswerable, saveResult } from './engine/interactions.ts';
export {
  currentEpochKey,
  signInDeviceKey,
  signInEpochKey,
  signInProviderKey,
  signInStateKey,
  signInSummaryKey,
} from './engine/result-keys.ts';
export { demandsFactor } from './engine/step-up.ts';
export { useMessage } from './engine/store.ts';
export { cookieKeysOf } from './keys/keys.ts';
export { createKeys, newKey, rotateKeys } from './keys/rotate-keys.ts';
export { keySealer } from './keys/seal-keys.ts';
export {
  type ProviderLogout,
  startProviderLogout,
  takeProviderLogout,
  takeProviderSessions,
} from './sessions/provider-sessions.store.ts';
export { openIdToken, type ProviderSession, sealIdToken } from './sessions/provider-sessions.ts';
export {
  closeProxySession,
  createProxySessionFinder,
  type FindProxySession,
  issueIdToken,
  liveProxySessions,
  openProxySession,
  type ProxySession,
  proxyScope,
} from './sessions/proxy-sessions.ts';
export {
  findDeviceOfSession,
  findFreshFactorSession,
  findFreshSession,
  hasExpiredGrant,
  hasSession,
  listRegistered,
} from './sessions/sessions.store.ts';
export {
  endGrant,
  endOtherSessions,
  endSession,
  endSessions,
  endSessionsOf,
  findHeld,
  findSessionOfGrant,
  type Held,
  type HeldSession,
} from './sessions/sessions.ts';
export { claimScopes } from './tokens/claims.ts';
export { hideUser } from './tokens/pairwise.ts';
export { createTokenVerifier } from './tokens/verify.ts';

const providersOf = (app: App) => app.stateOf<Providers>('oidc');

/** The engine of a tenant, for features that control a sign-in. */
export async function providerOf(app: App, tenantId: string) {
  return (await providersOf(app)(tenantId)).provider;
}

/** Redeems a code for the user and their claims, for applications with another protocol than OpenID Connect. */
export const redeemCode = async (app: App, tenantId: string, redemption: Redemption) =>
  redeemCodeWith(app, tenantId, await providerOf(app, tenantId), redemption);

export const oidc: Feature = {
  name: 'oidc',
  sealed: [sealedKeys, sealedIdTokens, sealedNotifications],
  start: async (app): Promise<Providers> => {
    app.cookieNames.setDates(await app.tenancy.system(findCookieDates));
    return createProviders(app);
  },
  tenantRoutes: (scope) => {
    mountProvider(scope, (tenantId) => providersOf(scope.app)(tenantId));
    signingKeyRoutes(scope);
    route(scope, tokenPreviewApi.get, {
      respond: ({ app, tenantId, params, query }) =>
        previewToken(app, tenantId, { applicationId: params.id, ...query }),
    });
  },
  queues: [
    {
      queue: logoutQueue,
      isOutbound: true,
      run: (job, app) => notifyReceivers(job, app, () => providerOf(app, job.tenantId ?? '')),
    },
  ],
  jobs: [
    { name: 'oidc.purge', everySeconds: 60, run: purgeExpired },
    { name: 'oidc.forget-provider-sessions', everySeconds: 600, run: purgeProviderSessions },
    { name: 'oidc.forget-sign-in-requests', everySeconds: 600, run: deleteOldSignInRequests },
    { name: 'oidc.retire-keys', everySeconds: 3600, run: deleteRetiredKeys },
  ],
};
