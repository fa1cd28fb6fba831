import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { policyFaults } from '../experience/judge-username.ts';
import { Avatar, CustomData, Email, JsonObject, Phone, Timestamp, Username } from '../fields.ts';
import { UserSsoIdentity } from '../people/user-identities.ts';
import { Identity, UserProfile } from '../people/users.ts';

/** The user's own account, limited by the scopes of the token and the account center. */
export const Account = z.object({
  id: z.string(),
  username: z.string().nullish(),
  primaryEmail: z.string().nullish(),
  primaryPhone: z.string().nullish(),
  name: z.string().nullish(),
  avatar: z.string().nullish(),
  customData: JsonObject.optional(),
  identities: z.record(z.string(), Identity).optional(),
  ssoIdentities: z.array(UserSsoIdentity).optional(),
  profile: z.object(UserProfile.shape).optional(),
  hasPassword: z.boolean().optional(),
  lastSignInAt: Timestamp.nullish(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  applicationId: z.string().nullish(),
  isSuspended: z.boolean().optional(),
  /** Whether there is a password or an address to verify the identity with. */
  hasSecurityVerificationMethod: z.boolean().optional(),
});
export type Account = z.infer<typeof Account>;

export const UpdateAccount = z.strictObject({
  name: z.string().max(128).nullish(),
  avatar: Avatar.nullish(),
  username: Username.nullish(),
  customData: CustomData.optional(),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const RecordId = z.string().min(1).max(64);
export const ThirdPartyToken = z.object({
  access_token: z.string(),
  scope: z.string().optional(),
  token_type: z.string().optional(),
  expires_in: z.union([z.number(), z.string()]).optional(),
});

const Target = z.object({ target: z.string().min(1).max(128) });
const common = { auth: { kind: 'account' }, document: 'user', tag: 'My account' } as const;
const sensitive = { ...common, proof: true } as const;
/** Consent of a third-party application covers linked accounts, but not the tokens of their providers. */
const firstParty = { ...common, auth: { kind: 'account', firstParty: true } } as const;

export const readErrors = ['account_center.not_enabled', 'account_center.field_not_enabled'] as const;
const writeErrors = ['account_center.not_enabled', 'account_center.field_not_editable', 'auth.unauthorized'] as const;
/** Errors of changes that require the header with a proof. */
export const sensitiveErrors = [
  ...writeErrors,
  'verification_record.permission_denied',
  'session.mfa.require_mfa_verification',
] as const;
const tokenErrors = [
  'secrets.third_party_token_set.access_token_expired',
  'secrets.third_party_token_set.token_not_found',
  'connector.invalid_response',
  'connector.token_storage_not_supported',
  'auth.forbidden',
] as const;

export const accountApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/my-account',
    summary: 'Get your account, limited by your token and the account center settings.',
    response: Account,
    errors: ['account_center.not_enabled'],
  }),
  update: endpoint({
    ...sensitive,
    method: 'PATCH',
    path: '/api/my-account',
    summary:
      'Update your name, picture, username or custom data. Custom data is replaced as a whole. A username needs a proof of your identity.',
    body: UpdateAccount,
    response: Account,
    errors: [
      ...writeErrors,
      'verification_record.permission_denied',
      'session.mfa.require_mfa_verification',
      ...policyFaults,
      'user.username_already_in_use',
      'user.last_sign_in_method_required',
    ],
  }),
  updateProfile: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/my-account/profile',
    summary: 'Merge details into your profile.',
    body: UserProfile,
    response: z.object(UserProfile.shape),
    errors: writeErrors,
  }),
  setPassword: endpoint({
    ...sensitive,
    method: 'POST',
    path: '/api/my-account/password',
    summary: 'Set a new password. Sessions are kept, unless `endOtherSessions` is true.',
    // The tenant's policy limits the length; this only rejects absurd bodies.
    body: z.strictObject({
      password: z.string().min(1).max(1024),
      /** Ends all sessions but the one of this token. */
      endOtherSessions: z.boolean().optional(),
    }),
    errors: [...sensitiveErrors, 'password.rejected', 'user.same_password'],
  }),
  setEmail: endpoint({
    ...sensitive,
    method: 'POST',
    path: '/api/my-account/primary-email',
    summary: 'Set a verified email address. The old one gets a notice.',
    body: z.strictObject({ email: Email, newIdentifierVerificationRecordId: RecordId }),
    errors: [
      ...sensitiveErrors,
      'verification_record.not_found',
      'session.email_blocklist.invalid_email',
      'session.email_blocklist.email_subaddressing_not_allowed',
      'session.email_blocklist.email_not_allowed',
      'session.sso_enabled',
      'user.email_already_in_use',
    ],
  }),
  removeEmail: endpoint({
    ...sensitive,
    method: 'DELETE',
    path: '/api/my-account/primary-email',
    summary: 'Remove your email address.',
    errors: [...sensitiveErrors, 'session.sso_enabled', 'user.last_sign_in_method_required'],
  }),
  setPhone: endpoint({
    ...sensitive,
    method: 'POST',
    path: '/api/my-account/primary-phone',
    summary: 'Set a verified phone number. The old one gets a notice.',
    body: z.strictObject({ phone: Phone, newIdentifierVerificationRecordId: RecordId }),
    errors: [...sensitiveErrors, 'verification_record.not_found', 'user.phone_already_in_use', 'user.invalid_phone'],
  }),
  removePhone: endpoint({
    ...sensitive,
    method: 'DELETE',
    path: '/api/my-account/primary-phone',
    summary: 'Remove your phone number.',
    errors: [...sensitiveErrors, 'user.last_sign_in_method_required'],
  }),
  linkIdentity: endpoint({
    ...sensitive,
    method: 'POST',
    path: '/api/my-account/identities',
    summary: 'Link the account at a provider that you have signed in to.',
    body: z.strictObject({ newIdentifierVerificationRecordId: RecordId }),
    errors: [...sensitiveErrors, 'verification_record.not_found', 'user.identity_already_in_use'],
  }),
  replaceIdentity: endpoint({
    ...sensitive,
    method: 'PUT',
    path: '/api/my-account/identities',
    summary:
      'Link the account at a provider that you have signed in to. It replaces the linked account of this provider.',
    body: z.strictObject({ newIdentifierVerificationRecordId: RecordId }),
    errors: [...sensitiveErrors, 'verification_record.not_found', 'user.identity_already_in_use'],
  }),
  unlinkIdentity: endpoint({
    ...sensitive,
    method: 'DELETE',
    path: '/api/my-account/identities/:target',
    summary: 'Unlink the account at a provider.',
    params: Target,
    errors: [...sensitiveErrors, 'user.identity_not_exist', 'user.last_sign_in_method_required'],
  }),
  identityToken: endpoint({
    ...firstParty,
    method: 'GET',
    path: '/api/my-account/identities/:target/access-token',
    summary: 'Get the stored access token of a provider.',
    params: Target,
    response: ThirdPartyToken,
    errors: [...readErrors, ...tokenErrors, 'connector.not_found'],
  }),
  renewIdentityToken: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/my-account/identities/:target/access-token',
    summary: 'Replace the stored access token of a provider after a new sign-in there.',
    params: Target,
    body: z.strictObject({ verificationRecordId: RecordId }),
    response: ThirdPartyToken,
    errors: [
      ...readErrors,
      'verification_record.not_found',
      'verification_record.social_verification.invalid_target',
      'user.identity_not_exists_in_current_user',
      'verification_record.social_verification.token_response_not_found',
      'auth.forbidden',
    ],
  }),
  ssoIdentityToken: endpoint({
    ...firstParty,
    method: 'GET',
    path: '/api/my-account/sso-identities/:connectorId/access-token',
    summary: 'Get the stored access token of an enterprise provider.',
    params: z.object({ connectorId: z.string().min(1).max(128) }),
    response: ThirdPartyToken,
    errors: [...readErrors, ...tokenErrors, 'entity.not_found'],
  }),
} as const;
