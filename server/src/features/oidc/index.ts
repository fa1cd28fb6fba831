import { tokenPreviewApi } from '@postern/contracts/token-preview';
import type { App, Feature } from '#platform/app';
import { route } from '#platform/route';
import { signingKeyRoutes } from './keys.routes.ts';
import { deleteRetiredKeys } from './keys.store.ts';
import { createProviders, mountProvider, type Providers } from './mount.ts';
import { previewToken } from './preview.ts';
import { purgeExpired } from './store.ts';

export type { ScopeAccess } from './access.store.ts';
export { organizationScopes, resourceAccess } from './access.ts';
export { interactionKey, keepResult } from './keep-result.ts';
export { cookieKeysOf } from './keys.ts';
export { signInSummaryKey } from './last-sign-in.ts';
export { createKeys, newKey, rotateKeys } from './rotate-keys.ts';
export { endSessionsOf } from './store.ts';
export { createTokenVerifier } from './verify.ts';

const providers = new WeakMap<App, Providers>();

/** The engine of a tenant, for the features that steer a sign-in. */
export async function providerOf(app: App, tenantId: string) {
  const known = providers.get(app) ?? createProviders(app);
  providers.set(app, known);
  return (await known(tenantId)).provider;
}

export const oidc: Feature = {
  name: 'oidc',
  tenantRoutes: (scope) => {
    const known = providers.get(scope.app) ?? createProviders(scope.app);
    providers.set(scope.app, known);
    mountProvider(scope, known);
    signingKeyRoutes(scope);
    route(scope, tokenPreviewApi.get, {
      respond: ({ app, tenantId, params, query }) =>
        previewToken(app, tenantId, { applicationId: params.id, ...query }),
    });
  },
  jobs: [
    { name: 'oidc.purge', everySeconds: 60, run: purgeExpired },
    { name: 'oidc.retire-keys', everySeconds: 3600, run: deleteRetiredKeys },
  ],
};
