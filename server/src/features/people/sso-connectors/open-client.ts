import type { JsonObject } from '@postern/contracts/fields';
import {
  GoogleWorkspaceSsoConfig,
  OidcSsoConfig,
  type SsoProviderName,
  ssoProviderTypes,
} from '@postern/contracts/people/sso-configs';
import type { EnterpriseClient, EnterpriseOidc } from '#features/messages/connectors';
import type { App } from '#platform/app';

const googleIssuer = 'https://accounts.google.com';

/** The name of the feature whose state holds the clients. */
export const featureName = 'sso-connectors';

export type SsoState = { oidc: EnterpriseOidc };

export const oidcOf = (app: App): EnterpriseOidc => app.stateOf<SsoState>(featureName).oidc;

export const issuerOf = (providerName: SsoProviderName, config: JsonObject): string =>
  providerName === 'GoogleWorkspace' ? googleIssuer : OidcSsoConfig.parse(config).issuer;

const withRequired = (scope = '') =>
  [...new Set(['openid', 'profile', 'email', ...scope.split(/\s+/)])].filter(Boolean).join(' ');

/** The client of an OpenID Connect connector. */
export function clientOf({
  providerName,
  config,
}: {
  providerName: SsoProviderName;
  config: JsonObject;
}): EnterpriseClient {
  if (providerName === 'GoogleWorkspace') {
    const { clientId, clientSecret, scope, offlineAccess } = GoogleWorkspaceSsoConfig.parse(config);
    return {
      providerName,
      issuer: googleIssuer,
      clientId,
      clientSecret,
      scope: withRequired(scope),
      // Google sends a refresh token only after the user has consented.
      ...(offlineAccess ? { parameters: { access_type: 'offline', prompt: 'consent' } } : {}),
    };
  }
  const { clientId, clientSecret, scope, issuer } = OidcSsoConfig.parse(config);
  return { providerName, issuer, clientId, clientSecret, scope: withRequired(scope) };
}

export const trustsUnverifiedEmail = (providerName: SsoProviderName, config: JsonObject): boolean =>
  ssoProviderTypes[providerName] === 'oidc' && config.trustUnverifiedEmail === true;
