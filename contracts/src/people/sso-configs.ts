import { z } from 'zod';

export const ssoProviderNames = ['OIDC', 'SAML', 'AzureAD', 'GoogleWorkspace', 'Okta', 'AzureAdOidc'] as const;
export const SsoProviderName = z.enum(ssoProviderNames);
export type SsoProviderName = z.infer<typeof SsoProviderName>;
export const SsoProviderType = z.enum(['oidc', 'saml']);
export type SsoProviderType = z.infer<typeof SsoProviderType>;

const Text = z.string().trim().min(1).max(2048);
const Address = z.url({ protocol: /^https?$/ }).max(2048);

/** Signing out here also signs out at the identity provider, if it supports this. */
const logout = { signOutOfProvider: z.boolean().optional() };

const oidcClient = {
  clientId: Text,
  clientSecret: Text,
  /** Added to `openid profile email`. */
  scope: z.string().trim().max(2048).optional(),
  /**
   * Entra ID and others do not say whether an address is verified. With this, addresses in the connector's domains count
   * unless the provider says that they are not verified.
   */
  trustUnverifiedEmail: z.boolean().optional(),
  ...logout,
};

export const OidcSsoConfig = z.object({ ...oidcClient, issuer: Address });
/** The issuer is always Google. */
export const GoogleWorkspaceSsoConfig = z.object({ ...oidcClient, offlineAccess: z.boolean().optional() });

/** Names of the SAML attributes. `nameID` is the identifier of the assertion's subject. */
export const SsoAttributeMapping = z.object({
  id: Text.max(512).optional(),
  email: Text.max(512).optional(),
  name: Text.max(512).optional(),
});
export const defaultSsoAttributes = { id: 'nameID', email: 'email', name: 'name' } as const;
/** Names that identity providers use without any setting, tried after the default names: Entra ID and AD FS, and LDAP. */
export const wellKnownSsoAttributes = {
  id: [],
  email: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  name: [
    'http://schemas.microsoft.com/identity/claims/displayname',
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
} as const satisfies Record<keyof typeof defaultSsoAttributes, readonly string[]>;

/** The most that a metadata document may have, as a file and by URL. */
export const maxSsoMetadataLength = 512_000;

/** One of metadataUrl, metadata, or the values by hand: entityId, signInEndpoint, x509Certificate, and signOutEndpoint for single logout. */
export const SamlSsoConfig = z.object({
  metadataUrl: Address.optional(),
  metadata: z.string().trim().min(1).max(maxSsoMetadataLength).optional(),
  entityId: Text.max(256).optional(),
  signInEndpoint: Address.optional(),
  signOutEndpoint: Address.optional(),
  x509Certificate: z.string().trim().min(1).max(65_536).optional(),
  /** Signs authentication requests with the key of the connector. */
  signRequests: z.boolean().optional(),
  /** Accepts assertions that are encrypted for the key of the connector. */
  encryptAssertions: z.boolean().optional(),
  ...logout,
  attributeMapping: SsoAttributeMapping.optional(),
});
export type OidcSsoConfig = z.infer<typeof OidcSsoConfig>;
export type SamlSsoConfig = z.infer<typeof SamlSsoConfig>;

/** The settings of each provider. */
export const ssoConfigs = {
  OIDC: OidcSsoConfig,
  Okta: OidcSsoConfig,
  AzureAdOidc: OidcSsoConfig,
  GoogleWorkspace: GoogleWorkspaceSsoConfig,
  SAML: SamlSsoConfig,
  AzureAD: SamlSsoConfig,
} as const satisfies Record<SsoProviderName, z.ZodType>;

export const ssoProviderTypes: Record<SsoProviderName, SsoProviderType> = {
  OIDC: 'oidc',
  Okta: 'oidc',
  AzureAdOidc: 'oidc',
  GoogleWorkspace: 'oidc',
  SAML: 'saml',
  AzureAD: 'saml',
};

/** Everyone can get an address here, so these domains identify no company. */
export const publicEmailDomains: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'yandex.com',
  'mail.com',
  'protonmail.com',
  'yanex.com',
  'gmx.com',
  'mail.ru',
  'zoho.com',
  'qq.com',
  '163.com',
  '126.com',
  'sina.com',
  'sohu.com',
];
