import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import {
  admitRegistration,
  type Registrar,
  RegistrationRefused,
  type RegistrationStore,
} from '#features/access/dynamic-clients';
import type { App } from '#platform/app';
import { settingsOf } from './clients.ts';

const path = /^\/reg(?:\/|$)/;
const registrarKey = Symbol('registrar');

/** Who sent the request that the engine handles now. */
export const registrarIn = (ctx: KoaContextWithOIDC | undefined): Registrar =>
  (ctx?.state as { [registrarKey]?: Registrar } | undefined)?.[registrarKey] ?? {
    ip: '',
    userAgent: '',
    tokenId: undefined,
  };

/** Registered applications are public, and the answer depends on nothing that a browser adds to the request. */
function allowEveryOrigin(ctx: KoaContextWithOIDC): void {
  ctx.set('access-control-allow-origin', '*');
  if (ctx.method === 'OPTIONS') {
    ctx.set('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    ctx.set('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version');
    ctx.set('access-control-max-age', '3600');
    ctx.status = 204;
  }
}

function refuse(ctx: KoaContextWithOIDC, realm: string, refusal: RegistrationRefused): void {
  const { error, error_description, statusCode } = refusal;
  ctx.status = statusCode;
  ctx.set('cache-control', 'no-store');
  if (statusCode === 401) {
    ctx.set('www-authenticate', `Bearer realm="${realm}", error="${error}"`);
  }
  ctx.body = { error, error_description };
}

type Body = Record<string, unknown>;

/** The same for each answer about an application: what it registered, and what it got. */
async function describe(ctx: KoaContextWithOIDC, store: RegistrationStore): Promise<void> {
  const { client_id: id, registration_access_token: token, registration_client_uri: uri } = ctx.body as Body;
  const { oidc } = ctx;
  const client = typeof id === 'string' ? await oidc.provider.Client.find(id) : undefined;
  const metadata = typeof id === 'string' ? await store.read(id) : undefined;
  if (!client || !metadata) {
    return;
  }
  const [secret] = settingsOf(client).secrets;
  ctx.body = {
    client_id: id,
    ...((ctx.body as Body).client_id_issued_at === undefined
      ? {}
      : { client_id_issued_at: (ctx.body as Body).client_id_issued_at }),
    ...(secret ? { client_secret: secret.value, client_secret_expires_at: 0 } : {}),
    ...metadata,
    registration_access_token: token,
    registration_client_uri: uri,
  };
}

/** Applications that register themselves: who may, and what they learn (RFC 7591, RFC 7592). */
export function governRegistration(app: App, tenantId: string, store: RegistrationStore) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (!path.test(ctx.path)) {
      return next();
    }
    allowEveryOrigin(ctx);
    if (ctx.method === 'OPTIONS') {
      return;
    }
    try {
      const tokenId =
        ctx.method === 'POST' ? await admitRegistration(app, tenantId, ctx.get('authorization')) : undefined;
      const registrar: Registrar = { ip: ctx.ip, userAgent: ctx.get('user-agent').slice(0, 512), tokenId };
      Object.assign(ctx.state, { [registrarKey]: registrar });
      await next();
    } catch (error) {
      if (!(error instanceof RegistrationRefused)) {
        throw error;
      }
      refuse(ctx, `${app.endpointOf(tenantId)}/oidc`, error);
      return;
    }
    if ((ctx.status === 200 || ctx.status === 201) && typeof ctx.body === 'object' && ctx.body !== null) {
      await describe(ctx, store);
    }
  };
}

/**
 * The names of API permissions are unknown when an application registers, and the policy decides which ones it may
 * request. The engine would refuse them.
 */
export function acceptAnyScope(provider: Provider): void {
  const { Schema } = provider.Client as unknown as { Schema: { prototype: Record<string, unknown> } };
  Schema.prototype.scopes = () => undefined;
}
