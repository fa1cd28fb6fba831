import type { PasswordPolicy, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import i18next from 'i18next';
import { z } from 'zod';
import { lengthText } from '../length-text.ts';

const longest = 256;
const numberText = lengthText(longest);

const wordsIn = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const maxDays = 999_999_999;

const maxWords = 1000;
const maxWordLength = 128;

const words = z.string().transform((text, context) => {
  const list = wordsIn(text);
  const tooLong = list.find((word) => word.length > maxWordLength);
  if (tooLong !== undefined) {
    context.addIssue({
      code: 'custom',
      message: i18next.t('security.passwordPolicy.wordTooLong', {
        word: `${tooLong.slice(0, 20)}…`,
        max: maxWordLength,
      }),
    });
  } else if (list.length > maxWords) {
    context.addIssue({ code: 'custom', message: i18next.t('security.passwordPolicy.tooManyWords', { max: maxWords }) });
  }
  return list;
});

export const characterTypeCounts = ['1', '2', '3', '4'] as const;

export const PolicyForm = z
  .object({
    min: numberText,
    max: numberText,
    characterTypes: z.enum(characterTypeCounts).transform(Number),
    pwned: z.boolean(),
    repetitionAndSequence: z.boolean(),
    userInfo: z.boolean(),
    rejectsWords: z.boolean(),
    words,
    expires: z.boolean(),
    days: lengthText(maxDays),
  })
  .refine(({ min, max }) => min <= max, {
    path: ['min'],
    error: () => i18next.t('security.passwordPolicy.minAboveMax'),
  });
export type PolicyValues = z.input<typeof PolicyForm>;
export type SentPolicy = z.output<typeof PolicyForm>;

export const valuesOf = ({
  passwordPolicy: policy,
  passwordExpiration,
}: Pick<SignInExperience, 'passwordPolicy' | 'passwordExpiration'>): PolicyValues => {
  const { pwned = true, repetitionAndSequence = true, userInfo = true, words: stored = [] } = policy.rejects ?? {};
  return {
    min: String(policy.length?.min ?? 8),
    max: String(policy.length?.max ?? longest),
    // The contract allows 1 to 4.
    characterTypes: String(policy.characterTypes?.min ?? 1) as PolicyValues['characterTypes'],
    pwned,
    repetitionAndSequence,
    userInfo,
    rejectsWords: stored.length > 0,
    words: stored.join('\n'),
    expires: passwordExpiration.enabled === true,
    days: String(passwordExpiration.enabled ? passwordExpiration.validPeriodDays : 90),
  };
};

export const policyOf = (sent: SentPolicy): PasswordPolicy => ({
  length: { min: sent.min, max: sent.max },
  characterTypes: { min: sent.characterTypes },
  rejects: {
    pwned: sent.pwned,
    repetitionAndSequence: sent.repetitionAndSequence,
    userInfo: sent.userInfo,
    words: sent.rejectsWords ? sent.words : [],
  },
});

export const bodyOf = (sent: SentPolicy): UpdateSignInExperience => ({
  passwordPolicy: policyOf(sent),
  passwordExpiration: sent.expires ? { enabled: true, validPeriodDays: sent.days } : { enabled: false },
});

const fieldsByPath: Record<string, keyof PolicyValues> = {
  'passwordPolicy.length.min': 'min',
  'passwordPolicy.length.max': 'max',
  'passwordPolicy.characterTypes.min': 'characterTypes',
  'passwordExpiration.validPeriodDays': 'days',
};

export const landing = {
  codes: {
    'sign_in_experiences.password_expiration_requires_forgot_password': 'expires',
    'sign_in_experiences.password_expiration_invalid_period_days': 'days',
  },
  field: (path: string) =>
    fieldsByPath[path] ?? (path.startsWith('passwordPolicy.rejects.words') ? ('words' as const) : undefined),
} as const;
