import { CreateTenant } from '@postern/contracts/cloud/tenants';
import { defaultTenantName } from '@postern/contracts/wire';
import { z } from 'zod';
import { inviteesProblem } from './shared/invitees.ts';
import { mergeEmails, parseEmails } from './shared/parse-emails.ts';

/** Text left in the field on submit is added as an address. */
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

export type FirstTenant = z.output<typeof FirstTenantForm>;
