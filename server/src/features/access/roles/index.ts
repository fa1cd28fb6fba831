import type { Feature } from '#platform/app';
import { roleRoutes } from './routes.ts';

export { giveRolesToMany, takeRolesFromMany } from './assign-many.ts';
export {
  assignApplicationRole,
  findUserRoles,
  hasApplicationRole,
  insertRolesOfMany,
  insertUserRolesByName,
  removeApplicationRole,
} from './assignments.store.ts';
export { defaultRoleNamesOf, giveDefaultRoles } from './give-default-roles.ts';
export { getRole, requireUserRoles } from './require.ts';
export { seedRole } from './seed.ts';

export const roles: Feature = { name: 'roles', tenantRoutes: roleRoutes };
