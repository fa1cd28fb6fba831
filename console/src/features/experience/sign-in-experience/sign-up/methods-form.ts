import type {
  ForgotPasswordMethod,
  IdentifierType,
  SignInExperience,
} from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import type { TFunction } from 'i18next';

export const signUpIdentifiers = ['email', 'phone', 'emailOrPhone', 'username'] as const;
export type SignUpIdentifier = (typeof signUpIdentifiers)[number];
export type SignInMethod = SignInExperience['signIn']['methods'][number];

/** Which channels can deliver messages. */
export type Channels = { email: boolean; phone: boolean };
export type Channel = keyof Channels;

export const isChannel = (identifier: string): identifier is Channel =>
  identifier === 'email' || identifier === 'phone';
export const recoveryOf = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** The sign-in identifiers that follow from a sign-up identifier. */
export const typesOf = (identifier: SignUpIdentifier): readonly IdentifierType[] =>
  identifier === 'emailOrPhone' ? ['email', 'phone'] : [identifier];

export type MethodsValues = {
  /** In the order in which users are asked; the first one is the main one. */
  signUpIdentifiers: SignUpIdentifier[];
  signUpPassword: boolean;
  methods: SignInMethod[];
  forgotPassword: ForgotPasswordMethod[];
  socialTargets: string[];
  automaticAccountLinking: boolean;
  socialPasswordRequired: boolean;
  socialSkipsRequired: boolean;
  singleSignOnEnabled: boolean;
  isRegistrationEnabled: boolean;
  unknownSessionRedirectUrl: string;
};

function identifiersOf({ identifiers, secondaryIdentifiers = [] }: SignInExperience['signUp']): SignUpIdentifier[] {
  const main: SignUpIdentifier[] =
    identifiers.includes('email') && identifiers.includes('phone')
      ? ['emailOrPhone', ...identifiers.filter((identifier) => identifier === 'username')]
      : identifiers;
  return [...main, ...secondaryIdentifiers.map(({ identifier }) => identifier)];
}

/** Form values for the stored settings. If password recovery is not configured, every available channel counts. */
export function valuesOf(experience: SignInExperience, channels: Channels): MethodsValues {
  const { signUp, signIn, forgotPasswordMethods } = experience;
  const open = (['email', 'phone'] as const).filter((kind) => channels[kind]).map((kind) => recoveryOf[kind]);
  return {
    signUpIdentifiers: identifiersOf(signUp),
    signUpPassword: signUp.password,
    methods: signIn.methods,
    forgotPassword: forgotPasswordMethods ?? (signIn.methods.some(({ password }) => password) ? open : []),
    socialTargets: experience.socialSignInConnectorTargets,
    automaticAccountLinking: experience.socialSignIn.automaticAccountLinking ?? false,
    socialPasswordRequired: experience.socialSignIn.passwordRequired ?? false,
    socialSkipsRequired: experience.socialSignIn.skipRequiredIdentifiers ?? false,
    singleSignOnEnabled: experience.singleSignOnEnabled,
    isRegistrationEnabled: experience.signInMode !== 'SignIn',
    unknownSessionRedirectUrl: experience.unknownSessionRedirectUrl ?? '',
  };
}

