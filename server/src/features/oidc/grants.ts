import { organizationAudience, scopes } from '@postern/contracts/wire';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
// The engine keeps its grant handlers to itself; this is the one internal module we read, with the version pinned.
// @ts-expect-error no types for the internal module
import internals from 'oidc-provider/lib/helpers/weak_cache.js';
import { isOrganizationUrn } from './resources.ts';

type Handler = (ctx: KoaContextWithOIDC) => Promise<void>;
type Internals = (provider: Provider) => { grantTypeHandlers: Map<string, Handler> };

/** `organization_id` without a resource asks for a token of the organization itself. */
function askForOrganization(ctx: KoaContextWithOIDC, organizationId: string): void {
  const { params } = ctx.oidc;
  if (params && params.resource === undefined) {
    params.resource = organizationAudience(organizationId);
  }
}

async function requireOrganizationScope(provider: Provider, ctx: KoaContextWithOIDC): Promise<void> {
  const token = await provider.RefreshToken.find(String(ctx.oidc.params?.refresh_token), { ignoreExpiration: true });
  if (token && !token.scopes.has(scopes.organizations)) {
    const error = new errors.InsufficientScope('refresh token missing required scope', scopes.organizations);
    error.statusCode = 403;
    throw error;
  }
}

/** Adds organization tokens to the engine's own refresh and client-credentials grants. */
export function extendGrants(provider: Provider): void {
  const { grantTypeHandlers } = (internals as Internals)(provider);
  const builtIn = (name: string): Handler => {
    const handler = grantTypeHandlers.get(name);
    if (!handler) {
      throw new Error(`The engine has no ${name} grant.`);
    }
    return handler;
  };

  const refresh = builtIn('refresh_token');
  provider.registerGrantType(
    'refresh_token',
    async (ctx) => {
      const organizationId = ctx.oidc.params?.organization_id;
      if (typeof organizationId === 'string') {
        await requireOrganizationScope(provider, ctx);
        askForOrganization(ctx, organizationId);
      }
      await refresh(ctx);
    },
    ['refresh_token', 'scope', 'resource', 'organization_id'],
    ['resource'],
  );

  const clientCredentials = builtIn('client_credentials');
  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      if (ctx.oidc.params?.resource === undefined) {
        throw new errors.InvalidTarget('a resource must be requested');
      }
      await clientCredentials(ctx);
    },
    ['scope', 'resource'],
    ['resource'],
  );

  // An organization is not among the resources of the authorization request; membership decides instead,
  // and `resourceServerOf` has checked it before these are asked.
  for (const model of [provider.RefreshToken, provider.AuthorizationCode]) {
    const requested = Object.getOwnPropertyDescriptor(provider.BaseToken.prototype, 'resourceIndicators');
    Object.defineProperty(model.prototype, 'resourceIndicators', {
      get() {
        const set: Set<string> = requested?.get?.call(this) ?? new Set();
        return { has: (resource: string) => isOrganizationUrn(resource) || set.has(resource) };
      },
    });
  }
  const filtered = provider.Grant.prototype.getResourceScopeFiltered;
  provider.Grant.prototype.getResourceScopeFiltered = function getResourceScopeFiltered(resource, filter) {
    return isOrganizationUrn(resource) ? [...filter].join(' ') : filtered.call(this, resource, filter);
  };
}
