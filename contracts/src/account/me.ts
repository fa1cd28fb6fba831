import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { policyFaults } from '../experience/judge-username.ts';
import { MfaFactor } from '../experience/sign-in-experience.ts';
import { Avatar, Email, JsonObject, Username } from '../fields.ts';
import { Connector } from '../messages/connectors.ts';
import { User } from '../people/users.ts';
import { AuthenticationOptions, WebAuthnAssertion } from '../people/webauthn.ts';
import { codeLength } from '../sign-in/verification-codes.ts';
import { RecordId } from './account.ts';

export const preferencesKey = 'adminConsolePreferences';

/** Console notices that a user has dismissed permanently. */
export const acknowledgements = [
  'experienceNoticeConfirmed',
  'connectorSieNoticeConfirmed',
  'managementApiAcknowledged',
  'roleWithManagementApiAccessNotificationAcknowledged',
  'm2mRoleNotificationAcknowledged',
  'mfaUpsellNoticeAcknowledged',
  'm2mUpsellNoticeAcknowledged',
  'apiResourceUpsellNoticeAcknowledged',
  'organizationUpsellNoticeAcknowledged',
  'tenantMembersUpsellNoticeAcknowledged',
  'enterpriseSsoUpsellNoticeAcknowledged',
  'addOnChangesInCurrentCycleNoticeAcknowledged',
  'securityFeaturesUpsellNoticeAcknowledged',
  'samlAppsUpsellNoticeAcknowledged',
  'thirdPartyAppsUpsellNoticeAcknowledged',
  'rbacUpsellNoticeAcknowledged',
  'secondFactorCardDismissed',
] as const;
export const appearanceModes = ['system', 'light', 'dark'] as const;
export type Acknowledgement = (typeof acknowledgements)[number];

/** The console settings of a user, stored under `preferencesKey` of their custom data. */
export const Preferences = z.object({
  language: z.string().optional(),
  appearanceMode: z.enum(appearanceModes).optional(),
  ...(Object.fromEntries(acknowledgements.map((name) => [name, z.boolean().optional()])) as Record<
    // The entries come from the same list as the type.
    Acknowledgement,
    z.ZodOptional<z.ZodBoolean>
  >),
});
export type Preferences = z.infer<typeof Preferences>;

/** What people may tell about themselves when they begin; all questions are optional. */
export const Questionnaire = z
  .object({
    project: z.enum(['personal', 'company']),
    deploymentType: z.enum(['open-source', 'cloud']),
    titles: z.array(z.enum(['developer', 'team-lead', 'ceo', 'cto', 'product', 'others'])).max(6),
    companyName: z.string().max(256),
    companySize: z.enum(['1', '2-49', '50-199', '200-999', '1000+']),
  })
  .partial();

const Onboarding = z.looseObject({ isOnboardingDone: z.boolean().optional(), questionnaire: Questionnaire.optional() });

/** Keys with a meaning of their own have its form; all others are free. */
const OwnCustomData = JsonObject.superRefine(({ onboarding }, context) => {
  const { error } = Onboarding.optional().safeParse(onboarding);
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: ['onboarding', ...path], message });
  }
});

/** Only these fields: prevents privilege escalation. */
export const UpdateMe = z.strictObject({
  username: Username.optional(),
  /** Null unlinks the address. */
  primaryEmail: Email.nullish(),
  name: z.string().max(128).nullish(),
  avatar: Avatar.nullish(),
});
export type UpdateMe = z.infer<typeof UpdateMe>;

// The tenant's policy limits the length; this only rejects absurd bodies.
const Password = z.strictObject({ password: z.string().min(1).max(1024) });

const common = { auth: { kind: 'me' }, document: 'me', tag: 'Me' } as const;
/** Errors of changes that require a verification status of the last ten minutes. */
const unverified = [
  'session.verification_session_not_found',
  'session.verification_failed',
  'session.mfa.require_mfa_verification',
] as const;

