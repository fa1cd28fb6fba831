import { Avatar } from '@postern/contracts/fields';
import { CreateUser, type UpdateUser, type User, UserProfile } from '@postern/contracts/people/users';
import i18next from 'i18next';
import { z } from 'zod';
import { jsonObjectText } from '#platform/form/json-object.ts';
import { identifierFields, phoneText } from '../identifier-fields.ts';

/** Text with a profile: a JSON object with OpenID Connect claims. */
const profileText = jsonObjectText.transform((value, context): UserProfile => {
  const result = UserProfile.safeParse(value);
  if (result.success) {
    return result.data;
  }
  context.issues.push({ code: 'custom', message: profileMistake(result.error), input: value });
  return z.NEVER;
});

function profileMistake({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'unrecognized_keys') {
    const key = [...issue.path, issue.keys[0]].join('.');
    const known = issue.path[0] === 'address' ? UserProfile.shape.address.unwrap().shape : UserProfile.shape;
    return i18next.t('users.profile.unknownKey', { key, known: Object.keys(known).join(', ') });
  }
  return i18next.t('users.profile.invalidValue', { key: issue?.path.join('.') ?? '' });
}

/** Schema of the settings page. */
export const SettingsForm = z.object({
  ...identifierFields,
  name: CreateUser.shape.name.unwrap(),
  avatar: z
    .string()
    .trim()
    .max(2048)
    .refine((url) => Avatar.safeParse(url).success, { error: () => i18next.t('fields.webUrl') }),
  profile: profileText,
  customData: jsonObjectText,
});

export type SettingsValues = z.input<typeof SettingsForm>;
export type SettingsOutput = z.output<typeof SettingsForm>;

const tidy = (value: object) => JSON.stringify(value, null, 2);

/** A profile as text, with claims in the order of the contract: reverting a value then leaves no change. */
export function profileTextOf(profile: Record<string, unknown>): string {
  const known = Object.keys(UserProfile.shape).filter((key) => Object.hasOwn(profile, key));
  return tidy({ ...Object.fromEntries(known.map((key) => [key, profile[key]])), ...profile });
}

export const settingsOf = (user: User): SettingsValues => ({
  primaryEmail: user.primaryEmail ?? '',
  primaryPhone: user.primaryPhone ? phoneText(user.primaryPhone) : '',
  username: user.username ?? '',
  name: user.name ?? '',
  avatar: user.avatar ?? '',
  profile: profileTextOf(user.profile),
  customData: tidy(user.customData),
});

/** The update for the changed fields. Others are not sent, because applications may write them meanwhile. */
export function changesOf(values: SettingsOutput, changed: Partial<Record<keyof SettingsValues, boolean>>): UpdateUser {
  const { profile, customData, ...texts } = values;
  return {
    ...(changed.primaryEmail && { primaryEmail: texts.primaryEmail || null }),
    ...(changed.primaryPhone && { primaryPhone: texts.primaryPhone || null }),
    ...(changed.username && { username: texts.username || null }),
    ...(changed.name && { name: texts.name || null }),
    ...(changed.avatar && { avatar: texts.avatar || null }),
    ...(changed.profile && { profile }),
    ...(changed.customData && { customData }),
  };
}

type Json = Record<string, unknown>;

/** The object in a text; undefined if it is not an object. */
export const readObject = (text: string): Json | undefined => jsonObjectText.safeParse(text).data;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path. */
export function valueAt(object: Json, [key = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return rest.length === 0 || !isObject(value) ? value : valueAt(value, rest);
}

/** A copy with one value changed. Undefined and empty values are removed, and so are parents that become empty. */
export function withValueAt(object: Json, [key = '', ...rest]: readonly string[], value: unknown): Json {
  const known = Object.hasOwn(object, key) ? object[key] : undefined;
  const next = rest.length > 0 ? withValueAt(isObject(known) ? known : {}, rest, value) : value;
  const isEmpty =
    rest.length > 0 ? isObject(next) && Object.keys(next).length === 0 : next === undefined || next === '';
  if (!isEmpty) {
    return { ...object, [key]: next };
  }
  const { [key]: _gone, ...others } = object;
  return others;
}
