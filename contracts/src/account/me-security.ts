import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { UserMfaVerification } from '../people/user-mfa.ts';
import { MyAccountSession } from '../people/user-sessions.ts';
import { RegistrationOptions, WebAuthnAttestation } from '../people/webauthn.ts';
import { RecordId } from './account.ts';
import { AddMfa } from './account-mfa.ts';

const common = { auth: { kind: 'me' }, document: 'me' } as const;
const factors = { ...common, tag: 'My second factors' } as const;
const sessions = { ...common, tag: 'My console sessions' } as const;

/** Changes need a verification status of the last ten minutes: of the password, and of a second factor if there is one. */
const unverified = [
  'user.suspended',
  'session.verification_session_not_found',
  'session.verification_failed',
  'session.mfa.require_mfa_verification',
] as const;
/** A proof that is too old. */
const unverifiedStatuses = { 422: ['session.verification_failed'] } as const;

const Factor = z.object({ verificationId: z.string().min(1).max(64) });

/** The second factors of a console user. */
export const meSecondFactorsApi = {
  list: endpoint({
    ...factors,
    method: 'GET',
    path: '/api/me/mfa-verifications',
    summary: 'List your second factors.',
    response: z.array(UserMfaVerification),
    errors: ['user.suspended'],
  }),
  add: endpoint({
    ...factors,
    method: 'POST',
    path: '/api/me/mfa-verifications',
    summary: 'Add a second factor: an authenticator app, backup codes or a passkey that was registered before.',
    body: AddMfa,
    otherStatuses: unverifiedStatuses,
    errors: [
      ...unverified,
      'session.mfa.mfa_factor_not_enabled',
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
  drawTotp: endpoint({
    ...factors,
    method: 'POST',
    path: '/api/me/mfa-verifications/totp-secret',
    summary: 'Generate a secret for an authenticator app. It is valid after you add it.',
    response: z.object({ secret: z.string(), secretQrCode: z.string() }),
    errors: ['user.suspended'],
  }),
  drawBackupCodes: endpoint({
    ...factors,
    method: 'POST',
    path: '/api/me/mfa-verifications/backup-codes',
    summary: 'Generate ten backup codes. They are valid after you add them.',
    response: z.object({ codes: z.array(z.string()) }),
    errors: ['user.suspended'],
  }),
  rename: endpoint({
    ...factors,
    method: 'PATCH',
    path: '/api/me/mfa-verifications/:verificationId/name',
    summary: 'Rename a passkey.',
    params: Factor,
    body: z.strictObject({ name: z.string().trim().min(1).max(64) }),
    otherStatuses: unverifiedStatuses,
    errors: [...unverified, 'verification_record.not_found'],
  }),
  remove: endpoint({
    ...factors,
    method: 'DELETE',
    path: '/api/me/mfa-verifications/:verificationId',
    summary: 'Remove a second factor.',
    params: Factor,
    otherStatuses: unverifiedStatuses,
    errors: [...unverified, 'verification_record.not_found', 'user.last_sign_in_method_required'],
  }),
  beginPasskey: endpoint({
    ...factors,
    method: 'POST',
    path: '/api/me/passkeys',
    summary: 'Start the registration of a passkey.',
    response: z.object({ verificationRecordId: z.string(), registrationOptions: RegistrationOptions }),
    errors: ['user.suspended'],
  }),
  verifyPasskey: endpoint({
    ...factors,
    method: 'POST',
    path: '/api/me/passkeys/verify',
    summary: 'Send the passkey that the browser created.',
    body: z.strictObject({ verificationRecordId: RecordId, payload: WebAuthnAttestation }),
    errors: [
      'user.suspended',
      'verification_record.not_found',
      'session.mfa.pending_info_not_found',
      'session.mfa.webauthn_verification_failed',
    ],
  }),
} as const;

/** The browsers in which a console user is signed in. */
export const meSessionsApi = {
  list: endpoint({
    ...sessions,
    method: 'GET',
    path: '/api/me/sessions',
    summary: 'List the browsers in which you are signed in to the console, most recently used first.',
    response: z.array(MyAccountSession),
    errors: ['user.suspended'],
  }),
  remove: endpoint({
    ...sessions,
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    summary: 'End one of your sessions and revoke its tokens immediately. This can be the current session.',
    params: z.object({ sessionId: z.string().min(1).max(64) }),
    otherStatuses: unverifiedStatuses,
    errors: [...unverified, 'entity.not_found'],
  }),
  removeOthers: endpoint({
    ...sessions,
    method: 'DELETE',
    path: '/api/me/sessions',
    summary: 'End all your sessions except the current one. No device is trusted any more.',
    otherStatuses: unverifiedStatuses,
    errors: unverified,
  }),
} as const;
