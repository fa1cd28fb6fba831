import type { Feature } from '#platform/app';
import { builtInTemplateRoutes } from './built-in-template.routes.ts';
import { startLoading } from './load.ts';
import { connectorRoutes } from './routes.ts';
import { samlConnectorRoutes } from './saml.routes.ts';
import { sealedConfigIn } from './seal-config.ts';
import { connectorUseRoutes } from './use.routes.ts';

export { type Basis, basisOf, hasBasis, settingsPart } from './basis.ts';
export { senderOf } from './brand.ts';
export { createConnector } from './create.ts';
export { describeSocialConnectors } from './describe.ts';
export {
  createEnterpriseOidc,
  type EnterpriseClient,
  type EnterpriseOidc,
} from './enterprise-oidc.ts';
export {
  attributeOf,
  clockSkewMs,
  elementAt,
  elementsOf,
  findDescriptor,
  hasDtd,
  readDocument,
  readXml,
  type SamlAssertion,
  samlFor,
  textIn,
  verifySamlResponse,
} from './enterprise-saml.ts';
export { type PreparedConnector, prepareConnector } from './prepare.ts';
export { putConnector, removeConnector } from './put.ts';
export { type ConfigSealer, configSealer, sealedConfigIn } from './seal-config.ts';
export { hasEmailConnector, type Message, messageChannels, sendMessage } from './send.ts';
export {
  type ConnectorSession,
  isSocialProofCurrent,
  listSocialConnectors,
  type OpenSocialConnector,
  type ProviderUserInfo,
  socialConnector,
  type TokenResponse,
} from './social.ts';
export { hasConnectorOfType, listConnectorRows } from './store.ts';
export { tidyUserInfo } from './tidy-user-info.ts';

export const connectors: Feature = {
  name: 'connectors',
  sealed: [sealedConfigIn('connectors', 'connector')],
  tenantRoutes: (scope) => {
    connectorRoutes(scope);
    connectorUseRoutes(scope);
    builtInTemplateRoutes(scope);
    samlConnectorRoutes(scope);
  },
  start: startLoading,
};
