import {
  adminTenantId,
  cloudApiIndicator,
  isManagementApi,
  managementApiIndicator,
  meApiIndicator,
} from '@postern/contracts/wire';

/** Whether this is a management API: the tenant's own or, in the admin tenant, that of any tenant. */
export const isManagementApiIn = (tenantId: string, indicator: string) =>
  tenantId === adminTenantId ? isManagementApi(indicator) : indicator === managementApiIndicator(tenantId);

/** API resources that the product itself serves: changing one would lock users out. */
export const isBuiltIn = (tenantId: string, indicator: string) =>
  isManagementApiIn(tenantId, indicator) ||
  (tenantId === adminTenantId && [meApiIndicator, cloudApiIndicator].includes(indicator));
