import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import i18next from 'i18next';
import { z } from 'zod';
import { lengthText } from '../length-text.ts';

export const kinds = ['lowercase', 'uppercase', 'numbers', 'underscore'] as const;

export const UsernamesForm = z
  .object({
    min: lengthText(128),
    max: lengthText(128),
    lowercase: z.boolean(),
    uppercase: z.boolean(),
    numbers: z.boolean(),
    underscore: z.boolean(),
    caseSensitive: z.boolean(),
  })
  .refine(({ min, max }) => min <= max, {
    path: ['min'],
    error: () => i18next.t('security.passwordPolicy.minAboveMax'),
  })
  .refine(({ lowercase, uppercase, underscore }) => lowercase || uppercase || underscore, {
    path: ['lowercase'],
    error: () => i18next.t('security.usernames.noFirstCharacter'),
  });
export type UsernamesValues = z.input<typeof UsernamesForm>;
export type SentUsernames = z.output<typeof UsernamesForm>;

export const valuesOf = ({ usernamePolicy }: Pick<SignInExperience, 'usernamePolicy'>): UsernamesValues => ({
  min: String(usernamePolicy.minLength),
  max: String(usernamePolicy.maxLength),
  ...usernamePolicy.allowedChars,
  caseSensitive: usernamePolicy.caseSensitive,
});

export const bodyOf = ({ min, max, caseSensitive, ...allowedChars }: SentUsernames): UpdateSignInExperience => ({
  usernamePolicy: { caseSensitive, minLength: min, maxLength: max, allowedChars },
});

const fieldsByPath: Record<string, keyof UsernamesValues> = {
  'usernamePolicy.minLength': 'min',
  'usernamePolicy.maxLength': 'max',
  'usernamePolicy.allowedChars': 'lowercase',
};

export const landing = {
  codes: { 'sign_in_experiences.username_policy_case_conflicts_exist': 'caseSensitive' },
  field: (path: string) => fieldsByPath[path],
} as const;
