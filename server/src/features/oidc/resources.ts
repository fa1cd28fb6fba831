import { organizationsResource, organizationUrnPrefix } from '@postern/contracts/wire';
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import type { App } from '#platform/app';
import { algorithmOf, signingKeyOf } from './keys.ts';
import {
  findDefaultResource,
  findMemberScopes,
  findResource,
  listApplicationScopes,
  listOrganizationScopeNames,
  listUserScopes,
} from './store.ts';

export const defaultTtl = 3600;

export const isOrganizationUrn = (resource: string) => resource.startsWith(organizationUrnPrefix);

async function organizationServer(app: App, tenantId: string, ctx: KoaContextWithOIDC, urn: string) {
  const organizationId = urn.slice(organizationUrnPrefix.length);
  const userId = ctx.oidc.account?.accountId;
  const scopes = userId
    ? await app.tenancy.read(tenantId, (db) => findMemberScopes(db, organizationId, userId))
    : undefined;
  if (!scopes) {
    const error = new errors.AccessDenied('user is not a member of the organization');
    error.statusCode = 403;
    throw error;
  }
  return { scope: scopes.join(' '), ttl: defaultTtl };
}

async function apiServer(app: App, tenantId: string, ctx: KoaContextWithOIDC, indicator: string) {
  const resource = await app.cache.get(tenantId, `oidc-resource:${indicator}`, () =>
    app.tenancy.read(tenantId, (db) => findResource(db, indicator)),
  );
  if (!resource) {
    throw new errors.InvalidTarget();
  }
  const clientId = ctx.oidc.client?.clientId ?? '';
  const userId = ctx.oidc.account?.accountId;
  const { grant_type: grantType } = ctx.oidc.params ?? {};
  if (grantType === 'client_credentials') {
    const scopes = await app.cache.get(tenantId, `oidc-app-scopes:${clientId}:${indicator}`, () =>
      app.tenancy.read(tenantId, (db) => listApplicationScopes(db, clientId, indicator)),
    );
    return { scope: scopes.join(' '), ttl: resource.accessTokenTtl };
  }
  // Before somebody is known the whole resource may be asked for; a token only ever carries what their roles give.
  const scopes = userId
    ? await app.tenancy.read(tenantId, (db) => listUserScopes(db, userId, indicator))
    : resource.scopes;
  return { scope: scopes.join(' '), ttl: resource.accessTokenTtl };
}

async function reservedServer(app: App, tenantId: string) {
  const names = await app.cache.get(tenantId, 'oidc-organization-scopes', () =>
    app.tenancy.read(tenantId, listOrganizationScopeNames),
  );
  return { scope: names.join(' '), ttl: defaultTtl };
}

/** What the engine must know of a requested resource: which scopes it has for this caller, and how its tokens look. */
export async function resourceServerOf(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  indicator: string,
): Promise<ResourceServer> {
  const { scope, ttl } = isOrganizationUrn(indicator)
    ? await organizationServer(app, tenantId, ctx, indicator)
    : indicator === organizationsResource
      ? await reservedServer(app, tenantId)
      : await apiServer(app, tenantId, ctx, indicator);
  const signingKey = signingKeyOf(ctx.oidc.provider);
  return {
    scope,
    audience: indicator,
    accessTokenFormat: 'jwt',
    accessTokenTTL: ttl,
    // The current key signs, whatever kind it is; `kid` keeps the engine from taking an older one of the same kind.
    ...(signingKey ? { jwt: { sign: { alg: algorithmOf(signingKey) as 'ES256', kid: signingKey.kid } } } : {}),
  };
}

/**
 * Asked by the engine just before it uses a refresh token up. A request that cannot be granted (an organization that one
 * has left, an unknown resource) must fail here: afterwards the client would hold a used token and lose its sign-in.
 */
export async function requireRefreshable(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  const { params, entities } = ctx.oidc;
  for (const resource of [params?.resource ?? []].flat().map(String)) {
    if (!entities.RefreshToken?.resourceIndicators.has(resource)) {
      throw new errors.InvalidTarget();
    }
    await resourceServerOf(app, tenantId, ctx, resource);
  }
}

export function defaultResourceOf(app: App, tenantId: string): Promise<string | undefined> {
  return app.cache
    .get(tenantId, 'oidc-default-resource', async () => (await app.tenancy.read(tenantId, findDefaultResource)) ?? '')
    .then((indicator) => indicator || undefined);
}
