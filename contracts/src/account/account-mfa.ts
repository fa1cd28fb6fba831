import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { UpdateUserMfaSettings, UserMfaSettings, UserMfaVerification } from '../people/user-mfa.ts';
import { accountSettingsPath } from '../wire.ts';
import { RecordId, readErrors, sensitiveErrors } from './account.ts';

export const transports = ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'] as const;
const Transport = z.enum(transports);
const Credential = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(Transport).optional(),
});

/** The options for the browser: PublicKeyCredentialCreationOptionsJSON (WebAuthn §5.4). */
export const RegistrationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(Credential).optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
      requireResidentKey: z.boolean().optional(),
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
  extensions: z
    .object({
      appid: z.string().optional(),
      credProps: z.boolean().optional(),
      hmacCreateSecret: z.boolean().optional(),
    })
    .optional(),
});

export type RegistrationOptions = z.infer<typeof RegistrationOptions>;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+=*$/);

/** The response of the browser: RegistrationResponseJSON (WebAuthn §5.1). Browsers add keys as the standard evolves. */
export const WebAuthnAttestation = z.object({
  type: z.literal('WebAuthn'),
  id: base64url(2048),
  rawId: base64url(2048),
  response: z.object({
    clientDataJSON: base64url(16_384),
    attestationObject: base64url(65_536),
    authenticatorData: base64url(65_536).optional(),
    transports: z.array(Transport).max(16).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: base64url(16_384).optional(),
  }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({
    appid: z.boolean().optional(),
    crepProps: z.object({ rk: z.boolean().optional() }).optional(),
    hmacCreateSecret: z.boolean().optional(),
  }),
});
export type WebAuthnAttestation = z.infer<typeof WebAuthnAttestation>;

const PasskeyName = z.string().min(1).max(64);

export const AddMfa = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('WebAuthn'),
    newIdentifierVerificationRecordId: RecordId,
    name: PasskeyName.optional(),
  }),
  z.strictObject({ type: z.literal('Totp'), secret: z.string().max(128) }),
  z.strictObject({ type: z.literal('BackupCode'), codes: z.array(z.string().max(128)).max(100) }),
]);
export type AddMfa = z.infer<typeof AddMfa>;

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
    summary: 'Get your settings for second factors at sign-in. No sign-in asks for one yet.',
    response: MfaSettings,
    errors: readErrors,
  }),
  updateSettings: endpoint({
    ...sensitive,
    method: 'PATCH',
    path: '/api/my-account/mfa-settings',
    summary: 'Set whether you sign in without a second factor. No sign-in asks for one yet.',
    body: z.strictObject(MfaSettings.shape),
    response: MfaSettings,
    errors: sensitiveErrors,
  }),
  getChoice: endpoint({
    ...firstParty,
    method: 'GET',
    path: accountSettingsPath,
    summary: 'Get whether you skipped the setup of a second factor.',
    response: UserMfaSettings,
    errors: readErrors,
  }),
  updateChoice: endpoint({
    ...common,
    method: 'PATCH',
    path: accountSettingsPath,
    summary: 'Set whether you are asked to set up a second factor. No sign-in asks for one yet.',
    body: UpdateUserMfaSettings,
    response: UserMfaSettings,
    errors: ['account_center.not_enabled', 'account_center.field_not_editable', 'auth.unauthorized'],
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
      'user.totp_secret_invalid',
      'verification_record.not_found',
      'user.totp_already_in_use',
      'user.passkey_already_in_use',
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
    errors: [...readErrors, 'verification_record.permission_denied', 'verification_record.not_found'],
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
    errors: [...sensitiveErrors, 'verification_record.not_found'],
  }),
} as const;
