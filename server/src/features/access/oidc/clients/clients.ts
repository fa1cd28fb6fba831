import { createHash } from 'node:crypto';
import {
  type ApplicationType,
  backchannelType,
  keyBearingTypes,
  protectedAppPaths,
  secretBearingTypes,
} from '@postern/contracts/access/applications';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { pathOf } from '@postern/contracts/endpoint';
import {
  accountCenterAppId,
  adminConsoleAppId,
  adminTenantId,
  cibaGrant,
  demoAppId,
  deviceCodeGrant,
  internalSecretPrefix,
  managementApiIndicator,
  tokenExchangeGrant,
} from '@postern/contracts/wire';
import type { AdapterPayload, Client, ClientAuthMethod } from 'oidc-provider';
import { keysOfCertificates, openSecret, sectorOf } from '#features/access/applications';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { isUsableUri } from '#platform/http/redirect-uris';
import { type ClientRow, findClient } from '../engine/store.ts';
import { listApplicationNames } from '../sessions/sessions.store.ts';
import { engineNames } from './client-certificates.ts';

/** Settings of an application that the engine stores for us. */
export type ClientSettings = Pick<
  ClientRow['customClientMetadata'],
  | 'corsAllowedOrigins'
  | 'idTokenTtl'
  | 'refreshTokenTtl'
  | 'refreshTokenTtlInDays'
  | 'alwaysIssueRefreshToken'
  | 'rotateRefreshToken'
  | 'accessTokenWithoutResource'
  | 'securityProfile'
  | 'allowTokenExchange'
  | 'maxAllowedGrants'
  | 'isSignedResponseRequired'
> &
  Pick<ClientRow['oidcClientMetadata'], 'frontchannelLogoutUri' | 'frontchannelLogoutSessionRequired'> &
  Pick<
    ClientRow,
    'isThirdParty' | 'isRegistered' | 'appLevelAccessControlEnabled' | 'secrets' | 'roleIds' | 'consentable'
  > & {
    type: ApplicationType;
    /** Of a pairwise application: its users get other subjects than in other sectors. */
    sector?: string;
  };

/** The engine keeps unknown client metadata under this name. */
export const settingsKey = 'postern';

export const settingsOf = (client: Client) =>
  (client as unknown as Record<string, ClientSettings>)[settingsKey] as ClientSettings;

function builtInClient(app: App, tenantId: string, id: string, origins: string[]): ClientRow | undefined {
  const spa = {
    secret: '',
    type: 'SPA',
    isThirdParty: false,
    appLevelAccessControlEnabled: false,
    customClientMetadata: {},
    secrets: [],
    roleIds: [],
    consentable: { userScopes: [], resourceScopeIds: [], organizationScopeIds: [], organizationResourceScopeIds: [] },
  };
  const admin = app.config.adminEndpoint;
  if (tenantId === adminTenantId && id === adminConsoleAppId) {
    const isCloud = app.config.edition === 'cloud';
    return {
      ...spa,
      id,
      name: 'Postern console',
      oidcClientMetadata: {
        redirectUris: [isCloud ? `${admin}/callback` : `${admin}/console/callback`],
        postLogoutRedirectUris: [
          isCloud ? `${admin}/` : `${admin}/console`,
          ...(isCloud ? [admin] : [`${admin}/console/`]),
          `${admin}/${isCloud ? '' : 'console/'}sign-out-callback`,
        ],
      },
    };
  }
  if (id === demoAppId) {
    const addresses = origins.map((origin) => `${origin}/demo-app`);
    return {
      ...spa,
      id,
      name: 'Demo app',
      oidcClientMetadata: { redirectUris: addresses, postLogoutRedirectUris: addresses },
    };
  }
  // Administrators have their profile in the console.
  if (id === accountCenterAppId && tenantId !== adminTenantId) {
    return {
      ...spa,
      id,
      name: 'Account center',
      oidcClientMetadata: {
        // The page for accepting invitations signs people in as the account center does.
        redirectUris: origins.flatMap((origin) => [`${origin}/account/callback`, `${origin}/invitation/callback`]),
        postLogoutRedirectUris: origins.map((origin) => `${origin}/account`),
      },
      // Without offline access, so that it ends with the browser session.
      customClientMetadata: { alwaysIssueRefreshToken: true },
    };
  }
  return undefined;
}

