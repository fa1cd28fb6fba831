import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { UpdateUserMfaSettings, UserMfaSettings, UserMfaVerification } from '../people/user-mfa.ts';
import { accountSettingsPath } from '../wire.ts';
import { RecordId, readErrors, sensitiveErrors } from './account.ts';

const PasskeyName = z.string().min(1).max(64);

export const AddMfa = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('WebAuthn'),
    newIdentifierVerificationRecordId: RecordId,
    name: PasskeyName.optional(),
  }),
  z.strictObject({
    type: z.literal('Totp'),
    secret: z.string().max(128),
    code: z.string().max(64).optional().meta({ description: 'A current code, to prove that the app works.' }),
  }),
  z.strictObject({
    type: z.literal('BackupCode'),
    codes: z.array(z.string().max(128)).max(100),
    replace: z.boolean().optional().meta({ description: 'Replaces the backup codes of the account, if it has any.' }),
  }),
]);
export type AddMfa = z.infer<typeof AddMfa>;

/** The arguments of `signalAllAcceptedCredentials` and `signalCurrentUserDetails` (WebAuthn §5.1.10). */
export const PasskeySignals = z.object({
  rpId: z.string(),
  /** The user handle of the passkeys, base64url. */
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
  name: z.string(),
  displayName: z.string(),
});
export type PasskeySignals = z.infer<typeof PasskeySignals>;

const MfaSettings = z.object({ skipMfaOnSignIn: z.boolean() });
const Id = z.object({ verificationId: z.string().min(1).max(64) });
const common = { auth: { kind: 'account' }, document: 'user', tag: 'My account' } as const;
const sensitive = { ...common, proof: true } as const;
/** Second factors are not available to third-party applications: consent does not cover them. */
const firstParty = { ...common, auth: { kind: 'account', firstParty: true } } as const;

/** The second factors of the caller. */
export const accountMfaApi = {
  getSettings: endpoint({
    ...firstParty,
    method: 'GET',
    path: '/api/my-account/mfa-settings',
    summary: 'Get whether you sign in without your second factor.',
    response: MfaSettings,
    errors: readErrors,
  }),
  updateSettings: endpoint({
    ...sensitive,
    method: 'PATCH',
    path: '/api/my-account/mfa-settings',
    summary: 'Set whether you sign in without your second factor. It has no effect where one is required.',
    body: z.strictObject(MfaSettings.shape),
    response: MfaSettings,
    errors: sensitiveErrors,
  }),
  passkeySignals: endpoint({
    ...firstParty,
    method: 'GET',
    path: '/api/my-account/passkeys',
    summary: 'Get what a browser passes to the WebAuthn Signal API, so that it forgets removed passkeys.',
    response: PasskeySignals,
    errors: readErrors,
  }),
  getChoice: endpoint({
    ...firstParty,
    method: 'GET',
    path: accountSettingsPath,
    summary: 'Get what you chose about second factors and passkeys.',
    response: UserMfaSettings,
    errors: readErrors,
  }),
  updateChoice: endpoint({
    ...sensitive,
    method: 'PATCH',
    path: accountSettingsPath,
    summary: 'Set what you chose about second factors and passkeys. Only the given keys change.',
    body: UpdateUserMfaSettings,
    response: UserMfaSettings,
    errors: sensitiveErrors,
  }),
  list: endpoint({
    ...firstParty,
    method: 'GET',
    path: '/api/my-account/mfa-verifications',
    summary: 'List your second factors.',
    response: z.array(UserMfaVerification),
    errors: readErrors,
  }),
  add: endpoint({
    ...sensitive,
    method: 'POST',
    path: '/api/my-account/mfa-verifications',
    summary:
      'Add a second factor: an authenticator app, backup codes or a passkey, which gets a name by itself when none is given.',
    body: AddMfa,
    errors: [
      ...sensitiveErrors,
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.invalid_totp_code',
      'user.totp_secret_invalid',
      'verification_record.not_found',
      'user.totp_already_in_use',
      'user.passkey_already_in_use',
      'user.too_many_passkeys',
      'user.backup_code_already_in_use',
      'session.mfa.backup_code_can_not_be_alone',
      'user.wrong_backup_code_format',
    ],
  }),
  generateTotp: endpoint({
    ...common,
    method: 'POST',
    path: '/api/my-account/mfa-verifications/totp-secret/generate',
    summary: 'Generate a secret for an authenticator app. It is valid after you add it.',
    response: z.object({ secret: z.string(), secretQrCode: z.string() }),
    errors: ['account_center.not_enabled', 'account_center.field_not_editable', 'auth.unauthorized'],
  }),
  generateBackupCodes: endpoint({
    ...common,
    method: 'POST',
    path: '/api/my-account/mfa-verifications/backup-codes/generate',
    summary: 'Generate ten backup codes. They are valid after you add them.',
    response: z.object({ codes: z.array(z.string()) }),
    errors: ['account_center.not_enabled', 'account_center.field_not_editable', 'auth.unauthorized'],
  }),
  backupCodes: endpoint({
    ...sensitive,
    method: 'GET',
    path: '/api/my-account/mfa-verifications/backup-codes',
    summary: 'List your backup codes, including used ones.',
    response: z.object({ codes: z.array(z.object({ code: z.string(), usedAt: z.string().nullable() })) }),
    errors: [
      ...readErrors,
      'verification_record.permission_denied',
      'session.mfa.require_mfa_verification',
      'verification_record.not_found',
    ],
    otherStatuses: { 404: ['verification_record.not_found'] },
  }),
  replaceTotp: endpoint({
    ...sensitive,
    method: 'PUT',
    path: '/api/my-account/mfa-verifications/totp',
    summary: 'Set or replace your authenticator app, with a current code of the new one.',
    body: z.strictObject({ secret: z.string().max(128), code: z.string().min(1).max(64) }),
    errors: [...sensitiveErrors, 'session.mfa.mfa_factor_not_enabled', 'session.mfa.invalid_totp_code'],
    otherStatuses: { 400: ['user.totp_secret_invalid'] },
  }),
  rename: endpoint({
    ...sensitive,
    method: 'PATCH',
    path: '/api/my-account/mfa-verifications/:verificationId/name',
    summary: 'Rename a passkey.',
    params: Id,
    body: z.strictObject({ name: PasskeyName }),
    status: [200],
    errors: [...sensitiveErrors, 'verification_record.not_found'],
  }),
  remove: endpoint({
    ...sensitive,
    method: 'DELETE',
    path: '/api/my-account/mfa-verifications/:verificationId',
    summary: 'Remove a second factor.',
    params: Id,
    errors: [...sensitiveErrors, 'verification_record.not_found', 'user.last_sign_in_method_required'],
  }),
} as const;
