import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import type { App } from '#platform/app';
import { AccessRefused, type Asker, accessTo, machineAccess, type RefusalReason } from './access.ts';
import { algorithmOf } from './algorithm.ts';
import { settingsOf } from './clients.ts';
import { signingKeyOf } from './keys.ts';

const refusals: Record<RefusalReason, string> = {
  notMember: 'user is not a member of the organization',
  applicationNotMember: 'application is not a member of the organization',
  organizationNotConsented: 'the application was not granted access to the organization',
  mfaRequired: 'the organization requires multi-factor authentication',
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

function askerOf(ctx: KoaContextWithOIDC): Asker {
  const { client, account, params } = ctx.oidc;
  if (!client) {
    throw new errors.InvalidClient('client is unknown');
  }
  const { organization_id: organizationId } = params ?? {};
  // At the authorization endpoint, organization_id only selects the branding of the pages.
  const isTokenRequest = params?.grant_type !== undefined;
  return {
    clientId: client.clientId,
    settings: settingsOf(client),
    isMachine: params?.grant_type === 'client_credentials',
    userId: account?.accountId,
    organizationId: isTokenRequest && typeof organizationId === 'string' ? organizationId : undefined,
  };
}

/** The engine's description of a requested resource: its scopes for this caller and the format of its tokens. */
export async function resourceServerOf(
  app: App,
  tenantId: string,
  ctx: KoaContextWithOIDC,
  indicator: string,
): Promise<ResourceServer> {
  const asker = askerOf(ctx);
  const judge = asker.isMachine ? machineAccess : accessTo;
  const access = await judge(app, tenantId, asker, indicator).catch((error) => {
    throw toEngineError(error);
  });
  if (!access) {
    throw new errors.InvalidTarget();
  }
  const signingKey = signingKeyOf(ctx.oidc.provider);
  return {
    scope: access.names.join(' '),
    audience: indicator,
    accessTokenFormat: 'jwt',
    accessTokenTTL: access.ttl,
    // The current key signs, whatever its kind; `kid` prevents the engine from using an older one of the same kind.
    ...(signingKey ? { jwt: { sign: { alg: algorithmOf(signingKey) as 'ES256', kid: signingKey.kid } } } : {}),
  };
}
