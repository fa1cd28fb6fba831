import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { HexColor } from '../fields.ts';
import { GoogleOneTap, SocialConnectorInfo } from '../messages/connectors.ts';
import { AdaptiveMfa } from './adaptive-mfa.ts';
import { PublicCaptchaConfig } from './captcha.ts';
import { CustomProfileField, ProfileFieldNames } from './custom-profile-fields.ts';
import { PasswordExpiration } from './password-expiration.ts';
import { UsernamePolicy } from './username-policy.ts';
import { VerificationCodePolicy } from './verification-code-policy.ts';

export const identifierTypes = ['username', 'email', 'phone'] as const;
export const IdentifierType = z.enum(identifierTypes);
export type IdentifierType = z.infer<typeof IdentifierType>;

export const signInModes = ['SignIn', 'Register', 'SignInAndRegister'] as const;
export const SignInMode = z.enum(signInModes);
export type SignInMode = z.infer<typeof SignInMode>;

export const Color = z.object({ primaryColor: HexColor, isDarkModeEnabled: z.boolean(), darkPrimaryColor: HexColor });
export const Branding = z.object({
  logoUrl: z.string().optional(),
  darkLogoUrl: z.string().optional(),
  favicon: z.string().optional(),
  darkFavicon: z.string().optional(),
});

