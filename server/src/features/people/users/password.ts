import { createCipheriv, createHash, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordMethod } from '@postern/contracts/people/users';
import { z } from 'zod';
import { AppError } from '#platform/http/errors';
import { traced } from '#platform/observe/trace';
import { queueHash, queueSlowCheck } from './queue-hashes.ts';

/** `[algorithm, arguments, hash in hex]`; the argument `@` is a placeholder for the password. */
const LegacyDigest = z.tuple([z.string(), z.array(z.union([z.string(), z.number()])), z.string().regex(/^[\da-f]+$/i)]);

type LegacyDigest = { algorithm: string; args: string[]; expected: string };

const passwordMark = '@';

const invalid = (details: string) => new AppError('password.invalid_legacy_password_format', { details });

export function readLegacy(digest: string): LegacyDigest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(digest);
  } catch {
    throw invalid('It is not JSON.');
  }
  const legacy = LegacyDigest.safeParse(parsed);
  if (!legacy.success) {
    throw invalid('It must be [algorithm, [arguments], hash in hex].');
  }
  const [algorithm, given, expected] = legacy.data;
  const args = given.map(String);
  if (!args.includes(passwordMark)) {
    throw invalid('One argument must be "@", which stands for the password.');
  }
  return { algorithm, args, expected };
}

function sizeOf(algorithm: string): number {
  try {
    return createHash(algorithm).digest().length;
  } catch {
    throw new AppError('password.unsupported_legacy_hash_algorithm', { values: { algorithm } });
  }
}

/** Rounds over all blocks; two million take one or two seconds. */
const maxRounds = 2_000_000;
const maxBytes = 120;
const slowHash = promisify(pbkdf2);

const hexMark = 'hex:';

/** A salt is text, or bytes in hexadecimal after `hex:`. */
function readSalt(salt: string): Buffer {
  if (!salt.startsWith(hexMark)) {
    return Buffer.from(salt, 'utf8');
  }
  const digits = salt.slice(hexMark.length);
  if (!/^(?:[\da-f]{2})+$/i.test(digits)) {
    throw invalid('A salt with hex: must have an even number of hexadecimal digits.');
  }
  return Buffer.from(digits, 'hex');
}

/** Salt, iterations, length and digest, with the password at any position. */
async function hashSlowly(password: string, args: string[], isBase64: boolean): Promise<string> {
  const mark = args.indexOf(passwordMark);
  const [salt = '', iterations = '', length = '', digest = ''] = args.toSpliced(mark, 1);
  const [rounds, bytes] = [Number(iterations), Number(length)];
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(bytes) || bytes < 1 || bytes > maxBytes) {
    throw invalid(`pbkdf2 takes a salt, iterations, a length of at most ${maxBytes} bytes, and a digest.`);
  }
  if (rounds * Math.ceil(bytes / sizeOf(digest)) > maxRounds) {
    throw invalid(`The digest takes too long to verify: more than ${maxRounds} rounds.`);
  }
  const saltBytes = isBase64 ? Buffer.from(salt, 'base64') : readSalt(salt);
  return (await slowHash(password, saltBytes, rounds, bytes, digest)).toString('hex');
}

/** What Firebase exports: salt, signer key, salt separator, rounds and memory cost, and the hash in base64. */
const FirebaseExport = z.tuple([
  z.literal('firebase-scrypt'),
  z.tuple([z.string(), z.string(), z.string(), z.union([z.string(), z.number()]), z.union([z.string(), z.number()])]),
  z.string(),
]);

/**
 * The digest as it is stored. An export of Firebase has the key of its project, which encrypts all passwords there; only the
 * key stream of this password is kept.
 */
export function tidyLegacy(digest: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(digest);
  } catch {
    return digest;
  }
  const exported = FirebaseExport.safeParse(parsed).data;
  if (!exported || exported[1].some((arg) => arg === passwordMark)) {
    return digest;
  }
  const [algorithm, [salt, signerKey, ...rest], hash] = exported;
  const stream = keyStream(signerKey, hash);
  if (!stream) {
    throw invalid('The signer key and the hash of firebase-scrypt must have at least 32 bytes, in base64.');
  }
  return JSON.stringify([algorithm, [passwordMark, salt, ...rest], stream]);
}

/** In hexadecimal; undefined if one of the two is too short. */
export function keyStream(signerKey: string, hash: string): string | undefined {
  const [bytes, signer] = [Buffer.from(hash, 'base64'), Buffer.from(signerKey, 'base64')];
  if (bytes.length < 32 || signer.length < 32) {
    return undefined;
  }
  return Buffer.from(bytes.subarray(0, 32).map((byte, index) => byte ^ (signer[index] ?? 0))).toString('hex');
}

