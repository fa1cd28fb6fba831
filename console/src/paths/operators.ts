import { pagePath } from '#platform/router/page-path.ts';

/** Stands in the address where a tenant stands elsewhere; no tenant may be called so. */
export const operatorArea = 'operator';

export const operatorPath = pagePath('operator');
export const operatorHomePath = pagePath('operator/home');
export const operatorJobsPath = pagePath('operator/jobs');
export const operatedTenantsPath = pagePath('operator/tenants');
export const operatedTenantPath = pagePath('operator/tenants/$id');

/** The same below the area, as links inside of it are built. */
export const homeInArea = pagePath('home');
export const jobsInArea = pagePath('jobs');
export const tenantsInArea = pagePath('tenants');
export const tenantInArea = pagePath('tenants/$id');
