import type { Application } from '@postern/contracts/access/applications';

type Client = Pick<Application, 'type' | 'oidcClientMetadata' | 'customClientMetadata'>;

/** Types whose sign-ins end at a redirect URI that an administrator adds. */
const redirectedTypes: readonly Application['type'][] = ['Native', 'SPA', 'Traditional'];

/** Whether nobody can sign in to the application, because it has no redirect URI and no flow that needs none. */
export const lacksRedirectUri = ({ type, oidcClientMetadata: oidc, customClientMetadata: custom }: Client): boolean =>
  redirectedTypes.includes(type) &&
  oidc.redirectUris.length === 0 &&
  !custom.isDeviceFlow &&
  !custom.isDeviceFlowEnabled &&
  !custom.isBackchannelAuthenticationEnabled;
