import type { Feature } from '#platform/app';
import { startLoading } from './load.ts';
import { connectorRoutes } from './routes.ts';
import { sealedConfig } from './seal-config.ts';
import { connectorUseRoutes } from './use.routes.ts';

export { senderOf } from './brand.ts';
export { describeSocialConnectors } from './describe.ts';
export { putConnector, removeConnector } from './put.ts';
export { hasEmailConnector, type Message, messageChannels, sendMessage } from './send.ts';
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
  sealed: [sealedConfig],
  tenantRoutes: (scope) => {
    connectorRoutes(scope);
    connectorUseRoutes(scope);
  },
  start: startLoading,
};
