import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { call } from '../client/call.ts';
import { queryClient } from '../client/queries.ts';
import { readKey, useRead } from '../client/use-read.ts';

const queryKey = readKey(tenantsApi.list, {}, '');

/** The tenants this person is a member of. */
export function useTenants() {
  return useRead(tenantsApi.list, {}, { staleTime: 60_000 });
}

/** The tenants as last read. */
export function knownTenants(): readonly Tenant[] {
  return queryClient.getQueryData<Tenant[]>(queryKey) ?? [];
}

/** Updates the list at once, ahead of the server; a pending response would undo it. */
async function change(update: (tenants: Tenant[]) => Tenant[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Tenant[]>(queryKey, (tenants = []) => update(tenants));
}

export const addTenant = (tenant: Tenant) =>
  change((tenants) => [...tenants.filter(({ id }) => id !== tenant.id), tenant]);

/** Reloads the list from the server, for a person who has just become a member. */
export const reloadTenants = () =>
  queryClient.fetchQuery({ queryKey, queryFn: async () => (await call(tenantsApi.list, {}, '')).data, staleTime: 0 });

export const changeTenant = (tenant: Tenant) =>
  change((tenants) => tenants.map((known) => (known.id === tenant.id ? tenant : known)));

/** Pages of the removed tenant redirect to the root. */
export const removeTenant = (tenantId: string) => change((tenants) => tenants.filter(({ id }) => id !== tenantId));
