import type { JsonObject } from '@postern/contracts/fields';
import { parseObject } from '../json.ts';
import { identities, list, type Translated, text } from './read.ts';

export const isFirebase = (record: JsonObject) => typeof record.localId === 'string';

/** `firebase auth:export`. The hash needs the parameters of the project, which are options of the import. */
export function translateFirebase(record: JsonObject): Translated {
  const claims = text(record.customAttributes);
  const accounts = list(record.providerUserInfo);
  const [passwordHash, passwordSalt] = [text(record.passwordHash), text(record.salt)];
  return {
    sourceId: text(record.localId),
    primaryEmail: text(record.email),
    emailVerified: record.emailVerified,
    primaryPhone: text(record.phoneNumber),
    name: text(record.displayName),
    avatar: text(record.photoUrl),
    isSuspended: record.disabled,
    createdAt: record.createdAt,
    lastSignInAt: record.lastSignedInAt,
    customData: claims === undefined ? undefined : parseObject(claims),
    identities: identities(accounts.map(({ providerId, rawId }) => ({ provider: providerId, userId: rawId }))),
    ...(passwordHash === undefined ? {} : { passwordDigest: `{firebase}${passwordSalt ?? ''}:${passwordHash}` }),
  };
}
