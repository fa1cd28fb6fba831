import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EmailDomain, JsonObject, PageQuery, RedirectUri, Timestamp, WebUrl } from '../fields.ts';
import { SsoProviderName, SsoProviderType } from './sso-configs.ts';

/** Name and logo on the sign-in pages, instead of those of the provider. */
export const SsoBranding = z.object({
  displayName: z.string().max(128).optional(),
  logo: z.string().max(2048).optional(),
  darkLogo: z.string().max(2048).optional(),
});
export type SsoBranding = z.infer<typeof SsoBranding>;

/** An enterprise connector. Lists mask secrets of the config. */
export const SsoConnector = z.object({
  tenantId: z.string(),
  id: z.string(),
  providerName: SsoProviderName,
  connectorName: z.string(),
  config: JsonObject,
  domains: z.array(z.string()),
  branding: SsoBranding,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  createdAt: Timestamp,
});
export type SsoConnector = z.infer<typeof SsoConnector>;

/** The endpoints of an OpenID Connect provider, as it publishes them, and our addresses to register there. */
export const OidcProviderConfig = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  userinfoEndpoint: z.string().optional(),
  jwksUri: z.string(),
  endSessionEndpoint: z.string().optional(),
  redirectUri: z.string(),
  /** For single logout: where the provider sends the browser after it, and where it reports its own logouts. */
  postLogoutRedirectUri: z.string(),
  backChannelLogoutUri: z.string(),
});
/** What the identity provider must know about us, and what its metadata says. */
export const SamlProviderConfig = z.object({
  defaultAttributeMapping: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  serviceProvider: z.object({
    entityId: z.string(),
    assertionConsumerServiceUrl: z.string(),
    metadataUrl: z.string(),
    singleLogoutServiceUrl: z.string(),
    /** PEM. For signed requests and encrypted assertions, once one of them was turned on. */
    x509Certificate: z.string().optional(),
  }),
  identityProvider: z
    .object({
      entityId: z.string(),
      signInEndpoint: z.string(),
      /** Missing if the provider does not support single logout. */
      signOutEndpoint: z.string().optional(),
      /** PEM. The first one; there may be more while the provider changes its key. */
      x509Certificate: z.string(),
      /** When the last of its certificates expires. */
      certificateExpiresAt: Timestamp,
      isCertificateValid: z.boolean(),
    })
    .optional(),
});
export type OidcProviderConfig = z.infer<typeof OidcProviderConfig>;
export type SamlProviderConfig = z.infer<typeof SamlProviderConfig>;

/** With what the provider publishes; `providerConfig` is missing if it could not be read. */
export const SsoConnectorWithProviderConfig = SsoConnector.extend({
  name: z.string(),
  providerType: SsoProviderType,
  providerLogo: z.string(),
  providerLogoDark: z.string(),
  providerConfig: z.union([OidcProviderConfig, SamlProviderConfig]).optional(),
  /** Why the metadata could not be refreshed, in the caller's language. The last document stays in use. */
  metadataError: z.string().optional(),
});
export type SsoConnectorWithProviderConfig = z.infer<typeof SsoConnectorWithProviderConfig>;

