import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { User } from '@postern/contracts/people/users';
import { storageKeys } from '../storage.ts';

/** A path with this in place of a tenant means "my default tenant"; documentation links use it. */
export const placeholderTenantId = 'to';

/** The custom data key of the tenant selected last, so that it applies in other browsers too. */
export const chosenTenantKey = 'defaultTenantId';

/** The tenant selected last, here or in another browser, if it still exists; otherwise the first one. */
export function chooseTenant(tenants: readonly Tenant[], me?: User): Tenant | undefined {
  const chosen = [localStorage.getItem(storageKeys.defaultTenant), me?.customData[chosenTenantKey]];
  return chosen.map((id) => tenants.find((tenant) => tenant.id === id)).find(Boolean) ?? tenants[0];
}

export function rememberTenant(tenantId: string): void {
  localStorage.setItem(storageKeys.defaultTenant, tenantId);
}
