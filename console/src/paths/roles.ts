import { pagePath } from '#platform/router/page-path.ts';

export const rolesPath = pagePath('roles');
export const createRolePath = pagePath('roles/create');
export const rolePath = pagePath('roles/$id');
export const rolePermissionsPath = pagePath('roles/$id/permissions');
export const roleUsersPath = pagePath('roles/$id/users');
export const roleApplicationsPath = pagePath('roles/$id/machine-to-machine-apps');
export const roleGeneralPath = pagePath('roles/$id/general');
