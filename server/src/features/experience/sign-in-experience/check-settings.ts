import { isListable } from '@postern/contracts/experience/email-blocklist';
import type { PasswordExpiration, SentPasswordExpiration } from '@postern/contracts/experience/password-expiration';
import {
  type ForgotPasswordMethod,
  isAdaptivePolicy,
  type SignInExperience,
} from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import { AppError } from '#platform/http/errors';

/** Capabilities that the tenant already has. */
export type Abilities = {
  /** Whether codes can be sent by email and by text message. */
  email: boolean;
  phone: boolean;
  languages: string[];
  socialTargets: ReadonlySet<string>;
};

type Sendable = 'email' | 'phone';
const connectorTypes = { email: 'Email', phone: 'Sms' } as const;
const codeFactors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;
const sendables: Sendable[] = ['email', 'phone'];
const isSendable = (identifier: string): identifier is Sendable => identifier === 'email' || identifier === 'phone';

function requireConnector(kind: Sendable, abilities: Abilities): void {
  if (!abilities[kind]) {
    throw new AppError('sign_in_experiences.enabled_connector_not_found', { values: { type: connectorTypes[kind] } });
  }
}

function checkSignUp({ identifiers, verify, secondaryIdentifiers = [] }: SignInExperience['signUp'], can: Abilities) {
  if (identifiers.length === 0 && secondaryIdentifiers.length > 0) {
    throw new AppError('sign_in_experiences.missing_sign_up_identifiers');
  }
  const secondary = secondaryIdentifiers.flatMap(({ identifier }) =>
    identifier === 'emailOrPhone' ? sendables : [identifier],
  );
  const all = [...identifiers, ...secondary];
  if (new Set(all).size < all.length) {
    throw new AppError('sign_in_experiences.duplicated_sign_up_identifiers');
  }
  const isUnverified =
    (identifiers.some(isSendable) && !verify) ||
    secondaryIdentifiers.some(({ identifier, verify: own }) => identifier !== 'username' && !own);
  if (isUnverified) {
    throw new AppError('sign_in_experiences.passwordless_requires_verify');
  }
  const sent = identifiers.filter(isSendable);
  // "Email address or phone number" as the main identifier needs both; as a secondary one, one of them is enough.
  for (const kind of [...sent, ...secondaryIdentifiers.map(({ identifier }) => identifier).filter(isSendable)]) {
    requireConnector(kind, can);
  }
  if (secondaryIdentifiers.some(({ identifier }) => identifier === 'emailOrPhone') && !can.email && !can.phone) {
    requireConnector('email', can);
  }
}

function checkSignIn({ signIn, signUp }: SignInExperience, can: Abilities): void {
  for (const { identifier, password, verificationCode } of signIn.methods) {
    // Nothing can be sent to a username.
    const hasCode = verificationCode && isSendable(identifier);
    if (!password && !hasCode) {
      throw new AppError('sign_in_experiences.at_least_one_authentication_factor');
    }
    if (hasCode) {
      requireConnector(identifier, can);
    }
    if (isSendable(identifier) && signUp.identifiers.includes(identifier) && !signUp.password && !verificationCode) {
      throw new AppError('sign_in_experiences.code_sign_in_must_be_enabled');
    }
  }
}

/** A code used for sign-in cannot be a second factor too. */
function checkCodeFactors({ signIn, mfa }: SignInExperience, changed: 'mfa' | 'sign_in'): void {
  for (const kind of sendables) {
    const signsIn = signIn.methods.some(({ identifier, verificationCode }) => identifier === kind && verificationCode);
    if (signsIn && mfa.factors.includes(codeFactors[kind])) {
      throw new AppError(`sign_in_experiences.${kind}_verification_code_cannot_be_used_for_${changed}`);
    }
  }
}

function checkFactors({ factors }: SignInExperience['mfa'], can: Abilities): void {
  if (new Set(factors).size < factors.length) {
    throw new AppError('sign_in_experiences.duplicated_mfa_factors');
  }
  if (factors.length === 1 && factors[0] === 'BackupCode') {
    throw new AppError('sign_in_experiences.backup_code_cannot_be_enabled_alone');
  }
  // A required code that cannot be sent would lock everyone out.
  for (const kind of sendables.filter((one) => factors.includes(codeFactors[one]))) {
    requireConnector(kind, can);
  }
}

function checkForgotPassword(methods: readonly ForgotPasswordMethod[], can: Abilities): void {
  for (const method of methods) {
    if (!(method === 'EmailVerificationCode' ? can.email : can.phone)) {
      throw new AppError('sign_in_experiences.forgot_password_method_requires_connector', { values: { method } });
    }
  }
}

