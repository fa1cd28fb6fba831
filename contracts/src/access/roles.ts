import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, searchQuery, sortQuery } from '../fields.ts';
import { Application, ApplicationType, applicationSearchFields } from './applications.ts';
import { Resource, Scope, scopeSearchFields } from './resources.ts';

export const roleTypes = ['User', 'MachineToMachine'] as const;
export const RoleType = z.enum(roleTypes);
export type RoleType = z.infer<typeof RoleType>;
export const roleSearchFields = ['id', 'name', 'description'] as const;

export const Role = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: RoleType,
  isDefault: z.boolean(),
});
export type Role = z.infer<typeof Role>;

/** How many holders of a role the list shows. */
export const featuredCount = 3;

export const RoleWithHolders = Role.extend({
  usersCount: z.number(),
  featuredUsers: z.array(z.object({ id: z.string(), avatar: z.string().nullable(), name: z.string().nullable() })),
  applicationsCount: z.number(),
  featuredApplications: z.array(z.object({ id: z.string(), name: z.string(), type: ApplicationType })),
});
export type RoleWithHolders = z.infer<typeof RoleWithHolders>;

export const RoleScope = Scope.extend({ resource: Resource });
export type RoleScope = z.infer<typeof RoleScope>;

const Name = z.string().min(1).max(128);
const Description = z.string().min(1).max(128);
const GivenId = z.string().min(1).max(128);
const Ids = z.array(GivenId).max(1000);
const SomeIds = Ids.min(1);

export const CreateRole = z.strictObject({
  tenantId: z.string().max(21).optional(),
  name: Name,
  description: Description,
  type: RoleType.optional(),
  isDefault: z.boolean().optional(),
  scopeIds: Ids.optional(),
});
export type CreateRole = z.infer<typeof CreateRole>;

export const UpdateRole = z.strictObject({
  name: Name.optional(),
  description: Description.optional(),
  isDefault: z.boolean().optional(),
});
export type UpdateRole = z.infer<typeof UpdateRole>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Roles' } as const;
const listErrors = ['request.invalid_input', 'guard.invalid_pagination', 'entity.not_exists_with_id'] as const;
const assignErrors = ['role.internal_role_violation', 'entity.not_exists_with_id'] as const;

export const rolesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/roles',
    summary: 'List roles by name, with some of their holders.',
    query: searchQuery(roleSearchFields)
      .extend(PageQuery.shape)
      .extend(sortQuery(['name']).shape)
      .extend({
        excludeUserId: z.string().optional(),
        excludeApplicationId: z.string().optional(),
        type: RoleType.optional(),
      }),
    response: z.array(RoleWithHolders),
    paged: 'always',
    errors: ['request.invalid_input', 'guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/roles',
    quota: ['userRolesLimit', 'machineToMachineRolesLimit', { key: 'scopesPerRoleLimit', of: 'id' }],
    summary: 'Create a role, with scopes if given.',
    body: CreateRole,
    response: Role,
    errors: [
      'request.invalid_input',
      'role.management_api_scopes_not_assignable_to_user_role',
      'role.internal_role_violation',
      'entity.not_found',
      'role.name_in_use',
      'role.scope_exists',
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/roles/:id',
    summary: 'Get a role.',
    params: Id,
    response: Role,
    errors: ['entity.not_exists_with_id'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/roles/:id',
    summary: 'Update a role. Its type cannot be changed.',
    params: Id,
    body: UpdateRole,
    response: Role,
    errors: [...assignErrors, 'role.name_in_use'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/roles/:id',
    summary: 'Delete a role and remove it from its holders.',
    params: Id,
    errors: assignErrors,
  }),
  assignUsers: endpoint({
    ...common,
    method: 'POST',
    path: '/api/roles/:id/users',
    summary: 'Assign a role to users.',
    params: Id,
    body: z.strictObject({ userIds: SomeIds }),
    status: [201],
    errors: [...assignErrors, 'role.user_exists', 'entity.db_constraint_violated'],
  }),
  removeUser: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/roles/:id/users/:userId',
    summary: 'Remove a role from a user.',
    params: Id.extend({ userId: z.string() }),
    errors: assignErrors,
  }),
  listApplications: endpoint({
    ...common,
    method: 'GET',
    path: '/api/roles/:id/applications',
    summary: 'List the machine-to-machine applications that have a role, newest first.',
    params: Id,
    query: searchQuery(applicationSearchFields).extend(PageQuery.shape),
    response: z.array(Application),
    paged: 'always',
    errors: listErrors,
    withheld: ['secret'],
  }),
  assignApplications: endpoint({
    ...common,
    method: 'POST',
    path: '/api/roles/:id/applications',
    summary: 'Assign a role to machine-to-machine applications.',
    params: Id,
    body: z.strictObject({ applicationIds: SomeIds }),
    status: [201],
    errors: [...assignErrors, 'role.application_exists', 'application.invalid_type', 'entity.db_constraint_violated'],
  }),
  removeApplication: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/roles/:id/applications/:applicationId',
    summary: 'Remove a role from an application.',
    params: Id.extend({ applicationId: z.string() }),
    errors: assignErrors,
  }),
  listScopes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/roles/:id/scopes',
    summary: 'List the scopes of a role with their API resources, newest first.',
    params: Id,
    query: searchQuery(scopeSearchFields).extend(PageQuery.shape),
    response: z.array(RoleScope),
    paged: 'optional',
    errors: listErrors,
  }),
  assignScopes: endpoint({
    ...common,
    method: 'POST',
    path: '/api/roles/:id/scopes',
    quota: [{ key: 'scopesPerRoleLimit', of: 'id' }],
    summary: 'Add scopes to a role. Returns all scopes of the role.',
    params: Id,
    body: z.strictObject({ scopeIds: SomeIds }),
    response: z.array(Scope),
    status: [201],
    errors: [...assignErrors, 'role.management_api_scopes_not_assignable_to_user_role', 'role.scope_exists'],
  }),
  removeScope: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/roles/:id/scopes/:scopeId',
    summary: 'Remove a scope from a role.',
    params: Id.extend({ scopeId: z.string() }),
    errors: assignErrors,
  }),
} as const;

