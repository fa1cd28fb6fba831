import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  CustomData,
  GivenTime,
  JsonObject,
  Origin,
  PageQuery,
  RegisteredUri,
  searchQuery,
  sortQuery,
  Timestamp,
  WebAddress,
} from '../fields.ts';
import { scopes } from '../wire.ts';
import { AuthorizationDetailsTypeName } from './authorization-details.ts';
import { CreateDomain, Domain } from './domains.ts';
import { IdTokenAlgorithm } from './signing-keys.ts';

export const applicationTypes = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'Protected', 'SAML'] as const;
export const ApplicationType = z.enum(applicationTypes);
export type ApplicationType = z.infer<typeof ApplicationType>;

/** Types whose applications get a first secret on creation. */
export const secretBearingTypes: readonly ApplicationType[] = ['Traditional', 'MachineToMachine', 'Protected', 'SAML'];
/** Types that can have more secrets; SAML applications have certificates instead. */
export const namedSecretTypes: readonly ApplicationType[] = ['Traditional', 'MachineToMachine', 'Protected'];
/** Types of applications of other organizations. */
export const thirdPartyTypes: readonly ApplicationType[] = ['Traditional', 'SPA', 'Native'];
export const applicationSortFields = ['name', 'createdAt'] as const;
export const applicationSearchFields = ['id', 'name', 'description'] as const;

/** Addresses whose contents decide who people are, or where a browser goes. Programs on the same machine may use plain HTTP. */
const isSafeAddress = (value: string) =>
  URL.canParse(value) &&
  (new URL(value).protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(value).hostname));
const SafeAddress = WebAddress.refine(isSafeAddress, { error: 'Use an address that starts with https://.' });

export const subjectTypes = ['public', 'pairwise'] as const;

export const OidcClientMetadata = z.strictObject({
  redirectUris: z.array(RegisteredUri).max(1000),
  postLogoutRedirectUris: z.array(RegisteredUri).max(1000),
  backchannelLogoutUri: WebAddress.optional(),
  backchannelLogoutSessionRequired: z.boolean().optional(),
  /** Opened in a frame of the browser that signs out, on an origin of a redirect URI (Front-Channel Logout 1.0). */
  frontchannelLogoutUri: WebAddress.optional(),
  frontchannelLogoutSessionRequired: z.boolean().optional(),
  logoUri: WebAddress.or(z.literal('')).optional(),
  /**
   * `pairwise`: the application gets its own `sub` for each person, which tells nothing to applications of another sector
   * (OpenID Connect Core §8.1). Default: `public`, the ID of the user.
   */
  subjectType: z.enum(subjectTypes).optional(),
  /**
   * A JSON array of the redirect URIs. Its host is the sector of a pairwise application. Without it, the sector is the one
   * host of the redirect URIs.
   */
  sectorIdentifierUri: SafeAddress.optional(),
  /** Where a sign-in at the application starts if another party asks for it (OpenID Connect Core §4). */
  initiateLoginUri: SafeAddress.refine((value) => !value.includes('#'), {
    error: 'Remove the fragment (the # and the text after it).',
  }).optional(),
});
export type OidcClientMetadata = z.infer<typeof OidcClientMetadata>;

const Seconds = z.int().min(1).max(31_557_600);

export const accessTokensWithoutResource = ['resource', 'userinfo'] as const;
export const AccessTokenWithoutResource = z.enum(accessTokensWithoutResource);

/** Big-endian bytes in base64url (RFC 7518 §6). */
const Base64Url = z
  .string()
  .max(2048)
  .regex(/^[\w-]+$/);
const jwkNames = {
  kid: z.string().min(1).max(256).optional(),
  use: z.literal('sig').optional(),
  key_ops: z.tuple([z.literal('verify')]).optional(),
};

/** A public key that verifies signatures. Private members such as `d` are rejected, and so are weak keys. */
const PublicKey = z.discriminatedUnion('kty', [
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: Base64Url.length(43),
    y: Base64Url.length(43),
    alg: z.literal('ES256').optional(),
    ...jwkNames,
  }),
  z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: Base64Url.length(43),
    alg: z.enum(['EdDSA', 'Ed25519']).optional(),
    ...jwkNames,
  }),
  z.strictObject({
    kty: z.literal('RSA'),
    // 2048 bits and more.
    n: Base64Url.min(342),
    e: Base64Url.max(8),
    alg: z.enum(['RS256', 'PS256']).optional(),
    ...jwkNames,
  }),
]);

