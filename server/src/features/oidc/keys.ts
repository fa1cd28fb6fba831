import { type CryptoKey, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import type { Client, Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { arrangeKeys } from './arrange-keys.ts';
import { type KeyRow, listKeys } from './keys.store.ts';

export type TenantKeys = {
  /** The first one signs; all of them are published and verify. */
  signing: JWK[];
  verifying: Map<string, { key: CryptoKey; algorithm: string }>;
  cookies: string[];
  /** Changes whenever a key comes, goes or begins to sign. */
  fingerprint: string;
};

/** The keys now and, when one waits for its time, from a moment on: no node needs to be told when it comes. */
type Loaded = { keys: TenantKeys; later?: { from: number; keys: TenantKeys } };

const algorithms: Record<string, string> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

export const algorithmOf = (jwk: JWK) => jwk.alg ?? algorithms[jwk.crv ?? ''] ?? 'RS256';

export function publicPart({ kty, crv, x, y, n, e, kid, alg }: JWK): JWK {
  return Object.fromEntries(
    Object.entries({ kty, crv, x, y, n, e, kid, alg }).filter(([, value]) => value !== undefined),
  ) as JWK;
}

async function assemble(rows: KeyRow[], after: number): Promise<TenantKeys> {
  const arranged = arrangeKeys(rows, 'private', after);
  const ordered = [
    ...arranged.filter(({ status }) => status === 'Current'),
    ...arranged.filter(({ status }) => status !== 'Current'),
  ];
  const signing = ordered.map(({ value }) => value as JWK);
  const verifying = new Map<string, { key: CryptoKey; algorithm: string }>();
  for (const jwk of signing) {
    const algorithm = algorithmOf(jwk);
    const key = await importJWK(publicPart(jwk), algorithm);
    // importJWK answers bytes only for symmetric keys, which are never stored here.
    verifying.set(jwk.kid ?? '', { key: key as CryptoKey, algorithm });
  }
  const cookies = arrangeKeys(rows, 'cookie', after);
  return {
    signing,
    verifying,
    cookies: cookies.map(({ value }) => (value as { secret: string }).secret),
    fingerprint: [...ordered, ...cookies].map(({ id }) => id).join(' '),
  };
}

async function loadKeys(app: App, tenantId: string): Promise<Loaded | undefined> {
  const rows = await app.tenancy.read(tenantId, listKeys);
  const readAt = performance.now();
  const keys = await assemble(rows, 0);
  if (keys.signing.length === 0) {
    return undefined;
  }
  const waits = rows.map(({ startsIn }) => startsIn).filter((startsIn) => startsIn > 0);
  if (waits.length === 0) {
    return { keys };
  }
  const wait = Math.max(...waits);
  return { keys, later: { from: readAt + wait, keys: await assemble(rows, wait) } };
}

export async function keysOf(app: App, tenantId: string): Promise<TenantKeys | undefined> {
  const loaded = await app.cache.get(tenantId, 'oidc-keys', () => loadKeys(app, tenantId));
  return loaded?.later && performance.now() >= loaded.later.from ? loaded.later.keys : loaded?.keys;
}

/** The first one signs cookies; all of them verify. */
export const cookieKeysOf = async (app: App, tenantId: string) => (await keysOf(app, tenantId))?.cookies ?? [];

const keysOfEngines = new WeakMap<Provider, TenantKeys>();

/** The key an engine signs with: its own, even if a newer one came while it serves a request. */
export const signingKeyOf = (provider: Provider): JWK | undefined => keysOfEngines.get(provider)?.signing[0];

/**
 * Remembers which keys an engine was made with. An ID token that comes back as a hint was signed by the key of its day,
 * maybe of another kind than the one of today. The engine would allow today's algorithm only; each of our keys has just
 * one, so the key decides.
 */
export function useKeys(provider: Provider, keys: TenantKeys): void {
  keysOfEngines.set(provider, keys);
  const { verifying } = keys;
  // Not in the engine's published types.
  const tokens = provider.IdToken as unknown as { validate(token: string, client: Client): Promise<unknown> };
  const validate = tokens.validate.bind(tokens);
  tokens.validate = async (token, client) => {
    const value = verifying.get(decodeProtectedHeader(token).kid ?? '')?.algorithm;
    return validate(token, value ? Object.create(client, { idTokenSignedResponseAlg: { value } }) : client);
  };
}
