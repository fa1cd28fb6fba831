import type { JsonObject } from '@postern/contracts/fields';
import { isObject, parseObject } from '../json.ts';
import { fullName, identities, list, some, type Translated, text, username } from './read.ts';

export const isKeycloak = (record: JsonObject) =>
  'username' in record &&
  (Array.isArray(record.credentials) || typeof record.createdTimestamp === 'number' || 'requiredActions' in record);

const firstOf = (value: unknown) => text(Array.isArray(value) ? value[0] : value);
const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');
const unpadded = (base64: string) => base64.replace(/=+$/, '');

/** The one-line format of RFC 9106. */
function argon2(parameters: JsonObject, rounds: number, salt: string, hash: string): string {
  const [type, memory, lanes] = [parameters.type, parameters.memory, parameters.parallelism].map(firstOf);
  const version = firstOf(parameters.version) === '1.0' ? 16 : 19;
  return `$argon2${type ?? 'id'}$v=${version}$m=${memory},t=${rounds},p=${lanes ?? 1}$${unpadded(salt)}$${unpadded(hash)}`;
}

const digests: Record<string, string> = { pbkdf2: 'sha1', 'pbkdf2-sha256': 'sha256', 'pbkdf2-sha512': 'sha512' };

/** Newer exports have both parts as JSON strings; older ones as separate fields. */
function readPassword(credential: JsonObject): string {
  const secret = parseObject(text(credential.secretData) ?? '') ?? credential;
  const data = parseObject(text(credential.credentialData) ?? '') ?? credential;
  const [salt, hash] = [text(secret.salt) ?? '', text(secret.value) ?? text(secret.hashedSaltedValue) ?? ''];
  const [algorithm, rounds] = [text(data.algorithm) ?? '', Number(data.hashIterations)];
  if (algorithm.startsWith('argon2')) {
    return argon2(isObject(data.additionalParameters) ? data.additionalParameters : {}, rounds, salt, hash);
  }
  const digest = digests[algorithm];
  if (digest === undefined) {
    return `{${algorithm || 'unknown'}}`;
  }
  const bytes = Buffer.from(hash, 'base64').length;
  return JSON.stringify(['pbkdf2-base64', [salt, rounds, bytes, digest, '@'], hex(hash)]);
}

const phoneKeys = ['phoneNumber', 'phone_number', 'phone', 'mobile'];

/** A realm export, or its file of users. */
export function translateKeycloak(record: JsonObject): Translated {
  const { locale, ...attributes } = isObject(record.attributes) ? record.attributes : {};
  const password = list(record.credentials).find(({ type }) => type === 'password');
  const phoneKey = phoneKeys.find((key) => key in attributes);
  const accounts = list(record.federatedIdentities);
  const rest = Object.entries(attributes).filter(([key]) => key !== phoneKey);
  return {
    sourceId: text(record.id),
    username: username(record.username),
    primaryEmail: text(record.email),
    emailVerified: record.emailVerified,
    primaryPhone: phoneKey && firstOf(attributes[phoneKey]),
    name: fullName(record.firstName, record.lastName),
    'profile.givenName': text(record.firstName),
    'profile.familyName': text(record.lastName),
    'profile.locale': firstOf(locale),
    isSuspended: typeof record.enabled === 'boolean' ? !record.enabled : undefined,
    createdAt: record.createdTimestamp,
    customData: some(
      Object.fromEntries(
        rest.map(([key, value]) => [key, Array.isArray(value) && value.length === 1 ? value[0] : value]),
      ),
    ),
    identities: identities(accounts.map(({ identityProvider: provider, userId }) => ({ provider, userId }))),
    ...(password ? { passwordDigest: readPassword(password) } : {}),
  };
}
