import type { AccountCenter } from '@postern/contracts/experience/account-center';
import type { MfaFactor, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import { maxTrustedDays, type SignInProtection } from '@postern/contracts/experience/sign-in-protection';
import i18next from 'i18next';
import { z } from 'zod';

/** The order of the sign-in pages. */
export const factors = [
  'WebAuthn',
  'Totp',
  'PhoneVerificationCode',
  'EmailVerificationCode',
  'BackupCode',
] as const satisfies MfaFactor[];

export const prompts = ['PromptAtSignInAndSignUp', 'PromptOnlyAtSignIn', 'NoPrompt'] as const;
export const organizationPolicies = ['NoPrompt', 'Mandatory'] as const;

type Mfa = SignInExperience['mfa'];
type Methods = SignInExperience['signIn']['methods'];

export type MfaValues = {
  factors: MfaFactor[];
  isRequired: boolean;
  /** Everybody has a factor, and it is requested only at unusual sign-ins. */
  adaptive: boolean;
  prompt: (typeof prompts)[number];
  organizationPolicy: (typeof organizationPolicies)[number];
  passkeySignIn: { enabled: boolean; showPasskeyButton: boolean; allowAutofill: boolean };
  trustedDevices: { enabled: boolean; days: string };
};

const identifierOf = { EmailVerificationCode: 'email', PhoneVerificationCode: 'phone' } as const;
type CodeFactor = keyof typeof identifierOf;

const isCodeFactor = (factor: MfaFactor): factor is CodeFactor => Object.hasOwn(identifierOf, factor);

/** The channel whose codes this factor uses. */
export const channelOf = (factor: MfaFactor) => (isCodeFactor(factor) ? identifierOf[factor] : undefined);

/** People who sign in with a code of this channel would prove the same thing twice. */
export function isFirstFactor(factor: MfaFactor, methods: Methods): boolean {
  const channel = channelOf(factor);
  return methods.some(({ identifier, verificationCode }) => identifier === channel && verificationCode);
}

/** The rule that the chosen factors break. */
type Problem = { factor: MfaFactor; reason: 'alone' | 'email' | 'phone' };

export function findProblem(chosen: readonly MfaFactor[], methods: Methods): Problem | undefined {
  const clash = chosen.filter(isCodeFactor).find((factor) => isFirstFactor(factor, methods));
  if (clash) {
    return { factor: clash, reason: identifierOf[clash] };
  }
  return chosen.length === 1 && chosen[0] === 'BackupCode' ? { factor: 'BackupCode', reason: 'alone' } : undefined;
}

export const schemaFor = (methods: Methods) =>
  z.custom<MfaValues>().check(({ value, issues }) => {
    const problem = findProblem(value.factors, methods);
    if (problem) {
      issues.push({
        code: 'custom',
        path: ['factors'],
        message: i18next.t(`mfa.problems.${problem.reason}`),
        input: value.factors,
      });
    }
    const { enabled, days } = value.trustedDevices;
    if (enabled && !isDays(days)) {
      issues.push({
        code: 'custom',
        path: ['trustedDevices', 'days'],
        message: i18next.t('mfa.trusted.daysWrong', { max: maxTrustedDays }),
        input: days,
      });
    }
  });

const isDays = (days: string) => /^\d{1,3}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= maxTrustedDays;

type Center = Pick<AccountCenter, 'enabled' | 'fields'>;

/** Passkey sign-in offers a passkey, and codes are sent to addresses that the account has already. */
const isSetUpElsewhere = (factor: MfaFactor, { passkeySignIn }: MfaValues) =>
  factor === 'BackupCode' || isCodeFactor(factor) || (factor === 'WebAuthn' && passkeySignIn.enabled);

/** Whether people have a place where they can set up the chosen factors. Without one, the factors have no effect. */
export const canEnrol = (values: MfaValues, center: Center): boolean =>
  values.isRequired ||
  values.adaptive ||
  values.prompt !== 'NoPrompt' ||
  values.organizationPolicy === 'Mandatory' ||
  allowsFactors(center) ||
  values.factors.every((factor) => isSetUpElsewhere(factor, values));

export const allowsFactors = ({ enabled, fields }: Center): boolean => enabled && fields.mfa === 'Edit';

type Stored = Pick<SignInExperience, 'mfa' | 'passkeySignIn' | 'adaptiveMfa'> &
  Pick<SignInProtection, 'trustedDevices'>;

/** Form values for the stored settings. Without factors there is nothing to ask for. */
export function valuesOf({ mfa, passkeySignIn, adaptiveMfa, trustedDevices }: Stored): MfaValues {
  const chosen = factors.filter((factor) => mfa.factors.includes(factor));
  return {
    factors: chosen,
    isRequired: mfa.policy === 'Mandatory' && chosen.length > 0,
    adaptive: adaptiveMfa.enabled === true && chosen.length > 0,
    prompt: chosen.length > 0 ? promptOf(mfa.policy) : 'NoPrompt',
    organizationPolicy: mfa.organizationRequiredMfaPolicy ?? 'NoPrompt',
    passkeySignIn: {
      enabled: passkeySignIn.enabled === true,
      showPasskeyButton: passkeySignIn.showPasskeyButton === true,
      allowAutofill: passkeySignIn.allowAutofill === true,
    },
    trustedDevices: { enabled: trustedDevices.enabled, days: String(trustedDevices.days) },
  };
}

/** `UserControlled` is the older name of a prompt that people can skip. */
function promptOf(policy: Mfa['policy']): MfaValues['prompt'] {
  switch (policy) {
    case 'PromptOnlyAtSignIn':
    case 'PromptOnlyAtSignInMandatory':
      return 'PromptOnlyAtSignIn';
    case 'NoPrompt':
      return 'NoPrompt';
    default:
      return 'PromptAtSignInAndSignUp';
  }
}

/** Adaptive factors need a mandatory policy: a person without a factor could not confirm an unusual sign-in. */
function policyOf({ isRequired, adaptive, prompt }: MfaValues): Mfa['policy'] {
  if (adaptive) {
    return prompt === 'PromptOnlyAtSignIn' ? 'PromptOnlyAtSignInMandatory' : 'PromptAtSignInAndSignUpMandatory';
  }
  return isRequired ? 'Mandatory' : prompt;
}

const isAdaptive = ({ adaptive, factors: chosen }: MfaValues) => adaptive && chosen.length > 0;

function mfaOf(values: MfaValues): Mfa {
  const { factors: chosen, organizationPolicy } = values;
  if (chosen.length === 0) {
    return { factors: [], policy: 'NoPrompt', organizationRequiredMfaPolicy: 'NoPrompt' };
  }
  return {
    factors: chosen,
    policy: policyOf(values),
    organizationRequiredMfaPolicy: organizationPolicy,
  };
}

/** Sends only the changed parts: a plan can include one of them without the other. */
export function bodyOf(values: MfaValues, stored: MfaValues): UpdateSignInExperience {
  const [mfa, before] = [mfaOf(values), mfaOf(stored)];
  return {
    ...(JSON.stringify(mfa) === JSON.stringify(before) ? {} : { mfa }),
    ...(isAdaptive(values) === isAdaptive(stored) ? {} : { adaptiveMfa: { enabled: isAdaptive(values) } }),
    ...(JSON.stringify(values.passkeySignIn) === JSON.stringify(stored.passkeySignIn)
      ? {}
      : { passkeySignIn: values.passkeySignIn }),
  };
}

/** The changed setting for trusted devices; undefined if it is as stored. Days of a switched-off setting are kept. */
export function trustOf(values: MfaValues, stored: MfaValues): SignInProtection['trustedDevices'] | undefined {
  const { enabled, days } = values.trustedDevices;
  const next = { enabled, days: isDays(days) ? Number(days) : Number(stored.trustedDevices.days) };
  const isChanged = enabled !== stored.trustedDevices.enabled || next.days !== Number(stored.trustedDevices.days);
  return isChanged ? next : undefined;
}
