import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { policyFaults } from '../experience/judge-username.ts';
import { Email, isRedirectUri, JsonObject, Phone, Username } from '../fields.ts';
import {
  AuthenticationOptions,
  RegistrationOptions,
  WebAuthnAssertion,
  WebAuthnAttestation,
} from '../people/webauthn.ts';
import { InteractionEvent } from './sign-in.ts';
import { codeLength } from './verification-codes.ts';

/** The interaction API of older sign-in pages. It is deprecated and implemented by the experience API. */
const common = { auth: { kind: 'interaction' }, document: 'experience', tag: 'Legacy interaction' } as const;

const Text = z.string().min(1).max(128);
const Password = z.string().min(1).max(1024);
const Code = z.string().min(1).max(codeLength);
const ConnectorId = z.string().max(128);
/** Empty means that it is missing. */
const RedirectTarget = z
  .string()
  .max(2048)
  .refine((uri) => uri === '' || isRedirectUri(uri), 'redirectUri must be an address of the application.');

/** How a user is identified: by a password, a code or a provider. */
export const LegacyIdentifier = z.union([
  z.strictObject({ username: Text, password: Password }),
  z.strictObject({ email: Text, password: Password }),
  z.strictObject({ phone: Text, password: Password }),
  z.strictObject({ email: Email, verificationCode: Code }),
  z.strictObject({ phone: Phone, verificationCode: Code }),
  z.strictObject({ connectorId: ConnectorId, connectorData: JsonObject }),
  z.strictObject({ connectorId: ConnectorId, email: Email }),
  z.strictObject({ connectorId: ConnectorId, phone: Phone }),
]);
export type LegacyIdentifier = z.infer<typeof LegacyIdentifier>;

export const LegacyProfile = z.strictObject({
  username: Username.optional(),
  email: Email.optional(),
  phone: Phone.optional(),
  connectorId: ConnectorId.optional(),
  password: Password.optional(),
});
export type LegacyProfile = z.infer<typeof LegacyProfile>;

const CodeRecipient = z.union([z.strictObject({ email: Email }), z.strictObject({ phone: Phone })]);

const BindMfa = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Totp'), code: Code }),
  WebAuthnAttestation,
  z.object({ type: z.literal('BackupCode') }),
]);
const VerifyMfa = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Totp'), code: Code }),
  WebAuthnAssertion,
  z.object({ type: z.literal('BackupCode'), code: Code }),
]);

const Next = z.object({ redirectTo: z.string() });
const SsoConnector = z.object({ connectorId: ConnectorId });

const identifierErrors = [
  'session.verification_blocked_too_many_attempts',
  'session.not_supported_for_forgot_password',
  'session.google_one_tap.cookie_mismatch',
  'session.csrf_token_mismatch',
  'session.connector_validation_session_not_found',
  'session.connector_session_not_found',
  'session.invalid_connector_id',
  'session.sso_enabled',
  'session.verification_session_not_found',
  'user.suspended',
  'user.sign_in_method_not_enabled',
  'session.invalid_credentials',
  'password.expired',
] as const;
const profileErrors = [
  'password.rejected',
  'entity.not_found',
  'user.sign_in_method_not_enabled',
  'user.same_password',
  'session.identifier_not_found',
] as const;
const personErrors = [
  'session.verification_failed',
  'user.suspended',
  'session.verification_session_not_found',
  'session.identifier_not_found',
  'user.user_not_exist',
  'user.identity_not_exist',
  'user.sso_identity_not_exist',
] as const;

