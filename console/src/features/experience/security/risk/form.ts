import { RiskAction, type SignInProtection } from '@postern/contracts/experience/sign-in-protection';
import { z } from 'zod';

export const RiskForm = z.object({ medium: RiskAction, high: RiskAction, mailsNewDevices: z.boolean() });
export type RiskValues = z.infer<typeof RiskForm>;

/** Without a choice, emails are sent if there is an email connector. */
export const valuesOf = (
  { risk, newDeviceEmail }: Pick<SignInProtection, 'risk' | 'newDeviceEmail'>,
  hasConnector: boolean,
): RiskValues => ({ ...risk, mailsNewDevices: newDeviceEmail ?? hasConnector });

/** Sends only changed parts, so that the default stays until it is changed. */
export const bodyOf = (
  { medium, high, mailsNewDevices }: RiskValues,
  stored: RiskValues,
): Partial<SignInProtection> => ({
  ...(medium === stored.medium && high === stored.high ? {} : { risk: { medium, high } }),
  ...(mailsNewDevices === stored.mailsNewDevices ? {} : { newDeviceEmail: mailsNewDevices }),
});
