import { z } from 'zod';
import { oneTimeTokenErrors } from '../access/one-time-tokens.ts';
import { endpoint } from '../endpoint.ts';
import { policyFaults } from '../experience/judge-username.ts';
import { IdentifierType } from '../experience/sign-in-experience.ts';
import { Email, JsonObject, Phone, Username } from '../fields.ts';
import { TemplateType } from '../messages/email-templates.ts';
import { codeLength } from './verification-codes.ts';

export const InteractionEvent = z.enum(['SignIn', 'Register', 'ForgotPassword']);
export type InteractionEvent = z.infer<typeof InteractionEvent>;

export const Identifier = z.strictObject({ type: IdentifierType, value: z.string().min(1).max(128) });
export type Identifier = z.infer<typeof Identifier>;

/** A recipient of codes. */
export const Address = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('email'), value: Email }),
  z.strictObject({ type: z.literal('phone'), value: Phone }),
]);
export type Address = z.infer<typeof Address>;

const Id = z.string().min(1).max(64);
const VerificationId = z.object({ verificationId: z.string() });
/** The tenant's policy limits the length; this only rejects absurd bodies. */
const Password = z.string().min(1).max(1024);
const Code = z.string().min(1).max(codeLength);
const ConnectorId = z.object({ connectorId: z.string().max(128) });

/** The fields in the data of `user.missing_profile`. */
export const MissingProfile = z.enum(['username', 'email', 'phone', 'password', 'emailOrPhone', 'extraProfile']);
export type MissingProfile = z.infer<typeof MissingProfile>;

/** What a provider reports about a user. */
export const SocialUserInfo = z.object({
  id: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  name: z.string().optional(),
  avatar: z.string().optional(),
  rawData: z.unknown().optional(),
});
export type SocialUserInfo = z.infer<typeof SocialUserInfo>;

/** Proofs so far, without codes, passwords and sessions of providers. */
export const VerificationRecordView = z.object({
  id: z.string(),
  type: z.string(),
  identifier: z.object({ type: z.string(), value: z.string() }).optional(),
  verified: z.boolean().optional(),
  templateType: TemplateType.optional(),
  connectorId: z.string().optional(),
  socialUserInfo: SocialUserInfo.optional(),
  enterpriseSsoUserInfo: SocialUserInfo.optional(),
  issuer: z.string().optional(),
  oneTimeTokenContext: JsonObject.optional(),
  /** The user whose second factor it is. */
  userId: z.string().optional(),
});
export type VerificationRecordView = z.infer<typeof VerificationRecordView>;

const PendingPasskey = z.object({
  type: z.literal('WebAuthn'),
  rpId: z.string(),
  credentialId: z.string(),
  publicKey: z.string(),
  transports: z.array(z.string()),
  counter: z.number(),
  agent: z.string(),
  name: z.string().optional(),
});

export const Interaction = z.object({
  interactionEvent: InteractionEvent,
  userId: z.string().optional(),
  profile: z.object({
    avatar: z.string().nullish(),
    name: z.string().nullish(),
    username: z.string().nullish(),
    primaryEmail: z.string().nullish(),
    primaryPhone: z.string().nullish(),
    profile: JsonObject.optional(),
    customData: JsonObject.optional(),
    socialIdentity: z.object({ target: z.string(), userInfo: SocialUserInfo }).optional(),
    enterpriseSsoIdentity: z
      .object({ identityId: z.string(), ssoConnectorId: z.string(), issuer: z.string(), detail: JsonObject })
      .optional(),
    /** The form with the profile fields has been sent. */
    submitted: z.boolean().optional(),
  }),
  verificationRecords: z.array(VerificationRecordView).optional(),
  /** Second factors to be stored with the last step, without their secrets. */
  mfa: z
    .object({
      mfaEnabled: z.boolean().optional(),
      mfaSkipped: z.boolean().optional(),
      passkeySkipped: z.boolean().optional(),
      totp: z.object({ type: z.literal('Totp') }).optional(),
      webAuthn: z.array(PendingPasskey).optional(),
      backupCode: z.object({ type: z.literal('BackupCode') }).optional(),
    })
    .optional(),
  captcha: z.object({ verified: z.boolean(), skipped: z.boolean() }).optional(),
  /** What a trusted proxy says about the request, such as its country. */
  signInContext: z.record(z.string(), z.string()).optional(),
});
export type Interaction = z.infer<typeof Interaction>;

const common = { auth: { kind: 'interaction' }, document: 'experience', tag: 'Experience' } as const;

const blocklistErrors = [
  'session.email_blocklist.invalid_email',
  'session.email_blocklist.email_subaddressing_not_allowed',
  'session.email_blocklist.email_not_allowed',
] as const;
const inUseErrors = [
  'user.username_already_in_use',
  'user.email_already_in_use',
  'user.phone_already_in_use',
  'user.identity_already_in_use',
] as const;
const existsErrors = [
  'user.username_exists_in_profile',
  'user.email_exists_in_profile',
  'user.phone_exists_in_profile',
  'user.password_exists_in_profile',
] as const;

