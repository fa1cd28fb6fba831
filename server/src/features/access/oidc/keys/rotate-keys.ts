import {
  defaultGraceSeconds,
  type IdTokenAlgorithm,
  idTokenAlgorithms,
  type RotateSigningKey,
  type SigningKeyAlgorithm,
  type SigningKeyStatus,
} from '@postern/contracts/access/signing-keys';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId, newSecret } from '#platform/secrets/ids';
import {
  deleteKeys,
  insertKey,
  type KeyKind,
  type KeyRow,
  listKeys,
  listReadableKeys,
  lockKeys,
  type NewKey,
  type PrivateKey,
  updateKeyValue,
} from './keys.store.ts';
import { queueKey } from './queue-keys.ts';
import type { KeySealer } from './seal-keys.ts';

/** Replaced: a newer key was created before this one signed. It is published until the newer one signs, and not listed. */
type KeyStatus = SigningKeyStatus | 'Replaced';
export type ArrangedKey = KeyRow & { status: KeyStatus };

const byStart = (one: KeyRow, two: KeyRow) =>
  two.signsFrom - one.signsFrom || two.createdAt - one.createdAt || one.id.localeCompare(two.id);

const byAge = (one: KeyRow, two: KeyRow) => two.createdAt - one.createdAt || byStart(one, two);

/** A key never signs if a newer one was created before its start time. */
const isReplaced = (row: KeyRow, rows: readonly KeyRow[]) =>
  rows.some(({ createdAt }) => createdAt > row.createdAt && createdAt < row.signsFrom);

const withStatus = (row: KeyRow | undefined, status: KeyStatus): ArrangedKey[] => (row ? [{ ...row, status }] : []);

/**
 * The state of each key, newest first: at most one waiting, one replaced by it, one that signs, and one that only
 * verifies. Older keys are retired. `after` returns the state that many milliseconds in the future.
 */
export function arrangeKeys(rows: readonly KeyRow[], kind: KeyKind, after = 0): ArrangedKey[] {
  const mine = rows.filter((row) => row.kind === kind);
  const lasting = mine.filter((row) => !isReplaced(row, mine));
  const [current, previous] = lasting.filter(({ startsIn }) => startsIn <= after).sort(byStart);
  const [next] = lasting.filter(({ startsIn }) => startsIn > after).sort(byAge);
  const replaced = next && mine.filter((row) => row !== next && !lasting.includes(row)).sort(byAge)[0];
  if (!current) {
    // A tenant must always have a key that signs.
    return withStatus(next, 'Current');
  }
  return [
    ...withStatus(next, 'Next'),
    ...withStatus(replaced, 'Replaced'),
    ...withStatus(current, 'Current'),
    ...withStatus(previous, 'Previous'),
  ];
}

export const isListed = <K extends ArrangedKey>(key: K): key is K & { status: SigningKeyStatus } =>
  key.status !== 'Replaced';

const algorithmByCurve: Record<string, string> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

/** The algorithm that a private key signs with. */
export const algorithmOf = (jwk: JWK) => jwk.alg ?? algorithmByCurve[jwk.crv ?? ''] ?? 'RS256';

/** An ES256 signature takes 0.1 ms; RS256 is for verifiers that support nothing else. */
const algorithms = { EC: 'ES256', RSA: 'RS256' } as const;
/** A key that an administrator requests is large; a companion signs in 0.6 ms. */
const rsaBits = { asked: 4096, companion: 2048 } as const;

async function generateKey(alg: IdTokenAlgorithm, modulusLength: number): Promise<JWK & { kid: string }> {
  const generate = () => generateKeyPair(alg, { modulusLength, extractable: true });
  const { privateKey } = await (alg === 'RS256' ? queueKey(generate) : generate());
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg, use: 'sig' };
}

/** Adds one key for each algorithm that an application may choose and this key does not have. */
async function withCompanions(key: PrivateKey): Promise<PrivateKey> {
  const missing = idTokenAlgorithms.filter((algorithm) => algorithm !== algorithmOf(key));
  const companions = await Promise.all(missing.map((algorithm) => generateKey(algorithm, rsaBits.companion)));
  return { ...key, companions };
}

async function newSigningKey(algorithm: SigningKeyAlgorithm): Promise<NewKey> {
  const key = await generateKey(algorithms[algorithm], rsaBits.asked);
  return { id: key.kid, kind: 'private', value: await withCompanions(key) };
}

/** Generating an RSA key takes seconds: do it before a connection is held. */
export async function newKey(kind: KeyKind, algorithm: SigningKeyAlgorithm = 'EC'): Promise<NewKey> {
  return kind === 'private' ? newSigningKey(algorithm) : { id: newId(), kind, value: { secret: newSecret() } };
}

