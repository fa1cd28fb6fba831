import type { Feature } from '#platform/app';
import { deleteOldCounters } from './caps.store.ts';
import { externalFactories } from './load.ts';
import { connectorRoutes } from './routes.ts';
import { connectorUseRoutes } from './use.routes.ts';

export { senderOf } from './brand.ts';
export { describeSocialConnectors } from './describe-social.ts';
export { putConnector, removeConnector } from './put.ts';
export { type Message, messageChannels, sendMessage } from './send.ts';
export {
  type ConnectorSession,
  listSocialConnectors,
  type OpenSocialConnector,
  type ProviderUserInfo,
  socialConnector,
  type TokenResponse,
} from './social.ts';
export { tidyUserInfo } from './tidy-user-info.ts';

export const connectors: Feature = {
  name: 'connectors',
  tenantRoutes: (scope) => {
    connectorRoutes(scope);
    connectorUseRoutes(scope);
    if (scope.app.config.connectorsDir) {
      // In the background: what is wrong with a package is told now, and nobody waits for it.
      void externalFactories(scope.app);
    }
  },
  jobs: [{ name: 'connectors.forget-counters', everySeconds: 3600, run: deleteOldCounters }],
};