export const meApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/me',
    summary: 'Get the signed-in console user.',
    response: User,
    errors: ['user.suspended'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/me',
    summary: 'Update name, picture, username or email address. A new address must be verified first; null unlinks it.',
    body: UpdateMe,
    response: User,
    errors: [
      ...unverified,
      'user.suspended',
      'user.email_already_in_use',
      'user.email_required',
      ...policyFaults,
      'user.username_already_in_use',
      'session.sso_enabled',
      'session.email_blocklist.invalid_email',
      'session.email_blocklist.email_subaddressing_not_allowed',
      'session.email_blocklist.email_not_allowed',
    ],
  }),
  getCustomData: endpoint({
    ...common,
    method: 'GET',
    path: '/me/custom-data',
    summary: 'Get the custom data of the signed-in user.',
    response: JsonObject,
    errors: ['user.suspended'],
  }),
  patchCustomData: endpoint({
    ...common,
    method: 'PATCH',
    path: '/me/custom-data',
    summary: 'Merge keys into the custom data of the signed-in user.',
    body: OwnCustomData,
    response: JsonObject,
    errors: ['user.suspended'],
  }),
  verifyPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/me/password/verify',
    summary: 'Verify your password. The verification status is valid for ten minutes.',
    body: Password,
    errors: ['user.suspended', 'session.invalid_credentials', 'session.verification_blocked_too_many_attempts'],
  }),
  setPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/me/password',
    summary: 'Set a new password. If you have a password, verify it first. Sessions are kept.',
    body: Password,
    errors: [...unverified, 'user.suspended', 'password.rejected'],
  }),
  sendCode: endpoint({
    ...common,
    method: 'POST',
    path: '/me/verification-codes',
    summary: 'Send a code to an email address.',
    body: z.strictObject({ email: Email }),
    errors: ['user.suspended', 'connector.not_found', 'connector.rate_limit_exceeded', 'request.message_rate_limited'],
  }),
  verifyCode: endpoint({
    ...common,
    method: 'POST',
    path: '/me/verification-codes/verify',
    summary: 'Verify the code. The address counts as verified for ten minutes.',
    body: z.strictObject({ email: Email, verificationCode: z.string().min(1).max(codeLength) }),
    errors: [
      'user.suspended',
      'verification_code.not_found',
      'verification_code.email_mismatch',
      'verification_code.expired',
      'verification_code.exceed_max_try',
      'verification_code.code_mismatch',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
} as const;

/** Second factors. Users who have one verify it before they change how they sign in, or delete their account. */
export const meFactorsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/me/factors',
    summary: 'List the second factors of which a sensitive change needs one; empty if none is needed now.',
    response: z.object({ factors: z.array(MfaFactor) }),
    errors: ['user.suspended'],
  }),
  verify: endpoint({
    ...common,
    method: 'POST',
    path: '/api/me/factors/verify',
    summary: 'Verify a code of your authenticator app or a backup code. It counts for ten minutes.',
    body: z.strictObject({ type: z.enum(['Totp', 'BackupCode']), code: z.string().min(1).max(64) }),
    errors: [
      'user.suspended',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.invalid_totp_code',
      'session.mfa.invalid_backup_code',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
  beginPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/me/factors/passkey',
    summary: 'Start to verify a passkey.',
    response: z.object({ verificationRecordId: z.string(), authenticationOptions: AuthenticationOptions }),
    errors: ['user.suspended', 'session.mfa.webauthn_verification_not_found'],
  }),
  verifyPasskey: endpoint({
    ...common,
    method: 'POST',
    path: '/api/me/factors/passkey/verify',
    summary: 'Send the response of the passkey. It counts for ten minutes.',
    body: z.strictObject({ verificationRecordId: RecordId, payload: WebAuthnAssertion }),
    errors: ['user.suspended', 'verification_record.not_found', 'session.mfa.webauthn_verification_failed'],
  }),
} as const;

/** Accounts at social providers. */
export const meSocialApi = {
  connectors: endpoint({
    ...common,
    method: 'GET',
    path: '/me/social/connectors',
    summary: 'List the providers for sign-in to the console. Their `config` is empty.',
    response: z.array(Connector),
    errors: ['user.suspended'],
  }),
  authorizationUri: endpoint({
    ...common,
    method: 'POST',
    path: '/me/social/authorization-uri',
    summary: 'Get the URL to sign in with a provider and link its account.',
    body: z.strictObject({
      connectorId: z.string().max(128),
      state: z.string().max(1024),
      redirectUri: z.string().max(2048),
    }),
    response: z.object({ redirectTo: z.string() }),
    errors: [
      ...unverified,
      'user.suspended',
      'session.insufficient_info',
      'connector.unexpected_type',
      'entity.not_found',
      'request.invalid_input',
    ],
  }),
  link: endpoint({
    ...common,
    method: 'POST',
    path: '/me/social/link-identity',
    summary: 'Link the provider account that you signed in with.',
    body: z.strictObject({ connectorId: z.string().max(128), connectorData: JsonObject }),
    errors: [
      ...unverified,
      'user.suspended',
      'entity.not_found',
      'session.invalid_connector_id',
      'session.csrf_token_mismatch',
      'user.identity_already_in_use',
      'connector.invalid_response',
    ],
  }),
  unlink: endpoint({
    ...common,
    method: 'DELETE',
    path: '/me/social/identity/:connectorId',
    summary: 'Unlink the account at a provider.',
    params: z.object({ connectorId: z.string().max(128) }),
    errors: [
      'user.suspended',
      'user.identity_not_exist',
      'user.last_sign_in_method_required',
      'entity.not_found',
      'session.mfa.require_mfa_verification',
    ],
  }),
} as const;

const NamedTenant = z.object({ id: z.string(), name: z.string() });
export type NamedTenant = z.infer<typeof NamedTenant>;

/** What happens to the tenants of a user who deletes their account. */
export const AccountDeletion = z.object({
  /** Tenants without other members, which are deleted with the account. */
  deletes: z.array(NamedTenant),
  /** Tenants with other members, which the user leaves. */
  leaves: z.array(NamedTenant),
  /**
   * Tenants that prevent the deletion: paid ones that the user administers, or ones that would lose their last
   * administrator.
   */
  paid: z.array(NamedTenant),
  lastAdmin: z.array(NamedTenant),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** Deletes the account; cloud edition only. */
export const accountDeletionApi = {
  preview: endpoint({
    ...common,
    method: 'GET',
    path: '/api/me/deletion',
    summary: 'Get the effects of deleting your account on your tenants.',
    response: AccountDeletion,
    errors: ['user.suspended'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/me',
    summary: 'Delete your account and the tenants in which you are the only member.',
    errors: [...unverified, 'user.suspended', 'user.owns_paid_tenant', 'tenant.last_admin'],
  }),
} as const;
