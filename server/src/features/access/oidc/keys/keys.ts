import { constants, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type CryptoKey, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { type Client, ExternalSigningKey, type Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { toJwsSignature } from './convert-signature.ts';
import { type KeyRow, listKeys, type PrivateKey } from './keys.store.ts';
import { addCompanions, algorithmOf, arrangeKeys, keysWithoutCompanions, makeCompanions } from './rotate-keys.ts';
import { keySealer } from './seal-keys.ts';

export type TenantKeys = {
  /** The first key signs, or the first one of the algorithm that an application chose. All are published and verify. */
  signing: JWK[];
  verifying: Map<string, { key: CryptoKey; algorithm: string }>;
  cookies: string[];
  /** Changes whenever a key is added, removed or starts to sign. */
  fingerprint: string;
};

/** The current keys and, if a key is waiting, those from a later moment, so that nodes need no notification. */
type Loaded = { keys: TenantKeys; later?: { from: number; keys: TenantKeys } };

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
  const signing = ordered.flatMap(({ value }): JWK[] => {
    // Keys of this kind are JWKs.
    const { companions = [], ...key } = value as PrivateKey;
    return [key, ...companions];
  });
  const verifying = new Map<string, { key: CryptoKey; algorithm: string }>();
  for (const jwk of signing) {
    const algorithm = algorithmOf(jwk);
    const key = await importJWK(publicPart(jwk), algorithm);
    // importJWK returns bytes only for symmetric keys, which are never stored here.
    verifying.set(jwk.kid ?? '', { key: key as CryptoKey, algorithm });
  }
  const cookies = arrangeKeys(rows, 'cookie', after);
  return {
    signing,
    verifying,
    cookies: cookies.map(({ value }) => (value as { secret: string }).secret),
    fingerprint: [...signing.map(({ kid }) => kid), ...cookies.map(({ id }) => id)].join(' '),
  };
}

/** The keys of a tenant with their companions, which are created here if missing. */
async function completeKeys(app: App, tenantId: string): Promise<KeyRow[]> {
  const sealer = keySealer(app, tenantId);
  const rows = await app.tenancy.read(tenantId, (db) => listKeys(db, sealer));
  const incomplete = keysWithoutCompanions(rows);
  if (incomplete.length === 0) {
    return rows;
  }
  const made = await makeCompanions(incomplete);
  return app.tenancy.write(tenantId, (db) => addCompanions(db, sealer, made), { changesSettings: true });
}

async function loadKeys(app: App, tenantId: string): Promise<Loaded | undefined> {
  const rows = await completeKeys(app, tenantId);
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

const loadedKeysOf = (app: App, tenantId: string) =>
  app.cache.get(tenantId, 'oidc-keys', () => loadKeys(app, tenantId));

export async function keysOf(app: App, tenantId: string): Promise<TenantKeys | undefined> {
  const loaded = await loadedKeysOf(app, tenantId);
  return loaded?.later && performance.now() >= loaded.later.from ? loaded.later.keys : loaded?.keys;
}

/** When a waiting key starts to sign, on the clock of `performance.now()`; Infinity if none waits. */
export async function keysValidUntil(app: App, tenantId: string): Promise<number> {
  const { later } = (await loadedKeysOf(app, tenantId)) ?? {};
  return later && performance.now() < later.from ? later.from : Number.POSITIVE_INFINITY;
}

/** The first key signs cookies; all of them verify. */
export const cookieKeysOf = async (app: App, tenantId: string) => (await keysOf(app, tenantId))?.cookies ?? [];

const keysOfEngines = new WeakMap<Provider, TenantKeys>();

/**
 * The key that an engine signs with: its own, even if a newer one was added while it serves a request. With an algorithm:
 * the key or the companion for it.
 */
export function signingKeyOf(provider: Provider, algorithm?: string): JWK | undefined {
  const keys = keysOfEngines.get(provider)?.signing ?? [];
  return keys.find((key) => algorithm === undefined || algorithmOf(key) === algorithm);
}

/**
 * Stores which keys an engine was created with. An ID token that is sent as a hint may be signed by an older key of
 * another kind. The engine would only allow the current algorithm; each of our keys has exactly one, so the key
 * determines it.
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

const signInBackground = promisify(sign);

/**
 * A key that signs with node:crypto directly, in a quarter of the time of WebCrypto (0.07 ms instead of 0.30 for ES256).
 * The key is passed without options, which would double the time. RSA is slow enough for another thread; the engine
 * requires a class.
 */
export class SigningKey extends ExternalSigningKey {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor(jwk: JWK) {
    super();
    this.#privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    this.#publicKey = createPublicKey(this.#privateKey);
    // The types declare them read-only; the engine has setters for them.
    Object.assign(this, { kid: jwk.kid, alg: algorithmOf(jwk) });
  }

  override keyObject(): KeyObject {
    return this.#publicKey;
  }

  override async sign(data: Uint8Array): Promise<Uint8Array> {
    const { alg = '' } = this;
    const hash = `sha${alg.slice(2)}`;
    if (alg.startsWith('ES')) {
      return toJwsSignature(sign(hash, data, this.#privateKey), alg);
    }
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
    return signInBackground(hash, data, alg.startsWith('PS') ? { key: this.#privateKey, ...pss } : this.#privateKey);
  }
}
