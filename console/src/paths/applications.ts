import { pagePath } from '#platform/router/page-path.ts';

export const applicationsPath = pagePath('applications');
export const thirdPartyApplicationsPath = pagePath('applications/third-party-applications');
export const dynamicClientsPath = pagePath('applications/dynamic-clients');
export const createApplicationPath = pagePath('applications/create');
export const applicationPath = pagePath('applications/$id');
export const applicationSettingsPath = pagePath('applications/$id/settings');
export const applicationRolesPath = pagePath('applications/$id/roles');
export const applicationLogsPath = pagePath('applications/$id/logs');
export const applicationLogPath = pagePath('applications/$id/logs/$logId');
export const applicationOrganizationsPath = pagePath('applications/$id/organizations');
export const applicationAccessPath = pagePath('applications/$id/access');
export const applicationPermissionsPath = pagePath('applications/$id/permissions');
export const applicationBrandingPath = pagePath('applications/$id/branding');
export const applicationAttributesPath = pagePath('applications/$id/attribute-mapping');
export const applicationProtectionPath = pagePath('applications/$id/protection');
export const applicationTokenPath = pagePath('applications/$id/token');
