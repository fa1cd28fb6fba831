import { createEnterpriseOidc, sealedConfigIn } from '#features/messages/connectors';
import { sealedTokensOf } from '#features/people/secrets';
import { deleteOldAssertions } from '#features/people/sso-saml';
import type { Feature } from '#platform/app';
import { connectionTestRoutes } from './connection-test.routes.ts';
import { deleteOldTests } from './connection-test.store.ts';
import { idpInitiatedRoutes } from './idp-initiated.routes.ts';
import { ssoKeyRoutes } from './keys.routes.ts';
import { sealedConnectorKeys, sealedSpareKeys } from './keys.ts';
import { ssoLogoutRoutes } from './logout/logout.routes.ts';
import { featureName, type SsoState } from './open-client.ts';
import { ssoConnectorRoutes } from './routes.ts';
import { samlRoutes } from './saml/acs.routes.ts';
import { certificateQueue, enqueueRefresh, enqueueWarnings, refreshQueue } from './saml/refresh.store.ts';
import { refreshMetadata, warnOfCertificate } from './saml/refresh.ts';

export { basisOfSso, basisOfSsoRequest, requireSsoBasis } from './basis.ts';
export { describeProblem } from './connection-test/problems.ts';
export { receiveTestCallback } from './connection-test.routes.ts';
export { isTestOf, isTestState, readConnectionTest, startConnectionTest } from './connection-test.ts';
export { callbackOf as ssoCallbackOf } from './describe.ts';
export { missing as missingConnector } from './find.ts';
export {
  deleteSsoIdentities,
  deleteSsoIdentitiesSince,
  findSsoIdentityOf,
  findSsoPerson,
  hasSsoIdentity,
  listSsoIdentities,
  listSsoTokenSecrets,
  putSsoIdentity,
  putSsoTokenSet,
} from './identities.store.ts';
export {
  arriveFromProvider,
  connectorsForEmail,
  findUsableConnector,
  getUsableConnector,
  hasUsableConnectors,
  leaveForProvider,
} from './open.ts';
export { listMaskedConnectors } from './routes.ts';
export {
  changeConnectorForSetup,
  checkSettingsForSetup,
  createConnectorForSetup,
  findConnectorForSetup,
  isConnectorInUse,
  removeConnectorForSetup,
  ssoAddressesOf,
} from './set-up.ts';
export type { SsoConnectorRow as SsoConnector, SsoConnectorRow as UsableConnector } from './store.ts';
export { readSsoToken, sealSsoTokens } from './tokens.ts';

/** Sign-in with identity providers of companies. */
export const ssoConnectors: Feature = {
  name: featureName,
  sealed: [
    sealedConfigIn('sso_connectors', 'sso-connector'),
    sealedConnectorKeys,
    sealedSpareKeys,
    // As in `tokens.ts`.
    sealedTokensOf('secret_enterprise_sso_connector_relations', `'sso:' || r.sso_connector_id || ':' || r.issuer`),
  ],
  tenantRoutes: (scope) => {
    ssoConnectorRoutes(scope);
    idpInitiatedRoutes(scope);
    samlRoutes(scope);
    ssoLogoutRoutes(scope);
    connectionTestRoutes(scope);
    ssoKeyRoutes(scope);
  },
  jobs: [
    { name: 'sso-connectors.forget-assertions', everySeconds: 600, run: deleteOldAssertions },
    { name: 'sso-connectors.forget-tests', everySeconds: 3600, run: deleteOldTests },
    { name: 'sso-connectors.plan-warnings', everySeconds: 3600, run: enqueueWarnings },
    { name: 'sso-connectors.plan-refresh', everySeconds: 3600, run: enqueueRefresh },
  ],
  queues: [
    { queue: refreshQueue, isOutbound: true, maxAttempts: 3, run: refreshMetadata },
    { queue: certificateQueue, maxAttempts: 3, run: warnOfCertificate },
  ],
  start: async (app): Promise<SsoState> => ({ oidc: createEnterpriseOidc(app) }),
};
