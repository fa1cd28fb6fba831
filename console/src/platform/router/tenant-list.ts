import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { call } from '../client/call.ts';
import { queryClient } from '../client/queries.ts';
import { readKey, useRead } from '../client/use-read.ts';

const queryKey = readKey(tenantsApi.list, {}, '');

/** The tenants this person is a member of. */
export function useTenants() {
  return useRead(tenantsApi.list, {}, { staleTime: 60_000 });
}

/** The tenants as they were last read. */
export function knownTenants(): readonly Tenant[] {
  return queryClient.getQueryData<Tenant[]>(queryKey) ?? [];
}

/** Changes the list at once, ahead of the server; an answer still on its way would undo it. */
async function change(update: (tenants: Tenant[]) => Tenant[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Tenant[]>(queryKey, (tenants = []) => update(tenants));
}

export const addTenant = (tenant: Tenant) =>
  change((tenants) => [...tenants.filter(({ id }) => id !== tenant.id), tenant]);

/** What the server has now, for somebody who has just become a member. */
export const reloadTenants = () =>
  queryClient.fetchQuery({ queryKey, queryFn: async () => (await call(tenantsApi.list, {}, '')).data, staleTime: 0 });

export const changeTenant = (tenant: Tenant) =>
  change((tenants) => tenants.map((known) => (known.id === tenant.id ? tenant : known)));

/** Whoever looks at a page of it is taken to the root. */
export const removeTenant = (tenantId: string) => change((tenants) => tenants.filter(({ id }) => id !== tenantId));
