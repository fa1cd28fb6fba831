import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Origin, WebUrl } from '../fields.ts';
import { ProfileFieldNames, SentProfileFieldNames } from './custom-profile-fields.ts';

export const accountFields = [
  'name',
  'avatar',
  'profile',
  'email',
  'phone',
  'password',
  'username',
  'social',
  'customData',
  'mfa',
  /** Passkeys; missing means as `mfa`. */
  'passkey',
  /** Sessions and granted access; missing means `Edit`. */
  'session',
] as const;
export const accountFieldAccess = ['Off', 'ReadOnly', 'Edit'] as const;
const Access = z.enum(accountFieldAccess);
export type AccountFieldAccess = z.infer<typeof Access>;

/** What users may see and change in their own account; missing fields are off. */
export const AccountFields = z.strictObject(
  // The keys are exactly the list above.
  Object.fromEntries(accountFields.map((name) => [name, Access.optional()])) as Record<
    (typeof accountFields)[number],
    z.ZodOptional<typeof Access>
  >,
);
export type AccountFields = z.infer<typeof AccountFields>;

/**
 * The access to a part. Passkeys were part of the second factors, and sessions were open to everybody, before they had
 * fields of their own.
 */
export function accessTo(fields: AccountFields, field: (typeof accountFields)[number]): AccountFieldAccess {
  const before = field === 'passkey' ? fields.mfa : field === 'session' ? 'Edit' : undefined;
  return fields[field] ?? before ?? 'Off';
}

export const AccountCenter = z.object({
  tenantId: z.string(),
  id: z.string(),
  enabled: z.boolean(),
  fields: AccountFields,
  webauthnRelatedOrigins: z.array(z.string()),
  /** Whether users may delete their own account; missing while they may not. */
  deleteAccount: z.boolean().optional(),
  /** A page of the tenant where people delete their account. */
  deleteAccountUrl: z.string().nullable(),
  /** Added to the style of the sign-in pages. */
  customCss: z.string().nullable(),
  /** The profile fields that the account center shows, in order. Null means all fields. */
  profileFields: ProfileFieldNames.nullable(),
});
export type AccountCenter = z.infer<typeof AccountCenter>;

/** What the account center itself needs of it. */
export type ShownAccountCenter = Pick<AccountCenter, 'enabled' | 'fields' | 'deleteAccount'> &
  Partial<Pick<AccountCenter, 'deleteAccountUrl' | 'profileFields' | 'customCss'>>;

export const UpdateAccountCenter = z.strictObject({
  enabled: z.boolean().optional(),
  fields: AccountFields.optional(),
  webauthnRelatedOrigins: z.array(Origin).max(50).optional(),
  deleteAccount: z.boolean().optional(),
  /** Empty and null both mean none. */
  deleteAccountUrl: WebUrl.or(z.literal('')).nullable().optional(),
  customCss: z.string().max(131_072).nullable().optional(),
  profileFields: SentProfileFieldNames.nullable().optional(),
});
export type UpdateAccountCenter = z.infer<typeof UpdateAccountCenter>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Account center',
  path: '/api/account-center',
  response: AccountCenter,
} as const;

export const accountCenterApi = {
  get: endpoint({ ...common, method: 'GET', summary: 'Get the account center settings.' }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    summary: 'Update the account center settings. `fields` is replaced as a whole.',
    body: UpdateAccountCenter,
    errors: ['custom_profile_fields.entity_not_exists_with_names', 'request.invalid_input'],
  }),
  getPublic: endpoint({
    auth: { kind: 'none' },
    document: 'user',
    tag: 'Well-known',
    method: 'GET',
    path: '/api/.well-known/account-center',
    summary: 'Get the account center settings without a token.',
    response: AccountCenter,
  }),
  relatedOrigins: endpoint({
    auth: { kind: 'none' },
    document: 'user',
    tag: 'Well-known',
    method: 'GET',
    path: '/.well-known/webauthn',
    summary: 'List the origins that can use the passkeys of this tenant (WebAuthn related origin requests).',
    response: z.object({ origins: z.array(z.string()) }),
  }),
} as const;