export const legacyInteractionApi = {
  start: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/interaction',
    summary: 'Start or restart an interaction, optionally with an identifier and a profile.',
    body: z.strictObject({
      event: InteractionEvent,
      identifier: LegacyIdentifier.optional(),
      profile: LegacyProfile.optional(),
    }),
    errors: ['session.not_found', 'auth.forbidden', ...new Set([...identifierErrors, ...profileErrors])],
  }),
  cancel: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/interaction',
    summary: 'Discard all data of the interaction.',
    errors: ['session.not_found'],
  }),
  changeEvent: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/interaction/event',
    summary: 'Switch between sign-in and registration.',
    body: z.strictObject({ event: InteractionEvent }),
    errors: ['auth.forbidden', 'session.interaction_not_found', 'session.verification_session_not_found'],
  }),
  addIdentifier: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/interaction/identifiers',
    summary: 'Verify an identifier and store the verification.',
    body: LegacyIdentifier,
    errors: identifierErrors,
  }),
  replaceProfile: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/interaction/profile',
    summary: 'Replace the pending profile.',
    body: LegacyProfile,
    errors: ['session.verification_session_not_found', ...profileErrors],
  }),
  addToProfile: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/interaction/profile',
    summary: 'Add details to the pending profile.',
    body: LegacyProfile,
    errors: ['session.verification_session_not_found', ...profileErrors],
  }),
  dropProfile: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/interaction/profile',
    summary: 'Delete the pending profile.',
    errors: ['session.verification_session_not_found'],
  }),
  submit: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/submit',
    summary: 'Complete the interaction: sign in the user or create the account. Returns 204 after a password reset.',
    response: Next.optional(),
    status: [200, 204],
    errors: [
      ...personErrors,
      'user.username_exists_in_profile',
      'user.email_exists_in_profile',
      'user.phone_exists_in_profile',
      'user.password_exists_in_profile',
      'auth.forbidden',
      'session.connector_session_not_found',
      'user.new_password_required_in_profile',
      'password.expired',
      ...policyFaults,
      'user.username_already_in_use',
      'user.email_already_in_use',
      'user.phone_already_in_use',
      'user.identity_already_in_use',
      'user.missing_profile',
      'user.sign_in_method_not_enabled',
      'session.captcha_required',
      'session.mfa.require_mfa_verification',
      'session.mfa.backup_code_required',
      'user.missing_mfa',
      'user.same_password',
    ],
  }),
  socialAuthorizationUri: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/verification/social-authorization-uri',
    summary: 'Start a sign-in with a provider. Returns the URL to redirect the browser to.',
    body: z.strictObject({
      connectorId: ConnectorId,
      state: z.string().max(1024),
      redirectUri: RedirectTarget,
      scope: z.string().max(1024).optional(),
    }),
    response: Next,
    errors: [
      'session.not_supported_for_forgot_password',
      'session.insufficient_info',
      'connector.unexpected_type',
      'session.verification_session_not_found',
      'entity.not_found',
    ],
  }),
  sendCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/verification/verification-code',
    summary: 'Send a code to an email address or a phone number.',
    body: CodeRecipient,
    errors: [
      'session.verification_session_not_found',
      'session.captcha_required',
      'connector.not_found',
      'request.message_rate_limited',
    ],
  }),
  createTotp: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/verification/totp',
    summary: 'Generate a secret for an authenticator app of the user.',
    response: z.object({ secret: z.string(), secretQrCode: z.string() }),
    errors: ['session.not_supported_for_forgot_password', 'session.mfa.mfa_factor_not_enabled', ...personErrors],
  }),
  createPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/verification/webauthn-registration',
    summary: 'Start the registration of a passkey.',
    response: RegistrationOptions,
    errors: ['session.not_supported_for_forgot_password', 'session.mfa.mfa_factor_not_enabled', ...personErrors],
  }),
  askForPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/verification/webauthn-authentication',
    summary: 'Ask for a passkey of the user.',
    response: AuthenticationOptions,
    errors: [
      'session.mfa.mfa_sign_in_only',
      'session.mfa.webauthn_verification_not_found',
      'session.verification_session_not_found',
    ],
  }),
  bindMfa: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/bind-mfa',
    summary: 'Add a second factor to the account. It is stored with the last step.',
    body: BindMfa,
    errors: [
      'session.identifier_not_found',
      'session.verification_session_not_found',
      'user.sign_in_method_not_enabled',
      'session.mfa.require_mfa_verification',
      'session.mfa.backup_code_can_not_be_alone',
      'session.mfa.bind_mfa_existed',
      'session.mfa.pending_info_not_found',
      'session.mfa.invalid_totp_code',
      'session.mfa.webauthn_verification_failed',
      'user.totp_already_in_use',
    ],
  }),
  verifyMfa: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/interaction/mfa',
    summary: 'Verify a second factor.',
    body: VerifyMfa,
    errors: [
      'session.mfa.mfa_sign_in_only',
      'session.mfa.pending_info_not_found',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.invalid_totp_code',
      'session.mfa.invalid_backup_code',
      'session.mfa.webauthn_verification_failed',
      'session.verification_blocked_too_many_attempts',
      ...personErrors,
    ],
  }),
  skipMfa: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/interaction/mfa-skipped',
    summary: 'Skip the setup of a second factor. The choice is stored with the last step.',
    body: z.strictObject({ mfaSkipped: z.literal(true) }),
    errors: ['session.verification_session_not_found', 'session.mfa.mfa_policy_not_user_controlled'],
  }),
  ssoAuthorizationUrl: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/single-sign-on/:connectorId/authorization-url',
    summary: 'Start a sign-in with an enterprise provider.',
    params: SsoConnector,
    body: z.strictObject({ state: z.string().min(1).max(1024), redirectUri: RedirectTarget }),
    response: Next,
    errors: ['session.insufficient_info', 'auth.forbidden', 'connector.not_found'],
  }),
  ssoAuthentication: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/single-sign-on/:connectorId/authentication',
    summary: 'Sign in with an enterprise provider.',
    params: SsoConnector,
    body: JsonObject,
    response: Next,
    errors: ['session.verification_session_not_found', 'connector.not_found'],
  }),
  ssoRegistration: endpoint({
    ...common,
    method: 'POST',
    path: '/api/interaction/single-sign-on/:connectorId/registration',
    summary: 'Register with an enterprise provider.',
    params: SsoConnector,
    response: Next,
    errors: ['session.connector_session_not_found', 'session.verification_session_not_found'],
  }),
  ssoConnectors: endpoint({
    ...common,
    method: 'GET',
    path: '/api/interaction/single-sign-on/connectors',
    summary: 'List the enterprise connectors for the domain of an email address.',
    query: z.object({ email: Email }),
    response: z.array(z.string()),
    errors: ['session.not_found'],
  }),
} as const;
