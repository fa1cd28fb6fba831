import { type DynamicClientPolicy, isHostPattern, RegistrationMode } from '@postern/contracts/access/dynamic-clients';
import type { TFunction } from 'i18next';
import { z } from 'zod';

/** The fields of the form. The number is text until it is saved. */
export const policyForm = (t: TFunction) =>
  z.object({
    registration: RegistrationMode,
    allowedHosts: z
      .array(z.string().transform((host) => host.trim().toLowerCase()))
      .max(200)
      .superRefine((hosts, context) => {
        hosts.forEach((host, place) => {
          if (!isHostPattern(host)) {
            context.addIssue({ code: 'custom', path: [place], message: t('dynamicClients.policy.hostsPlaceholder') });
          }
        });
      }),
    unusedDays: z
      .string()
      .trim()
      .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365, {
        error: t('dynamicClients.policy.daysWrong'),
      }),
  });
export type PolicyValues = z.infer<ReturnType<typeof policyForm>>;

export const valuesOf = ({ unusedDays, ...policy }: DynamicClientPolicy): PolicyValues => ({
  ...policy,
  unusedDays: String(unusedDays),
});

export const policyOf = ({ unusedDays, ...values }: PolicyValues): DynamicClientPolicy => ({
  ...values,
  unusedDays: Number(unusedDays),
});
