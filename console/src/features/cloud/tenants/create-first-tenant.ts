import { meApi } from '@postern/contracts/account/me';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import type { User } from '@postern/contracts/people/users';
import { call } from '#platform/client/call.ts';
import { queryClient } from '#platform/client/queries.ts';
import { readKey } from '#platform/client/use-read.ts';
import { chosenTenantKey, rememberTenant } from '#platform/router/choose-tenant.ts';
import { addTenant } from '#platform/router/tenant-list.ts';
import type { FirstTenant } from './first-tenant-form.ts';
import { finishedOnboarding } from './onboarding-state.ts';

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