export const PublicKeys = z.strictObject({ keys: z.array(PublicKey).min(1).max(20) });
export type PublicKeys = z.infer<typeof PublicKeys>;

/** Types of applications that may authenticate with a key or a certificate instead of a secret. */
export const keyBearingTypes: readonly ApplicationType[] = ['Traditional', 'MachineToMachine'];
/** The only type that has a secret and signs people in. */
export const backchannelType: ApplicationType = 'Traditional';
/** Types of applications whose tokens may be bound to a client certificate. */
export const certificateBoundTypes: readonly ApplicationType[] = [...keyBearingTypes, 'Native'];

/** Notifications contain a token of the application. */
const NotificationAddress = WebAddress.refine((value) => /^https:/i.test(value), {
  error: 'Use an address that starts with https://.',
});

export const certificateNames = ['subjectDn', 'sanDns', 'sanUri', 'sanIp', 'sanEmail'] as const;
/** What a certificate of a trusted authority must contain (RFC 8705 §2.1.2). */
const CertificateName = z.strictObject({ name: z.enum(certificateNames), value: z.string().min(1).max(1024) });

/** An X.509 certificate as text. The server also checks that it can be read. */
export const isPemCertificate = (value: string) =>
  /^\s*-----BEGIN CERTIFICATE-----[\sA-Za-z\d+/=]+-----END CERTIFICATE-----\s*$/.test(value);
const PemCertificate = z.string().max(16_384).refine(isPemCertificate, { error: 'Enter an X.509 certificate.' });

const CustomClientMetadataFields = z.strictObject({
  corsAllowedOrigins: z.array(Origin).max(1000).optional(),
  idTokenTtl: Seconds.optional(),
  refreshTokenTtl: Seconds.optional(),
  refreshTokenTtlInDays: z.int().min(1).max(180).optional(),
  tenantId: z.string().max(21).optional(),
  alwaysIssueRefreshToken: z.boolean().optional(),
  /** How many grants of a user the application may hold; another sign-in revokes the oldest ones. */
  maxAllowedGrants: z.int().min(1).optional(),
  rotateRefreshToken: z.boolean().optional(),
  /** Authorization requests must be pushed first (RFC 9126). */
  isPushedRequestRequired: z.boolean().optional(),
  /** Tokens are bound to a key of the client (RFC 9449). */
  isDpopRequired: z.boolean().optional(),
  /** The application may exchange tokens of users for its own (RFC 8693). Third-party applications never may. */
  allowTokenExchange: z.boolean().optional(),
  /**
   * The application is on devices without a browser: people enter its code on another device (RFC 8628). It gets no
   * authorization codes. For native applications, and chosen when the application is created.
   */
  isDeviceFlow: z.boolean().optional(),
  /** The same in addition to other ways to sign in, for any application of people. */
  isDeviceFlowEnabled: z.boolean().optional(),
  /** The signing algorithm of its ID tokens; defaults to that of the tenant's current key. */
  idTokenSignedResponseAlg: IdTokenAlgorithm.optional(),
  /**
   * The token for a token request without `resource` if the authorization request named one: a JWT for that resource,
   * or an opaque token for userinfo. By default, applications with refresh tokens get the opaque one and others the
   * JWT.
   */
  accessTokenWithoutResource: AccessTokenWithoutResource.optional(),
  /**
   * The application's public keys. An application with keys authenticates with signed assertions (`private_key_jwt`, RFC
   * 7523) and no longer with its secrets, and may sign its authorization requests (RFC 9101).
   */
  jwks: PublicKeys.optional(),
  /** Where the server reads the public keys, instead of `jwks`. */
  jwksUri: SafeAddress.optional(),
  /**
   * The application authenticates with a certificate of an authority that the operator trusts (`tls_client_auth`, RFC
   * 8705 §2.1), no longer with its secrets. Its keys then only sign requests.
   */
  tlsClientAuth: CertificateName.optional(),
  /** The application authenticates with one of these certificates (`self_signed_tls_client_auth`, RFC 8705 §2.2). */
  tlsCertificates: z.array(PemCertificate).min(1).max(10).optional(),
  /** Tokens are bound to the client certificate of the token request (RFC 8705 §3). */
  isCertificateBound: z.boolean().optional(),
  /** Authorization requests must be signed with one of the keys (RFC 9101). */
  isSignedRequestRequired: z.boolean().optional(),
  /** Authorization requests must ask for a signed response (JARM): `response_mode=jwt` or another one with `jwt`. */
  isSignedResponseRequired: z.boolean().optional(),
  /** Types of `authorization_details` (RFC 9396) that the application may request. By default, none. */
  authorizationDetailsTypes: z.array(AuthorizationDetailsTypeName).max(50).optional(),
  /** The application may ask people to approve a sign-in in the account center (CIBA). */
  isBackchannelAuthenticationEnabled: z.boolean().optional(),
  /** Where the application is notified after the answer (CIBA ping mode). Without it, the application polls. */
  backchannelNotificationUri: NotificationAddress.optional(),
  /**
   * `fapi2`: the FAPI 2.0 Security Profile. Pushed requests, PKCE, assertions for the issuer only or a client
   * certificate, tokens bound by DPoP or to the certificate, and no RS256.
   */
  securityProfile: z.enum(['fapi2']).optional(),
});

