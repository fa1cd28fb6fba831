import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MfaFactor } from '../experience/sign-in-experience.ts';
import {
  AuthenticationOptions,
  RegistrationOptions,
  WebAuthnAssertion,
  WebAuthnAttestation,
} from '../people/webauthn.ts';
import { Identifier } from './sign-in.ts';
import { codeLength } from './verification-codes.ts';

const Id = z.string().min(1).max(64);
const Code = z.string().min(1).max(32);
const SentCode = z.string().min(1).max(codeLength);
const VerificationId = z.object({ verificationId: z.string() });
const AddressType = z.enum(['email', 'phone']);

/** Shortened addresses of the factors that send codes, such as `f****@example.com`. */
const MaskedIdentifiers = z.object({
  EmailVerificationCode: z.string().optional(),
  PhoneVerificationCode: z.string().optional(),
});

/** The data of `session.mfa.require_mfa_verification`. The first factor is the one to ask for. */
export const RequiredFactors = z.object({
  availableFactors: z.array(MfaFactor),
  maskedIdentifiers: MaskedIdentifiers,
  /** An administrator has issued a temporary code for this user. */
  hasTemporaryCode: z.boolean().optional(),
  /** The user can choose not to be asked in this browser for this many days. */
  trustedDeviceDays: z.int().optional(),
});
export type RequiredFactors = z.infer<typeof RequiredFactors>;

/** The data of `user.missing_mfa` and of `session.mfa.suggest_additional_mfa`. */
export const MissingFactors = z.object({
  availableFactors: z.array(MfaFactor),
  maskedIdentifiers: MaskedIdentifiers.optional(),
  skippable: z.boolean().optional(),
  suggestion: z.boolean().optional(),
  /** With a suggestion: the user signs in with a passkey, so that it is no further factor. */
  isWebAuthnUsedAsSignInPasskey: z.boolean().optional(),
});
export type MissingFactors = z.infer<typeof MissingFactors>;

const common = { auth: { kind: 'interaction' }, document: 'experience', tag: 'Experience: factors' } as const;
const userErrors = ['session.interaction_not_found', 'session.identifier_not_found'] as const;
const blocked = 'session.verification_blocked_too_many_attempts';
const blocklistErrors = [
  'session.email_blocklist.invalid_email',
  'session.email_blocklist.email_subaddressing_not_allowed',
  'session.email_blocklist.email_not_allowed',
] as const;

