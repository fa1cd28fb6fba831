import {
  addressParts,
  type CreateProfileField,
  type CustomProfileField,
  fullnameParts,
  type ProfileFieldConfig,
  type ProfileFieldPart,
  type ProfileFieldType,
} from '@postern/contracts/experience/custom-profile-fields';
import { UserProfile } from '@postern/contracts/people/users';

/** Standard profile fields, with their types. */
export const builtInFields = {
  name: 'Text',
  avatar: 'Url',
  fullname: 'Fullname',
  nickname: 'Text',
  birthdate: 'Date',
  gender: 'Select',
  profile: 'Url',
  website: 'Url',
  address: 'Address',
} as const satisfies Record<string, ProfileFieldType>;
export type BuiltInField = keyof typeof builtInFields;

export const isBuiltIn = (name: string): name is BuiltInField => Object.hasOwn(builtInFields, name);

/** The types of custom fields; the other types are for standard keys only. */
export const ownTypes = ['Text', 'Number', 'Date', 'Checkbox', 'Select', 'Url', 'Regex'] as const;

export const dateFormats = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd'] as const;

const partNames = { Address: addressParts, Fullname: fullnameParts } as const;
const firstParts: readonly string[] = ['givenName', 'familyName', 'formatted'];

export const hasParts = (type: ProfileFieldType): type is keyof typeof partNames => Object.hasOwn(partNames, type);

/** All possible parts: the stored ones, then the rest. */
export function partsOf(type: keyof typeof partNames, stored: readonly ProfileFieldPart[] = []): ProfileFieldPart[] {
  const isNew = stored.length === 0;
  const rest = partNames[type].filter((name) => !stored.some((part) => part.name === name));
  return [
    ...stored,
    ...rest.map((name) => ({
      name,
      type: 'Text' as const,
      enabled: isNew && firstParts.includes(name),
      required: isNew && firstParts.includes(name),
    })),
  ];
}

const firstConfigs: Record<ProfileFieldType, (name: string) => ProfileFieldConfig> = {
  Text: () => ({ minLength: 1, maxLength: 100 }),
  Number: () => ({}),
  Date: () => ({ format: dateFormats[0] }),
  Checkbox: () => ({ defaultValue: 'false' }),
  Select: (name) => ({
    options: (name === 'gender' ? ['female', 'male', 'prefer_not_to_say'] : ['option']).map((value) => ({ value })),
  }),
  Url: () => ({}),
  Regex: () => ({ format: '.+' }),
  Address: () => ({ parts: partsOf('Address') }),
  Fullname: () => ({ parts: partsOf('Fullname') }),
};

/** Defaults of a new field; a checkbox may stay unchecked, so it is never required. */
export function newField(name: string, type: ProfileFieldType, label?: string): CreateProfileField {
  return { name, type, label: label || undefined, required: type !== 'Checkbox', config: firstConfigs[type](name) };
}

/** Where the value is stored in an account. */
export function userDataKey({ name, type, config }: Pick<CustomProfileField, 'name' | 'type' | 'config'>): string {
  if (name === 'name' || name === 'avatar') {
    return name;
  }
  if (type === 'Fullname') {
    const parts = config.parts?.filter(({ enabled }) => enabled).map((part) => `profile.${part.name}`) ?? [];
    return parts.join(', ');
  }
  return Object.hasOwn(UserProfile.shape, name) ? `profile.${name}` : `customData.${name}`;
}