/**
 * First keys of a new tenant: a signing key and a cookie key. The companion is created when the keys are first read,
 * because RSA keys take long and this runs in a transaction.
 */
export async function createKeys(db: Db, sealer: KeySealer): Promise<void> {
  const key = await generateKey('ES256', rsaBits.asked);
  await insertKey(db, sealer, { id: key.kid, kind: 'private', value: key }, 0);
  await insertKey(db, sealer, await newKey('cookie'), 0);
}

/** Private keys that may sign and have no companion: those of a new tenant, or of an older release. */
export const keysWithoutCompanions = (rows: KeyRow[]): (KeyRow & { value: PrivateKey })[] =>
  arrangeKeys(rows, 'private')
    .filter(({ status }) => status !== 'Previous')
    // Keys of this kind are JWKs.
    .map((row) => ({ ...row, value: row.value as PrivateKey }))
    .filter(({ value }) => value.companions === undefined);

/** Generates companions for these keys, before a connection is held. */
export const makeCompanions = (rows: ReturnType<typeof keysWithoutCompanions>) =>
  Promise.all(rows.map(async ({ id, value }) => ({ id, value: await withCompanions(value) })));

/** Stores companions unless another node was first. Returns all current keys. */
export async function addCompanions(
  db: Db,
  sealer: KeySealer,
  made: Awaited<ReturnType<typeof makeCompanions>>,
): Promise<KeyRow[]> {
  await lockKeys(db, 'private');
  const missing = new Set(keysWithoutCompanions(await listKeys(db, sealer)).map(({ id }) => id));
  for (const { id, value } of made.filter((key) => missing.has(key.id))) {
    await updateKeyValue(db, sealer, id, value);
  }
  return listKeys(db, sealer);
}

type Rotation = RotateSigningKey & {
  replacesUnreadable?: boolean;
  /** Refuses a key that signs immediately while another one waits. */
  keepsWaiting?: boolean;
};

const hasWaiting = async (db: Db, sealer: KeySealer) =>
  arrangeKeys((await listReadableKeys(db, sealer)).keys, 'private').some(({ status }) => status === 'Next');

/**
 * Adds a key. A waiting key will never sign and is dropped when the new one signs; the signing key continues to verify.
 * Cookie keys need no grace period: only we verify cookies, and every node is notified before the response. With
 * `replacesUnreadable`, keys that the vault does not open are deleted, so that a tenant can continue with new ones.
 */
export async function rotateKeys(
  db: Db,
  sealer: KeySealer,
  key: NewKey,
  { rotationGracePeriod = defaultGraceSeconds, replacesUnreadable = false, keepsWaiting = false }: Rotation = {},
): Promise<ArrangedKey[]> {
  await lockKeys(db, key.kind);
  if (keepsWaiting && key.kind === 'private' && rotationGracePeriod === 0 && (await hasWaiting(db, sealer))) {
    throw new AppError('oidc.invalid_request', { status: 422, details: 'A next key waits. Name a grace period.' });
  }
  await insertKey(db, sealer, key, key.kind === 'cookie' ? 0 : rotationGracePeriod);
  const { keys, unreadable } = await listReadableKeys(db, sealer);
  if (unreadable.length > 0 && !replacesUnreadable) {
    throw new AppError('vault.unreadable');
  }
  const rows = keys.filter(({ kind }) => kind === key.kind);
  const kept = arrangeKeys(rows, key.kind);
  const retired = rows.filter(({ id }) => !kept.some((one) => one.id === id));
  await deleteKeys(db, [...retired.map(({ id }) => id), ...unreadable]);
  if (unreadable.length > 0 && !keys.some(({ kind }) => kind === 'cookie')) {
    await insertKey(db, sealer, await newKey('cookie'), 0);
  }
  await emit(db, { name: 'SigningKey.Rotated', subjectId: key.id, data: { kind: key.kind } });
  return kept;
}

/**
 * Of the private keys only the previous one can be removed. The newest remaining cookie key signs from now on. The last
 * key cannot be removed, because signing in would be impossible.
 */
export async function removeKey(db: Db, sealer: KeySealer, kind: KeyKind, keyId: string): Promise<void> {
  await lockKeys(db, kind);
  const keys = arrangeKeys(await listKeys(db, sealer), kind).filter(isListed);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) {
    throw new AppError('oidc.key_not_found', { values: { id: keyId } });
  }
  const [newest] = keys.filter(({ id }) => id !== keyId);
  if (!newest) {
    throw new AppError('oidc.key_required');
  }
  if (kind === 'private' && key.status !== 'Previous') {
    throw new AppError('oidc.only_previous_key_can_be_deleted');
  }
  await deleteKeys(db, [keyId]);
  await emit(db, { name: 'SigningKey.Deleted', subjectId: keyId, data: { kind } });
}
