import { defaultSsoAttributes, SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type {
  OidcProviderConfig,
  SamlProviderConfig,
  SsoConnector,
  SsoConnectorWithProviderConfig,
} from '@postern/contracts/people/sso-connectors';
import { identityProviderOf, MetadataError } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { sentenceOf } from '#platform/i18n/messages';
import { issuerOf, oidcOf } from './open-client.ts';
import { findProvider } from './providers.ts';
import type { SsoConnectorRow } from './store.ts';

/** Our addresses for the identity provider of a connector. */
export function serviceProviderOf(app: App, tenantId: string, id: string) {
  const endpoint = app.endpointOf(tenantId);
  const name = encodeURIComponent(id);
  return {
    entityId: `${endpoint}/enterprise-sso/${name}`,
    assertionConsumerServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${name}`,
    metadataUrl: `${endpoint}/api/authn/single-sign-on/saml/${name}/metadata`,
    singleLogoutServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${name}/logout`,
  };
}

/** Our addresses for single logout with OpenID Connect. The first one is the same for all connectors of a tenant. */
export const oidcLogoutAddressesOf = (app: App, tenantId: string, id: string) => ({
  postLogoutRedirectUri: `${app.endpointOf(tenantId)}/api/authn/single-sign-on/logout`,
  backChannelLogoutUri: `${app.endpointOf(tenantId)}/api/authn/single-sign-on/oidc/${encodeURIComponent(id)}/logout`,
});

export const callbackOf = (app: App, tenantId: string, id: string) =>
  `${app.endpointOf(tenantId)}/callback/${encodeURIComponent(id)}`;

export function showConnector({
  isConfigured: _,
  metadataXml: __,
  metadataError: ___,
  certificate: ____,
  ...row
}: SsoConnectorRow): SsoConnector {
  return row;
}

async function readOidc(app: App, row: SsoConnectorRow): Promise<OidcProviderConfig> {
  const metadata = await oidcOf(app).discover(issuerOf(row.providerName, row.config));
  return {
    issuer: metadata.issuer,
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    ...(metadata.userinfo_endpoint ? { userinfoEndpoint: metadata.userinfo_endpoint } : {}),
    jwksUri: metadata.jwks_uri,
    ...(metadata.end_session_endpoint ? { endSessionEndpoint: metadata.end_session_endpoint } : {}),
    redirectUri: callbackOf(app, row.tenantId, row.id),
    ...oidcLogoutAddressesOf(app, row.tenantId, row.id),
  };
}

async function readSaml(app: App, row: SsoConnectorRow): Promise<SamlProviderConfig> {
  const provider = row.isConfigured
    ? await identityProviderOf(SamlSsoConfig.parse(row.config), row.metadataXml)
    : undefined;
  return {
    defaultAttributeMapping: defaultSsoAttributes,
    serviceProvider: {
      ...serviceProviderOf(app, row.tenantId, row.id),
      ...(row.certificate === null ? {} : { x509Certificate: row.certificate }),
    },
    ...(provider
      ? {
          identityProvider: {
            entityId: provider.entityId,
            signInEndpoint: provider.signInEndpoint,
            ...(provider.logout ? { signOutEndpoint: provider.logout.url } : {}),
            x509Certificate: provider.certificates[0] ?? '',
            certificateExpiresAt: provider.expiresAt,
            isCertificateValid: provider.expiresAt > Date.now(),
          },
        }
      : {}),
  };
}

async function providerConfigOf(app: App, row: SsoConnectorRow) {
  try {
    if (ssoProviderTypes[row.providerName] === 'saml') {
      return await readSaml(app, row);
    }
    return row.isConfigured ? await readOidc(app, row) : undefined;
  } catch (error) {
    // The provider may be unreachable now. The connector itself can still be shown and changed.
    if (error instanceof AppError || error instanceof MetadataError) {
      return undefined;
    }
    throw error;
  }
}

/** A connector with what its identity provider publishes. Calls the provider, so it must run outside a transaction. */
export async function describeConnector(
  app: App,
  row: SsoConnectorRow,
  languages: string[],
): Promise<SsoConnectorWithProviderConfig> {
  const provider = findProvider(row.providerName);
  if (!provider) {
    throw new AppError('connector.not_found', { status: 404, values: { type: row.providerName } });
  }
  const providerConfig = await providerConfigOf(app, row);
  return {
    ...showConnector(row),
    name: provider.name,
    providerType: provider.providerType,
    providerLogo: provider.logo,
    providerLogoDark: provider.logoDark,
    ...(providerConfig ? { providerConfig } : {}),
    ...(row.metadataError === null ? {} : { metadataError: sentenceOf(row.metadataError, undefined, languages) }),
  };
}
