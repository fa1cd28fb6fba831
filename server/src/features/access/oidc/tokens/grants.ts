import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { cibaGrant, deviceCodeGrant, organizationAudience, tokenExchangeGrant } from '@postern/contracts/wire';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { defaultResourceOf, isOrganizationUrn, isPossibleId, organizationOf } from '../clients/access.ts';
import { requireAccess } from '../clients/require-access.ts';
import { digest } from '../engine/adapter.ts';
import { builtInGrant, type GrantHandler } from '../engine/engine.ts';
import { requireRegisteredUri } from '../engine/interactions.ts';
import { closeUnit, inUnit, openUnit, revokeFamily, type Unit } from '../engine/unit.ts';
import { cutUserScopes } from './cut-scopes.ts';
import { tokenExchange, tokenExchangeParams } from './token-exchange.ts';

/** How long a client that lost the response to a refresh can retry and get the same new refresh token. */
export const graceSeconds = 10;

/** A key object: Node takes 0.03 ms longer for a key in a buffer. */
const keyFrom = (token: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', token, 'postern', 'refresh token successor', 32)));

/** Only the holder of the old token can decrypt its successor; a copy of the table is not enough. */
function seal(token: string, successor: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(token), nonce);
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unseal(token: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/**
 * Codes can be redeemed once. A second request, even a concurrent one, fails and revokes what the first one got: one of
 * the two is an attacker, and it is unknown which (RFC 6749 §4.1.2).
 */
function redeemOnce(
  app: App,
  tenantId: string,
  model: 'AuthorizationCode' | 'DeviceCode' | 'BackchannelAuthenticationRequest',
  param: string,
  handler: GrantHandler,
): GrantHandler {
  return async (ctx) => {
    const value = ctx.oidc.params?.[param];
    if (typeof value !== 'string') {
      return handler(ctx);
    }
    const key = digest(value);
    const unit = await openUnit(app.tenancy, tenantId, { model, key });
    // They are given out some time before they are redeemed.
    await requireOwnerAccess(app, tenantId, ctx, unit);
    await inUnit(unit, () => handler(ctx));
    if (!(await closeUnit(app.tenancy, tenantId, unit))) {
      await revokeFamily(app.tenancy, tenantId, model, key);
      throw new errors.InvalidGrant('already consumed');
    }
  };
}

/** Without a resource, `organization_id` requests the organization token. */
function askForOrganization({ oidc: { params } }: KoaContextWithOIDC): void {
  const organizationId = params?.organization_id;
  if (params && params.resource === undefined && typeof organizationId === 'string') {
    params.resource = organizationAudience(organizationId);
  }
}

/** The organization that a request names as `organization_id` or as its resource. */
function requestedOrganization({ oidc: { params } }: KoaContextWithOIDC): string | undefined {
  const { organization_id: id, resource } = params ?? {};
  const named = typeof id === 'string' ? id : typeof resource === 'string' ? organizationOf(resource) : undefined;
  return named !== undefined && isPossibleId(named) ? named : undefined;
}

/** The successor of a token that was just used; undefined if it was not used or the grace period is over. */
function recentSuccessor({ source }: Unit, value: string): string | undefined {
  return source?.successor && source.secondsSinceUse !== null && source.secondsSinceUse <= graceSeconds
    ? unseal(value, source.successor)
    : undefined;
}

/** The owner of the token or approved request must still be allowed to use the application. */
async function requireOwnerAccess(app: App, tenantId: string, { oidc: { client } }: KoaContextWithOIDC, unit: Unit) {
  const { accountId, payload } = unit.source ?? {};
  // Tokens of other applications are refused by the engine.
  if (accountId && payload?.clientId === client?.clientId) {
    await requireAccess(app, tenantId, client, accountId);
  }
}

/** A grant lives twice as long as a refresh token, so this writes once per lifetime and not on every refresh. */
async function stretchGrant(ctx: KoaContextWithOIDC): Promise<void> {
  const { Grant: grant, RefreshToken: token } = ctx.oidc.entities;
  if (grant && token && grant.remainingTTL < token.remainingTTL) {
    grant.exp = undefined;
    await grant.save();
  }
}

/**
 * Refresh tokens rotate. Reuse of a token within the grace period (lost response, two tabs) returns the same successor;
 * after that it revokes the whole family.
 */
function redeemRefreshToken(app: App, tenantId: string, handler: GrantHandler): GrantHandler {
  async function attempt(ctx: KoaContextWithOIDC, given: string): Promise<boolean> {
    const organizationId = requestedOrganization(ctx);
    const open = (value: string) =>
      openUnit(app.tenancy, tenantId, { model: 'RefreshToken', key: digest(value), organizationId });
    const unit = await open(given);
    const successor = recentSuccessor(unit, given);
    const [value, used] = successor ? [successor, await open(successor)] : [given, unit];
    used.isGrace = successor !== undefined;
    Object.assign(ctx.oidc.params ?? {}, { refresh_token: value });
    await requireOwnerAccess(app, tenantId, ctx, used);
    askForOrganization(ctx);
    await inUnit(used, () => handler(ctx));
    const next = (ctx.body as { refresh_token?: string }).refresh_token;
    const isKept = await closeUnit(app.tenancy, tenantId, used, used.used && next ? seal(value, next) : undefined);
    if (isKept) {
      await stretchGrant(ctx);
    }
    return isKept;
  }

  return async (ctx) => {
    const given = ctx.oidc.params?.refresh_token;
    if (typeof given !== 'string') {
      return handler(ctx);
    }
    // Losing a race means that another request has just used the token: the second attempt finds its successor.
    if (!(await attempt(ctx, given)) && !(await attempt(ctx, given))) {
      throw new errors.InvalidGrant('refresh token already used');
    }
  };
}

/**
 * A machine requests a token for a resource, an organization, or a resource within an organization. Without any of them
 * it gets one for the default resource.
 */
function clientCredentials(app: App, tenantId: string, handler: GrantHandler): GrantHandler {
  return async (ctx) => {
    askForOrganization(ctx);
    const resource = ctx.oidc.params?.resource ?? (await defaultResourceOf(app, tenantId));
    if (resource === undefined) {
      throw new errors.InvalidTarget('a resource must be requested');
    }
    Object.assign(ctx.oidc.params ?? {}, { resource });
    await handler(ctx);
    if (isOrganizationUrn(String(resource))) {
      // The engine omits an empty scope.
      Object.assign(ctx.body as object, { scope: (ctx.body as { scope?: string }).scope ?? '' });
    }
  };
}

/** Adds our grant types and extends those of the engine. */
export function extendGrants(app: App, tenantId: string, provider: Provider): void {
  const resource = ['resource'];
  const details = 'authorization_details';
  const codes = builtInGrant(provider, 'authorization_code');
  provider.registerGrantType(
    'authorization_code',
    redeemOnce(app, tenantId, 'AuthorizationCode', 'code', requireRegisteredUri(codes)),
    ['code', 'code_verifier', 'redirect_uri', 'resource', details],
    resource,
  );
  const devices = builtInGrant(provider, deviceCodeGrant);
  provider.registerGrantType(
    deviceCodeGrant,
    redeemOnce(app, tenantId, 'DeviceCode', 'device_code', devices),
    ['device_code', 'resource', details],
    resource,
  );
  const requests = builtInGrant(provider, cibaGrant);
  provider.registerGrantType(
    cibaGrant,
    redeemOnce(app, tenantId, 'BackchannelAuthenticationRequest', 'auth_req_id', requests),
    ['auth_req_id', 'resource'],
    resource,
  );
  provider.registerGrantType(
    'refresh_token',
    redeemRefreshToken(app, tenantId, builtInGrant(provider, 'refresh_token')),
    ['refresh_token', 'scope', 'resource', 'organization_id', details],
    resource,
  );
  provider.registerGrantType(
    'client_credentials',
    clientCredentials(app, tenantId, builtInGrant(provider, 'client_credentials')),
    ['scope', 'resource', 'organization_id', details],
    resource,
  );
  provider.registerGrantType(tokenExchangeGrant, tokenExchange(app, tenantId, provider), tokenExchangeParams, resource);
  openOrganizations(provider);
  cutUserScopes(provider);
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
    const requested = [...filter];
    if (isOrganizationUrn(resource)) {
      return requested.join(' ');
    }
    // In the order of the request, whatever the order of the grant is.
    const granted = new Set(filtered.call(this, resource, filter).split(' '));
    return requested.filter((scope) => granted.has(scope)).join(' ');
  };
}
