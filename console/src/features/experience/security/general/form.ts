import { defaultIdleMinutes, type SessionPolicy } from '@postern/contracts/experience/session-policy';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { defaultCodePolicy } from '@postern/contracts/experience/verification-code-policy';
import i18next from 'i18next';
import { z } from 'zod';

/** Apply while the tenant has no limits of its own. */
export const defaults = {
  maxAttempts: 100,
  lockoutDuration: 60,
  idleMinutes: defaultIdleMinutes,
  codes: defaultCodePolicy,
};

const maxMinutes = 525_600;
const wholeNumber = () => i18next.t('fields.wholeNumber');

const numberText = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, { error: wholeNumber, abort: true })
    .transform(Number)
    .pipe(z.int().min(1).max(max));

/** Empty means the default. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, { error: wholeNumber, abort: true })
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(z.int().min(1).max(max).nullable());

/** Minutes as text, with parts because the API counts seconds. Empty means the default. */
const lifetimeText = z
  .string()
  .trim()
  .regex(/^(?:\d{1,9}(?:[.,]\d{1,2})?)?$/, { error: () => i18next.t('fields.wholeNumber'), abort: true })
  .transform((text) => (text === '' ? null : Number(text.replace(',', '.'))))
  .pipe(z.number().min(1).max(60).nullable());

export const GeneralForm = z.object({
  isCustom: z.boolean(),
  maxAttempts: numberText(1_000_000),
  lockoutDuration: numberText(maxMinutes),
  codeMinutes: lifetimeText,
  codeAttempts: optionalText(100),
  maxMinutes: optionalText(maxMinutes),
  idleMinutes: optionalText(maxMinutes),
  maxSessions: optionalText(1000),
  alwaysConfirmSignOut: z.boolean(),
  offersSessionChecks: z.boolean(),
});
export type GeneralValues = z.input<typeof GeneralForm>;
export type SentGeneral = z.output<typeof GeneralForm>;

type Stored = Pick<SignInExperience, 'sentinelPolicy' | 'verificationCodePolicy'> & { sessions: SessionPolicy };

export const valuesOf = ({ sentinelPolicy, verificationCodePolicy, sessions }: Stored): GeneralValues => {
  const { maxAttempts = defaults.maxAttempts, lockoutDuration = defaults.lockoutDuration } = sentinelPolicy;
  const { expirationDuration: seconds, maxRetryAttempts } = verificationCodePolicy;
  return {
    isCustom: sentinelPolicy.maxAttempts !== undefined || sentinelPolicy.lockoutDuration !== undefined,
    maxAttempts: String(maxAttempts),
    lockoutDuration: String(lockoutDuration),
    codeMinutes: seconds === undefined ? '' : String(Math.round(seconds / 0.6) / 100),
    codeAttempts: String(maxRetryAttempts ?? ''),
    maxMinutes: String(sessions.maxMinutes ?? ''),
    idleMinutes: String(sessions.idleMinutes ?? ''),
    maxSessions: String(sessions.maxSessions ?? ''),
    alwaysConfirmSignOut: sessions.alwaysConfirmSignOut,
    offersSessionChecks: sessions.offersSessionChecks,
  };
};

export const storedOf = (sent: SentGeneral): Stored => {
  const { isCustom, maxAttempts, lockoutDuration, codeMinutes, codeAttempts, ...sessions } = sent;
  return {
    sentinelPolicy: isCustom ? { maxAttempts, lockoutDuration } : {},
    verificationCodePolicy: {
      ...(codeMinutes === null ? {} : { expirationDuration: Math.round(codeMinutes * 60) }),
      ...(codeAttempts === null ? {} : { maxRetryAttempts: codeAttempts }),
    },
    sessions,
  };
};

const fieldsByPath: Record<string, keyof GeneralValues> = {
  'verificationCodePolicy.expirationDuration': 'codeMinutes',
  'verificationCodePolicy.maxRetryAttempts': 'codeAttempts',
};

/** The field of a path that the server refuses. */
export const fieldOf = (path: string) =>
  fieldsByPath[path] ?? (path.replace(/^sentinelPolicy\./, '') as keyof GeneralValues);
