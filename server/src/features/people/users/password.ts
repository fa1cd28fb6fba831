import { createHash, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordMethod } from '@postern/contracts/people/users';
import { hashLegacy, readLegacy } from './hash-legacy.ts';
import { verifyBcrypt } from './verify-bcrypt.ts';

export type StoredPassword = { digest: string; method: PasswordMethod };

/** The value of argon2id in the package; its enum cannot be imported with type stripping. */
const argon2id = 2;
/**
 * OWASP's first recommendation; 13.5 ms of CPU. `verify` reads the parameters from the digest, so they may be raised
 * later.
 */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<StoredPassword> {
  return { digest: await hash(password, parameters), method: 'Argon2id' };
}

function sameText(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one.toLowerCase()), Buffer.from(two.toLowerCase())];
  return left.length === right.length && timingSafeEqual(left, right);
}

const plainHashes: Partial<Record<PasswordMethod, string>> = { MD5: 'md5', SHA1: 'sha1', SHA256: 'sha256' };

/** Verifies a password against a digest of any supported method. */
export async function verifyPassword(password: string, { digest, method }: StoredPassword): Promise<boolean> {
  const plain = plainHashes[method];
  if (plain) {
    return sameText(createHash(plain).update(password).digest('hex'), digest);
  }
  if (method === 'Bcrypt') {
    return verifyBcrypt(password, digest);
  }
  if (method === 'Legacy') {
    const legacy = readLegacy(digest);
    return sameText(await hashLegacy(password, legacy), legacy.expected);
  }
  return verify(digest, password);
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
  decoy ??= hashPassword('nobody has this password');
  await verifyPassword(password, await decoy);
}
