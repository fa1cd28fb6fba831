import { organizationAudience, scopes } from '@postern/contracts/wire';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { digest } from './adapter.ts';
import type { GrantHandler } from './engine.ts';
import { graceSeconds, seal, unseal } from './successor.ts';
import { closeUnit, inUnit, openUnit, revokeFamily, type Unit } from './unit.ts';

/**
 * Codes can be redeemed once. A second request, even a concurrent one, fails and revokes what the first one got: one of
 * the two is an attacker, and it is unknown which (RFC 6749 §4.1.2).
 */
export function redeemOnce(
  app: App,
  tenantId: string,
  model: 'AuthorizationCode' | 'DeviceCode',
  param: string,
  handler: GrantHandler,
): GrantHandler {
  return async (ctx) => {
    const value = ctx.oidc.params?.[param];
    if (typeof value !== 'string') {
      return handler(ctx);
    }
    const key = digest(value);
    const unit = await openUnit(app.tenancy, tenantId, model, key);
    await inUnit(unit, () => handler(ctx));
    if (!(await closeUnit(app.tenancy, tenantId, unit))) {
      await revokeFamily(app.tenancy, tenantId, model, key);
      throw new errors.InvalidGrant('already consumed');
    }
  };
}

/**
 * `organization_id` requires a token that may name organizations. Without a resource it requests the organization
 * token.
 */
function askForOrganization(ctx: KoaContextWithOIDC, unit: Unit): void {
  const { params, client } = ctx.oidc;
  const organizationId = params?.organization_id;
  const source = unit.source?.payload;
  if (!params || typeof organizationId !== 'string' || source?.clientId !== client?.clientId) {
    return;
  }
  if (
    !String(source?.scope ?? '')
      .split(' ')
      .includes(scopes.organizations)
  ) {
    const error = new errors.InsufficientScope('refresh token missing required scope', scopes.organizations);
    error.statusCode = 403;
    throw error;
  }
  params.resource ??= organizationAudience(organizationId);
}

/** The successor of a token that was just used; undefined if it was not used or the grace period is over. */
function recentSuccessor({ source }: Unit, value: string): string | undefined {
  return source?.successor && source.secondsSinceUse !== null && source.secondsSinceUse <= graceSeconds
    ? unseal(value, source.successor)
    : undefined;
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
export function redeemRefreshToken(app: App, tenantId: string, handler: GrantHandler): GrantHandler {
  const open = (value: string) => openUnit(app.tenancy, tenantId, 'RefreshToken', digest(value));

  async function attempt(ctx: KoaContextWithOIDC, given: string): Promise<boolean> {
    const unit = await open(given);
    const successor = recentSuccessor(unit, given);
    const [value, used] = successor ? [successor, await open(successor)] : [given, unit];
    used.isGrace = successor !== undefined;
    Object.assign(ctx.oidc.params ?? {}, { refresh_token: value });
    askForOrganization(ctx, used);
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
