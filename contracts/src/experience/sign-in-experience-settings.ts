import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, HexColor, WebUrl } from '../fields.ts';
import { AdaptiveMfa } from './adaptive-mfa.ts';
import { LanguageTag } from './custom-phrases.ts';
import { SentProfileFieldNames } from './custom-profile-fields.ts';
import { maxBlocklistEntries } from './email-blocklist.ts';
import { SentPasswordExpiration } from './password-expiration.ts';
import {
  agreeToTermsPolicies,
  ForgotPasswordMethod,
  IdentifierType,
  MfaFactor,
  mfaPolicies,
  PasskeySignIn,
  PasswordIssue,
  SignInExperience,
  SignInMode,
} from './sign-in-experience.ts';
import { SentUsernamePolicy } from './username-policy.ts';
import { VerificationCodePolicy } from './verification-code-policy.ts';

/** Empty and null both mean none. */
const orNothing = (schema: z.ZodType<string>) =>
  schema
    .or(z.literal(''))
    .nullable()
    .transform((value) => value || null)
    .optional();

const count = z.int().min(1);

/** Of a content security policy. The header is sent with each page. */
const Sources = z.array(z.string().max(512)).max(20);

const EmailList = z.array(z.string().max(256)).max(maxBlocklistEntries);

const Policy = z
  .strictObject({
    length: z.strictObject({ min: count.max(256).optional(), max: count.max(256).optional() }).optional(),
    characterTypes: z.strictObject({ min: count.max(4).optional() }).optional(),
    rejects: z
      .strictObject({
        pwned: z.boolean().optional(),
        repetitionAndSequence: z.boolean().optional(),
        userInfo: z.boolean().optional(),
        words: z.array(z.string().min(1).max(128)).max(1000).optional(),
      })
      .optional(),
  })
  .refine(({ length }) => (length?.min ?? 8) <= (length?.max ?? 256), {
    path: ['length', 'min'],
    message: 'The minimum length must not be greater than the maximum length (defaults: 8 and 256).',
  });

const SignUp = z.strictObject({
  identifiers: z.array(IdentifierType).max(3),
  password: z.boolean(),
  verify: z.boolean(),
  secondaryIdentifiers: z
    .array(
      z.strictObject({
        identifier: z.union([IdentifierType, z.literal('emailOrPhone')]),
        verify: z.boolean().optional(),
      }),
    )
    .max(6)
    .optional(),
});

const SignInMethod = z.strictObject({
  identifier: IdentifierType,
  password: z.boolean(),
  verificationCode: z.boolean(),
  isPasswordPrimary: z.boolean(),
});

export const UpdateSignInExperience = z.strictObject({
  /** Accepted because clients send back what they read; the tenant cannot be changed. */
  tenantId: z.string().max(21).optional(),
  color: z
    .strictObject({ primaryColor: HexColor, isDarkModeEnabled: z.boolean(), darkPrimaryColor: HexColor })
    .optional(),
  branding: z
    .strictObject({
      logoUrl: WebUrl.optional(),
      darkLogoUrl: WebUrl.optional(),
      favicon: WebUrl.optional(),
      darkFavicon: WebUrl.optional(),
    })
    .optional(),
  languageInfo: z.strictObject({ autoDetect: z.boolean(), fallbackLanguage: LanguageTag }).optional(),
  agreeToTermsPolicy: z.enum(agreeToTermsPolicies).optional(),
  signIn: z.strictObject({ methods: z.array(SignInMethod).max(9) }).optional(),
  signUp: SignUp.optional(),
  socialSignIn: z
    .strictObject({
      automaticAccountLinking: z.boolean().optional(),
      passwordRequired: z.boolean().optional(),
      skipRequiredIdentifiers: z.boolean().optional(),
    })
    .optional(),
  socialSignInConnectorTargets: z.array(z.string().max(128)).max(200).optional(),
  signInMode: SignInMode.optional(),
  customCss: z.string().max(131_072).nullable().optional(),
  customContent: z.record(z.string().max(256), z.string().max(65_536)).optional(),
  customUiAssets: z
    .strictObject({ id: z.string().min(1).max(64), createdAt: z.number() })
    .nullable()
    .optional(),
  passwordPolicy: Policy.optional(),
  mfa: z
    .strictObject({
      factors: z.array(MfaFactor).max(10),
      policy: z.enum(mfaPolicies),
      organizationRequiredMfaPolicy: z.enum(['NoPrompt', 'Mandatory']).optional(),
    })
    .optional(),
  singleSignOnEnabled: z.boolean().optional(),
  captchaPolicy: z.strictObject({ enabled: z.boolean().optional() }).optional(),
  sentinelPolicy: z
    .strictObject({ maxAttempts: count.max(1_000_000).optional(), lockoutDuration: count.max(525_600).optional() })
    .optional(),
  emailBlocklistPolicy: z
    .strictObject({
      blockDisposableAddresses: z.boolean().optional(),
      blockSubaddressing: z.boolean().optional(),
      customBlocklist: EmailList.optional(),
      customAllowlist: EmailList.optional(),
    })
    .optional(),
  forgotPasswordMethods: z.array(ForgotPasswordMethod).max(2).nullable().optional(),
  passkeySignIn: z.strictObject(PasskeySignIn.shape).optional(),
  adaptiveMfa: z.strictObject(AdaptiveMfa.shape).optional(),
  usernamePolicy: SentUsernamePolicy.optional(),
  verificationCodePolicy: z.strictObject(VerificationCodePolicy.shape).optional(),
  passwordExpiration: SentPasswordExpiration.optional(),
  hideLogtoBranding: z.boolean().optional(),
  customUiCsp: z.strictObject({ scriptSrc: Sources.optional(), connectSrc: Sources.optional() }).optional(),
  signUpProfileFields: SentProfileFieldNames.nullable().optional(),
  termsOfUseUrl: orNothing(WebUrl),
  privacyPolicyUrl: orNothing(WebUrl),
  supportEmail: orNothing(Email),
  supportWebsiteUrl: orNothing(WebUrl),
  unknownSessionRedirectUrl: orNothing(WebUrl),
});
export type UpdateSignInExperience = z.infer<typeof UpdateSignInExperience>;