const anotherType = 'Remove the settings of another type.';

export const CustomClientMetadata = CustomClientMetadataFields.refine(
  ({ jwks, jwksUri, tlsClientAuth, tlsCertificates, isSignedRequestRequired, securityProfile }) =>
    jwks || jwksUri || !(isSignedRequestRequired || (securityProfile && !tlsClientAuth && !tlsCertificates)),
  { path: ['jwks'], error: 'Add the public keys of the application.' },
)
  .refine(({ jwks, jwksUri }) => !(jwks && jwksUri), { path: ['jwksUri'], error: anotherType })
  // The certificates are keys too, and the engine has keys or an address.
  .refine(({ jwksUri, tlsClientAuth, tlsCertificates }) => !(tlsCertificates && (tlsClientAuth || jwksUri)), {
    path: ['tlsCertificates'],
    error: anotherType,
  });
export type CustomClientMetadata = z.infer<typeof CustomClientMetadata>;

/** A path is one that needs a session if the regular expression matches it. Without rules, all paths need one. */
const PageRule = z.strictObject({ path: z.string().min(1).max(512) });
const PageRules = z.array(PageRule).max(50);
/** At most a year, the lifetime of the longest grant. */
const SessionDuration = z.int().min(60).max(31_536_000);
/** 14 days. */
export const defaultSessionDuration = 1_209_600;
/** Paths of every protected application that the proxy answers itself. */
export const protectedAppPaths = {
  signIn: '/sign-in',
  register: '/register',
  callback: '/sign-in-callback',
  signOut: '/sign-out',
} as const;

/** Scopes beyond the standard ones that the proxy requests. The claims are in ID tokens if the tenant wants them there. */
export const additionalScopeNames = [
  scopes.customData,
  scopes.identities,
  scopes.roles,
  scopes.organizations,
  scopes.organizationRoles,
] as const;
export type AdditionalScope = (typeof additionalScopeNames)[number];
const AdditionalScopes = z.array(z.enum(additionalScopeNames)).max(50);

export const ProtectedAppMetadata = z.looseObject({
  host: z.string(),
  origin: z.string(),
  sessionDuration: z.number(),
  pageRules: z.array(z.object({ path: z.string() })),
  /** Whether the origin gets the user in plain headers, in addition to the ID token. */
  hasIdentityHeaders: z.boolean().optional(),
  /** Who may open pages that need a session: users with one of these roles. Everyone if it is missing or empty. */
  allowedRoleIds: z.array(z.string()).optional(),
  /** The same for members of one of these organizations. With both, users need both. */
  allowedOrganizationIds: z.array(z.string()).optional(),
  additionalScopes: AdditionalScopes.optional(),
});
export type ProtectedAppMetadata = z.infer<typeof ProtectedAppMetadata>;

/** A custom domain of a protected application. */
export const CustomDomain = Domain.omit({ id: true, createdAt: true }).extend({
  /** Always null; clients of other installations expect the field. */
  cloudflareData: z.null(),
});
export type CustomDomain = z.infer<typeof CustomDomain>;

/** One label of a host name (RFC 1035 §2.3.1). */
export const isSubdomain = (value: string) => /^[\da-z](?:[\da-z-]{0,61}[\da-z])?$/.test(value);

