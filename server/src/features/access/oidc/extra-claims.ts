import { tokenExchangeGrant } from '@postern/contracts/wire';
import { type AccessToken, type ClientCredentials, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { customClaims, hasScript } from '#features/access/custom-jwt';
import type { App } from '#platform/app';
import { isOrganizationUrn } from './access.ts';
import { lastSignIn } from './last-sign-in.ts';
import { isOwnAudience, secretClaim } from './mark-secret.ts';

type Exchange = { actor: string | undefined; subjectTokenContext: Record<string, unknown> | undefined };

/** Facts about a token that do not fit into its fields, kept until its claims are written. */
const exchanges = new WeakMap<object, Exchange>();

export function noteExchange(token: object, exchange: Exchange): void {
  exchanges.set(token, exchange);
}

const tokenFields = [
  'jti',
  'aud',
  'scope',
  'clientId',
  'accountId',
  'expiresWithSession',
  'grantId',
  'gty',
  'sessionUid',
  'sid',
  'kind',
] as const;

function describe(token: AccessToken | ClientCredentials): Record<string, unknown> {
  const all = token as unknown as Record<string, unknown>;
  return Object.fromEntries(tokenFields.map((name) => [name, all[name]]).filter(([, value]) => value !== undefined));
}

async function scriptClaims(app: App, tenantId: string, token: AccessToken | ClientCredentials) {
  const tokenType = token.kind === 'ClientCredentials' ? 'client-credentials' : 'access-token';
  if (!(await hasScript(app, tenantId, tokenType))) {
    return undefined;
  }
  const exchange = exchanges.get(token);
  const { claims, denied } = await customClaims(app, tenantId, {
    tokenType,
    token: describe(token),
    ...('accountId' in token ? { userId: token.accountId } : {}),
    ...('sessionUid' in token && token.sessionUid
      ? { interaction: () => lastSignIn(app, tenantId, String(token.sessionUid)) }
      : {}),
    ...(exchange?.subjectTokenContext
      ? { grant: { type: tokenExchangeGrant, subjectTokenContext: exchange.subjectTokenContext } }
      : {}),
  });
  if (denied !== undefined) {
    throw new errors.AccessDenied(denied);
  }
  return claims;
}

function secretClaims(tenantId: string, ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials, aud: string) {
  const mark: unknown = ctx.state?.secretMark;
  return token.kind === 'ClientCredentials' && typeof mark === 'string' && isOwnAudience(tenantId, aud)
    ? { [secretClaim]: mark }
    : {};
}

/** Claims beyond the standard ones: the organization, the actor, and finally those of the tenant's script. */
export async function extraClaims(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<Record<string, unknown> | undefined> {
  const { aud } = token;
  if (typeof aud !== 'string') {
    return undefined;
  }
  const exchange = exchanges.get(token);
  const organizationId = ctx.oidc.params?.organization_id;
  return {
    ...(typeof organizationId === 'string' && !isOrganizationUrn(aud) ? { organization_id: organizationId } : {}),
    ...(exchange?.actor ? { act: { sub: exchange.actor } } : {}),
    ...(await scriptClaims(app, tenantId, token)),
    // After the script, which must not change it.
    ...secretClaims(tenantId, ctx, token, aud),
  };
}
