import type { Feature } from '#platform/app';
import { tenantRoutes } from './routes.ts';

export { createTenant } from './create.ts';
export { findTenant, listAllTenants, setSuspended, type TenantRow } from './store.ts';

export const tenants: Feature = { name: 'tenants', adminRoutes: tenantRoutes };