export const signInApi = {
  start: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/experience',
    summary: 'Start or restart an interaction. Data of earlier steps is discarded.',
    body: z.strictObject({ interactionEvent: InteractionEvent, captchaToken: z.string().max(8192).optional() }),
    errors: ['session.not_found', 'session.captcha_failed'],
  }),
  changeEvent: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/experience/interaction-event',
    summary: 'Switch between sign-in and registration. Verifications are kept, the pending profile is discarded.',
    body: z.strictObject({ interactionEvent: InteractionEvent }),
    errors: ['session.not_supported_for_forgot_password', 'auth.forbidden', 'session.interaction_not_found'],
  }),
  identify: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/identification',
    summary: 'Identify the user by a verification, or create the account when registering.',
    body: z.strictObject({ verificationId: Id.optional(), linkSocialIdentity: z.boolean().optional() }),
    status: [204, 201],
    errors: [
      'session.verification_failed',
      'session.passkey_sign_in.sso_users_not_allowed',
      ...blocklistErrors,
      'auth.exceed_user_limit',
      'user.suspended',
      'auth.forbidden',
      'session.verification_session_not_found',
      'one_time_token.token_revoked',
      'session.interaction_not_found',
      'user.user_not_exist',
      'user.identity_not_exist',
      'user.sso_identity_not_exist',
      'session.identity_conflict',
      ...inUseErrors,
      'user.missing_profile',
      'user.sign_in_method_not_enabled',
      'session.not_supported_for_forgot_password',
      'session.sso_enabled',
      'session.captcha_required',
      'password.expired',
      ...policyFaults,
    ],
  }),
  submit: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/submit',
    summary: 'Complete the interaction. Returns the URL to continue at, or 204 after a password reset.',
    response: z.object({ redirectTo: z.string() }).optional(),
    status: [200, 204],
    errors: [
      'session.captcha_required',
      'session.identifier_not_found',
      'session.interaction_not_found',
      'one_time_token.token_revoked',
      'user.suspended',
      'auth.exceed_user_limit',
      'user.new_password_required_in_profile',
      'password.expired',
      ...policyFaults,
      ...blocklistErrors,
      'session.sso_enabled',
      ...inUseErrors,
      'user.missing_profile',
      'session.risk_refused',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.require_mfa_verification',
      'session.mfa.suggest_additional_mfa',
      'session.mfa.backup_code_required',
      'user.passkey_preferred',
      'user.suggest_mfa',
      'session.verification_failed',
      'session.sso_enabled',
      ...blocklistErrors,
      'user.missing_mfa',
      'user.totp_already_in_use',
      'user.passkey_already_in_use',
      'user.too_many_passkeys',
    ],
  }),
  interaction: endpoint({
    ...common,
    method: 'GET',
    path: '/api/experience/interaction',
    summary: 'Get the data of the current interaction, without secrets.',
    response: Interaction,
    errors: ['session.interaction_not_found'],
  }),
  verifyPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/password',
    summary: 'Verify an identifier and a password.',
    body: z.strictObject({ identifier: Identifier, password: Password }),
    response: VerificationId,
    errors: [
      'session.verification_blocked_too_many_attempts',
      'user.suspended',
      'session.interaction_not_found',
      'session.invalid_credentials',
      'session.identity_conflict',
      'password.expired',
      'password.rejected',
      'session.sso_enabled',
      'session.captcha_required',
      ...blocklistErrors,
      'auth.exceed_user_limit',
      'action.sign_in_identifier_changed',
      'user.username_already_in_use',
      'user.email_already_in_use',
      'user.phone_already_in_use',
    ],
  }),
  sendCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/verification-code',
    summary: 'Send a code and a link to an email address or a phone number.',
    body: z.strictObject({ identifier: Address, interactionEvent: InteractionEvent }),
    response: VerificationId,
    errors: [
      ...blocklistErrors,
      'user.invalid_phone',
      'session.interaction_not_found',
      'session.captcha_required',
      'session.sso_enabled',
      'connector.not_found',
      'request.message_rate_limited',
    ],
  }),
  verifyCode: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/verification-code/verify',
    summary: 'Verify a code that was sent for this sign-in. A code can be used once.',
    body: z.strictObject({ identifier: Address, verificationId: Id, code: Code }),
    response: VerificationId,
    errors: [
      'session.verification_blocked_too_many_attempts',
      'verification_code.not_found',
      'verification_code.phone_mismatch',
      'verification_code.email_mismatch',
      'verification_code.expired',
      'verification_code.exceed_max_try',
      'verification_code.code_mismatch',
      'session.verification_session_not_found',
      'session.interaction_not_found',
    ],
  }),
  socialAuthorizationUri: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/social/:connectorId/authorization-uri',
    summary: 'Start a sign-in with a provider. Returns the URL to redirect the browser to.',
    params: ConnectorId,
    body: z.strictObject({ state: z.string().max(1024), redirectUri: z.string().max(2048) }),
    response: z.object({ authorizationUri: z.string(), verificationId: z.string() }),
    errors: [
      'session.insufficient_info',
      'request.invalid_input',
      'session.interaction_not_found',
      'session.invalid_connector_id',
    ],
  }),
  verifySocial: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/social/:connectorId/verify',
    summary: 'Verify the response of the provider.',
    params: ConnectorId,
    body: z.strictObject({ connectorData: JsonObject, verificationId: Id.optional() }),
    response: VerificationId,
    errors: [
      'session.csrf_token_mismatch',
      'session.google_one_tap.cookie_mismatch',
      'connector.social_auth_code_invalid',
      'connector.authorization_failed',
      'session.verification_session_not_found',
      'session.interaction_not_found',
      'session.invalid_connector_id',
    ],
  }),
  ssoConnectors: endpoint({
    ...common,
    method: 'GET',
    path: '/api/experience/sso-connectors',
    summary: 'Find the enterprise connectors of the domain of an email address.',
    query: z.object({ email: Email }),
    response: z.object({ connectorIds: z.array(z.string()) }),
    errors: ['session.not_found'],
  }),
  ssoAuthorizationUri: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/sso/:connectorId/authorization-uri',
    summary: 'Start a sign-in with an enterprise provider. Returns the URL to redirect the browser to.',
    params: ConnectorId,
    body: z.strictObject({ state: z.string().max(1024), redirectUri: z.string().max(2048) }),
    response: z.object({ authorizationUri: z.string(), verificationId: z.string() }),
    errors: [
      'session.insufficient_info',
      'request.invalid_input',
      'session.interaction_not_found',
      'entity.not_exists_with_id',
      'connector.invalid_config',
    ],
  }),
  verifySso: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/sso/:connectorId/verify',
    summary: 'Verify the response of the enterprise provider.',
    params: ConnectorId,
    body: z.strictObject({ connectorData: JsonObject, verificationId: Id }),
    response: VerificationId,
    errors: [
      'session.csrf_token_mismatch',
      'session.connector_session_not_found',
      'connector.authorization_failed',
      'connector.not_found',
      'session.verification_session_not_found',
      'session.interaction_not_found',
    ],
  }),
  newPasswordIdentity: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/new-password-identity',
    summary: 'Choose a username and a password for a new account in one step.',
    body: z.strictObject({
      identifier: z.strictObject({ type: z.literal('username'), value: Username }),
      password: Password,
    }),
    response: VerificationId,
    errors: ['auth.forbidden', ...policyFaults, 'user.username_already_in_use', 'password.rejected'],
  }),
  verifyOneTimeToken: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/verification/one-time-token/verify',
    summary: 'Verify and consume a one-time token.',
    body: z.strictObject({
      identifier: z.strictObject({ type: z.literal('email'), value: Email }),
      token: z.string().min(1).max(256),
    }),
    response: VerificationId,
    errors: [
      'session.verification_blocked_too_many_attempts',
      ...oneTimeTokenErrors,
      'one_time_token.interaction_event_mismatch',
    ],
  }),
  addProfile: endpoint({
    ...common,
    method: 'POST',
    path: '/api/experience/profile',
    summary: 'Add a detail to the profile of the user who signs in or registers.',
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('username'), value: Username }),
      z.strictObject({ type: z.literal('password'), value: Password }),
      z.strictObject({ type: z.literal('email'), verificationId: Id }),
      z.strictObject({ type: z.literal('phone'), verificationId: Id }),
      z.strictObject({ type: z.literal('social'), verificationId: Id }),
      z.strictObject({ type: z.literal('extraProfile'), values: JsonObject }),
    ]),
    errors: [
      'session.not_supported_for_forgot_password',
      'auth.forbidden',
      ...blocklistErrors,
      'request.invalid_input',
      'custom_profile_fields.name_conflict_built_in_prop',
      'custom_profile_fields.name_conflict_sign_in_identifier',
      'custom_profile_fields.name_conflict_custom_data',
      'session.identifier_not_found',
      'session.mfa.require_mfa_verification',
      'session.verification_session_not_found',
      'session.verification_failed',
      ...existsErrors,
      ...policyFaults,
      ...inUseErrors,
      'password.rejected',
    ],
  }),
  setPassword: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/experience/profile/password',
    summary: 'Set the new password during a password reset.',
    body: z.strictObject({ password: Password }),
    errors: [
      'session.invalid_interaction_type',
      'session.identifier_not_found',
      'password.rejected',
      'user.same_password',
    ],
  }),
} as const;
