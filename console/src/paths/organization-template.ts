import { pagePath } from '#platform/router/page-path.ts';

export const organizationTemplatePath = pagePath('organization-template');
export const organizationRolesPath = pagePath('organization-template/organization-roles');
export const createOrganizationRolePath = pagePath('organization-template/organization-roles/create');
export const organizationScopesPath = pagePath('organization-template/organization-permissions');
export const createOrganizationScopePath = pagePath('organization-template/organization-permissions/create');
export const organizationRolePath = pagePath('organization-template/organization-roles/$id');
export const organizationRolePermissionsPath = pagePath('organization-template/organization-roles/$id/permissions');
export const organizationRoleGeneralPath = pagePath('organization-template/organization-roles/$id/general');
