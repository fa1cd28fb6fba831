import { pagePath } from '#platform/router/page-path.ts';

/** Takes the place of a tenant id in the URL; no tenant can have this id. */
export const operatorArea = 'operator';

export const operatorPath = pagePath('operator');
export const operatorHomePath = pagePath('operator/home');
export const operatorLevelsPath = pagePath('operator/service-levels');
export const operatorJobsPath = pagePath('operator/jobs');
export const operatedTenantsPath = pagePath('operator/tenants');
export const operatedTenantPath = pagePath('operator/tenants/$id');

/** The same below the area, for links inside it. */
export const homeInArea = pagePath('home');
export const levelsInArea = pagePath('service-levels');
export const jobsInArea = pagePath('jobs');
export const tenantsInArea = pagePath('tenants');
export const tenantInArea = pagePath('tenants/$id');
