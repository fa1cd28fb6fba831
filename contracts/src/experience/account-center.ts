import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Origin } from '../fields.ts';

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
] as const;
export const accountFieldAccess = ['Off', 'ReadOnly', 'Edit'] as const;
const Access = z.enum(accountFieldAccess);

/** What users may see and change in their own account; missing fields are off. */
export const AccountFields = z.strictObject(
  // The keys are exactly the list above.
  Object.fromEntries(accountFields.map((name) => [name, Access.optional()])) as Record<
    (typeof accountFields)[number],
    z.ZodOptional<typeof Access>
  >,
);
export type AccountFields = z.infer<typeof AccountFields>;

export const AccountCenter = z.object({
  tenantId: z.string(),
  id: z.string(),
  enabled: z.boolean(),
  fields: AccountFields,
  webauthnRelatedOrigins: z.array(z.string()),
  /** Whether users may delete their own account; missing while they may not. */
  deleteAccount: z.boolean().optional(),
});
export type AccountCenter = z.infer<typeof AccountCenter>;

/** What the account center itself needs of it. */
export type ShownAccountCenter = Pick<AccountCenter, 'enabled' | 'fields' | 'deleteAccount'>;

export const UpdateAccountCenter = z.strictObject({
  enabled: z.boolean().optional(),
  fields: AccountFields.optional(),
  webauthnRelatedOrigins: z.array(Origin).max(50).optional(),
  deleteAccount: z.boolean().optional(),
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
