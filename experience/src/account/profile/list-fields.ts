import type {
  CustomProfileField,
  ProfileFieldNames,
  ProfileFieldPart,
  ProfileFieldType,
} from '@postern/contracts/experience/custom-profile-fields';
import type { UserProfile } from '@postern/contracts/people/users';

/** Where the values of the tenant's fields are stored: in the standard profile or in custom data. */
type Fields = { profile: CustomProfileField[]; customData: CustomProfileField[] };

const profileNames: readonly (keyof UserProfile)[] = [
  'familyName',
  'givenName',
  'middleName',
  'nickname',
  'preferredUsername',
  'profile',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'address',
];
const isOfProfile = (name: string) => profileNames.some((one) => one === name);

const define = (name: string, type: ProfileFieldType, parts: readonly string[] = []): CustomProfileField => ({
  tenantId: '',
  id: name,
  name,
  type,
  label: '',
  description: null,
  required: false,
  config: parts.length > 0 ? { parts: parts.map(definePart) } : {},
  createdAt: 0,
  sieOrder: 0,
});
const definePart = (name: string): ProfileFieldPart => ({ enabled: true, name, type: 'Text', required: false });

/** The standard fields, used unless the tenant configures others. */
function usualFields({ address, ...profile }: UserProfile): CustomProfileField[] {
  const given = (name: Exclude<keyof UserProfile, 'address'>) => (profile[name] ? [name] : []);
  return [
    define('fullname', 'Fullname', ['givenName', ...given('middleName'), 'familyName']),
    define('nickname', 'Text'),
    define('birthdate', 'Date'),
    define('gender', 'Text'),
    define('website', 'Url'),
    ...given('profile').map((name) => define(name, 'Url')),
    ...[...given('zoneinfo'), ...given('locale')].map((name) => define(name, 'Text')),
    define('address', 'Address', [
      ...(address?.formatted ? ['formatted'] : []),
      'streetAddress',
      'postalCode',
      'locality',
      'region',
      'country',
    ]),
  ];
}

/** The names under which a field is stored. */
const storedNames = ({ name, type, config }: CustomProfileField) =>
  type === 'Fullname' ? (config.parts ?? []).filter(({ enabled }) => enabled).map((part) => part.name) : [name];

/** A full name without the parts that the tenant asks for in a separate field. */
function without(field: CustomProfileField, taken: ReadonlySet<string>): CustomProfileField[] {
  if (field.type !== 'Fullname') {
    return taken.has(field.name) ? [] : [field];
  }
  const parts = (field.config.parts ?? []).filter(({ name }) => !taken.has(name));
  return parts.length > 0 ? [{ ...field, config: { ...field.config, parts } }] : [];
}

/**
 * The fields that the tenant has chosen, in its order; if it has chosen none, all of its fields and then the remaining
 * standard ones. Name and picture are shown separately.
 */
export function listFields(
  catalog: readonly CustomProfileField[],
  profile: UserProfile,
  chosen?: ProfileFieldNames | null,
): Fields {
  const listed = chosen ? chosen.flatMap(({ name }) => catalog.find((field) => field.name === name) ?? []) : catalog;
  const own = listed.filter(({ name }) => name !== 'name' && name !== 'avatar');
  const isProfile = (field: CustomProfileField) => storedNames(field).every(isOfProfile);
  const taken = new Set(own.flatMap(storedNames));
  return {
    profile: [
      ...own.filter(isProfile),
      ...(chosen ? [] : usualFields(profile).flatMap((field) => without(field, taken))),
    ],
    customData: own.filter((field) => !isProfile(field)),
  };
}
