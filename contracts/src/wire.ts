/**
 * Names that clients of the public Logto API of the 1.32 generation send and read. They are defined only here;
 * everything else uses Postern's own names.
 */
export const adminTenantId = 'admin';
export const defaultTenantId = 'default';

export const managementApiIndicator = (tenantId: string) => `https://${tenantId}.logto.app/api`;
/** Whether it is the management API of any tenant. */
export const isManagementApi = (indicator: string) => /^https:\/\/[^./]+\.logto\.app\/api$/.test(indicator);
export const meApiIndicator = 'https://admin.logto.app/me';
export const cloudApiIndicator = 'https://cloud.logto.io/api';

export const organizationUrnPrefix = 'urn:logto:organization:';
export const organizationAudience = (organizationId: string) => `${organizationUrnPrefix}${organizationId}`;
export const organizationsResource = 'urn:logto:resource:organizations';

/** A tenant x is the organization t-x of the admin tenant. */
export const tenantOrganizationId = (tenantId: string) => `t-${tenantId}`;

export const scopes = {
  all: 'all',
  organizations: 'urn:logto:scope:organizations',
  organizationRoles: 'urn:logto:scope:organization_roles',
  customData: 'custom_data',
  identities: 'identities',
  sessions: 'urn:logto:scope:sessions',
  roles: 'roles',
  createTenant: 'create:tenant',
  manageTenantSelf: 'manage:tenant:self',
} as const;

export const tenantScopes = [
  'read:data',
  'write:data',
  'delete:data',
  'read:member',
  'invite:member',
  'remove:member',
  'update:member:role',
  'manage:tenant',
  'manage:billing',
] as const;
export type TenantScope = (typeof tenantScopes)[number];

export const tenantRoleScopes: Record<'admin' | 'collaborator' | 'billing', readonly TenantScope[]> = {
  admin: tenantScopes,
  collaborator: ['read:data', 'write:data', 'delete:data', 'read:member'],
  /** Plan, payments and invoices; everything else read-only and without secrets. */
  billing: ['read:data', 'read:member', 'manage:billing'],
};

/** A read-only administrator of the open-source edition. */
export const readerScopes: readonly TenantScope[] = ['read:data'];

export const adminConsoleAppId = 'admin-console';
export const demoAppId = 'demo-app';
/** The hosted pages where users manage their own account. */
export const accountCenterAppId = 'account-center';
export const internalRolePrefix = '#internal:';
export const internalAdminRole = '#internal:admin';
export const internalSecretPrefix = '#internal:';
export const defaultSecretName = 'Default secret';
/** Prefixes of tokens that represent a user. */
export const personalAccessTokenPrefix = 'pat_';
export const subjectTokenPrefix = 'sub_';
export const managementAccessRole = 'Management API access';

/** The factory whose config may contain Google One Tap. */
export const googleFactoryId = 'google-universal';
/** The factories of the services that an operator offers to all tenants. */
export const emailServiceFactoryId = 'logto-email';
export const smsServiceFactoryId = 'logto-sms';
export const demoFactory = { id: 'logto-social-demo', name: 'Logto Social Demo' } as const;
/** Factories for trying out the product: they are listed, but the API does not create connectors from them. */
export const demoFactoryIds: readonly string[] = [smsServiceFactoryId, demoFactory.id];
/** The path of a user's second factor choices on the wire. */
export const userSettingsPath = '/api/users/:userId/logto-configs';
export const accountSettingsPath = '/api/my-account/logto-configs';
/** Contains, for seconds, the Google One Tap credential that an application passed on. */
export const googleOneTapCookie = '_logto_google_one_tap_credential';
/** Set by Google together with the form that it posts. */
export const googleCsrfCookie = 'g_csrf_token';

/** Classes of the sign-in pages for custom CSS, with the boxes that they name. */
export const pageClasses = {
  page: 'logto_page-container',
  card: 'logto_main-content',
  header: 'logto_branding-header',
  custom: 'logto_custom-content',
  signature: 'logto_signature',
} as const;

export const requestIdHeader = 'logto-core-request-id';
/** The time zone of the browser, such as `Europe/Berlin`, with the last step of a sign-in. */
export const timeZoneHeader = 'postern-time-zone';
/**
 * The name of the authorization request that a sign-in page belongs to, in its address. A browser can have several, one
 * per tab. Clients of the API that do not send it get the latest.
 */
export const interactionParam = 'interaction';
/** The same, in requests to `/api/experience` and `/api/interaction`. */
export const interactionHeader = 'postern-interaction';
/** The same by the application of the request: its latest one. For pages that were written for Logto. */
export const applicationHeader = 'logto-app-id';
/**
 * The ID of the set-up link that a page of the portal belongs to, in requests to `/api/sso-setup`. A browser can have
 * several. Clients that do not send it get the latest.
 */
export const setupLinkHeader = 'postern-setup-link';
/** `unsupported`: the browser cannot use a passkey of a related origin (WebAuthn Level 3 §5.11). */
export const relatedOriginsHeader = 'postern-related-origins';
/** The ID token of the user, sent to the origin of a protected application. */
export const identityTokenHeader = 'Logto-ID-Token';
export const totalNumberHeader = 'total-number';
/** Set if a list has more entries than were counted. */
export const totalCappedHeader = 'total-number-is-capped';
/** The signature of a webhook: HMAC-SHA-256 of the body as lower-case hex. */
export const webhookSignatureHeader = 'logto-signature-sha-256';
/** Our own name: nothing in the protocol depends on it. */
export const webhookUserAgent = 'Postern';
/** Cents a month that the caller agrees to pay more, in requests that add things beyond a bought plan. */
export const agreedCostsHeader = 'postern-agreed-costs';
/** The header with the id of a proof that allows users to change their own account. */
/** Who sends the key of the operator with `GET /api/status` learns which tenant the address belongs to. */
export const statusKeyHeader = 'logto-status-api-key';
export const statusTenantHeader = 'logto-tenant-id';
export const verificationIdHeader = 'logto-verification-id';

export const tokenTypes = {
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
  impersonationToken: 'urn:logto:token-type:impersonation_token',
  personalAccessToken: 'urn:logto:token-type:personal_access_token',
} as const;
export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const cibaGrant = 'urn:openid:params:grant-type:ciba';
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Our authorization parameters beyond OpenID Connect; the sign-in pages read them. */
export const extraAuthorizationParams = [
  'first_screen',
  'interaction_mode',
  'direct_sign_in',
  'identifier',
  'one_time_token',
  'organization_id',
  'google_one_tap_credential',
] as const;

export const idLengths = { standard: 21, short: 12, secret: 32, requestId: 16 } as const;

/** Ids no tenant may have: host names, path segments of the console, or already in use. */
export const reservedTenantIds = [
  'admin',
  'default',
  'to',
  'api',
  'oidc',
  'm',
  'me',
  'console',
  'callback',
  'social-demo-callback',
  'one-time-token',
  'external-google-one-tap',
  'checkout-success-callback',
  'onboarding',
  'accept',
  'profile',
  'operator',
  'handle-social',
  'demo-app',
  'healthz',
  'livez',
  'readyz',
  'metrics',
  'assets',
  'consent',
  'register',
  'sign-in',
  'unknown-session',
  'welcome',
  'www',
] as const;

export const supportedLanguages = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ru',
  'th',
  'tr-TR',
  'uk-UA',
  'zh-CN',
  'zh-HK',
  'zh-TW',
] as const;

export const defaultBrandColor = '#6139F6';
export const defaultDarkBrandColor = '#8768F8';
export const defaultTenantName = 'My project';
