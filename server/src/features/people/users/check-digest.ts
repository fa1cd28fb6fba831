import { verify } from '@node-rs/argon2';
import type { PasswordMethod } from '@postern/contracts/people/users';
import { AppError } from '#platform/http/errors';
import { hashLegacy, readLegacy, type StoredPassword } from './password.ts';

/** Limits for one verification: 256 MiB and about a second. Otherwise an import could make every sign-in an attack. */
const maxArgon2Memory = 262_144;
const maxArgon2Work = 1_048_576;
const maxArgon2Lanes = 16;
const maxBcryptCost = 14;

const shapes: Record<Exclude<PasswordMethod, 'Legacy'>, RegExp> = {
  Argon2i: /^\$argon2i\$(?:v=\d+\$)?m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$/,
  Argon2id: /^\$argon2id\$(?:v=\d+\$)?m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$/,
  Argon2d: /^\$argon2d\$(?:v=\d+\$)?m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$/,
  Bcrypt: /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./\dA-Za-z]{53}$/,
  MD5: /^[\da-f]{32}$/i,
  SHA1: /^[\da-f]{40}$/i,
  SHA256: /^[\da-f]{64}$/i,
};

const unsupported = (name: PasswordMethod, details: string) =>
  new AppError('password.unsupported_encryption_method', { values: { name }, details });

async function checkArgon2(method: PasswordMethod, digest: string, [memory = 0, time = 0, lanes = 0]: number[]) {
  if (memory > maxArgon2Memory || memory * time > maxArgon2Work || lanes > maxArgon2Lanes) {
    throw unsupported(method, 'The digest is too expensive to verify. The parameters m, t and p are too high.');
  }
  try {
    await verify(digest, '');
  } catch (error) {
    // Digests that the library cannot read now would fail at sign-in as well.
    throw unsupported(method, error instanceof Error ? error.message : 'It cannot be read.');
  }
}

async function checkLegacy(digest: string): Promise<void> {
  const legacy = readLegacy(digest);
  if ((await hashLegacy('', legacy)).length !== legacy.expected.length) {
    const details = 'The length of the hash does not match the algorithm, so no password can match it.';
    throw new AppError('password.invalid_legacy_password_format', { details });
  }
}

/** Rejects digests that cannot be verified, or only at high cost, when they are stored instead of at sign-in. */
export async function checkDigest({ digest, method }: StoredPassword): Promise<void> {
  if (method === 'Legacy') {
    return checkLegacy(digest);
  }
  const [whole, ...costs] = shapes[method].exec(digest) ?? [];
  if (whole === undefined) {
    throw unsupported(method, `This is not a digest of the type ${method}.`);
  }
  if (method === 'Bcrypt' && Number(costs[0]) > maxBcryptCost) {
    throw unsupported(method, `The digest is too expensive to verify. The maximum cost is ${maxBcryptCost}.`);
  }
  if (method.startsWith('Argon2')) {
    await checkArgon2(method, digest, costs.map(Number));
  }
}

const base64 = /^[\d+/A-Za-z]+$/;
const isCanonical = (text: string) =>
  base64.test(text) && Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text;

/**
 * The parameters that determine how a digest is verified: everything except the bytes of salt and hash. Undefined if
 * verification is cheap.
 */
function formOf({ digest, method }: StoredPassword): string | undefined {
  if (method.startsWith('Argon2')) {
    const parts = digest.split('$');
    const [salt = '', hash = ''] = parts.slice(-2);
    return isCanonical(salt) && isCanonical(hash)
      ? [method, ...parts.slice(0, -2), salt.length, hash.length].join('$')
      : undefined;
  }
  if (method === 'Legacy') {
    const { algorithm, args, expected } = readLegacy(digest);
    const [first = '', ...rest] = args;
    // The salt is first, or after the password.
    const [form, salt] = first === '@' ? [['@', ...rest.slice(1)], rest[0] ?? ''] : [rest, first];
    return algorithm.includes('-') || algorithm.startsWith('pbkdf2')
      ? JSON.stringify([algorithm, form, salt.length, expected.length])
      : undefined;
  }
  return undefined;
}

const maxKnown = 1000;

/** Checks many digests like `checkDigest`; those that differ only in salt and hash are checked once. */
export function createDigestChecker(): (password: StoredPassword) => Promise<void> {
  const good = new Set<string>();
  return async (password) => {
    const form = formOf(password);
    if (form !== undefined && good.has(form)) {
      return;
    }
    await checkDigest(password);
    if (form !== undefined && good.size < maxKnown) {
      good.add(form);
    }
  };
}
