import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MfaFactor } from '../experience/sign-in-experience.ts';
import { JsonObject } from '../fields.ts';
import {
  AuthenticationOptions,
  RegistrationOptions,
  WebAuthnAssertion,
  WebAuthnAttestation,
} from '../people/webauthn.ts';
import { Address } from '../sign-in/sign-in.ts';
import { codeLength } from '../sign-in/verification-codes.ts';
import { RecordId } from './account.ts';

/** How long a proof is valid. */
export const recordMinutes = 10;

/** How recent a sign-in must be to count as a proof. */
export const freshSignInSeconds = 60;

const Begun = z.object({ verificationRecordId: z.string(), expiresAt: z.string() });
const Shown = z.object({ verificationRecordId: z.string() });
const common = { auth: { kind: 'account' }, document: 'user', tag: 'Verifications' } as const;

/**
 * How the user can verify their identity. Addresses are included only if verified, reachable and visible to the token.
 */
export const AccountWays = z.object({
  password: z.boolean(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Providers with a linked account, for people who have no password and no proven address. */
  social: z.array(z.object({ connectorId: z.string(), target: z.string() })),
  /** Whether the account has a passkey. */
  passkey: z.boolean(),
  /** Second factors of which a sensitive change needs one, the preferred one first; empty if none is needed now. */
  factors: z.array(MfaFactor),
});
export type AccountWays = z.infer<typeof AccountWays>;

/** Proofs that allow users to change their own account. */
export const accountVerificationsApi = {
  ways: endpoint({
    ...common,
    auth: { kind: 'account', firstParty: true },
    method: 'GET',
    path: '/api/verifications/ways',
    summary: 'List the ways in which you can verify your identity.',
    response: AccountWays,
    errors: ['account_center.not_enabled'],
  }),
  password: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/password',
    summary: 'Verify your identity with your password.',
    body: z.strictObject({ password: z.string().min(1).max(1024) }),
    response: Begun,
    status: [201],
    errors: [
      'account_center.not_enabled',
      'session.invalid_credentials',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
  signIn: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/sign-in',
    summary: 'Use your sign-in of the last minute as a proof. Only for the hosted account center.',
    response: Begun,
    status: [201],
    errors: ['account_center.not_enabled', 'verification_record.not_found'],
  }),
  sendCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/verification-code',
    summary: 'Send a code to your own address to verify your identity, or to a new address to verify it.',
    body: z.strictObject({
      identifier: Address,
      templateType: z.enum(['BindMfa', 'UserPermissionValidation']).optional(),
    }),
    response: Begun,
    status: [201],
    errors: [
      'account_center.not_enabled',
      'account_center.field_not_editable',
      'auth.unauthorized',
      'session.sso_enabled',
      'session.email_blocklist.invalid_email',
      'session.email_blocklist.email_subaddressing_not_allowed',
      'session.email_blocklist.email_not_allowed',
      'connector.not_found',
      'connector.rate_limit_exceeded',
      'request.message_rate_limited',
    ],
  }),
  verifyCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/verification-code/verify',
    summary: 'Verify the code.',
    body: z.strictObject({ identifier: Address, verificationId: RecordId, code: z.string().min(1).max(codeLength) }),
    response: Shown,
    errors: [
      'account_center.not_enabled',
      'verification_record.not_found',
      'verification_code.email_mismatch',
      'verification_code.phone_mismatch',
      'verification_code.not_found',
      'verification_code.expired',
      'verification_code.exceed_max_try',
      'verification_code.code_mismatch',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
  beginSocial: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/social',
    summary: 'Start a sign-in with a provider, to link its account or to verify your identity.',
    body: z.strictObject({
      state: z.string().min(1).max(1024),
      redirectUri: z.string().min(1).max(2048),
      scope: z.string().max(1024).optional(),
      connectorId: z.string().min(1).max(128),
    }),
    response: Begun.extend({ authorizationUri: z.string() }),
    status: [201],
    errors: [
      'account_center.not_enabled',
      'session.invalid_connector_id',
      'connector.unexpected_type',
      'request.invalid_input',
    ],
  }),
  verifySocial: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/social/verify',
    summary: 'Send the response of the provider.',
    body: z.strictObject({ connectorData: JsonObject, verificationRecordId: RecordId }),
    response: Shown,
    errors: [
      'account_center.not_enabled',
      'verification_record.not_found',
      'session.csrf_token_mismatch',
      'session.invalid_connector_id',
      'connector.invalid_response',
    ],
  }),
  factor: endpoint({
    ...common,
    auth: { kind: 'account', firstParty: true },
    method: 'POST',
    path: '/api/verifications/factor',
    summary: 'Add a code of your authenticator app or a backup code to a verified record.',
    body: z.strictObject({
      verificationRecordId: RecordId,
      type: z.enum(['Totp', 'BackupCode']),
      code: z.string().min(1).max(64),
    }),
    response: Shown,
    errors: [
      'account_center.not_enabled',
      'verification_record.not_found',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.invalid_totp_code',
      'session.mfa.invalid_backup_code',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
  beginPasskey: endpoint({
    ...common,
    auth: { kind: 'account', firstParty: true },
    method: 'POST',
    path: '/api/verifications/web-authn/authentication',
    summary: 'Start to verify your identity with a passkey.',
    response: Begun.extend({ authenticationOptions: AuthenticationOptions }),
    errors: ['account_center.not_enabled', 'session.mfa.webauthn_verification_not_found'],
  }),
  verifyPasskey: endpoint({
    ...common,
    auth: { kind: 'account', firstParty: true },
    method: 'POST',
    path: '/api/verifications/web-authn/authentication/verify',
    summary: 'Send the response of the passkey. It is a proof of your identity and a second factor.',
    body: z.strictObject({ verificationRecordId: RecordId, payload: WebAuthnAssertion }),
    response: Shown,
    errors: ['account_center.not_enabled', 'verification_record.not_found', 'session.mfa.webauthn_verification_failed'],
  }),
  beginWebAuthn: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/web-authn/registration',
    summary: 'Start the registration of a passkey.',
    response: Begun.extend({ registrationOptions: RegistrationOptions }),
    errors: ['account_center.not_enabled'],
  }),
  verifyWebAuthn: endpoint({
    ...common,
    method: 'POST',
    path: '/api/verifications/web-authn/registration/verify',
    summary: 'Send the passkey that the browser created.',
    body: z.strictObject({ verificationRecordId: RecordId, payload: WebAuthnAttestation }),
    response: Shown,
    errors: [
      'account_center.not_enabled',
      'verification_record.not_found',
      'session.mfa.pending_info_not_found',
      'session.mfa.webauthn_verification_failed',
    ],
  }),
} as const;
