import type { MessageLimits } from '@postern/contracts/messages/message-limits';
import i18next from 'i18next';
import { z } from 'zod';

const maxMessages = 10_000_000;

/** Empty means the default. */
const limitText = () =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, { error: () => i18next.t('fields.wholeNumber'), abort: true })
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(z.int().min(1).max(maxMessages).nullable());

export const LimitsForm = z.object({
  emailHour: limitText(),
  emailDay: limitText(),
  smsHour: limitText(),
  smsDay: limitText(),
});
export type LimitsValues = z.input<typeof LimitsForm>;
export type SentLimits = z.output<typeof LimitsForm>;

export const valuesOf = ({ email, sms }: MessageLimits): LimitsValues => ({
  emailHour: String(email.hour ?? ''),
  emailDay: String(email.day ?? ''),
  smsHour: String(sms.hour ?? ''),
  smsDay: String(sms.day ?? ''),
});

export const bodyOf = ({ emailHour, emailDay, smsHour, smsDay }: SentLimits): MessageLimits => ({
  email: { hour: emailHour, day: emailDay },
  sms: { hour: smsHour, day: smsDay },
});

/** The field of a path that the server refuses, such as `sms.hour`. */
export const fieldOf = (path: string) =>
  path.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()) as keyof LimitsValues;
