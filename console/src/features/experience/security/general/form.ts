import { defaultIdleMinutes, type SessionPolicy } from '@postern/contracts/experience/session-policy';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import i18next from 'i18next';
import { z } from 'zod';

/** Apply while the tenant has no limits of its own. */
export const defaults = { maxAttempts: 100, lockoutDuration: 60, idleMinutes: defaultIdleMinutes };

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

export const GeneralForm = z.object({
  isCustom: z.boolean(),
  maxAttempts: numberText(1_000_000),
  lockoutDuration: numberText(maxMinutes),
  maxMinutes: optionalText(maxMinutes),
  idleMinutes: optionalText(maxMinutes),
  maxSessions: optionalText(1000),
  alwaysConfirmSignOut: z.boolean(),
});
export type GeneralValues = z.input<typeof GeneralForm>;
export type SentGeneral = z.output<typeof GeneralForm>;

type Stored = { sentinelPolicy: SignInExperience['sentinelPolicy']; sessions: SessionPolicy };

export const valuesOf = ({ sentinelPolicy, sessions }: Stored): GeneralValues => {
  const { maxAttempts = defaults.maxAttempts, lockoutDuration = defaults.lockoutDuration } = sentinelPolicy;
  return {
    isCustom: sentinelPolicy.maxAttempts !== undefined || sentinelPolicy.lockoutDuration !== undefined,
    maxAttempts: String(maxAttempts),
    lockoutDuration: String(lockoutDuration),
    maxMinutes: String(sessions.maxMinutes ?? ''),
    idleMinutes: String(sessions.idleMinutes ?? ''),
    maxSessions: String(sessions.maxSessions ?? ''),
    alwaysConfirmSignOut: sessions.alwaysConfirmSignOut,
  };
};

export const storedOf = ({ isCustom, maxAttempts, lockoutDuration, ...sessions }: SentGeneral): Stored => ({
  sentinelPolicy: isCustom ? { maxAttempts, lockoutDuration } : {},
  sessions,
});
