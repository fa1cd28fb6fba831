import {
  defaultMessageLimits,
  type MessageLimitsState,
  warningShare,
} from '@postern/contracts/messages/message-limits';

export const limitNames = ['smsHour', 'smsDay', 'emailHour', 'emailDay'] as const;
export type LimitName = (typeof limitNames)[number];

export const defaultsOf = defaultMessageLimits;

type Values = { [Kind in 'email' | 'sms']: { hour: number; day: number } };

/** The value of a limit by its name, such as `smsHour`. */
export function limitOf({ email, sms }: Values, name: LimitName): number {
  const values = { emailHour: email.hour, emailDay: email.day, smsHour: sms.hour, smsDay: sms.day };
  return values[name];
}

/** The limits of which the tenant has used 80 percent or more. */
export const nearLimits = ({ effective, used }: MessageLimitsState) =>
  limitNames
    .map((name) => ({ name, used: limitOf(used, name), limit: limitOf(effective, name) }))
    .filter((one) => one.used >= one.limit * warningShare);
