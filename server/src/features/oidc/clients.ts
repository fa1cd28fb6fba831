import { type ApplicationType, secretBearingTypes } from '@postern/contracts/applications';
import { isRedirectUri } from '@postern/contracts/fields';
import { adminConsoleAppId, adminTenantId, demoAppId, internalSecretPrefix } from '@postern/contracts/wire';
import type { AdapterPayload, Client } from 'oidc-provider';
import type { App } from '#platform/app';
import { type ClientRow, findClient } from './store.ts';

/** Settings of an application that the engine carries along for us. */
export type ClientSettings = Pick<
  ClientRow['customClientMetadata'],
  | 'corsAllowedOrigins'
  | 'idTokenTtl'
  | 'refreshTokenTtl'
  | 'refreshTokenTtlInDays'
  | 'alwaysIssueRefreshToken'
  | 'rotateRefreshToken'
> & { type: ApplicationType; isThirdParty: boolean; secrets: { value: string; expiresAt: number | null }[] };

/** The engine hands unknown client metadata through under its own name. */
export const settingsKey = 'postern';

export const settingsOf = (client: Client) =>
  (client as unknown as Record<string, ClientSettings>)[settingsKey] as ClientSettings;

function builtInClient(app: App, tenantId: string, id: string): ClientRow | undefined {
  const spa = { secret: '', type: 'SPA', isThirdParty: false, customClientMetadata: {}, secrets: [] };
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
        ],
      },
    };
  }
  if (id === demoAppId) {
    const address = `${app.endpointOf(tenantId)}/demo-app`;
    return {
      ...spa,
      id,
      name: 'Demo app',
      oidcClientMetadata: { redirectUris: [address], postLogoutRedirectUris: [address] },
    };
  }
  return undefined;
}

function toMetadata(row: ClientRow): AdapterPayload {
  // The database holds only these types.
  const type = row.type as ApplicationType;
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, backchannelLogoutSessionRequired } =
    row.oidcClientMetadata;
  const isMachine = type === 'MachineToMachine';
  const hasSecret = secretBearingTypes.includes(type);
  const settings: ClientSettings = {
    ...row.customClientMetadata,
    type,
    isThirdParty: row.isThirdParty,
    secrets: row.secret.startsWith(internalSecretPrefix)
      ? row.secrets
      : [...row.secrets, { value: row.secret, expiresAt: null }],
  };
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: type === 'Native' ? 'native' : 'web',
    token_endpoint_auth_method: hasSecret ? 'client_secret_basic' : 'none',
    ...(hasSecret ? { client_secret: row.secret } : {}),
    grant_types: isMachine ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
    response_types: isMachine ? [] : ['code'],
    redirect_uris: isMachine ? [] : redirectUris.filter(isRedirectUri),
    post_logout_redirect_uris: postLogoutRedirectUris.filter(isRedirectUri),
    ...(backchannelLogoutUri
      ? {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: backchannelLogoutSessionRequired ?? false,
        }
      : {}),
    [settingsKey]: settings,
  };
}

/** The engine's view of an application: from the tenant cache, so that a token costs no query for its client. */
export function clientLookup(app: App, tenantId: string) {
  return (id: string): Promise<AdapterPayload | undefined> =>
    app.cache.get(tenantId, `oidc-client:${id}`, async () => {
      const row =
        builtInClient(app, tenantId, id) ??
        (id.length > 21 ? undefined : await app.tenancy.read(tenantId, (db) => findClient(db, id)));
      return row && toMetadata(row);
    });
}
