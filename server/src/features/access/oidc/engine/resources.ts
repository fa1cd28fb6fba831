import { factorAcr } from '@postern/contracts/access/authentication-context';
import { organizationsResource, scopes, tokenExchangeGrant } from '@postern/contracts/wire';
import {
  type AuthorizationCode,
  type Client,
  type DeviceCode,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
  type ResourceServer,
} from 'oidc-provider';
import type { App } from '#platform/app';
import {
  AccessRefused,
  type Asker,
  accessTo,
  machineAccess,
  organizationOf,
  type RefusalReason,
} from '../clients/access.ts';
import { isFapi } from '../clients/client-keys.ts';
import { settingsOf, usableScopes } from '../clients/clients.ts';
import { signingKeyOf } from '../keys/keys.ts';
import { algorithmOf } from '../keys/rotate-keys.ts';

/** The resources that are APIs. The resource for organizations only adds their scopes. */
const apisOf = (resources: string | readonly string[] | undefined) =>
  [resources ?? []].flat().filter((resource) => resource !== organizationsResource);

/**
 * The resource of a token without `resource`, if several were granted: the default resource, otherwise the first API.
 */
export const chooseResource = (granted: readonly string[], preset: string | undefined): string | undefined =>
  preset && granted.includes(preset) ? preset : (apisOf(granted)[0] ?? granted[0]);

/** An application with refresh tokens can request a token for each resource later. */
const canAskLater = (client: Client, { scopes }: { scopes: Set<string> }) =>
  scopes.has('offline_access') ||
  (client.applicationType === 'web' && settingsOf(client).alwaysIssueRefreshToken === true);

/**
 * Whether a token request without `resource` is for the resource of the authorization request (RFC 8707 §2.2). The
 * default resource always is. Otherwise the application's setting decides; without one, a client that requested a
 * single API and cannot request another token later gets the token for it. Other clients get an opaque token for
 * userinfo first: the published SDKs request all resources at once, read userinfo and fetch the token of each resource
 * by refreshing.
 */
export function usesGrantedResource(
  client: Client,
  source: AuthorizationCode | RefreshToken | DeviceCode,
  preset: string | undefined,
): boolean {
  const { resource } = source;
  if (preset !== undefined && [resource].flat().includes(preset)) {
    return true;
  }
  if (apisOf(resource).length !== 1) {
    return false;
  }
  const { accessTokenWithoutResource: chosen } = settingsOf(client);
  // Authorization details are only in tokens of their resource.
  return chosen ? chosen === 'resource' : source.rar !== undefined || !canAskLater(client, source);
}

const refusals: Record<RefusalReason, string> = {
  notMember: 'user is not a member of the organization',
  applicationNotMember: 'application is not a member of the organization',
  organizationNotConsented: 'the application was not granted access to the organization',
  mfaRequired: 'the organization requires multi-factor authentication in this session',
};

/** Maps a refusal to an engine error. */
function toEngineError(error: unknown): unknown {
  if (!(error instanceof AccessRefused)) {
    return error;
  }
  const denied = new errors.AccessDenied(refusals[error.reason]);
  denied.statusCode = 403;
  return denied;
}

/** The sign-in that a token is requested with; undefined for machines and exchanges. */
function sourceOf({ oidc }: KoaContextWithOIDC) {
  const { RefreshToken, AuthorizationCode, DeviceCode, BackchannelAuthenticationRequest } = oidc.entities;
  return RefreshToken ?? AuthorizationCode ?? DeviceCode ?? BackchannelAuthenticationRequest;
}

function askerOf(ctx: KoaContextWithOIDC): Asker {
  const { client, account, params } = ctx.oidc;
  if (!client) {
    throw new errors.InvalidClient('client is unknown');
  }
  const { organization_id: organizationId } = params ?? {};
  const source = sourceOf(ctx);
  // At the authorization endpoint, organization_id only selects the branding of the pages.
  const isTokenRequest = params?.grant_type !== undefined;
  return {
    clientId: client.clientId,
    settings: settingsOf(client),
    isMachine: params?.grant_type === 'client_credentials',
    userId: account?.accountId,
    organizationId: isTokenRequest && typeof organizationId === 'string' ? organizationId : undefined,
    isSignIn: !isTokenRequest,
    // A token of another kind proves no sign-in, and so no factor of one.
    usedFactor: params?.grant_type === tokenExchangeGrant ? false : source && source.acr === factorAcr,
  };
}

/**
 * A token for an organization, or for a resource within it, requires a code or refresh token that may name
 * organizations. The organization is named by `organization_id` or by the resource.
 */
function requireOrganizationsScope(
  ctx: KoaContextWithOIDC,
  { organizationId, isSignIn }: Asker,
  indicator: string,
): void {
  const named = organizationOf(indicator);
  if (isSignIn || (named ?? organizationId) === undefined) {
    return;
  }
  if (named !== undefined && organizationId !== undefined && named !== organizationId) {
    throw new errors.InvalidTarget('resource and organization_id are different organizations');
  }
  const source = sourceOf(ctx);
  const { client } = ctx.oidc;
  if (source && client && !usableScopes(settingsOf(client), source.scopes).has(scopes.organizations)) {
    const error = new errors.InsufficientScope('the grant is missing a required scope', scopes.organizations);
    error.statusCode = 403;
    throw error;
  }
}

/** The engine's description of a requested resource: its scopes for this caller and the format of its tokens. */
export async function resourceServerOf(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  indicator: string,
): Promise<ResourceServer> {
  const asker = askerOf(ctx);
  requireOrganizationsScope(ctx, asker, indicator);
  const judge = asker.isMachine ? machineAccess : accessTo;
  const access = await judge(app, tenantId, asker, indicator).catch((error) => {
    throw toEngineError(error);
  });
  if (!access) {
    throw new errors.InvalidTarget();
  }
  const isStrict = ctx.oidc.client !== undefined && isFapi(ctx.oidc.client);
  const signingKey = signingKeyOf(ctx.oidc.provider, isStrict ? 'ES256' : undefined);
  return {
    scope: access.names.join(' '),
    audience: indicator,
    accessTokenFormat: 'jwt',
    accessTokenTTL: access.ttl,
    // The current key signs, whatever its kind; `kid` prevents the engine from using an older one of the same kind.
    ...(signingKey ? { jwt: { sign: { alg: algorithmOf(signingKey) as 'ES256', kid: signingKey.kid } } } : {}),
  };
}
