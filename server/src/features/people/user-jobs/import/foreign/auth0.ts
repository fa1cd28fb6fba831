import type { JsonObject } from '@postern/contracts/fields';
import { isObject } from '../json.ts';
import { identities, list, some, type Translated, text, username } from './read.ts';

/** `auth0|5f7c…`, `google-oauth2|1029…`, or the file with hashes from their support. */
export function isAuth0(record: JsonObject): boolean {
  const { user_id: id, _id: hashId } = record;
  return (
    (typeof id === 'string' && /^[\w-]+\|/.test(id)) ||
    'custom_password_hash' in record ||
    ('passwordHash' in record && isObject(hashId) && '$oid' in hashId) ||
    ('email' in record && ('user_metadata' in record || 'app_metadata' in record))
  );
}

/** RFC 9106 digests and bcrypt are self-describing; a plain hash may have its salt before or after the password. */
function readCustomHash(custom: JsonObject): Translated {
  const algorithm = text(custom.algorithm)?.toLowerCase() ?? '';
  const hash = isObject(custom.hash) ? custom.hash : {};
  const salt = isObject(custom.salt) ? custom.salt : {};
  const [value, encoding] = [text(hash.value) ?? '', text(hash.encoding) ?? 'utf8'];
  if (['bcrypt', 'argon2', 'pbkdf2'].includes(algorithm)) {
    return { passwordDigest: value };
  }
  const plain = ['md5', 'sha1', 'sha256', 'sha512'].includes(algorithm);
  const saltText = text(salt.value) ?? '';
  const isReadable = (text(salt.encoding) ?? 'utf8') === 'utf8' && (encoding === 'hex' || encoding === 'base64');
  if (!plain || !isReadable) {
    return { passwordDigest: `{${algorithm || 'unknown'}}` };
  }
  const hex = encoding === 'hex' ? value : Buffer.from(value, 'base64').toString('hex');
  const args = text(salt.position) === 'suffix' ? ['@', saltText] : [saltText, '@'];
  return { passwordDigest: JSON.stringify([algorithm, saltText ? args : ['@'], hex]) };
}

export function translateAuth0(record: JsonObject): Translated {
  const { user_metadata: userData, app_metadata: appData, custom_password_hash: custom, _id: hashId } = record;
  const accounts = list(record.identities).filter(({ provider }) => provider !== 'auth0');
  const digest = text(record.passwordHash) ?? text(record.password_hash);
  const metadata = some({
    ...(some(userData) ? { user_metadata: userData } : {}),
    ...(some(appData) ? { app_metadata: appData } : {}),
  });
  return {
    sourceId: text(record.user_id) ?? (isObject(hashId) ? text(hashId.$oid) : undefined),
    username: username(record.username),
    primaryEmail: text(record.email),
    emailVerified: record.email_verified,
    primaryPhone: text(record.phone_number),
    phoneVerified: record.phone_verified,
    // Auth0 uses the address as the name of users without one.
    name: record.name === record.email ? undefined : text(record.name),
    avatar: text(record.picture),
    'profile.givenName': text(record.given_name),
    'profile.familyName': text(record.family_name),
    'profile.nickname': text(record.nickname),
    isSuspended: record.blocked,
    createdAt: record.created_at,
    lastSignInAt: record.last_login,
    customData: metadata,
    identities: identities(accounts.map(({ provider, user_id: userId }) => ({ provider, userId }))),
    ...(digest === undefined ? {} : { passwordDigest: digest }),
    ...(isObject(custom) ? readCustomHash(custom) : {}),
  };
}