/** The first identifier is the main one; identifiers that can be verified are verified. */
export function signUpOf({
  signUpIdentifiers: all,
  signUpPassword,
}: Pick<MethodsValues, 'signUpIdentifiers' | 'signUpPassword'>): SignInExperience['signUp'] {
  const [main, ...further] = all;
  return {
    identifiers: main ? [...typesOf(main)] : [],
    password: signUpPassword,
    verify: main !== undefined && main !== 'username',
    secondaryIdentifiers: further.map((identifier) => ({ identifier, verify: identifier !== 'username' })),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Part = 'signUp' | 'signIn' | 'forgotPassword';

/** Which of the interdependent parts differ from the stored ones. */
export function changedParts(values: MethodsValues, stored: MethodsValues): Record<Part, boolean> {
  return {
    signUp:
      !isSame(values.signUpIdentifiers, stored.signUpIdentifiers) || values.signUpPassword !== stored.signUpPassword,
    signIn: !isSame(values.methods, stored.methods),
    forgotPassword: !isSame(values.forgotPassword, stored.forgotPassword),
  };
}

/** The changed parts; unchanged ones are not sent, so that they cannot overwrite concurrent changes. */
export function updateOf(
  values: MethodsValues,
  stored: MethodsValues,
  experience: SignInExperience,
): UpdateSignInExperience {
  const { signUp, signIn, forgotPassword } = changedParts(values, stored);
  const openMode = experience.signInMode === 'Register' ? 'Register' : 'SignInAndRegister';
  const differs = (key: keyof MethodsValues) => !isSame(values[key], stored[key]);
  return {
    ...(signUp && { signUp: signUpOf(values) }),
    ...(signIn && { signIn: { methods: values.methods } }),
    ...(forgotPassword && { forgotPasswordMethods: values.forgotPassword }),
    ...(differs('socialTargets') && { socialSignInConnectorTargets: values.socialTargets }),
    ...((differs('automaticAccountLinking') || differs('socialPasswordRequired') || differs('socialSkipsRequired')) && {
      socialSignIn: {
        ...experience.socialSignIn,
        ...(differs('automaticAccountLinking') && { automaticAccountLinking: values.automaticAccountLinking }),
        ...(differs('socialPasswordRequired') && { passwordRequired: values.socialPasswordRequired }),
        ...(differs('socialSkipsRequired') && { skipRequiredIdentifiers: values.socialSkipsRequired }),
      },
    }),
    ...(differs('singleSignOnEnabled') && { singleSignOnEnabled: values.singleSignOnEnabled }),
    ...(differs('isRegistrationEnabled') && { signInMode: values.isRegistrationEnabled ? openMode : 'SignIn' }),
    ...(differs('unknownSessionRedirectUrl') && { unknownSessionRedirectUrl: values.unknownSessionRedirectUrl }),
  };
}

function waysOf({ identifier, password, verificationCode, isPasswordPrimary }: SignInMethod, t: TFunction): string {
  const hasCode = verificationCode && isChannel(identifier);
  if (password && hasCode) {
    return t(isPasswordPrimary ? 'signInMethods.review.passwordThenCode' : 'signInMethods.review.codeThenPassword');
  }
  return t(password ? 'signInMethods.review.passwordOnly' : 'signInMethods.review.codeOnly');
}

/** Lines with the same key are equal: becoming the main identifier is not a new line. */
export type Line = { key: string; text: string };

/** Describes sign-up and sign-in with these values. */
export function describe(values: MethodsValues, t: TFunction): { signUp: Line[]; signIn: Line[] } {
  const { signUpIdentifiers: all, signUpPassword, methods } = values;
  const password = t(signUpPassword ? 'signInMethods.review.withPassword' : 'signInMethods.review.withoutPassword');
  return {
    signUp: [
      ...all.map((key, index) => {
        const identifier = t(`signInMethods.identifiers.${key}`);
        const isMain = index === 0 && all.length > 1;
        return { key, text: isMain ? t('signInMethods.review.mainIs', { identifier }) : identifier };
      }),
      ...(all.length > 0 ? [{ key: password, text: password }] : []),
    ],
    signIn: methods.map((method) => {
      const identifier = t(`signInMethods.identifiers.${method.identifier}`);
      const text = t('signInMethods.review.method', { identifier, ways: waysOf(method, t) });
      return { key: text, text };
    }),
  };
}

/** Identifiers that people can no longer sign in with. */
export function lostIdentifiers(before: MethodsValues, after: MethodsValues): IdentifierType[] {
  const kept = new Set(after.methods.map(({ identifier }) => identifier));
  return before.methods.map(({ identifier }) => identifier).filter((identifier) => !kept.has(identifier));
}
