import { meApi } from '@postern/contracts/account/me';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { CreateTenant, type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import type { User } from '@postern/contracts/people/users';
import { defaultTenantName } from '@postern/contracts/wire';
import { z } from 'zod';
import { call } from '#platform/client/call.ts';
import { queryClient } from '#platform/client/queries.ts';
import { readKey } from '#platform/client/use-read.ts';
import { inviteesProblem } from '#platform/emails/invitees.ts';
import { mergeEmails, parseEmails } from '#platform/emails/parse-emails.ts';
import { chosenTenantKey, rememberTenant } from '#platform/router/choose-tenant.ts';
import { addTenant } from '#platform/router/tenant-list.ts';
import { finishedOnboarding } from './onboarding.tsx';

export type FirstTenantResult = { tenant: Tenant; invited: 'nobody' | 'all' | 'failed' };

/** Onboarding in one step. Later failures do not stop it once the tenant exists: invitations can be sent again. */
export async function createFirstTenant({ name, regionName, invitees }: FirstTenant, me: User) {
  const { data: tenant } = await call(tenantsApi.create, { body: { name, regionName } }, '');
  const invited = await invite(tenant.id, invitees);
  await finish(tenant.id, me);
  await addTenant(tenant);
  return { tenant, invited } satisfies FirstTenantResult;
}

async function invite(tenantId: string, invitee: string[]): Promise<FirstTenantResult['invited']> {
  if (invitee.length === 0) {
    return 'nobody';
  }
  try {
    const body = { invitee, roleName: 'collaborator' } as const;
    await call(tenantInvitationsApi.create, { params: { id: tenantId }, body }, tenantId);
    return 'all';
  } catch {
    return 'failed';
  }
}

async function finish(tenantId: string, me: User): Promise<void> {
  rememberTenant(tenantId);
  try {
    const body = { ...finishedOnboarding(me), [chosenTenantKey]: tenantId };
    const { data: customData } = await call(meApi.patchCustomData, { body }, tenantId);
    queryClient.setQueryData<User>(readKey(meApi.get, {}, tenantId), (user) => user && { ...user, customData });
  } catch {
    // A person with a tenant does not see onboarding again anyway.
  }
}

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