const RoleIds = z.strictObject({ roleIds: Ids });
const roleQuery = searchQuery(roleSearchFields).extend(PageQuery.shape);
const UserId = z.object({ userId: z.string() });
const userErrors = ['entity.not_found', 'user.invalid_role_type'] as const;

/** The same assignments from the user's side. */
export const userRolesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/roles',
    summary: 'List the roles of a user by name.',
    params: UserId,
    query: roleQuery,
    response: z.array(Role),
    paged: 'always',
    errors: ['request.invalid_input', 'guard.invalid_pagination', 'entity.not_found'],
  }),
  assign: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/roles',
    summary: 'Assign roles to a user. Roles that the user already has are skipped.',
    params: UserId,
    body: RoleIds,
    /** The ids of the request, and those that the user did not have. */
    response: z.object({ roleIds: z.array(z.string()), addedRoleIds: z.array(z.string()) }),
    status: [201],
    errors: userErrors,
  }),
  replace: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/users/:userId/roles',
    summary: 'Replace the roles of a user.',
    params: UserId,
    body: RoleIds,
    response: z.object({ roleIds: z.array(z.string()) }),
    status: [200],
    errors: userErrors,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId/roles/:roleId',
    summary: 'Remove a role from a user.',
    params: UserId.extend({ roleId: z.string() }),
    errors: ['entity.not_found'],
  }),
} as const;

const ApplicationId = z.object({ applicationId: z.string() });
const applicationErrors = [
  'entity.not_exists_with_id',
  'application.invalid_type',
  'application.invalid_role_type',
  'role.internal_role_violation',
] as const;

/** The same assignments from the application's side. */
export const applicationRolesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:applicationId/roles',
    summary: 'List the roles of a machine-to-machine application by name.',
    params: ApplicationId,
    query: roleQuery,
    response: z.array(Role),
    paged: 'always',
    errors: [...listErrors, 'application.invalid_type'],
  }),
  assign: endpoint({
    ...common,
    method: 'POST',
    path: '/api/applications/:applicationId/roles',
    summary: 'Assign roles to a machine-to-machine application.',
    params: ApplicationId,
    body: RoleIds,
    response: z.object({
      /** As sent. */
      roleIds: z.array(z.string()),
      /** Without those that the application had before. */
      addedRoleIds: z.array(z.string()),
    }),
    status: [201],
    errors: applicationErrors,
  }),
  replace: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/applications/:applicationId/roles',
    summary: 'Replace the roles of a machine-to-machine application.',
    params: ApplicationId,
    body: RoleIds,
    status: [200],
    errors: applicationErrors,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/applications/:applicationId/roles/:roleId',
    summary: 'Remove a role from a machine-to-machine application.',
    params: ApplicationId.extend({ roleId: z.string() }),
    errors: ['entity.not_exists_with_id', 'application.invalid_type', 'role.internal_role_violation'],
  }),
} as const;
