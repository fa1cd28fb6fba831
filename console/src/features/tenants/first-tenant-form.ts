import { CreateTenant } from '@postern/contracts/tenants';
import { defaultTenantName } from '@postern/contracts/wire';
import i18next from 'i18next';
import { z } from 'zod';
import { mergeEmails, parseEmails } from './parse-emails.ts';

/** As many as one call may invite. */
const maxInvitees = 100;

/** What is wrong with addresses about to join the list; undefined when nothing is. */
export function inviteesProblem(list: readonly string[], text: string): string | undefined {
  const { emails, invalid } = parseEmails(text);
  if (invalid.length > 0) {
    return i18next.t('tenants.invite.invalidEmail');
  }
  return mergeEmails(list, emails).length > maxInvitees
    ? i18next.t('tenants.invite.tooMany', { max: maxInvitees })
    : undefined;
}

/** An address still in the field when the form is sent counts as added. */
export const FirstTenantForm = z
  .object({
    name: z
      .string()
      .trim()
      .max(CreateTenant.shape.name.maxLength ?? Number.POSITIVE_INFINITY),
    regionName: z.string().min(1),
    emails: z.array(z.string()),
    draft: z.string(),
  })
  .superRefine(({ emails, draft }, context) => {
    const message = inviteesProblem(emails, draft);
    if (message) {
      context.addIssue({ code: 'custom', path: ['draft'], message });
    }
  })
  .transform(({ name, regionName, emails, draft }) => ({
    name: name || defaultTenantName,
    regionName,
    invitees: mergeEmails(emails, parseEmails(draft).emails),
  }));

export type FirstTenantInput = z.input<typeof FirstTenantForm>;
export type FirstTenant = z.output<typeof FirstTenantForm>;
