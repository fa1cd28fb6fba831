import { checkDigest } from './check-digest.ts';
import { readLegacy } from './hash-legacy.ts';
import type { StoredPassword } from './password.ts';

const base64 = /^[\d+/A-Za-z]+$/;
const isCanonical = (text: string) =>
  base64.test(text) && Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text;

/**
 * What a digest has in common with others that are checked in the same way: all but the bytes of its salt and hash.
 * Undefined when it is cheap to check by itself.
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
    // The salt stands first, or behind the password.
    const [form, salt] = first === '@' ? [['@', ...rest.slice(1)], rest[0] ?? ''] : [rest, first];
    return algorithm.includes('-') || algorithm.startsWith('pbkdf2')
      ? JSON.stringify([algorithm, form, salt.length, expected.length])
      : undefined;
  }
  return undefined;
}

const maxKnown = 1000;

/** Checks many digests as `checkDigest` does one; of those that differ in salt and hash alone only the first pays. */
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
