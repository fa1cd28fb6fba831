import { tokenPreviewApi } from '@postern/contracts/access/token-preview';
import type { App, Feature } from '#platform/app';
import { route } from '#platform/http/route';
import { deleteOldSignInRequests } from './backchannel.store.ts';
import { sealedNotifications } from './backchannel.ts';
import { findCookieDates } from './cookie-names.store.ts';
import { signingKeyRoutes } from './keys.routes.ts';
import { deleteRetiredKeys } from './keys.store.ts';
import { createProviders, mountProvider, type Providers } from './mount.ts';
import { previewToken } from './preview.ts';
import { purgeProviderSessions } from './provider-sessions.store.ts';
import { sealedIdTokens } from './provider-sessions.ts';
import { type Redemption, redeemCode as redeemCodeWith } from './redeem-code.ts';
import { sealedKeys } from './seal-keys.ts';
import { logoutQueue, notifyReceivers } from './sessions.ts';
import { purgeExpired } from './store.ts';

export type { ScopeAccess } from './access.store.ts';
export { organizationScopes, resourceAccess } from './access.ts';
export { detailsTypes } from './authorization-details.ts';
export {
  answerSignInRequest,
  findAnnouncedRequest,
  findNotification,
  findOpenRequest,
  forgetNotification,
  listSignInRequests,
} from './backchannel.store.ts';
export { grantRequest, openNotification, signInRequestQueue } from './backchannel.ts';
export { chooseInteraction, interactionName } from './choose-interaction.ts';
export { applicationNames } from './clients.ts';
export { interactionKey, isAnswerable, keepResult } from './interactions.ts';
export { cookieKeysOf } from './keys.ts';
export {
  type ProviderLogout,
  startProviderLogout,
  takeProviderLogout,
  takeProviderSessions,
} from './provider-sessions.store.ts';
export { openIdToken, type ProviderSession, sealIdToken } from './provider-sessions.ts';
export {
  closeProxySession,
  createProxySessionFinder,
  type FindProxySession,
  issueIdToken,
  liveProxySessions,
  openProxySession,
  type ProxySession,
  proxyScope,
} from './proxy-sessions.ts';
export { claimScopes } from './redeem-code.ts';
export {
  currentEpochKey,
  signInDeviceKey,
  signInEpochKey,
  signInProviderKey,
  signInStateKey,
  signInSummaryKey,
} from './result-keys.ts';
export { createKeys, newKey, rotateKeys } from './rotate-keys.ts';
export { keySealer } from './seal-keys.ts';
export { findFreshFactorSession } from './sessions.store.ts';
export {
  endGrant,
  endOtherSessions,
  endSession,
  endSessions,
  endSessionsOf,
  findHeld,
  type Held,
  type HeldSession,
} from './sessions.ts';
export { demandsFactor } from './step-up.ts';
export { createTokenVerifier } from './verify.ts';

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
