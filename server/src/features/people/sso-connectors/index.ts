import { createEnterpriseOidc } from '#features/messages/connectors';
import type { Feature } from '#platform/app';
import { idpInitiatedRoutes } from './idp-initiated.routes.ts';
import { featureName, type SsoState } from './open-client.ts';
import { ssoConnectorRoutes } from './routes.ts';

export { listMaskedConnectors } from './routes.ts';

/** Sign-in with identity providers of companies. */
export const ssoConnectors: Feature = {
  name: featureName,
  tenantRoutes: (scope) => {
    ssoConnectorRoutes(scope);
    idpInitiatedRoutes(scope);
  },
  start: async (app): Promise<SsoState> => ({ oidc: createEnterpriseOidc(app) }),
};
