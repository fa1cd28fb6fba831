import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { newSecret } from '#platform/ids';
import { deleteOldSigningKeys, insertKeys, type KeyRow, listKeys } from './store.ts';

export type TenantKeys = {
  /** Newest first; the first one signs, all of them verify. */
  signing: JWK[];
  verifying: Map<string, { key: CryptoKey; algorithm: string }>;
  cookies: string[];
  /** Changes whenever a key comes or goes. */
  fingerprint: string;
};

const algorithms: Record<string, string> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

export const algorithmOf = (jwk: JWK) => jwk.alg ?? algorithms[jwk.crv ?? ''] ?? 'RS256';

async function newSigningKey(): Promise<Omit<KeyRow, 'createdAt'>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { id: kid, kind: 'private', value: { ...jwk, kid, alg: 'ES256', use: 'sig' } };
}

/** First keys of a new tenant: one ES256 signing key (0.1 ms a signature) and one cookie key. */
export async function createKeys(db: Db): Promise<void> {
  await insertKeys(db, [await newSigningKey(), { id: newSecret(), kind: 'cookie', value: { secret: newSecret() } }]);
}

/** Adds a signing key that signs from now on. The one before goes on verifying; what is older than that goes. */
export async function rotateSigningKey(db: Db): Promise<string> {
  const key = await newSigningKey();
  await insertKeys(db, [key]);
  await deleteOldSigningKeys(db, 2);
  return key.id;
}

function publicPart({ kty, crv, x, y, n, e, kid, alg }: JWK): JWK {
  return Object.fromEntries(
    Object.entries({ kty, crv, x, y, n, e, kid, alg }).filter(([, value]) => value !== undefined),
  ) as JWK;
}

async function loadKeys(app: App, tenantId: string): Promise<TenantKeys | undefined> {
  const rows = await app.tenancy.read(tenantId, listKeys);
  const signing = rows.filter(({ kind }) => kind === 'private').map(({ value }) => value as JWK);
  if (signing.length === 0) {
    return undefined;
  }
  const verifying = new Map<string, { key: CryptoKey; algorithm: string }>();
  for (const jwk of signing) {
    const algorithm = algorithmOf(jwk);
    const key = await importJWK(publicPart(jwk), algorithm);
    // importJWK answers bytes only for symmetric keys, which are never stored here.
    verifying.set(jwk.kid ?? '', { key: key as CryptoKey, algorithm });
  }
  return {
    signing,
    verifying,
    cookies: rows.filter(({ kind }) => kind === 'cookie').map(({ value }) => (value as { secret: string }).secret),
    fingerprint: rows.map(({ id }) => id).join(' '),
  };
}

export function keysOf(app: App, tenantId: string): Promise<TenantKeys | undefined> {
  return app.cache.get(tenantId, 'oidc-keys', () => loadKeys(app, tenantId));
}
