import type { Tenant } from '@postern/contracts/cloud/tenants';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';

/** As many as the server lets somebody administer. */
export const maxFreeTenants = 10;

/**
 * Whether no further free tenant fits. Only those count that the person administers; whoever runs the installation, and
 * so is in its own tenant, has no such limit.
 */
export function isFreeLimitReached(tenants: readonly Tenant[], roles: readonly string[] = []): boolean {
  const free = tenants.filter(
    ({ id, tag, planId }) =>
      tag === 'production' && planId === 'free' && roles.includes(`${tenantOrganizationId(id)}:admin`),
  );
  return free.length >= maxFreeTenants && !tenants.some(({ id }) => id === adminTenantId);
}
