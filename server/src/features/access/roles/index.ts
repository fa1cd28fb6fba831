import type { Feature } from '#platform/app';
import { roleRoutes } from './routes.ts';

export {
  assignApplicationRole,
  findUserRoles,
  hasApplicationRole,
  insertRolesOfMany,
  insertUserRolesByName,
  removeApplicationRole,
} from './assignments.store.ts';
export { getRole, requireUserRoles } from './get-role.ts';
export { defaultRoleNamesOf, giveDefaultRoles, giveRolesToMany, seedRole, takeRolesFromMany } from './give-roles.ts';
export { insertRoleScopes } from './scopes.store.ts';
export { insertRole, listRoles } from './store.ts';

export const roles: Feature = { name: 'roles', tenantRoutes: roleRoutes };
