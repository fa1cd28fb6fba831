import { accountDeletionApi } from '@postern/contracts/account/me';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { adminTenantId, meApiIndicator } from '@postern/contracts/wire';
import { call } from '#platform/client/call.ts';
import { reloadTenants, removeTenant } from '#platform/router/tenant-list.ts';
import { accessToken } from '#platform/session/access-token.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { dropAccessToken } from '#platform/session/store.ts';
import { type DeletionPlan, sortTenants } from './sort-tenants.ts';

/** What happens to the tenants, based on current data; undefined if the ID token has no roles. */
export async function readDeletionPlan(): Promise<DeletionPlan | undefined> {
  // A new access token comes with a new ID token: roles may have changed since the last one.
  dropAccessToken(meApiIndicator);
  await accessToken({ resource: meApiIndicator });
  const roles = idTokenClaims()?.organization_roles;
  return roles && sortTenants(await reloadTenants(), roles);
}

const isOperated = ({ id }: Tenant) => id === adminTenantId;

/**
 * Sequential, so that a failure leaves the rest unchanged and a retry continues from there. The last operator cannot
 * leave, and must learn this before anything is deleted.
 */
export async function deleteAccount({ deletes, leaves }: DeletionPlan): Promise<void> {
  const userId = idTokenClaims()?.sub ?? '';
  const each = async (tenants: readonly Tenant[], act: (id: string) => Promise<unknown>) => {
    for (const { id } of tenants) {
      await act(id);
      await removeTenant(id);
    }
  };
  const leave = (id: string) => call(tenantMembersApi.remove, { params: { id, userId } }, id);
  const [operated, others] = [leaves.filter(isOperated), leaves.filter((tenant) => !isOperated(tenant))];
  await each(operated, leave);
  await each(deletes, (id) => call(tenantsApi.remove, { params: { id } }, id));
  await each(others, leave);
  await call(accountDeletionApi.remove, {}, '');
}
