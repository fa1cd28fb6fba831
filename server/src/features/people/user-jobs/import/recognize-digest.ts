import { type PasswordMethod, passwordMethods } from '@postern/contracts/people/users';
import type { StoredPassword } from '#features/people/users';

const shapes: [PasswordMethod, RegExp][] = [
  ['Argon2id', /^\$argon2id\$/],
  ['Argon2i', /^\$argon2i\$/],
  ['Argon2d', /^\$argon2d\$/],
  ['Bcrypt', /^\$2[aby]\$\d\d\$/],
  ['MD5', /^[\da-f]{32}$/i],
  ['SHA1', /^[\da-f]{40}$/i],
  ['SHA256', /^[\da-f]{64}$/i],
  ['Legacy', /^\["/],
];

const toHex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');
const legacy = (...parts: [string, (string | number)[], string]): StoredPassword => ({
  digest: JSON.stringify(parts),
  method: 'Legacy',
});

/** Formats of other frameworks that are equivalent to one of ours. */
const spellings: [RegExp, (...groups: string[]) => StoredPassword][] = [
  // Django: pbkdf2_sha256$600000$salt$hash, with a plain text salt
  [
    /^pbkdf2_(sha1|sha256)\$(\d{1,8})\$([^$]+)\$([\d+/A-Za-z]+=*)$/,
    (digest = '', rounds = '', salt = '', hash = '') =>
      legacy('pbkdf2', [salt, Number(rounds), Buffer.from(hash, 'base64').length, digest, '@'], toHex(hash)),
  ],
  // The PHC format $pbkdf2-sha256$i=27500,l=32$salt$hash, and the one of Passlib: $pbkdf2-sha256$29000$salt$hash
  [
    /^\$pbkdf2-(sha1|sha256|sha512)\$(?:i=)?(\d{1,8})(?:,l=\d+)?\$([\d+./A-Za-z]+)\$([\d+./A-Za-z]+)$/,
    (digest = '', rounds = '', salt = '', hash = '') => {
      const [bytes, expected] = [salt, hash].map((part) => Buffer.from(part.replaceAll('.', '+'), 'base64'));
      const args = [bytes?.toString('base64') ?? '', Number(rounds), expected?.length ?? 0, digest, '@'];
      return legacy('pbkdf2-base64', args, expected?.toString('hex') ?? '');
    },
  ],
  // LDAP: {SHA} and {MD5} without a salt
  [/^\{SHA\}([\d+/A-Za-z]{27}=)$/i, (hash = '') => ({ digest: toHex(hash), method: 'SHA1' })],
  [/^\{MD5\}([\d+/A-Za-z]{22}==)$/i, (hash = '') => ({ digest: toHex(hash), method: 'MD5' })],
];

/** Detects the type of a digest by its format; undefined if it cannot be verified here. */
export function recognizeDigest(text: string): StoredPassword | undefined {
  const method = shapes.find(([, shape]) => shape.test(text))?.[0];
  if (method) {
    return { digest: text, method };
  }
  for (const [shape, read] of spellings) {
    const [whole, ...groups] = shape.exec(text) ?? [];
    if (whole !== undefined) {
      return read(...groups);
    }
  }
  return undefined;
}

const methodNames = new Map(passwordMethods.map((method) => [method.toLowerCase(), method]));

/** `argon2id`, `SHA-256`, `BCrypt`: the name of a method in any spelling. */
export const recognizeMethod = (name: string): PasswordMethod | undefined =>
  methodNames.get(name.toLowerCase().replace(/[^\da-z]/g, ''));
