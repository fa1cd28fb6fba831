import type { Tenant } from '@postern/contracts/cloud/tenants';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';

/** The server's limit per administrator. */
export const maxFreeTenants = 10;

/**
 * Whether the limit of free tenants is reached. Only tenants that the person administers count; operators, who are
 * members of the admin tenant, have no limit.
 */
export function isFreeLimitReached(tenants: readonly Tenant[], roles: readonly string[] = []): boolean {
  const free = tenants.filter(
    ({ id, tag, planId }) =>
      tag === 'production' && planId === 'free' && roles.includes(`${tenantOrganizationId(id)}:admin`),
  );
  return free.length >= maxFreeTenants && !tenants.some(({ id }) => id === adminTenantId);
}