export const SsoProvider = z.object({
  providerName: SsoProviderName,
  providerType: SsoProviderType,
  logo: z.string(),
  logoDark: z.string(),
  description: z.string(),
  name: z.string(),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

const Name = z.string().trim().min(1).max(128);
const GivenBranding = z.strictObject({
  displayName: z.string().trim().max(128).optional(),
  logo: WebUrl.or(z.literal('')).optional(),
  darkLogo: WebUrl.or(z.literal('')).optional(),
});

const settings = {
  config: JsonObject.optional(),
  domains: z.array(EmailDomain).max(200).optional(),
  branding: GivenBranding.optional(),
  syncProfile: z.boolean().optional(),
  enableTokenStorage: z.boolean().optional(),
};
export const CreateSsoConnector = z.strictObject({
  ...settings,
  providerName: z.string().min(1).max(128),
  connectorName: Name,
});
export const UpdateSsoConnector = z.strictObject({ ...settings, connectorName: Name.optional() });
export type CreateSsoConnector = z.infer<typeof CreateSsoConnector>;
export type UpdateSsoConnector = z.infer<typeof UpdateSsoConnector>;

const AuthParameters = z.record(z.string().max(64), z.string().max(2048));

/** What happens when a user starts at the identity provider (SAML only). */
export const IdpInitiatedAuthConfig = z.object({
  tenantId: z.string(),
  connectorId: z.string(),
  defaultApplicationId: z.string(),
  redirectUri: z.string().nullable(),
  authParameters: AuthParameters,
  autoSendAuthorizationRequest: z.boolean(),
  clientIdpInitiatedAuthCallbackUri: z.string().nullable(),
  createdAt: Timestamp,
});
export type IdpInitiatedAuthConfig = z.infer<typeof IdpInitiatedAuthConfig>;

const ApplicationId = z.string().min(1).max(21);
export const SetIdpInitiatedAuthConfig = z.discriminatedUnion('autoSendAuthorizationRequest', [
  z.strictObject({
    autoSendAuthorizationRequest: z.literal(false),
    defaultApplicationId: ApplicationId,
    clientIdpInitiatedAuthCallbackUri: RedirectUri,
  }),
  z.strictObject({
    autoSendAuthorizationRequest: z.literal(true),
    defaultApplicationId: ApplicationId,
    redirectUri: RedirectUri.nullish(),
    authParameters: AuthParameters.optional(),
  }),
]);
export type SetIdpInitiatedAuthConfig = z.infer<typeof SetIdpInitiatedAuthConfig>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'SSO connectors' } as const;
const settingErrors = [
  'connector.token_storage_not_supported',
  'connector.invalid_config',
  'connector.not_found',
  'request.feature_not_supported',
  'single_sign_on.duplicate_connector_name',
  'single_sign_on.forbidden_domains',
  'single_sign_on.duplicated_domains',
] as const;

export const ssoConnectorsApi = {
  listProviders: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-connector-providers',
    summary: 'List the supported identity providers.',
    response: z.array(SsoProvider),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-connectors',
    quota: ['enterpriseSsoLimit'],
    summary: 'Create an SSO connector. If a config is given, the metadata of the identity provider is fetched.',
    body: CreateSsoConnector,
    response: SsoConnector,
    errors: settingErrors,
  }),
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-connectors',
    summary: 'List the SSO connectors with the metadata of their identity providers. Secrets are masked.',
    query: PageQuery,
    response: z.array(SsoConnectorWithProviderConfig),
    paged: 'optional',
    errors: ['guard.invalid_pagination'],
    withheld: ['clientSecret'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-connectors/:id',
    summary: 'Get an SSO connector with the metadata of its identity provider.',
    params: Id,
    response: SsoConnectorWithProviderConfig,
    errors: ['entity.not_exists_with_id', 'connector.not_found'],
    withheld: ['clientSecret'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/sso-connectors/:id',
    summary: 'Update an SSO connector. The config, the domains and the branding are replaced as a whole.',
    params: Id,
    body: UpdateSsoConnector,
    response: SsoConnectorWithProviderConfig,
    errors: [...settingErrors, 'entity.not_exists_with_id'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/sso-connectors/:id',
    summary: 'Delete an SSO connector, and the links of users to its identity provider.',
    params: Id,
    errors: ['entity.not_exists_with_id'],
  }),
  setIdpInitiated: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/sso-connectors/:id/idp-initiated-auth-config',
    quota: ['idpInitiatedSsoEnabled'],
    summary: 'Allow sign-in that starts at the identity provider (SAML only), and set where it leads.',
    params: Id,
    body: SetIdpInitiatedAuthConfig,
    response: IdpInitiatedAuthConfig,
    errors: [
      'entity.not_exists_with_id',
      'connector.not_found',
      'single_sign_on.idp_initiated_authentication_not_supported',
      'single_sign_on.idp_initiated_authentication_invalid_application_type',
      'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered',
    ],
  }),
  getIdpInitiated: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-connectors/:id/idp-initiated-auth-config',
    summary: 'Get the settings for sign-in that starts at the identity provider.',
    params: Id,
    response: IdpInitiatedAuthConfig,
    errors: ['entity.not_exists_with_id', 'entity.not_found'],
  }),
  removeIdpInitiated: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/sso-connectors/:id/idp-initiated-auth-config',
    summary: 'Refuse sign-in that starts at the identity provider.',
    params: Id,
    errors: ['entity.not_exists_with_id'],
  }),
} as const;

/** The endpoint for the forms of SAML identity providers. */
export const samlAcsApi = {
  accept: endpoint({
    auth: { kind: 'none' },
    document: 'management',
    tag: 'SSO connectors',
    method: 'POST',
    path: '/api/authn/single-sign-on/saml/:connectorId',
    summary: 'Accept the response of a SAML identity provider, sent as a form. Redirects to the sign-in page.',
    params: z.object({ connectorId: z.string().max(128) }),
    body: z.looseObject({
      SAMLResponse: z.string().min(1).max(512_000),
      RelayState: z.string().max(2048).optional(),
    }),
    status: [302],
    errors: [
      'connector.not_found',
      'connector.unexpected_type',
      'connector.authorization_failed',
      'session.connector_validation_session_not_found',
      'single_sign_on.idp_initiated_authentication_client_callback_uri_not_found',
      'oidc.invalid_redirect_uri',
    ],
    otherStatuses: { 404: ['connector.not_found'] },
  }),
} as const;