/** The SAML endpoints sign people in as an internal client, which returns to its own callback only. */
const withSamlCallback = async (app: App, tenantId: string, row: ClientRow): Promise<ClientRow> => ({
  ...row,
  oidcClientMetadata: {
    // All origins: requests of every domain use the cached client.
    redirectUris: (await app.domains.endpointsOf(tenantId)).map(
      (origin) => `${origin}${pathOf(samlApplicationsApi.callback, { id: row.id })}`,
    ),
    postLogoutRedirectUris: [],
  },
  customClientMetadata: {},
});

/** The proxy also signs people in on the custom domains of a protected application. */
async function withProtectedDomains(app: App, tenantId: string, row: ClientRow): Promise<ClientRow> {
  const origins = await app.domains.applicationOriginsOf(tenantId, row.id);
  const { redirectUris, postLogoutRedirectUris } = row.oidcClientMetadata;
  return {
    ...row,
    oidcClientMetadata: {
      ...row.oidcClientMetadata,
      redirectUris: [...redirectUris, ...origins.map((origin) => `${origin}${protectedAppPaths.callback}`)],
      postLogoutRedirectUris: [...postLogoutRedirectUris, ...origins],
    },
  };
}

async function withInnerAddresses(app: App, tenantId: string, row: ClientRow): Promise<ClientRow> {
  if (row.type === 'SAML') {
    return withSamlCallback(app, tenantId, row);
  }
  return row.type === 'Protected' ? withProtectedDomains(app, tenantId, row) : row;
}

/** Others never have the setting, see check-keys.ts. */
const mayAskPeople = ({ type, isThirdParty, customClientMetadata }: ClientRow) =>
  type === backchannelType && !isThirdParty && customClientMetadata.isBackchannelAuthenticationEnabled === true;

/** How the application learns the answer of a person (CIBA §4). */
function deliveryOf(row: ClientRow) {
  const { backchannelNotificationUri: address } = row.customClientMetadata;
  if (!mayAskPeople(row)) {
    return {};
  }
  return address
    ? { backchannel_token_delivery_mode: 'ping' as const, backchannel_client_notification_endpoint: address }
    : { backchannel_token_delivery_mode: 'poll' as const };
}

const usesDeviceFlow = ({ customClientMetadata: { isDeviceFlow, isDeviceFlowEnabled } }: ClientRow) =>
  isDeviceFlow === true || isDeviceFlowEnabled === true;

function grantTypesOf(row: ClientRow, getsCodes: boolean): string[] {
  const { type } = row;
  if (type === 'SAML') {
    return ['authorization_code'];
  }
  if (row.isRegistered) {
    return ['authorization_code', 'refresh_token'];
  }
  return type === 'MachineToMachine'
    ? ['client_credentials', tokenExchangeGrant]
    : [
        ...(getsCodes ? ['authorization_code'] : []),
        'refresh_token',
        // It checks itself which applications may use it.
        tokenExchangeGrant,
        ...(usesDeviceFlow(row) ? [deviceCodeGrant] : []),
        ...(mayAskPeople(row) ? [cibaGrant] : []),
      ];
}

function authMethodOf(
  { tlsClientAuth, tlsCertificates }: ClientRow['customClientMetadata'],
  hasKeys: boolean,
  hasSecret: boolean,
): ClientAuthMethod {
  if (tlsClientAuth || tlsCertificates) {
    return tlsClientAuth ? 'tls_client_auth' : 'self_signed_tls_client_auth';
  }
  if (hasKeys) {
    return 'private_key_jwt';
  }
  return hasSecret ? 'client_secret_basic' : 'none';
}

