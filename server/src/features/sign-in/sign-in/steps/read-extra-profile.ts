import { reservedFieldNames } from '@postern/contracts/experience/custom-profile-fields';
import { Avatar } from '@postern/contracts/fields';
import { UserProfile } from '@postern/contracts/people/users';
import type { PendingProfile } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import type { ProfileField } from '../store.ts';
import { checkField } from './check-field.ts';

const includes = (names: readonly string[], name: string) => names.includes(name);
const nameParts = new Set(['givenName', 'middleName', 'familyName']);

function refuseReserved(name: string): void {
  if (includes(reservedFieldNames.identifier, name)) {
    throw new AppError('custom_profile_fields.name_conflict_sign_in_identifier', { values: { name } });
  }
  if (includes([...reservedFieldNames.builtIn, ...reservedFieldNames.customData], name)) {
    throw new AppError('custom_profile_fields.name_conflict_custom_data', { values: { name } });
  }
}

/** `field` lets the page show the error next to that field. */
function invalid(details: string, field?: string): AppError {
  return new AppError('request.invalid_input', { values: { details }, details, ...(field ? { data: { field } } : {}) });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A full name may be sent as a whole under the name of its field, or in parts next to the other values. */
function flatten(fields: ProfileField[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isObject(value) && fields.some((field) => field.name === name && field.type === 'Fullname')
        ? Object.entries(value)
        : [[name, value]],
    ),
  );
}

/** The field of this name, or an enabled part of a full name. */
function findField(fields: ProfileField[], name: string): ProfileField | undefined {
  const part = nameParts.has(name)
    ? fields
        .filter(({ type }) => type === 'Fullname')
        .flatMap(({ config }) => config.parts ?? [])
        .find((one) => one.enabled && one.name === name)
    : undefined;
  return part
    ? { ...part, config: part.config ?? {} }
    : fields.find((field) => field.name === name && field.type !== 'Fullname');
}

/** Where a value is stored: the account itself, its profile, or its custom data. */
function placeOf(name: string): 'account' | 'profile' | 'customData' {
  if (name === 'name' || name === 'avatar') {
    return 'account';
  }
  return name in UserProfile.shape ? 'profile' : 'customData';
}

/** Values for custom fields, each checked by its field. Rejects values that are not requested. */
export async function readExtraProfile(
  tenantId: string,
  fields: ProfileField[],
  given: Record<string, unknown>,
): Promise<PendingProfile> {
  const result: Record<'account' | 'profile' | 'customData', Record<string, unknown>> = {
    account: {},
    profile: {},
    customData: {},
  };
  for (const [name, value] of Object.entries(flatten(fields, given))) {
    refuseReserved(name);
    const field = findField(fields, name);
    if (!field) {
      throw invalid(`${name} is not asked for.`);
    }
    const checked = await checkField(tenantId, field, value);
    if ('problem' in checked) {
      throw invalid(`${name}: ${checked.problem}`, checked.part ? `${name}.${checked.part}` : name);
    }
    if (checked.value !== undefined) {
      result[placeOf(name)][name] = checked.value;
    }
  }
  const profile = UserProfile.safeParse(result.profile);
  const { name, avatar } = result.account;
  if (!profile.success || (name !== undefined && typeof name !== 'string') || String(name ?? '').length > 128) {
    throw invalid('A value has another type than its place in the profile.');
  }
  const picture = Avatar.optional().safeParse(avatar);
  if (!picture.success) {
    // A field for any text must not be a way around the rule for pictures.
    throw invalid('avatar: give a web address.', 'avatar');
  }
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(picture.data === undefined ? {} : { avatar: picture.data }),
    profile: profile.data,
    customData: result.customData,
  };
}
