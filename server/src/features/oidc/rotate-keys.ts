import { defaultGraceSeconds, type RotateSigningKey, type SigningKeyAlgorithm } from '@postern/contracts/signing-keys';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { newId, newSecret } from '#platform/ids';
import { type ArrangedKey, arrangeKeys } from './arrange-keys.ts';
import { deleteKeys, insertKey, type KeyKind, listKeys, lockKeys, type NewKey, startSigning } from './keys.store.ts';

/** ES256 costs 0.1 ms a signature; RS256 is for verifiers that know nothing else. */
const signatures = {
  EC: { alg: 'ES256', options: {} },
  RSA: { alg: 'RS256', options: { modulusLength: 4096 } },
} as const;

async function newSigningKey(algorithm: SigningKeyAlgorithm): Promise<NewKey> {
  const { alg, options } = signatures[algorithm];
  const { privateKey } = await generateKeyPair(alg, { ...options, extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { id: kid, kind: 'private', value: { ...jwk, kid, alg, use: 'sig' } };
}

/** An RSA key takes seconds to find: make it before a connection is held. */
export async function newKey(kind: KeyKind, algorithm: SigningKeyAlgorithm = 'EC'): Promise<NewKey> {
  return kind === 'private' ? newSigningKey(algorithm) : { id: newId(), kind, value: { secret: newSecret() } };
}

/** First keys of a new tenant: one that signs and one for cookies. */
export async function createKeys(db: Db): Promise<void> {
  for (const kind of ['private', 'cookie'] as const) {
    await insertKey(db, await newKey(kind), 0);
  }
}

/**
 * Adds a key. One that still waits has signed nothing and makes room; the one that signs goes on verifying. Cookie keys
 * need no grace: only we verify cookies, and every node learns of the change before it is answered.
 */
export async function rotateKeys(
  db: Db,
  key: NewKey,
  { rotationGracePeriod = defaultGraceSeconds }: RotateSigningKey = {},
): Promise<ArrangedKey[]> {
  await lockKeys(db, key.kind);
  const before = await listKeys(db);
  const waiting = arrangeKeys(before, key.kind).filter(({ status }) => status === 'Next');
  await deleteKeys(
    db,
    waiting.map(({ id }) => id),
  );
  await insertKey(db, key, key.kind === 'cookie' ? 0 : rotationGracePeriod);
  const rows = (await listKeys(db)).filter(({ kind }) => kind === key.kind);
  const kept = arrangeKeys(rows, key.kind);
  const retired = rows.filter(({ id }) => !kept.some((one) => one.id === id));
  await deleteKeys(
    db,
    retired.map(({ id }) => id),
  );
  return kept;
}

/** The newest of those that remain signs from now on; without any, nobody could sign in. */
export async function removeKey(db: Db, kind: KeyKind, keyId: string): Promise<void> {
  await lockKeys(db, kind);
  const keys = arrangeKeys(await listKeys(db), kind);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) {
    throw new AppError('oidc.key_not_found', { values: { id: keyId } });
  }
  const [newest] = keys.filter(({ id }) => id !== keyId);
  if (!newest) {
    throw new AppError('oidc.key_required');
  }
  await deleteKeys(db, [keyId]);
  if (key.status === 'Current' && newest.status === 'Next') {
    await startSigning(db, newest.id);
  }
}
