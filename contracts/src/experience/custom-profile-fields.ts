import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const profileFieldTypes = [
  'Text',
  'Number',
  'Date',
  'Checkbox',
  'Select',
  'Url',
  'Regex',
  'Address',
  'Fullname',
] as const;
export const ProfileFieldType = z.enum(profileFieldTypes);
export type ProfileFieldType = z.infer<typeof ProfileFieldType>;

export const addressParts = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'] as const;
export const fullnameParts = ['givenName', 'middleName', 'familyName'] as const;

/** Names that already have another meaning. */
export const reservedFieldNames = {
  builtIn: ['preferredUsername'],
  customData: ['onboarding', 'ossOnboarding', 'guideRequests', 'adminConsolePreferences', 'defaultTenantId'],
  identifier: ['username', 'primaryEmail', 'primaryPhone', 'email', 'phone'],
} as const;

export const maxFieldsPerBatch = 20;

const placeholder = z.string().max(256).optional();
const length = z.int().min(0).max(1024).optional();
const value = z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
const format = z.string().max(128);
const Options = z.array(z.strictObject({ label: z.string().max(256).optional(), value: z.string().max(256) })).max(500);

const BaseConfig = z.strictObject({
  placeholder,
  minLength: length,
  maxLength: length,
  minValue: value,
  maxValue: value,
  format: format.optional(),
  customFormat: format.optional(),
  options: Options.optional(),
  defaultValue: z.string().max(256).optional(),
});

const label = z.string().min(1).max(128).optional();
const description = z.string().max(256).optional();

const Part = z.strictObject({
  enabled: z.boolean(),
  name: z.string().max(128),
  type: ProfileFieldType,
  label,
  description,
  required: z.boolean(),
  config: BaseConfig.optional(),
});
export type ProfileFieldPart = z.infer<typeof Part>;

export const ProfileFieldConfig = BaseConfig.extend({ parts: z.array(Part).max(20).optional() });
export type ProfileFieldConfig = z.infer<typeof ProfileFieldConfig>;

/** The nine types. The server validates the parts of a config, so that each mistake has its own code. */
export const SaveProfileField = z.strictObject({
  type: ProfileFieldType,
  label,
  description: description.nullable(),
  required: z.boolean(),
  config: ProfileFieldConfig.optional(),
});
export type SaveProfileField = z.infer<typeof SaveProfileField>;

export const CreateProfileField = SaveProfileField.extend({ name: z.string().max(128) });
export type CreateProfileField = z.infer<typeof CreateProfileField>;

export const CustomProfileField = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  type: ProfileFieldType,
  label: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  config: ProfileFieldConfig,
  createdAt: z.number(),
  sieOrder: z.number(),
});
export type CustomProfileField = z.infer<typeof CustomProfileField>;

/** Names of custom profile fields, in order. */
export const ProfileFieldNames = z.array(z.object({ name: z.string() }));
export type ProfileFieldNames = z.infer<typeof ProfileFieldNames>;
export const SentProfileFieldNames = z.array(z.strictObject({ name: z.string().max(128) })).max(1000);

export const ProfileFieldOrder = z.strictObject({
  order: z
    .array(z.strictObject({ name: z.string().max(128), sieOrder: z.int().min(0).max(32_767) }))
    .min(1)
    .max(1000),
});
export type ProfileFieldOrder = z.infer<typeof ProfileFieldOrder>;

const Name = z.object({ name: z.string().max(128) });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Custom profile fields' } as const;
const ruleErrors = [
  'custom_profile_fields.invalid_min_max_input',
  'custom_profile_fields.invalid_default_value',
  'custom_profile_fields.invalid_options',
  'custom_profile_fields.invalid_regex_format',
  'custom_profile_fields.invalid_address_components',
  'custom_profile_fields.invalid_fullname_components',
  'custom_profile_fields.invalid_sub_component_type',
  'request.invalid_input',
] as const;
const createErrors = [
  'custom_profile_fields.invalid_name',
  'custom_profile_fields.name_conflict_built_in_prop',
  'custom_profile_fields.name_conflict_custom_data',
  'custom_profile_fields.name_conflict_sign_in_identifier',
  'custom_profile_fields.name_exists',
  ...ruleErrors,
] as const;

export const customProfileFieldsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/custom-profile-fields',
    summary: 'List the custom profile fields.',
    response: z.array(CustomProfileField),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/custom-profile-fields/:name',
    summary: 'Get a custom profile field.',
    params: Name,
    response: CustomProfileField,
    errors: ['entity.not_found'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/custom-profile-fields',
    quota: ['collectUserProfileEnabled'],
    summary: 'Create a custom profile field at the end of the order.',
    body: CreateProfileField,
    response: CustomProfileField,
    status: [201],
    errors: createErrors,
  }),
  createMany: endpoint({
    ...common,
    method: 'POST',
    path: '/api/custom-profile-fields/batch',
    quota: ['collectUserProfileEnabled'],
    summary: 'Create several custom profile fields, all or none.',
    body: z.array(CreateProfileField).min(1).max(maxFieldsPerBatch),
    response: z.array(CustomProfileField),
    status: [201],
    errors: createErrors,
  }),
  update: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/custom-profile-fields/:name',
    summary: 'Replace a custom profile field. Its name and position are kept.',
    params: Name,
    body: SaveProfileField,
    response: CustomProfileField,
    errors: ['entity.not_exists', ...ruleErrors],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/custom-profile-fields/:name',
    summary: 'Delete a custom profile field. Existing values stay in the accounts.',
    params: Name,
    errors: ['entity.not_found'],
  }),
  order: endpoint({
    ...common,
    method: 'POST',
    path: '/api/custom-profile-fields/properties/sie-order',
    summary: 'Set the order of the custom profile fields.',
    body: ProfileFieldOrder,
    response: z.array(CustomProfileField),
    errors: ['custom_profile_fields.entity_not_exists_with_names', 'request.invalid_input'],
  }),
} as const;
