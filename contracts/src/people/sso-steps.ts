/** Values of this product that are entered at the identity provider. */
export type SsoOwnValue = 'redirectUri' | 'acsUrl' | 'entityId';
/** Fields of this product that take a value of the identity provider. */
export type SsoOwnField = 'issuer' | 'clientId' | 'clientSecret' | 'metadataUrl' | 'metadata';

/** One thing to do in the administration of an identity provider. Its names there are not translated. */
export type SsoStep =
  | { does: 'open'; place: string; path: string }
  | { does: 'choose'; path: string }
  | { does: 'paste'; value: SsoOwnValue; field: string }
  | { does: 'copy'; field: string; value: SsoOwnField }
  | { does: 'enter'; text: string; value: SsoOwnField }
  | { does: 'send'; path: string; names: string }
  | { does: 'assign'; path: string }
  /** New applications are off there, and the switch has no name. */
  | { does: 'enable' };

export type SsoProtocol = 'oidc' | 'saml';

const open = (place: string, path: string): SsoStep => ({ does: 'open', place, path });
const choose = (path: string): SsoStep => ({ does: 'choose', path });
const paste = (value: SsoOwnValue, field: string): SsoStep => ({ does: 'paste', value, field });
const copy = (field: string, value: SsoOwnField): SsoStep => ({ does: 'copy', field, value });
const enter = (text: string, value: SsoOwnField): SsoStep => ({ does: 'enter', text, value });
const send = (path: string, names = 'email, name'): SsoStep => ({ does: 'send', path, names });
const assign = (path: string): SsoStep => ({ does: 'assign', path });
const enable: SsoStep = { does: 'enable' };

/** Products that are used as identity providers, in the order in which they are offered. */
export const ssoProducts = [
  'Okta',
  'Microsoft Entra ID',
  'Google Workspace',
  'PingOne',
  'OneLogin',
  'JumpCloud',
] as const;
export type SsoProduct = (typeof ssoProducts)[number];

export const ssoSteps: Readonly<Record<SsoProduct, Readonly<Record<SsoProtocol, readonly SsoStep[]>>>> = {
  Okta: {
    oidc: [
      open('Okta Admin Console', 'Applications → Applications'),
      choose('Create App Integration → OIDC - OpenID Connect → Web Application'),
      paste('redirectUri', 'Sign-in redirect URIs'),
      assign('Assignments'),
      copy('Client ID', 'clientId'),
      copy('Client secrets', 'clientSecret'),
      enter('https://{Okta domain}', 'issuer'),
    ],
    saml: [
      open('Okta Admin Console', 'Applications → Applications'),
      choose('Create App Integration → SAML 2.0'),
      paste('acsUrl', 'Single sign-on URL'),
      paste('entityId', 'Audience URI (SP Entity ID)'),
      send('Attribute Statements'),
      assign('Assignments'),
      copy('Sign On → Metadata URL', 'metadataUrl'),
    ],
  },
  'Microsoft Entra ID': {
    oidc: [
      open('Microsoft Entra admin center', 'Entra ID → App registrations'),
      choose('New registration → Web'),
      paste('redirectUri', 'Redirect URI'),
      copy('Application (client) ID', 'clientId'),
      copy('Certificates & secrets → New client secret → Value', 'clientSecret'),
      enter('https://login.microsoftonline.com/{Directory (tenant) ID}/v2.0', 'issuer'),
    ],
    saml: [
      open('Microsoft Entra admin center', 'Entra ID → Enterprise apps'),
      choose('New application → Create your own application → Single sign-on → SAML'),
      paste('entityId', 'Identifier (Entity ID)'),
      paste('acsUrl', 'Reply URL (Assertion Consumer Service URL)'),
      assign('Users and groups'),
      copy('App Federation Metadata Url', 'metadataUrl'),
    ],
  },
  'Google Workspace': {
    oidc: [
      open('Google Cloud console', 'Google Auth Platform → Audience'),
      choose('Internal'),
      choose('Clients → Create client → Web application'),
      paste('redirectUri', 'Authorized redirect URIs'),
      copy('Client ID', 'clientId'),
      copy('Client secret', 'clientSecret'),
    ],
    saml: [
      open('Google Admin console', 'Apps → Web and mobile apps'),
      choose('Add app → Add custom SAML app'),
      copy('Download metadata', 'metadata'),
      paste('acsUrl', 'ACS URL'),
      paste('entityId', 'Entity ID'),
      send('Attributes'),
      assign('User access'),
    ],
  },
  PingOne: {
    oidc: [
      open('PingOne Admin Console', 'Applications → Applications'),
      choose('+ → OIDC Web App'),
      paste('redirectUri', 'Configuration → Redirect URIs'),
      choose('Resources → openid, profile, email'),
      assign('Access'),
      enable,
      copy('Issuer ID', 'issuer'),
      copy('Client ID', 'clientId'),
      copy('Client Secret', 'clientSecret'),
    ],
    saml: [
      open('PingOne Admin Console', 'Applications → Applications'),
      choose('+ → SAML Application → Manually Enter'),
      paste('acsUrl', 'ACS URLs'),
      paste('entityId', 'Entity ID'),
      send('Attribute Mappings'),
      assign('Access'),
      enable,
      copy('Configuration → IDP Metadata URL', 'metadataUrl'),
    ],
  },
  OneLogin: {
    oidc: [
      open('OneLogin Administration', 'Applications → Applications'),
      choose('Add App → OpenId Connect (OIDC)'),
      paste('redirectUri', 'Configuration → Redirect URIs'),
      assign('Access'),
      copy('SSO → Issuer URL', 'issuer'),
      copy('SSO → Client ID', 'clientId'),
      copy('SSO → Client Secret', 'clientSecret'),
    ],
    saml: [
      open('OneLogin Administration', 'Applications → Applications'),
      choose('Add App → SAML Custom Connector (Advanced)'),
      paste('entityId', 'Configuration → Audience (EntityID)'),
      paste('acsUrl', 'Configuration → ACS (Consumer) URL Validator'),
      paste('acsUrl', 'Configuration → ACS (Consumer) URL'),
      send('Parameters'),
      assign('Access'),
      copy('More Actions → SAML Metadata', 'metadata'),
    ],
  },
  JumpCloud: {
    oidc: [
      open('JumpCloud Admin Portal', 'Access → SSO Applications'),
      choose('Add New Application → Custom Application → Manage Single Sign-On (SSO) → Configure SSO with OIDC'),
      paste('redirectUri', 'Redirect URIs'),
      choose('Client Authentication Type → Client Secret Basic'),
      choose('Standard Scopes → Email, Profile'),
      assign('User Groups'),
      choose('Activate'),
      enter('https://oauth.id.jumpcloud.com/', 'issuer'),
      copy('Client ID', 'clientId'),
      copy('Client Secret', 'clientSecret'),
    ],
    saml: [
      open('JumpCloud Admin Portal', 'Access → SSO Applications'),
      choose('Add New Application → Custom Application → Manage Single Sign-On (SSO) → Configure SSO with SAML'),
      paste('entityId', 'SP Entity ID'),
      paste('acsUrl', 'ACS URLs'),
      send('Attributes'),
      assign('User Groups'),
      choose('Activate'),
      copy('SSO → Copy Metadata URL', 'metadataUrl'),
    ],
  },
};