/** Second factors and passkeys in a sign-in. All steps except sign-in with a passkey need an identified user. */
export const factorsApi = {
  sendCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/mfa-verification-code',
    summary: 'Send a code to the email address or phone number of the identified user, as a second factor.',
    body: z.strictObject({ identifierType: AddressType }),
    response: VerificationId,
    errors: [
      ...userErrors,
      'session.mfa.mfa_factor_not_enabled',
      'connector.not_found',
      'request.message_rate_limited',
    ],
  }),
  verifyCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/mfa-verification-code/verify',
    summary: 'Verify the code that was sent as a second factor.',
    body: z.strictObject({ verificationId: Id, code: SentCode, identifierType: AddressType }),
    response: VerificationId,
    errors: [
      ...userErrors,
      blocked,
      'verification_code.not_found',
      'verification_code.phone_mismatch',
      'verification_code.email_mismatch',
      'verification_code.expired',
      'verification_code.exceed_max_try',
      'verification_code.code_mismatch',
      'session.verification_session_not_found',
    ],
  }),
  createTotp: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/totp/secret',
    summary: 'Generate a secret for an authenticator app. It is stored after a code of the app was verified.',
    response: VerificationId.extend({ secret: z.string(), secretQrCode: z.string() }),
    errors: [...userErrors, 'session.mfa.require_mfa_verification', 'session.mfa.mfa_factor_not_enabled'],
  }),
  verifyTotp: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/totp/verify',
    summary:
      'Verify a code of the authenticator app: with `verificationId` of the new one, otherwise of the stored one.',
    body: z.strictObject({ code: Code, verificationId: Id.optional() }),
    response: VerificationId,
    errors: [...userErrors, blocked, 'session.mfa.invalid_totp_code', 'session.verification_session_not_found'],
  }),
  createPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/web-authn/registration',
    summary: 'Start the registration of a passkey.',
    response: VerificationId.extend({ registrationOptions: RegistrationOptions }),
    errors: [...userErrors, 'session.mfa.require_mfa_verification', 'session.mfa.mfa_factor_not_enabled'],
  }),
  verifyNewPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/web-authn/registration/verify',
    summary: 'Send the passkey that the browser created.',
    body: z.strictObject({ verificationId: Id, payload: WebAuthnAttestation }),
    response: VerificationId,
    errors: [
      ...userErrors,
      'session.mfa.pending_info_not_found',
      'session.mfa.webauthn_verification_failed',
      'session.verification_session_not_found',
    ],
  }),
  askForPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/web-authn/authentication',
    summary: 'Ask for a passkey of the identified user, as a second factor.',
    response: VerificationId.extend({ authenticationOptions: AuthenticationOptions }),
    errors: [...userErrors, 'session.mfa.webauthn_verification_not_found'],
  }),
  verifyPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/web-authn/authentication/verify',
    summary: 'Verify the response of the passkey.',
    body: z.strictObject({ verificationId: Id, payload: WebAuthnAssertion }),
    response: VerificationId,
    errors: [
      ...userErrors,
      'session.mfa.pending_info_not_found',
      'session.mfa.webauthn_verification_failed',
      'session.verification_session_not_found',
    ],
  }),
  createBackupCodes: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/backup-code/generate',
    summary: 'Generate ten backup codes. They are stored when they are bound.',
    response: VerificationId.extend({ codes: z.array(z.string()) }),
    errors: [...userErrors, 'session.mfa.require_mfa_verification', 'session.mfa.mfa_factor_not_enabled'],
  }),
  verifyBackupCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/backup-code/verify',
    summary: 'Verify a backup code. Each code can be used once.',
    body: z.strictObject({ code: Code }),
    response: VerificationId,
    errors: [...userErrors, blocked, 'session.mfa.invalid_backup_code'],
  }),
  verifyTemporaryCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/temporary-code/verify',
    summary: 'Verify the temporary code that an administrator issued. It replaces the second factor once.',
    body: z.strictObject({ code: Code }),
    response: VerificationId,
    errors: [...userErrors, blocked, 'session.mfa.invalid_temporary_code'],
  }),
  bind: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa',
    summary: 'Add a verified second factor to the account. It is stored with the last step.',
    body: z.strictObject({ type: MfaFactor, verificationId: Id }),
    errors: [
      ...userErrors,
      'session.not_supported_for_forgot_password',
      'session.mfa.require_mfa_verification',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.pending_info_not_found',
      'session.mfa.backup_code_can_not_be_alone',
      'session.verification_session_not_found',
      'session.verification_failed',
      'user.totp_already_in_use',
      'user.passkey_already_in_use',
      'user.too_many_passkeys',
      ...blocklistErrors,
      'user.email_exists_in_profile',
      'user.phone_exists_in_profile',
      'user.email_already_in_use',
      'user.phone_already_in_use',
    ],
  }),
  skip: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa/mfa-skipped',
    summary: 'Skip the setup of a second factor. The choice is stored with the last step.',
    errors: [
      ...userErrors,
      'session.not_supported_for_forgot_password',
      'session.mfa.require_mfa_verification',
      'session.mfa.mfa_policy_not_user_controlled',
    ],
  }),
  skipSuggestion: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa/mfa-suggestion-skipped',
    summary: 'Skip the suggestion of a further second factor. The choice is stored with the last step.',
    errors: [...userErrors, 'session.not_supported_for_forgot_password'],
  }),
  enable: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa/mfa-enabled',
    summary: 'Turn second factors on for the user. The last step then asks for one, and stores the choice.',
    errors: [...userErrors, 'session.not_supported_for_forgot_password', 'session.mfa.require_mfa_verification'],
  }),
  bindSignInPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa/passkey',
    summary: 'Add a verified passkey to the account to sign in with. It does not turn second factors on.',
    body: z.strictObject({ verificationId: Id }),
    errors: [
      ...userErrors,
      'session.not_supported_for_forgot_password',
      'session.mfa.require_mfa_verification',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.pending_info_not_found',
      'session.verification_session_not_found',
      'user.too_many_passkeys',
    ],
  }),
  skipPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa/passkey-skipped',
    summary:
      'Skip the offer to create a passkey: without a body for good at sign-in and once at registration, with `never` as it says.',
    body: z.strictObject({ never: z.boolean().optional() }),
    errors: [...userErrors, 'session.not_supported_for_forgot_password', 'session.mfa.require_mfa_verification'],
  }),
  trustDevice: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile/mfa/trusted-device',
    summary:
      'Do not ask for a second factor in this browser for the configured time. Call it after the factor was verified; the last step sets the cookie.',
    errors: [...userErrors, 'session.mfa.require_mfa_verification', 'session.mfa.trusted_devices_off'],
  }),
  askForSignInPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/sign-in-passkey/authentication',
    summary:
      'Ask for a passkey of the user with this identifier. Without a body: for any passkey of this tenant, also for conditional mediation.',
    body: z.strictObject({ identifier: Identifier.optional() }),
    response: VerificationId.extend({ authenticationOptions: AuthenticationOptions }),
    errors: [
      'session.interaction_not_found',
      'session.mfa.webauthn_verification_not_found',
      'user.sign_in_method_not_enabled',
      blocked,
    ],
  }),
  verifySignInPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/sign-in-passkey/authentication/verify',
    summary: 'Verify the response of the passkey. The verification identifies the user and is the second factor too.',
    body: z.strictObject({ verificationId: Id.optional(), payload: WebAuthnAssertion }),
    response: VerificationId,
    errors: [
      'session.interaction_not_found',
      'user.sign_in_method_not_enabled',
      'session.passkey_sign_in.pending_info_not_found',
      'session.passkey_sign_in.conflict_rp_id',
      'session.identifier_not_found',
      'session.mfa.webauthn_verification_failed',
      'session.identity_conflict',
      'session.verification_session_not_found',
    ],
  }),
  preflightSignInPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/preflight/sign-in-passkey/authentication',
    summary: 'Ask for any passkey before the sign-in is started. `…/authentication/verify` without an id answers it.',
    response: z.object({ authenticationOptions: AuthenticationOptions }),
    errors: ['session.not_found', 'user.sign_in_method_not_enabled'],
  }),
} as const;
