import { checkDigest } from './check-digest.ts';
import { readLegacy } from './hash-legacy.ts';
import type { StoredPassword } from './password.ts';

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
