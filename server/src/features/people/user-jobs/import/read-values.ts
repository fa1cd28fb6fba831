import type { ErrorCode } from '@postern/contracts/errors';
import type { JsonObject } from '@postern/contracts/fields';
import type { FirebaseParameters } from '@postern/contracts/people/user-imports';
import { maxPasswordLength, type PasswordMethod, passwordMethods } from '@postern/contracts/people/users';
import { keyStream, type StoredPassword } from '#features/people/users';
import { isObject, parseObject } from './json.ts';

/** Cells are strings; JSON may have numbers and other types. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const trueWords = new Set(['true', 'yes', 'y', '1', 'on', 'ja', 'wahr']);
const falseWords = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'falsch']);

export function readBoolean(value: unknown): boolean | undefined {
  const word = readText(value)?.trim().toLowerCase() ?? '';
  return trueWords.has(word) || (falseWords.has(word) ? false : undefined);
}

/** Smaller numbers are seconds: as milliseconds they would be before March 1973. */
const secondsUntil = 100_000_000_000;
const day = 86_400_000;

/** A time in milliseconds from milliseconds, seconds or ISO 8601; not before 1970, and at most now. */
export function readTime(value: unknown): number | undefined {
  const text = readText(value)?.trim() ?? '';
  const number = /^\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  const isIso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);
  // Without a time zone it is UTC, regardless of the server's zone.
  const iso = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || text.length === 10 ? text : `${text.replace(' ', 'T')}Z`;
  const time = isIso ? Date.parse(iso) : number !== undefined && number < secondsUntil ? number * 1000 : number;
  return time !== undefined && time >= 0 && time <= Date.now() + day
    ? Math.min(Math.floor(time), Date.now())
    : undefined;
}

export const readObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'string' ? parseObject(value) : isObject(value) ? value : undefined;

/** `+49 (170) 123-4567` as digits; a leading 00 equals the plus. */
export const readPhone = (value: unknown): string | undefined =>
  readText(value)
    ?.trim()
    .replace(/[\s()./-]/g, '')
    .replace(/^(?:\+|00)/, '');

function listOf(text: string): unknown[] {
  const list = text.startsWith('[') ? parseObject(`{"list":${text}}`)?.list : undefined;
  return Array.isArray(list) ? list : text.split(/[;,|]/);
}

/** `admin; editor`, or a list, or JSON if a name contains a semicolon. */
export function readNames(value: unknown): string[] {
  const parts = (Array.isArray(value) ? value : listOf(readText(value) ?? '')).map(readText);
  return [...new Set(parts.flatMap((part) => part?.trim() || []))];
}

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
const recognizeMethod = (name: string): PasswordMethod | undefined =>
  methodNames.get(name.toLowerCase().replace(/[^\da-z]/g, ''));

export type GivenPassword = { plain: string } | { stored: StoredPassword };

type Report = (code: ErrorCode, field?: string, details?: string) => void;

/** The key stream of Firebase is enough to verify a password. */
function readFirebase(text: string, parameters: FirebaseParameters): StoredPassword | undefined {
  const [salt = '', hash = ''] = text.split(':');
  const stream = keyStream(parameters.signerKey, hash);
  if (stream === undefined) {
    return undefined;
  }
  const { saltSeparator, rounds, memCost } = parameters;
  const args = ['@', Buffer.from(salt, 'base64').toString('base64'), saltSeparator, rounds, memCost];
  return { digest: JSON.stringify(['firebase-scrypt', args, stream]), method: 'Legacy' };
}

const mark = /^\{([\w-]+)\}(.*)$/s;

function readDigest(
  text: string,
  algorithm: string | undefined,
  firebase: FirebaseParameters | undefined,
): StoredPassword | { kind: string } | undefined {
  const method = algorithm === undefined ? undefined : recognizeMethod(algorithm);
  if (method) {
    return { digest: text, method };
  }
  const recognized = recognizeDigest(text);
  if (recognized) {
    return recognized;
  }
  const [, kind, rest = ''] = mark.exec(text) ?? [];
  const known = kind === 'firebase' && firebase ? readFirebase(rest, firebase) : undefined;
  return known ?? (kind === undefined ? undefined : { kind });
}

/** The password of a line. A digest that cannot be verified here is skipped with a warning. */
export function readPassword(
  fields: ReadonlyMap<string, unknown>,
  firebase: FirebaseParameters | undefined,
  refuse: Report,
  warn: Report,
): GivenPassword | undefined {
  const plain = readText(fields.get('password')) || undefined;
  const text = readText(fields.get('passwordDigest'))?.trim() || undefined;
  const algorithm = readText(fields.get('passwordAlgorithm'))?.trim() || undefined;
  if (plain !== undefined && text !== undefined) {
    refuse('user.password_and_digest', 'password');
    return undefined;
  }
  if (plain !== undefined) {
    if (plain.length > maxPasswordLength) {
      refuse('user_import.value_too_long', 'password', `At most ${maxPasswordLength} characters.`);
    }
    return { plain };
  }
  if (text === undefined) {
    return undefined;
  }
  const read = readDigest(text, algorithm, firebase);
  if (read && 'digest' in read && read.digest.length <= 256) {
    return { stored: read };
  }
  warn('user_import.password_left_out', 'passwordDigest', read && 'kind' in read ? read.kind : undefined);
  return undefined;
}
