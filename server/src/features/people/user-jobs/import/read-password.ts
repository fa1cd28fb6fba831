import type { ErrorCode } from '@postern/contracts/errors';
import type { FirebaseParameters } from '@postern/contracts/people/user-imports';
import { maxPasswordLength } from '@postern/contracts/people/users';
import type { StoredPassword } from '#features/people/users';
import { readText } from './read-value.ts';
import { recognizeDigest, recognizeMethod } from './recognize-digest.ts';

export type GivenPassword = { plain: string } | { stored: StoredPassword };

type Report = (code: ErrorCode, field?: string, details?: string) => void;

/** XORs the first bytes of both: the result is the key stream of Firebase, which is enough to verify a password. */
function readFirebase(text: string, parameters: FirebaseParameters): StoredPassword | undefined {
  const [salt = '', hash = ''] = text.split(':');
  const [bytes, signer] = [Buffer.from(hash, 'base64'), Buffer.from(parameters.signerKey, 'base64')];
  if (bytes.length < 32 || signer.length < 32) {
    return undefined;
  }
  const stream = Buffer.from(bytes.subarray(0, 32).map((byte, index) => byte ^ (signer[index] ?? 0)));
  const { saltSeparator, rounds, memCost } = parameters;
  const args = ['@', Buffer.from(salt, 'base64').toString('base64'), saltSeparator, rounds, memCost];
  return { digest: JSON.stringify(['firebase-scrypt', args, stream.toString('hex')]), method: 'Legacy' };
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
