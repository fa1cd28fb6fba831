import type { Feature } from '#platform/app';
import { tenantRoutes } from './routes.ts';

export { findTenant, listAllTenants, setSuspended } from './store.ts';

export const tenants: Feature = { name: 'tenants', adminRoutes: tenantRoutes };