export const CheckedPassword = z.discriminatedUnion('result', [
  z.object({ result: z.literal(true) }),
  z.object({ result: z.literal(false), issues: z.array(PasswordIssue) }),
]);

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Sign-in experience' } as const;

export const signInExperienceApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sign-in-exp',
    summary: 'Get the settings of the sign-in pages.',
    response: SignInExperience,
    errors: ['entity.not_found'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/sign-in-exp',
    quota: ['mfaEnabled', 'securityFeaturesEnabled', 'bringYourUiEnabled', 'passkeySignInEnabled'],
    summary: 'Update the settings of the sign-in pages. Each given part replaces the old one.',
    query: z.object({ removeUnusedDemoSocialConnector: z.string().max(16).optional() }),
    body: UpdateSignInExperience,
    response: SignInExperience,
    errors: [
      'sign_in_experiences.forgot_password_method_requires_connector',
      'sign_in_experiences.unsupported_default_language',
      'sign_in_experiences.missing_sign_up_identifiers',
      'sign_in_experiences.duplicated_sign_up_identifiers',
      'sign_in_experiences.passwordless_requires_verify',
      'sign_in_experiences.enabled_connector_not_found',
      'sign_in_experiences.at_least_one_authentication_factor',
      'sign_in_experiences.code_sign_in_must_be_enabled',
      'sign_in_experiences.email_verification_code_cannot_be_used_for_sign_in',
      'sign_in_experiences.phone_verification_code_cannot_be_used_for_sign_in',
      'sign_in_experiences.duplicated_mfa_factors',
      'sign_in_experiences.backup_code_cannot_be_enabled_alone',
      'sign_in_experiences.email_verification_code_cannot_be_used_for_mfa',
      'sign_in_experiences.phone_verification_code_cannot_be_used_for_mfa',
      'sign_in_experiences.invalid_custom_email_blocklist_format',
      'sign_in_experiences.adaptive_mfa_requires_mfa',
      'sign_in_experiences.adaptive_mfa_requires_non_skippable_policy',
      'sign_in_experiences.non_adaptive_mfa_requires_skippable_policy',
      'sign_in_experiences.username_policy_case_conflicts_exist',
      'sign_in_experiences.password_expiration_invalid_period_days',
      'sign_in_experiences.password_expiration_requires_forgot_password',
      'custom_profile_fields.entity_not_exists_with_names',
      'request.invalid_input',
      'guard.not_allowed_for_admin_tenant',
      'entity.not_found',
    ],
  }),
  checkPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sign-in-exp/default/check-password',
    summary: 'Check a password against the policy. Returns 400 with all violated rules if it is rejected.',
    body: z.strictObject({ password: z.string().max(1024), userId: z.string().max(21).optional() }),
    response: CheckedPassword,
    status: [200, 400],
    errors: ['request.invalid_input', 'entity.not_exists_with_id'],
  }),
  tryPassword: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sign-in-exp/default/try-password',
    summary: 'Check a password against a policy that is not saved. It is compared with no personal details.',
    body: z.strictObject({ password: z.string().max(1024), passwordPolicy: Policy }),
    response: z.object({ issues: z.array(PasswordIssue) }),
  }),
  uploadCustomUi: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sign-in-exp/default/custom-ui-assets',
    summary: 'Upload custom UI as a zip file with an index.html. To use it, set customUiAssets to the response.',
    upload: true,
    response: z.object({ customUiAssetId: z.string() }),
    errors: [
      'guard.file_size_exceeded',
      'guard.malware_found',
      'guard.mime_type_not_allowed',
      'guard.not_allowed_for_admin_tenant',
      'storage.scan_failed',
      'storage.upload_error',
    ],
  }),
} as const;
