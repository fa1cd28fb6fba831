import { deviceCodeGrant, organizationAudience, tokenExchangeGrant } from '@postern/contracts/wire';
import { errors, type Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { isOrganizationUrn } from './access.ts';
import { requireRegisteredUri } from './answerable.ts';
import { builtInGrant, type GrantHandler } from './engine.ts';
import { redeemOnce, redeemRefreshToken } from './redeem.ts';
import { tokenExchange, tokenExchangeParams } from './token-exchange.ts';

/** A machine requests a token for a resource, an organization, or a resource within an organization. */
function clientCredentials(handler: GrantHandler): GrantHandler {
  return async (ctx) => {
    const { params } = ctx.oidc;
    const organizationId = params?.organization_id;
    if (params && params.resource === undefined && typeof organizationId === 'string') {
      params.resource = organizationAudience(organizationId);
    }
    if (params?.resource === undefined) {
      throw new errors.InvalidTarget('a resource must be requested');
    }
    await handler(ctx);
    // The engine omits an empty scope.
    Object.assign(ctx.body as object, { scope: (ctx.body as { scope?: string }).scope ?? '' });
  };
}

/** Adds our grant types and extends those of the engine. */
export function extendGrants(app: App, tenantId: string, provider: Provider): void {
  const resource = ['resource'];
  const codes = builtInGrant(provider, 'authorization_code');
  provider.registerGrantType(
    'authorization_code',
    redeemOnce(app, tenantId, 'AuthorizationCode', 'code', requireRegisteredUri(codes)),
    ['code', 'code_verifier', 'redirect_uri', 'resource'],
    resource,
  );
  const devices = builtInGrant(provider, deviceCodeGrant);
  provider.registerGrantType(
    deviceCodeGrant,
    redeemOnce(app, tenantId, 'DeviceCode', 'device_code', devices),
    ['device_code', 'resource'],
    resource,
  );
  provider.registerGrantType(
    'refresh_token',
    redeemRefreshToken(app, tenantId, builtInGrant(provider, 'refresh_token')),
    ['refresh_token', 'scope', 'resource', 'organization_id'],
    resource,
  );
  provider.registerGrantType(
    'client_credentials',
    clientCredentials(builtInGrant(provider, 'client_credentials')),
    ['scope', 'resource', 'organization_id'],
    resource,
  );
  provider.registerGrantType(tokenExchangeGrant, tokenExchange(app, tenantId, provider), tokenExchangeParams, resource);
  openOrganizations(provider);
}

/**
 * An organization is not one of the resources of the authorization request. Membership is checked instead, by
 * `resourceServerOf`, before these are read.
 */
function openOrganizations(provider: Provider): void {
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
