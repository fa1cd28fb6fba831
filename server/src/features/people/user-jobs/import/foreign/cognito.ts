import type { JsonObject } from '@postern/contracts/fields';
import { parseObject } from '../json.ts';
import { fullName, list, some, type Translated, text, username } from './read.ts';

/** An entry of ListUsers, or a row of the CSV template of a user pool import. */
export const isCognito = (record: JsonObject) =>
  'cognito:username' in record || ('Username' in record && Array.isArray(record.Attributes));

/** OpenID Connect Core 1.0 §5.1.1; pools store it as plain text or JSON. */
function readAddress(value: unknown): Translated {
  const address = text(value);
  if (address === undefined) {
    return {};
  }
  const parts = parseObject(address);
  return parts
    ? {
        'profile.address.formatted': text(parts.formatted),
        'profile.address.streetAddress': text(parts.street_address),
        'profile.address.locality': text(parts.locality),
        'profile.address.region': text(parts.region),
        'profile.address.postalCode': text(parts.postal_code),
        'profile.address.country': text(parts.country),
      }
    : { 'profile.address.formatted': address };
}

function readAttributes(attributes: JsonObject): Translated {
  const own = Object.entries(attributes).filter(([key, value]) => key.startsWith('custom:') && text(value));
  return {
    sourceId: text(attributes.sub),
    primaryEmail: text(attributes.email),
    emailVerified: attributes.email_verified,
    primaryPhone: text(attributes.phone_number),
    phoneVerified: attributes.phone_number_verified,
    name: text(attributes.name) ?? fullName(attributes.given_name, attributes.family_name),
    avatar: text(attributes.picture),
    'profile.givenName': text(attributes.given_name),
    'profile.familyName': text(attributes.family_name),
    'profile.middleName': text(attributes.middle_name),
    'profile.nickname': text(attributes.nickname),
    'profile.preferredUsername': text(attributes.preferred_username),
    'profile.profile': text(attributes.profile),
    'profile.website': text(attributes.website),
    'profile.gender': text(attributes.gender),
    'profile.birthdate': text(attributes.birthdate),
    'profile.zoneinfo': text(attributes.zoneinfo),
    'profile.locale': text(attributes.locale),
    ...readAddress(attributes.address),
    customData: some(Object.fromEntries(own.map(([key, value]) => [key.slice('custom:'.length), value]))),
  };
}

export function translateCognito(record: JsonObject): Translated {
  const attributes = Object.fromEntries(list(record.Attributes).map(({ Name, Value }) => [String(Name), Value]));
  return {
    ...readAttributes(attributes),
    username: username(record.Username),
    isSuspended: typeof record.Enabled === 'boolean' ? !record.Enabled : undefined,
    createdAt: record.UserCreateDate,
  };
}

export const translateCognitoRow = (record: JsonObject): Translated => ({
  ...readAttributes(record),
  username: username(record['cognito:username']),
});
