import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { userSettingsPath } from '../wire.ts';

export const mfaFactors = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'] as const;
export const MfaFactor = z.enum(mfaFactors);

export const UserMfaVerification = z.object({
  id: z.string(),
  createdAt: z.string(),
  type: MfaFactor,
  agent: z.string().optional(),
  name: z.string().optional(),
  remainCodes: z.number().optional(),
});
export type UserMfaVerification = z.infer<typeof UserMfaVerification>;

export const backupCodeCount = 10;
/** Of one user. */
export const maxPasskeys = 50;

export const CreateMfaVerification = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Totp'), secret: z.string().max(128).optional() }),
  z.strictObject({ type: z.literal('BackupCode'), codes: z.array(z.string().max(128)).max(100).optional() }),
]);
export type CreateMfaVerification = z.infer<typeof CreateMfaVerification>;

/** Shown only once; afterwards only its existence is shown. */
export const NewMfaVerification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Totp'), secret: z.string(), secretQrCode: z.string() }),
  z.object({ type: z.literal('BackupCode'), codes: z.array(z.string()) }),
]);
export type NewMfaVerification = z.infer<typeof NewMfaVerification>;

/** Seconds that a temporary code is valid: by default one hour, at most a day. */
export const CreateTemporaryCode = z.strictObject({ expiresIn: z.int().min(60).max(86_400).optional() });
export const temporaryCodeSeconds = 3600;
/** Expires at this time in milliseconds since 1970. */
export const TemporaryCode = z.object({ code: z.string(), expiresAt: z.number() });
export type TemporaryCode = z.infer<typeof TemporaryCode>;

export const UserMfaSettings = z.object({
  mfa: z.object({
    /** Whether the user has turned second factors on; absent while unknown. */
    enabled: z.boolean().optional(),
    skipped: z.boolean(),
    skipMfaOnSignIn: z.boolean(),
  }),
  /** Whether the user does not want to be asked again to create a passkey. */
  passkeySignIn: z.object({ skipped: z.boolean() }),
});
export type UserMfaSettings = z.infer<typeof UserMfaSettings>;

export const UpdateUserMfaSettings = z.strictObject({
  mfa: z
    .strictObject({
      enabled: z.boolean(),
      skipped: z.boolean(),
      additionalBindingSuggestionSkipped: z.boolean(),
      skipMfaOnSignIn: z.boolean(),
    })
    .partial()
    .optional(),
  passkeySignIn: z.strictObject({ skipped: z.boolean().optional() }).optional(),
});
export type UpdateUserMfaSettings = z.infer<typeof UpdateUserMfaSettings>;

const Id = z.object({ userId: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Users' } as const;

/** Second factors of a user. */
export const userMfaApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/mfa-verifications',
    summary: 'List the second factors of a user.',
    params: Id,
    response: z.array(UserMfaVerification),
    errors: ['entity.not_found'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/mfa-verifications',
    summary: 'Create an authenticator secret or ten backup codes for a user. They are returned only once.',
    params: Id,
    body: CreateMfaVerification,
    response: NewMfaVerification,
    errors: [
      'entity.not_found',
      'user.totp_already_in_use',
      'user.totp_secret_invalid',
      'user.backup_code_already_in_use',
      'user.wrong_backup_code_format',
      'session.mfa.backup_code_can_not_be_alone',
      'vault.not_configured',
    ],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId/mfa-verifications/:verificationId',
    summary: 'Delete a second factor of a user.',
    params: Id.extend({ verificationId: z.string() }),
    errors: ['entity.not_found'],
  }),
  removeAll: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId/mfa-verifications',
    summary: 'Delete all second factors of a user who lost them, and end the sessions of the user.',
    params: Id,
    errors: ['entity.not_found'],
  }),
  createTemporaryCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/mfa-verifications/temporary-code',
    summary: 'Create a code that replaces the second factor of a user once. It is returned only here and expires soon.',
    params: Id,
    body: CreateTemporaryCode,
    response: TemporaryCode,
    status: [201],
    errors: ['entity.not_found'],
  }),
  removeTemporaryCode: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId/mfa-verifications/temporary-code',
    summary: 'Delete the temporary code of a user.',
    params: Id,
    errors: ['entity.not_found'],
  }),
  getSettings: endpoint({
    ...common,
    method: 'GET',
    path: userSettingsPath,
    summary: 'Get what a user chose about second factors and passkeys.',
    params: Id,
    response: UserMfaSettings,
    errors: ['entity.not_found'],
  }),
  updateSettings: endpoint({
    ...common,
    method: 'PATCH',
    path: userSettingsPath,
    summary:
      'Set what a user chose about second factors and passkeys. Only the given keys change; the user is asked again where `skipped` becomes false.',
    params: Id,
    body: UpdateUserMfaSettings,
    response: UserMfaSettings,
    errors: ['entity.not_found'],
  }),
} as const;