export const Application = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  /** The legacy secret of applications from before named secrets. Other secrets are in `listSecrets`. */
  secret: z.string().optional(),
  description: z.string().nullable(),
  type: ApplicationType,
  oidcClientMetadata: z.object({
    redirectUris: z.array(z.string()),
    postLogoutRedirectUris: z.array(z.string()),
    backchannelLogoutUri: z.string().optional(),
    backchannelLogoutSessionRequired: z.boolean().optional(),
    frontchannelLogoutUri: z.string().optional(),
    frontchannelLogoutSessionRequired: z.boolean().optional(),
    logoUri: z.string().optional(),
    subjectType: z.enum(subjectTypes).optional(),
    sectorIdentifierUri: z.string().optional(),
    initiateLoginUri: z.string().optional(),
  }),
  customClientMetadata: z.object(CustomClientMetadataFields.shape),
  protectedAppMetadata: JsonObject.nullable(),
  customData: JsonObject,
  isThirdParty: z.boolean(),
  /** Whether only people whom a rule of the application matches may use it. */
  appLevelAccessControlEnabled: z.boolean(),
  createdAt: Timestamp,
});
export type Application = z.infer<typeof Application>;

export const ApplicationDetails = Application.extend({ isAdmin: z.boolean() });
export type ApplicationDetails = z.infer<typeof ApplicationDetails>;

export const CreateApplication = z.strictObject({
  name: z.string().min(1).max(256),
  description: z.string().max(2048).nullish(),
  type: ApplicationType,
  oidcClientMetadata: OidcClientMetadata.optional(),
  customClientMetadata: CustomClientMetadata.optional(),
  customData: CustomData.optional(),
  isThirdParty: z.boolean().optional(),
  protectedAppMetadata: z.strictObject({ subDomain: z.string().max(256), origin: z.string().max(2048) }).optional(),
});
export type CreateApplication = z.infer<typeof CreateApplication>;

const AllowedIds = z.array(z.string().min(1).max(21)).max(50);

export const UpdateApplication = z.strictObject({
  name: z.string().min(1).max(256).optional(),
  description: z.string().max(2048).nullish(),
  oidcClientMetadata: OidcClientMetadata.optional(),
  customClientMetadata: CustomClientMetadata.optional(),
  customData: CustomData.optional(),
  protectedAppMetadata: z
    .strictObject({
      origin: z.string().max(2048).optional(),
      sessionDuration: SessionDuration.optional(),
      pageRules: PageRules.optional(),
      hasIdentityHeaders: z.boolean().optional(),
      allowedRoleIds: AllowedIds.optional(),
      allowedOrganizationIds: AllowedIds.optional(),
      additionalScopes: AdditionalScopes.optional(),
    })
    .nullish(),
  isAdmin: z.boolean().optional(),
  appLevelAccessControlEnabled: z.boolean().optional(),
});
export type UpdateApplication = z.infer<typeof UpdateApplication>;

