import { createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordMethod } from '@postern/contracts/users';
import bcrypt from 'bcryptjs';
import { z } from 'zod';
import { AppError } from '#platform/errors';

export type StoredPassword = { digest: string; method: PasswordMethod };

/** OWASP's first choice; 13.5 ms of CPU. `verify` reads the parameters from the digest, so they may grow later. */
/** The package's name for argon2id; its enum cannot be imported where types are only stripped. */
const argon2id = 2;
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<StoredPassword> {
  return { digest: await hash(password, parameters), method: 'Argon2id' };
}

const LegacyDigest = z.tuple([z.string(), z.array(z.string()), z.string()]);

function readLegacy(digest: string): z.infer<typeof LegacyDigest> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(digest);
  } catch {
    throw new AppError('password.invalid_legacy_password_format');
  }
  const legacy = LegacyDigest.safeParse(parsed);
  if (!legacy.success || !legacy.data[1].includes('@')) {
    throw new AppError('password.invalid_legacy_password_format');
  }
  return legacy.data;
}

const slowHash = promisify(pbkdf2);

async function hashLegacy(algorithm: string, args: string[]): Promise<string> {
  if (algorithm === 'pbkdf2' || algorithm === 'pbkdf2Sync') {
    const [password = '', salt = '', iterations = '', length = '', digest = ''] = args;
    const rounds = Number(iterations);
    const bytes = Number(length);
    // Bounds, because an import could otherwise make one sign-in cost minutes.
    if (
      !Number.isInteger(rounds) ||
      rounds < 1 ||
      rounds > 5_000_000 ||
      !Number.isInteger(bytes) ||
      bytes < 1 ||
      bytes > 512
    ) {
      throw new AppError('password.invalid_legacy_password_format');
    }
    return (await slowHash(password, salt, rounds, bytes, digest)).toString('hex');
  }
  return createHash(algorithm).update(args.join('')).digest('hex');
}

function sameText(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one.toLowerCase()), Buffer.from(two.toLowerCase())];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function verifyLegacy(password: string, digest: string): Promise<boolean> {
  const [algorithm, args, expected] = readLegacy(digest);
  try {
    return sameText(
      await hashLegacy(
        algorithm,
        args.map((arg) => (arg === '@' ? password : arg)),
      ),
      expected,
    );
  } catch (error) {
    if (error instanceof AppError) {
      throw error;
    }
    throw new AppError('password.unsupported_legacy_hash_algorithm', { values: { algorithm } });
  }
}

const plainHashes: Partial<Record<PasswordMethod, string>> = { MD5: 'md5', SHA1: 'sha1', SHA256: 'sha256' };

/** Checks a password against a digest of any kind that can be imported. */
export async function verifyPassword(password: string, { digest, method }: StoredPassword): Promise<boolean> {
  const plain = plainHashes[method];
  if (plain) {
    return sameText(createHash(plain).update(password).digest('hex'), digest);
  }
  if (method === 'Bcrypt') {
    return bcrypt.compare(password, digest);
  }
  if (method === 'Legacy') {
    return verifyLegacy(password, digest);
  }
  return verify(digest, password);
}

/** A digest that can never be checked is refused when it is stored, not when somebody tries to sign in. */
export async function checkDigest({ digest, method }: StoredPassword): Promise<void> {
  if (method === 'Legacy') {
    await verifyLegacy('', digest);
    return;
  }
  const shapes: Record<Exclude<PasswordMethod, 'Legacy'>, RegExp> = {
    Argon2i: /^\$argon2i\$/,
    Argon2id: /^\$argon2id\$/,
    Argon2d: /^\$argon2d\$/,
    Bcrypt: /^\$2[abxy]?\$\d\d\$[\w./]{53}$/,
    MD5: /^[\da-f]{32}$/i,
    SHA1: /^[\da-f]{40}$/i,
    SHA256: /^[\da-f]{64}$/i,
  };
  if (!shapes[method].test(digest)) {
    throw new AppError('password.unsupported_encryption_method', { values: { name: method } });
  }
}

export const needsUpgrade = (method: PasswordMethod) => method !== 'Argon2id';

let decoy: Promise<StoredPassword> | undefined;

/** Spends as long on somebody who does not exist as on somebody who does, so that the time tells nothing. */
export async function verifyDecoy(password: string): Promise<void> {
  decoy ??= hashPassword('nobody has this password');
  await verifyPassword(password, await decoy);
}
