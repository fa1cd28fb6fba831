import type { JsonObject } from '@postern/contracts/fields';
import {
  type ImportColumn,
  type ImportOptions,
  importFields,
  isImportField,
} from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/http/errors';
import { recognizeDigest } from './read-values.ts';

/** Compares only letters and digits of a name. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\da-z]+/g, '');

/** Names of our fields in other files, in English and German, without punctuation. */
const synonyms: Record<string, string[]> = {
  username: ['login', 'loginname', 'nickname', 'benutzername', 'benutzer', 'user', 'account', 'konto'],
  primaryEmail: ['email', 'emailaddress', 'mail', 'primarymail', 'emailadresse', 'mailadresse'],
  emailVerified: ['emailverified', 'isemailverified', 'verifiedemail', 'emailbestatigt'],
  primaryPhone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'cell',
    'tel',
    'telephone',
    'telefon',
    'handy',
    'telefonnummer',
  ],
  phoneVerified: ['phoneverified', 'isphoneverified', 'phonenumberverified'],
  name: ['fullname', 'displayname', 'vollername', 'anzeigename'],
  avatar: ['picture', 'photo', 'photourl', 'avatarurl', 'image', 'bild'],
  customData: ['customdata', 'metadata', 'attributes', 'usermetadata'],
  identities: ['socialidentities'],
  roles: ['role', 'rolle', 'rollen', 'rolenames'],
  passwordDigest: [
    'passworddigest',
    'passwordhash',
    'hash',
    'passwordencrypted',
    'hashedpassword',
    'encryptedpassword',
    'passworthash',
    'digest',
  ],
  passwordAlgorithm: ['passwordencryptionmethod', 'hashalgorithm', 'algorithm', 'hashmethod', 'passwordmethod'],
  password: ['passwort', 'kennwort', 'pass', 'plainpassword'],
  isSuspended: ['suspended', 'blocked', 'disabled', 'locked', 'isblocked', 'isdisabled', 'gesperrt'],
  createdAt: [
    'created',
    'createdon',
    'creationdate',
    'createdate',
    'registered',
    'registeredat',
    'signupdate',
    'erstellt',
    'angelegt',
  ],
  lastSignInAt: ['lastsignin', 'lastlogin', 'lastloginat', 'lastsignedinat', 'letzteanmeldung'],
  'profile.givenName': ['givenname', 'firstname', 'vorname', 'forename'],
  'profile.familyName': ['familyname', 'lastname', 'surname', 'nachname', 'familienname'],
  'profile.middleName': ['middlename'],
  'profile.nickname': ['spitzname'],
  'profile.preferredUsername': ['preferredusername'],
  'profile.website': ['website', 'url', 'homepage', 'webseite'],
  'profile.gender': ['gender', 'geschlecht'],
  'profile.birthdate': ['birthdate', 'birthday', 'dateofbirth', 'geburtsdatum', 'geburtstag'],
  'profile.zoneinfo': ['zoneinfo', 'timezone', 'zeitzone'],
  'profile.locale': ['locale', 'language', 'lang', 'sprache'],
  'profile.address.formatted': ['address', 'adresse', 'anschrift'],
  'profile.address.streetAddress': ['street', 'streetaddress', 'strasse'],
  'profile.address.locality': ['city', 'locality', 'town', 'stadt', 'ort'],
  'profile.address.region': ['state', 'region', 'province', 'bundesland'],
  'profile.address.postalCode': ['postalcode', 'zip', 'zipcode', 'postcode', 'plz', 'postleitzahl'],
  'profile.address.country': ['country', 'land'],
};

const byName = new Map(
  [
    ...importFields.map((field) => [plain(field), field] as const),
    ...Object.entries(synonyms).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
  ].toReversed(),
);

const ownId = /^[\da-z]{12}$/;

function guess(name: string, values: string[]): string | null {
  const field = (importFields as readonly string[]).includes(name) ? name : (byName.get(plain(name)) ?? null);
  if (field === 'id') {
    return values.length > 0 && values.every((value) => ownId.test(value)) ? 'id' : null;
  }
  if (field === 'password' && values.length > 0 && values.every((value) => recognizeDigest(value))) {
    return 'passwordDigest';
  }
  return name === 'sourceId' ? 'customData.sourceId' : field;
}

const secretFields = new Set<string | null>(['password', 'passwordDigest']);
const maxExample = 80;

/** Long enough to recognize a value; for secrets only their type. */
function showExample(field: string | null, value: string): string {
  if (secretFields.has(field)) {
    return recognizeDigest(value)?.method ?? '••••••';
  }
  return value.length > maxExample ? `${value.slice(0, maxExample)}…` : value;
}

/** Guesses the field of each column by its name and values. The first match gets the field. */
export function guessColumns(columns: { name: string; values: string[] }[]): ImportColumn[] {
  const taken = new Set<string>();
  // Exact names have precedence over similar ones.
  const order = columns.toSorted((one, two) => rank(one.name) - rank(two.name));
  const fields = new Map<string, string | null>();
  for (const { name, values } of order) {
    const field = guess(name, values);
    const isFree = field !== null && !taken.has(field);
    fields.set(name, isFree ? field : null);
    if (isFree) {
      taken.add(field);
    }
  }
  return columns.map(({ name, values }) => {
    const field = fields.get(name) ?? null;
    // A skipped column may still contain a secret.
    const shown = field ?? guess(name, values);
    return { name, field, examples: [...new Set(values.map((value) => showExample(shown, value)))].slice(0, 3) };
  });
}

const rank = (name: string) => ((importFields as readonly string[]).includes(name) ? 0 : 1);

/** Column → field. */
export type Mapping = Map<string, string>;

const invalid = (details: string) => new AppError('user_import.mapping_invalid', { details });

/** Which field is read from which column: the guess with the changes of the caller. */
export function mapColumns(columns: readonly ImportColumn[], changes: ImportOptions['mapping']): Mapping {
  const given = new Map(Object.entries(changes));
  const unknown = [...given.keys()].find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) {
    throw invalid(`The file has no column ${unknown}.`);
  }
  const pairs = columns.flatMap(({ name, field: guess }) => {
    const field = given.has(name) ? given.get(name) : guess;
    return field ? [[name, field] as const] : [];
  });
  const wrong = pairs.find(([, field]) => !isImportField(field));
  if (wrong) {
    throw invalid(`${wrong[1]} is not a field. Use one of ours, or customData. and a name.`);
  }
  const fields = pairs.map(([, field]) => field);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) {
    throw invalid(`${twice} is read from two columns.`);
  }
  if (fields.length === 0) {
    throw invalid('No column is read.');
  }
  return new Map(pairs);
}

/** The values of a record by field. */
export function pickFields(values: JsonObject, mapping: Mapping): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([column, value]) => {
      const field = mapping.get(column);
      return field === undefined ? [] : [[field, value] as const];
    }),
  );
}