/** How the application authenticates: with certificates, keys or secrets. */
function credentialsOf({ type, secret: ownSecret, secrets, isRegistered, customClientMetadata: custom }: ClientRow) {
  // An application that registered itself may have to repeat the secret that it got (RFC 7592 §2.2).
  const secret = (isRegistered && secrets[0]?.value) || ownSecret;
  const hasSecret = secretBearingTypes.includes(type as ApplicationType);
  // Others never have them, see check-keys.ts.
  const own = keyBearingTypes.includes(type as ApplicationType) ? custom : {};
  const { jwks, jwksUri, tlsClientAuth, tlsCertificates } = own;
  const hasKeys = jwks !== undefined || jwksUri !== undefined;
  const method = authMethodOf(own, hasKeys, hasSecret);
  return {
    hasKeys,
    isStrong: hasKeys || tlsClientAuth !== undefined || tlsCertificates !== undefined,
    metadata: {
      token_endpoint_auth_method: method,
      ...(method === 'client_secret_basic' ? { client_secret: secret } : {}),
      ...(tlsClientAuth ? { [engineNames[tlsClientAuth.name]]: tlsClientAuth.value } : {}),
      ...(jwksUri ? { jwks_uri: jwksUri } : {}),
      ...(jwks || tlsCertificates
        ? { jwks: { keys: [...(jwks?.keys ?? []), ...keysOfCertificates(tlsCertificates ?? [])] } }
        : {}),
    },
  };
}

/** Without a sector, which the settings do not allow, an application is its own: never the users' IDs. */
const sectorSettings = ({ id, oidcClientMetadata: metadata }: ClientRow) =>
  metadata.subjectType === 'pairwise' ? { sector: sectorOf(metadata) ?? id } : {};

function toMetadata(row: ClientRow): AdapterPayload {
  // The database contains only these types.
  const type = row.type as ApplicationType;
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, backchannelLogoutSessionRequired } =
    row.oidcClientMetadata;
  const { frontchannelLogoutUri, frontchannelLogoutSessionRequired } = row.oidcClientMetadata;
  const isMachine = type === 'MachineToMachine';
  const settings: ClientSettings = {
    ...row.customClientMetadata,
    type,
    isThirdParty: row.isThirdParty,
    ...(row.isRegistered ? { isRegistered: true } : {}),
    appLevelAccessControlEnabled: row.appLevelAccessControlEnabled,
    secrets: row.secret.startsWith(internalSecretPrefix)
      ? row.secrets
      : [...row.secrets, { name: 'Legacy secret', value: row.secret, expiresAt: null }],
    roleIds: row.roleIds,
    consentable: row.consentable,
    ...sectorSettings(row),
    ...(frontchannelLogoutUri ? { frontchannelLogoutUri } : {}),
    ...(frontchannelLogoutUri && frontchannelLogoutSessionRequired ? { frontchannelLogoutSessionRequired } : {}),
  };
  const { isPushedRequestRequired, isDpopRequired, isDeviceFlow, idTokenSignedResponseAlg } = row.customClientMetadata;
  const { isCertificateBound, isSignedRequestRequired, securityProfile } = row.customClientMetadata;
  const { metadata: credentials, hasKeys, isStrong } = credentialsOf(row);
  const isFapi = isStrong && securityProfile === 'fapi2';
  // FAPI 2.0 §5.3.2.2: compared exactly.
  const isUsable = (uri: string) => isUsableUri(uri) && !(isFapi && uri.includes('*'));
  const addresses = isMachine ? [] : redirectUris.filter(isUsable);
  // A device without a browser has no redirect URI, and the engine requires one for codes.
  const getsCodes = !isMachine && !isDeviceFlow && (addresses.length > 0 || !usesDeviceFlow(row));
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: type === 'Native' ? 'native' : 'web',
    ...credentials,
    grant_types: grantTypesOf(row, getsCodes),
    response_types: getsCodes ? ['code'] : [],
    redirect_uris: addresses,
    post_logout_redirect_uris: postLogoutRedirectUris.filter(isUsable),
    ...(backchannelLogoutUri
      ? {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: backchannelLogoutSessionRequired ?? false,
        }
      : {}),
    // A third-party application may only request the scopes it was assigned.
    ...(row.isThirdParty ? { scope: ['openid', 'offline_access', ...row.consentable.userScopes].join(' ') } : {}),
    ...(isPushedRequestRequired || isFapi ? { require_pushed_authorization_requests: true } : {}),
    ...(isDpopRequired || (isFapi && !isCertificateBound) ? { dpop_bound_access_tokens: true } : {}),
    ...(isCertificateBound ? { tls_client_certificate_bound_access_tokens: true } : {}),
    ...(isSignedRequestRequired && hasKeys ? { require_signed_request_object: true } : {}),
    ...deliveryOf(row),
    authorization_details_types: [...new Set(row.customClientMetadata.authorizationDetailsTypes)],
    ...(idTokenSignedResponseAlg ? { id_token_signed_response_alg: idTokenSignedResponseAlg } : {}),
    // FAPI 2.0 §5.4.1 excludes RS256. Every tenant has a key for ES256.
    ...(isFapi ? { id_token_signed_response_alg: 'ES256', authorization_signed_response_alg: 'ES256' } : {}),
    [settingsKey]: settings,
  };
}