const memoryHash = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** 64 MiB. */
const maxScryptBlocks = 2 ** 19;

/**
 * Firebase encrypts a key of the project with the scrypt hash of the password. Its key stream is as conclusive as the
 * encrypted key, so only its first bytes are stored, and the key of the project is not.
 */
async function hashAsFirebase(password: string, args: string[]): Promise<string> {
  const mark = args.indexOf(passwordMark);
  const [salt = '', separator = '', rounds = '', memCost = ''] = args.toSpliced(mark, 1);
  const [N, r] = [2 ** Number(memCost), Number(rounds)];
  if (!Number.isInteger(N) || N < 2 || !Number.isInteger(r) || r < 1 || N * r > maxScryptBlocks) {
    throw invalid('firebase-scrypt takes a salt, a separator, rounds and mem_cost, and at most 64 MiB.');
  }
  const saltBytes = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]);
  const key = await memoryHash(password, saltBytes, 32, { N, r, p: 1, maxmem: 256 * N * r });
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(32)).toString('hex');
}

const slowHashes: Record<string, (password: string, args: string[]) => Promise<string>> = {
  pbkdf2: (password, args) => hashSlowly(password, args, false),
  pbkdf2Sync: (password, args) => hashSlowly(password, args, false),
  // Binary salts, as Keycloak has them.
  'pbkdf2-base64': (password, args) => hashSlowly(password, args, true),
  'firebase-scrypt': hashAsFirebase,
};

/** The hash of the correct password; rejects parameters that would take more than seconds at sign-in. */
export async function hashLegacy(password: string, { algorithm, args }: LegacyDigest): Promise<string> {
  const slow = Object.hasOwn(slowHashes, algorithm) ? slowHashes[algorithm] : undefined;
  if (slow) {
    return slow(password, args);
  }
  sizeOf(algorithm);
  const text = args.map((arg) => (arg === passwordMark ? password : arg)).join('');
  return createHash(algorithm).update(text).digest('hex');
}

async function verifyNow(password: string, digest: string): Promise<boolean> {
  // Loaded with the first check: most installations have no bcrypt digests.
  const { verify } = await import('@node-rs/bcrypt');
  return verify(password, digest);
}

/** Argon2, files and DNS need the other threads. */
export const verifyBcrypt = (password: string, digest: string): Promise<boolean> =>
  queueSlowCheck(() => verifyNow(password, digest));

export type StoredPassword = { digest: string; method: PasswordMethod };

/** The value of argon2id in the package; its enum cannot be imported with type stripping. */
const argon2id = 2;
/**
 * OWASP's first recommendation; 13.5 ms of CPU. `verify` reads the parameters from the digest, so they may be raised
 * later.
 */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<StoredPassword> {
  const digest = await traced('hash password', () => queueHash(() => hash(password, parameters)));
  return { digest, method: 'Argon2id' };
}

function sameText(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one.toLowerCase()), Buffer.from(two.toLowerCase())];
  return left.length === right.length && timingSafeEqual(left, right);
}

const plainHashes: Partial<Record<PasswordMethod, string>> = { MD5: 'md5', SHA1: 'sha1', SHA256: 'sha256' };

/** Verifies a password against a digest of any supported method. */
export const verifyPassword = (password: string, stored: StoredPassword): Promise<boolean> =>
  traced('verify password', () => compare(password, stored), { 'postern.password.method': stored.method });

async function compare(password: string, { digest, method }: StoredPassword): Promise<boolean> {
  const plain = plainHashes[method];
  if (plain) {
    return sameText(createHash(plain).update(password).digest('hex'), digest);
  }
  if (method === 'Bcrypt') {
    return verifyBcrypt(password, digest);
  }
  if (method === 'Legacy') {
    const legacy = readLegacy(digest);
    return sameText(await queueHash(() => hashLegacy(password, legacy)), legacy.expected);
  }
  return queueHash(() => verify(digest, password));
}

/** Whether a digest is weaker than ours. A stronger one is kept. */
export function needsUpgrade({ digest, method }: StoredPassword): boolean {
  if (method !== 'Argon2id') {
    return true;
  }
  const [, memory, time] = /\$m=(\d+),t=(\d+),/.exec(digest) ?? [];
  return Number(memory) * Number(time) < parameters.memoryCost * parameters.timeCost;
}

let decoy: Promise<StoredPassword> | undefined;

/** Takes as long for an unknown user as for an existing one, so that timing reveals nothing. */
export async function verifyDecoy(password: string): Promise<void> {
  decoy ??= hashPassword('nobody has this password').catch((error) => {
    decoy = undefined;
    throw error;
  });
  await verifyPassword(password, await decoy);
}
