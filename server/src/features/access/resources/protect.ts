import {
  adminTenantId,
  cloudApiIndicator,
  isManagementApi,
  managementApiIndicator,
  meApiIndicator,
} from '@postern/contracts/wire';

/** A management API: the tenant's own, and in the admin tenant those of all tenants. */
export const isManagementApiIn = (tenantId: string, indicator: string) =>
  tenantId === adminTenantId ? isManagementApi(indicator) : indicator === managementApiIndicator(tenantId);

/** API resources that the product itself answers for: changing one would lock people out of it. */
export const isBuiltIn = (tenantId: string, indicator: string) =>
  isManagementApiIn(tenantId, indicator) ||
  (tenantId === adminTenantId && [meApiIndicator, cloudApiIndicator].includes(indicator));