/** One reason why a password is rejected. */
export const PasswordIssue = z.object({
  code: z.string(),
  interpolation: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type PasswordIssue = z.infer<typeof PasswordIssue>;

/** As stored; all parts are optional, and readers apply the defaults. */
export const PasswordPolicy = z.object({
  length: z.object({ min: z.int().min(1).optional(), max: z.int().min(1).optional() }).optional(),
  characterTypes: z.object({ min: z.int().min(1).max(4).optional() }).optional(),
  rejects: z
    .object({
      pwned: z.boolean().optional(),
      repetitionAndSequence: z.boolean().optional(),
      userInfo: z.boolean().optional(),
      words: z.array(z.string()).optional(),
    })
    .optional(),
});
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;

export const agreeToTermsPolicies = ['Automatic', 'ManualRegistrationOnly', 'Manual'] as const;
export const mfaFactors = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'] as const;
export const MfaFactor = z.enum(mfaFactors);
export type MfaFactor = z.infer<typeof MfaFactor>;
export const mfaPolicies = [
  'UserControlled',
  'Mandatory',
  'PromptOnlyAtSignIn',
  'PromptAtSignInAndSignUp',
  'NoPrompt',
  // With adaptive second factors: the prompts, without a way to skip them.
  'PromptAtSignInAndSignUpMandatory',
  'PromptOnlyAtSignInMandatory',
] as const;
/** The policies of adaptive second factors. */
export const adaptivePolicies = ['PromptAtSignInAndSignUpMandatory', 'PromptOnlyAtSignInMandatory'] as const;
export const isAdaptivePolicy = (policy: string): policy is (typeof adaptivePolicies)[number] =>
  adaptivePolicies.some((one) => one === policy);
/** Whether users cannot do without a second factor. */
export const isMandatoryPolicy = (policy: (typeof mfaPolicies)[number]) =>
  policy === 'Mandatory' || isAdaptivePolicy(policy);
export const forgotPasswordMethods = ['EmailVerificationCode', 'PhoneVerificationCode'] as const;
export const ForgotPasswordMethod = z.enum(forgotPasswordMethods);
export type ForgotPasswordMethod = z.infer<typeof ForgotPasswordMethod>;

export const PasskeySignIn = z.object({
  enabled: z.boolean().optional(),
  /** Shows a button next to the other sign-in methods. */
  showPasskeyButton: z.boolean().optional(),
  /** The browser suggests passkeys in the field for the identifier (conditional mediation). */
  allowAutofill: z.boolean().optional(),
});

/** What pages of a tenant's own may load and call besides their own origin: sources of a content security policy. */
export const CustomUiCsp = z.object({
  scriptSrc: z.array(z.string()).optional(),
  connectSrc: z.array(z.string()).optional(),
});
export type CustomUiCsp = z.infer<typeof CustomUiCsp>;

export const SignInExperience = z.object({
  tenantId: z.string(),
  id: z.string(),
  color: Color,
  branding: Branding,
  languageInfo: z.object({ autoDetect: z.boolean(), fallbackLanguage: z.string() }),
  termsOfUseUrl: z.string().nullable(),
  privacyPolicyUrl: z.string().nullable(),
  agreeToTermsPolicy: z.enum(agreeToTermsPolicies),
  signIn: z.object({
    methods: z.array(
      z.object({
        identifier: IdentifierType,
        password: z.boolean(),
        verificationCode: z.boolean(),
        isPasswordPrimary: z.boolean(),
      }),
    ),
  }),
  signUp: z.object({
    identifiers: z.array(IdentifierType),
    password: z.boolean(),
    verify: z.boolean(),
    secondaryIdentifiers: z
      .array(
        z.object({ identifier: z.union([IdentifierType, z.literal('emailOrPhone')]), verify: z.boolean().optional() }),
      )
      .optional(),
  }),
  socialSignIn: z.object({
    automaticAccountLinking: z.boolean().optional(),
    /** Users who register through a provider also need a password if the sign-up settings require one. */
    passwordRequired: z.boolean().optional(),
    /** Users who have signed in at a provider are not asked for identifiers or profile fields that are missing. */
    skipRequiredIdentifiers: z.boolean().optional(),
  }),
  socialSignInConnectorTargets: z.array(z.string()),
  signInMode: SignInMode,
  customCss: z.string().nullable(),
  customContent: z.record(z.string(), z.string()),
  customUiAssets: z.object({ id: z.string(), createdAt: z.number() }).nullable(),
  passwordPolicy: PasswordPolicy,
  mfa: z.object({
    factors: z.array(MfaFactor),
    policy: z.enum(mfaPolicies),
    organizationRequiredMfaPolicy: z.enum(['NoPrompt', 'Mandatory']).optional(),
  }),
  singleSignOnEnabled: z.boolean(),
  supportEmail: z.string().nullable(),
  supportWebsiteUrl: z.string().nullable(),
  unknownSessionRedirectUrl: z.string().nullable(),
  captchaPolicy: z.object({ enabled: z.boolean().optional() }),
  sentinelPolicy: z.object({ maxAttempts: z.number().optional(), lockoutDuration: z.number().optional() }),
  emailBlocklistPolicy: z.object({
    blockDisposableAddresses: z.boolean().optional(),
    blockSubaddressing: z.boolean().optional(),
    customBlocklist: z.array(z.string()).optional(),
    /** If not empty, only addresses that match an entry are allowed. */
    customAllowlist: z.array(z.string()).optional(),
  }),
  forgotPasswordMethods: z.array(ForgotPasswordMethod).nullable(),
  /** Sign-in with a passkey alone, without an identifier. Everything is off by default. */
  passkeySignIn: PasskeySignIn,
  adaptiveMfa: AdaptiveMfa,
  usernamePolicy: UsernamePolicy,
  verificationCodePolicy: VerificationCodePolicy,
  passwordExpiration: PasswordExpiration,
  /** Hides the line that names this product. */
  hideLogtoBranding: z.boolean(),
  customUiCsp: CustomUiCsp,
  /** The profile fields that new users are asked for. Null means all fields of the tenant. */
  signUpProfileFields: ProfileFieldNames.nullable(),
});
export type SignInExperience = z.infer<typeof SignInExperience>;

/** The public part of an enterprise connector. */
export const SsoConnectorInfo = z.object({
  id: z.string(),
  connectorName: z.string(),
  logo: z.string(),
  darkLogo: z.string().optional(),
});
export type SsoConnectorInfo = z.infer<typeof SsoConnectorInfo>;

/** The settings for the sign-in pages; contains no secrets, and no lists of addresses of people. */
export const FullSignInExperience = SignInExperience.omit({ emailBlocklistPolicy: true }).extend({
  socialConnectors: z.array(SocialConnectorInfo),
  ssoConnectors: z.array(SsoConnectorInfo),
  forgotPassword: z.object({ email: z.boolean(), phone: z.boolean() }),
  isDevelopmentTenant: z.boolean(),
  googleOneTap: GoogleOneTap.extend({ clientId: z.string(), connectorId: z.string() }).optional(),
  captchaConfig: PublicCaptchaConfig.optional(),
  /** Those that new users are asked for. */
  customProfileFields: z.array(CustomProfileField),
  /** All fields of the tenant; the server always sends them. */
  customProfileFieldCatalog: z.array(CustomProfileField).optional(),
});
export type FullSignInExperience = z.infer<typeof FullSignInExperience>;

const Selector = z.object({ organizationId: z.string().max(21).optional(), appId: z.string().max(21).optional() });
const common = { auth: { kind: 'none' }, document: 'management', tag: 'Well-known' } as const;

export const wellKnownApi = {
  signInExperience: endpoint({
    ...common,
    method: 'GET',
    path: '/api/.well-known/sign-in-exp',
    summary: 'Get the settings that the sign-in pages use.',
    query: Selector,
    response: FullSignInExperience,
  }),
  experience: endpoint({
    ...common,
    method: 'GET',
    path: '/api/.well-known/experience',
    summary: 'Get the settings of the sign-in pages (newer path).',
    query: Selector,
    response: FullSignInExperience,
  }),
  status: endpoint({
    ...common,
    method: 'GET',
    path: '/api/status',
    summary: 'Returns 204 while the server is running.',
  }),
} as const;