export const ApplicationSecret = z.object({
  tenantId: z.string(),
  applicationId: z.string(),
  name: z.string(),
  value: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export type ApplicationSecret = z.infer<typeof ApplicationSecret>;

const SecretName = z.string().min(1).max(256);
export const CreateApplicationSecret = z.strictObject({ name: SecretName, expiresAt: GivenTime.nullish() });

const Id = z.object({ id: z.string() });
const SecretParams = z.object({ id: z.string(), name: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Applications' } as const;

const customDomainErrors = [
  'entity.not_exists_with_id',
  'application.protected_application_only',
  'application.protected_app_not_configured',
] as const;

export const applicationsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications',
    summary: 'List applications, newest first.',
    query: searchQuery(applicationSearchFields)
      .extend(PageQuery.shape)
      .extend(sortQuery(applicationSortFields).shape)
      .extend({
        types: z.union([ApplicationType, z.array(ApplicationType)]).optional(),
        excludeRoleId: z.string().optional(),
        excludeOrganizationId: z.string().optional(),
        isThirdParty: z.enum(['true', 'false']).optional(),
      }),
    response: z.array(Application),
    paged: 'optional',
    errors: ['request.invalid_input', 'guard.invalid_pagination'],
    withheld: ['secret'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/applications',
    quota: ['applicationsLimit', 'machineToMachineLimit', 'thirdPartyApplicationsLimit'],
    summary: 'Create an application. Types with secrets get a first secret with the name Default secret.',
    body: CreateApplication,
    response: Application,
    errors: [
      'application.saml.use_saml_app_api',
      'application.protected_app_metadata_is_required',
      'application.protected_app_not_configured',
      'application.invalid_third_party_application_type',
      'application.third_party_application_cannot_enable_token_exchange',
      'application.invalid_subdomain',
      'application.protected_application_subdomain_exists',
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:id',
    summary: 'Get an application.',
    params: Id,
    response: ApplicationDetails,
    errors: ['entity.not_exists_with_id'],
    withheld: ['secret'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/applications/:id',
    summary:
      'Update an application. JSON fields are replaced as a whole, except `protectedAppMetadata`, which is merged.',
    params: Id,
    body: UpdateApplication,
    response: Application,
    errors: [
      'entity.not_exists_with_id',
      'request.invalid_input',
      'application.saml.use_saml_app_api',
      'application.third_party_application_cannot_enable_token_exchange',
      'application.protected_application_only',
      'application.protected_application_misconfigured',
      'application.protected_app_not_configured',
    ],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/applications/:id',
    summary: 'Delete an application, its secrets and its grants.',
    params: Id,
    errors: [
      'entity.not_exists_with_id',
      'application.saml.use_saml_app_api',
      'application.should_delete_custom_domains_first',
    ],
  }),
  initiateLogin: endpoint({
    ...common,
    auth: { kind: 'none' },
    method: 'GET',
    path: '/api/initiate-login/:id',
    summary:
      'Start a sign-in at an application (OpenID Connect Core, section 4). Redirects the browser to its initiate login URI.',
    params: z.object({ id: z.string().min(1).max(21) }),
    query: z.object({
      target_link_uri: z.string().max(2048).optional(),
      login_hint: z.string().max(256).optional(),
    }),
    status: [302],
    errors: ['entity.not_exists_with_id', 'guard.invalid_input'],
  }),
  getSystem: endpoint({
    ...common,
    method: 'GET',
    path: '/api/systems/application',
    summary: 'Get the configuration for protected applications. Returns 501 if they are not set up.',
    response: z.object({ protectedApps: z.object({ defaultDomain: z.string() }) }),
    errors: ['application.protected_app_not_configured'],
  }),
  listCustomDomains: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:id/protected-app-metadata/custom-domains',
    summary: 'List the custom domains of a protected application. Domains that are not active are checked again soon.',
    params: Id,
    response: z.array(CustomDomain),
    errors: customDomainErrors,
  }),
  addCustomDomain: endpoint({
    ...common,
    method: 'POST',
    path: '/api/applications/:id/protected-app-metadata/custom-domains',
    summary: 'Add the custom domain of a protected application. It becomes active when its DNS record exists.',
    params: Id,
    body: CreateDomain,
    status: [201],
    errors: [
      ...customDomainErrors,
      'domain.domain_is_not_allowed',
      'domain.limit_to_one_domain',
      'domain.domain_in_use',
    ],
  }),
  removeCustomDomain: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/applications/:id/protected-app-metadata/custom-domains/:domain',
    summary: 'Delete a custom domain of a protected application. Its address stops working at once.',
    params: Id.extend({ domain: z.string() }),
    errors: [...customDomainErrors, 'application.custom_domain_not_found'],
  }),
  patchCustomData: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/applications/:applicationId/custom-data',
    summary: 'Merge keys into the custom data of an application.',
    params: z.object({ applicationId: z.string() }),
    body: JsonObject,
    response: JsonObject,
    errors: ['entity.not_exists_with_id'],
  }),
  listSecrets: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:id/secrets',
    summary: 'List the secrets of an application.',
    params: Id,
    response: z.array(ApplicationSecret),
    errors: ['entity.not_exists_with_id'],
    withheld: ['value'],
  }),
  createSecret: endpoint({
    ...common,
    method: 'POST',
    path: '/api/applications/:id/secrets',
    summary: 'Add a named secret, with or without an expiration.',
    params: Id,
    body: CreateApplicationSecret,
    response: ApplicationSecret,
    status: [201],
    errors: [
      'entity.not_exists_with_id',
      'request.invalid_input',
      'application.secret_name_exists',
      'entity.db_constraint_violated',
    ],
  }),
  renameSecret: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/applications/:id/secrets/:name',
    summary: 'Rename a secret.',
    params: SecretParams,
    body: z.strictObject({ name: SecretName }),
    response: ApplicationSecret,
    errors: ['entity.not_exists', 'entity.not_exists_with_id', 'application.secret_name_exists'],
  }),
  removeSecret: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/applications/:id/secrets/:name',
    summary: 'Delete a secret. It stops working immediately.',
    params: SecretParams,
    errors: ['entity.not_found', 'entity.not_exists_with_id'],
  }),
  replaceLegacySecret: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/applications/:id/legacy-secret',
    summary: 'Delete the legacy secret of an application.',
    params: Id,
    response: Application,
    errors: ['entity.not_exists_with_id', 'application.no_legacy_secret_found'],
  }),
} as const;