/** Times of clients have no effect: `enabledAt` is kept while the policy stays on. */
function mergeExpiration(current: PasswordExpiration, given: SentPasswordExpiration): PasswordExpiration {
  const { enabled, validPeriodDays } = { ...current, ...given };
  if (!enabled) {
    return enabled === false ? { enabled } : {};
  }
  if (validPeriodDays === undefined) {
    throw new AppError('sign_in_experiences.password_expiration_invalid_period_days');
  }
  return { enabled, validPeriodDays, enabledAt: (current.enabled && current.enabledAt) || Date.now() };
}

/** Otherwise people with an expired password could not sign in any more. Checked with every change. */
function checkExpiration({ passwordExpiration, forgotPasswordMethods }: SignInExperience, can: Abilities): void {
  const resets = (method: ForgotPasswordMethod) => forgotPasswordMethods?.includes(method) ?? true;
  const canReset = (can.email && resets('EmailVerificationCode')) || (can.phone && resets('PhoneVerificationCode'));
  if (passwordExpiration.enabled && !canReset) {
    throw new AppError('sign_in_experiences.password_expiration_requires_forgot_password');
  }
}

/** Adaptive second factors and their policies need each other. Without factors there is nothing to ask for. */
function mergeAdaptive(current: SignInExperience, { mfa, adaptiveMfa }: UpdateSignInExperience) {
  if (mfa?.factors.length === 0 && !adaptiveMfa) {
    return { enabled: false };
  }
  const next = { ...current.adaptiveMfa, ...adaptiveMfa };
  if (!mfa && !adaptiveMfa) {
    return next;
  }
  const { factors, policy } = mfa ?? current.mfa;
  if (next.enabled && factors.length === 0) {
    throw new AppError('sign_in_experiences.adaptive_mfa_requires_mfa');
  }
  if (next.enabled && !isAdaptivePolicy(policy)) {
    throw new AppError('sign_in_experiences.adaptive_mfa_requires_non_skippable_policy');
  }
  if (!next.enabled && isAdaptivePolicy(policy)) {
    throw new AppError('sign_in_experiences.non_adaptive_mfa_requires_skippable_policy');
  }
  return next;
}

type Blocklist = SignInExperience['emailBlocklistPolicy'];

function checkBlocklist(policy: Blocklist): Blocklist {
  const { customBlocklist, customAllowlist } = policy;
  const wrong = [...(customBlocklist ?? []), ...(customAllowlist ?? [])].filter((item) => !isListable(item));
  if (wrong.length > 0) {
    const items = wrong.slice(0, 20);
    throw new AppError('sign_in_experiences.invalid_custom_email_blocklist_format', {
      values: { items: items.join(', ') },
      data: { items },
    });
  }
  return {
    ...policy,
    ...(customBlocklist ? { customBlocklist: [...new Set(customBlocklist)] } : {}),
    ...(customAllowlist ? { customAllowlist: [...new Set(customAllowlist)] } : {}),
  };
}

export type SettingsChange = Partial<Omit<SignInExperience, 'tenantId' | 'id'>>;

/** Returns the change as it can be stored. Throws the first rule that it would violate. */
export function checkSettings(
  current: SignInExperience,
  { tenantId: _, ...given }: UpdateSignInExperience,
  can: Abilities,
): SettingsChange {
  const passwordExpiration = given.passwordExpiration
    ? mergeExpiration(current.passwordExpiration, given.passwordExpiration)
    : current.passwordExpiration;
  const next: SignInExperience = { ...current, ...given, passwordExpiration };
  const { languageInfo, emailBlocklistPolicy, socialSignInConnectorTargets: targets } = given;
  checkForgotPassword(given.forgotPasswordMethods ?? [], can);
  if (languageInfo && !can.languages.includes(languageInfo.fallbackLanguage)) {
    throw new AppError('sign_in_experiences.unsupported_default_language', {
      values: { language: languageInfo.fallbackLanguage },
    });
  }
  if (given.signUp) {
    checkSignUp(given.signUp, can);
  }
  // Sign-in methods that no longer match the sign-up stay until they are sent again.
  if (given.signIn) {
    checkSignIn(next, can);
    checkCodeFactors(next, 'sign_in');
  }
  if (given.mfa) {
    checkFactors(given.mfa, can);
    checkCodeFactors(next, 'mfa');
  }
  checkExpiration(next, can);
  const { passwordExpiration: sent, ...others } = given;
  const adaptiveMfa = mergeAdaptive(current, given);
  return {
    ...others,
    ...(sent ? { passwordExpiration } : {}),
    ...(given.mfa || given.adaptiveMfa ? { adaptiveMfa } : {}),
    ...(emailBlocklistPolicy ? { emailBlocklistPolicy: checkBlocklist(emailBlocklistPolicy) } : {}),
    ...(targets
      ? { socialSignInConnectorTargets: [...new Set(targets)].filter((target) => can.socialTargets.has(target)) }
      : {}),
  };
}
