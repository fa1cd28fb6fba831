import type { Feature } from '#platform/app';
import type { Scope } from '#platform/http/route';
import { organizationRoleScopeRoutes } from './role-scopes.routes.ts';
import { organizationRoleRoutes } from './roles.routes.ts';
import { organizationScopeRoutes } from './scopes.routes.ts';

export { requireOrganizationRoles, roleIdsOf } from './require.ts';
export { insertOrganizationRoleScopes } from './role-scopes.store.ts';
export { findRoleIdsByName, insertOrganizationRole, listOrganizationRoles } from './roles.store.ts';
export { insertOrganizationScope, listOrganizationScopes } from './scopes.store.ts';
export { seedOrganizationTemplate } from './seed.store.ts';

/** The roles and permissions that all organizations of a tenant share. */
export const organizationTemplate: Feature = {
  name: 'organization-template',
  tenantRoutes: (scope: Scope) => {
    organizationScopeRoutes(scope);
    organizationRoleRoutes(scope);
    organizationRoleScopeRoutes(scope);
  },
};