/** Names of applications, including built-in ones; null for deleted ones. */
export async function applicationNames(app: App, tenantId: string, db: Db, ids: Iterable<string>) {
  const unique = [...new Set(ids)];
  const names = unique.length > 0 ? await listApplicationNames(db, unique) : new Map<string, string>();
  return (id: string) => ({ id, name: names.get(id) ?? builtInClient(app, tenantId, id, [])?.name ?? null });
}

/** The scopes of a token that its application may use now: scopes can be taken from a third-party application. */
export function usableScopes(
  { isThirdParty, consentable }: Pick<ClientSettings, 'isThirdParty' | 'consentable'>,
  given: Iterable<string>,
): Set<string> {
  const scopes = new Set(given);
  const allowed = new Set(['openid', 'offline_access', ...consentable.userScopes]);
  return isThirdParty ? new Set([...scopes].filter((scope) => allowed.has(scope))) : scopes;
}

export async function isThirdParty(app: App, tenantId: string, id: string): Promise<boolean> {
  const client = await clientLookup(app, tenantId)(id);
  // Written by `toMetadata` only.
  return (client?.[settingsKey] as ClientSettings | undefined)?.isThirdParty === true;
}

/** Whether an application registered itself. */
export async function isRegistered(app: App, tenantId: string, id: string): Promise<boolean> {
  const client = await clientLookup(app, tenantId)(id);
  // Written by `toMetadata` only.
  return (client?.[settingsKey] as ClientSettings | undefined)?.isRegistered === true;
}

/** With secrets that authenticate: those that the vault does not open are left out. */
async function openClient(app: App, tenantId: string, id: string): Promise<ClientRow | undefined> {
  const row = await app.tenancy.read(tenantId, (db) => findClient(db, id));
  return (
    row && {
      ...row,
      secret: openSecret(app, tenantId, id, row.secret) ?? internalSecretPrefix,
      secrets: row.secrets.flatMap((secret) => {
        const value = openSecret(app, tenantId, id, secret.value);
        return value === undefined ? [] : [{ ...secret, value }];
      }),
    }
  );
}

/**
 * The engine's view of an application, from the tenant cache, so that a token request needs no query for its client.
 */
export function clientLookup(app: App, tenantId: string) {
  return (id: string): Promise<AdapterPayload | undefined> =>
    app.cache.get(tenantId, `oidc-client:${id}`, async () => {
      const row =
        builtInClient(app, tenantId, id, await app.domains.endpointsOf(tenantId)) ??
        (id.length > 21 ? undefined : await openClient(app, tenantId, id));
      return row && toMetadata(await withInnerAddresses(app, tenantId, row));
    });
}

/** The claim with the secret that a machine used to get its token, so that the token ends with the secret. */
export const secretClaim = 'secret_id';
/** The grant of a user's token. The token ends with it, when the user is signed out everywhere. */
export const grantClaim = 'grant_id';
/** The personal access token that a token was exchanged for. It cannot be exchanged after that was deleted. */
export const personalTokenClaim = 'pat_id';

/**
 * Secrets are long and random, so the digest reveals nothing about them. It stays the same when a secret is renamed.
 */
export const markOf = (clientId: string, secret: string): string =>
  createHash('sha256').update(`${clientId} ${secret}`).digest('base64url').slice(0, 12);

/** Whether a secret with this mark exists and has not expired. */
export const isSecretValid = (clientId: string, { secrets }: Pick<ClientSettings, 'secrets'>, mark: string): boolean =>
  secrets.some(
    ({ value, expiresAt }) => markOf(clientId, value) === mark && (expiresAt === null || expiresAt > Date.now()),
  );

/** Only this product reads the claim. Tokens for other APIs do not have it. */
export const isOwnAudience = (tenantId: string, audience: string): boolean =>
  tenantId === adminTenantId || audience === managementApiIndicator(tenantId);
