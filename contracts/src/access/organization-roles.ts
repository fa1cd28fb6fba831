import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../fields.ts';
import { OrganizationScope } from './organization-scopes.ts';
import { Scope } from './resources.ts';
import { RoleType } from './roles.ts';

/** A role in organizations. All organizations of a tenant share the same roles. */
export const OrganizationRole = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: RoleType,
});
export type OrganizationRole = z.infer<typeof OrganizationRole>;

export const OrganizationRoleWithScopes = OrganizationRole.extend({
  scopes: z.array(z.object({ id: z.string(), name: z.string() })),
  resourceScopes: z.array(
    z.object({ id: z.string(), name: z.string(), resource: z.object({ id: z.string(), name: z.string() }) }),
  ),
});
export type OrganizationRoleWithScopes = z.infer<typeof OrganizationRoleWithScopes>;

const GivenId = z.string().min(1).max(128);
const Ids = z.array(GivenId).max(1000);

const fields = {
  tenantId: z.string().max(21).optional(),
  name: z.string().min(1).max(128),
  description: z.string().max(256).nullish(),
  type: RoleType.optional(),
};
export const CreateOrganizationRole = z.strictObject({
  ...fields,
  organizationScopeIds: Ids.optional(),
  resourceScopeIds: Ids.optional(),
});
export type CreateOrganizationRole = z.infer<typeof CreateOrganizationRole>;
export const UpdateOrganizationRole = z.strictObject({ ...fields, name: fields.name.optional() });
export type UpdateOrganizationRole = z.infer<typeof UpdateOrganizationRole>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Organization roles' } as const;
const relationErrors = ['entity.relation_foreign_key_not_found', 'entity.db_constraint_violated'] as const;
const managementApi = 'role.management_api_scopes_not_assignable_to_user_role';

export const organizationRolesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-roles',
    summary: 'List the roles of the organization template by name, with their permissions.',
    query: PageQuery.extend({ q: z.string().max(128).optional(), type: RoleType.optional() }),
    response: z.array(OrganizationRoleWithScopes),
    paged: 'always',
    errors: ['guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organization-roles',
    summary: 'Add a role to the organization template, with permissions if given.',
    body: CreateOrganizationRole,
    response: OrganizationRole,
    status: [201],
    errors: [...relationErrors, managementApi, 'entity.unique_integrity_violation'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-roles/:id',
    summary: 'Read one role of the organization template.',
    params: Id,
    response: OrganizationRole,
    errors: ['entity.not_found'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/organization-roles/:id',
    summary: 'Change a role of the organization template. The type of a role in use stays.',
    params: Id,
    body: UpdateOrganizationRole,
    response: OrganizationRole,
    errors: ['entity.not_exists', 'entity.unique_integrity_violation', 'entity.db_constraint_violated', managementApi],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organization-roles/:id',
    summary: 'Delete a role of the organization template; members lose it in all organizations.',
    params: Id,
    errors: ['entity.not_found'],
  }),
} as const;

const OrganizationScopeIds = (ids: z.ZodArray<typeof GivenId>) => z.strictObject({ organizationScopeIds: ids });
const ScopeIds = (ids: z.ZodArray<typeof GivenId>) => z.strictObject({ scopeIds: ids });

export const organizationRoleScopesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-roles/:id/scopes',
    summary: 'List the organization permissions of a role by name.',
    params: Id,
    query: PageQuery,
    response: z.array(OrganizationScope),
    paged: 'optional',
    errors: ['guard.invalid_pagination', 'entity.not_exists_with_id'],
  }),
  add: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organization-roles/:id/scopes',
    summary: 'Add organization permissions to a role. Those it has already are skipped.',
    params: Id,
    body: OrganizationScopeIds(Ids.min(1)),
    status: [201],
    errors: relationErrors,
  }),
  replace: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organization-roles/:id/scopes',
    summary: 'Make these the organization permissions of a role.',
    params: Id,
    body: OrganizationScopeIds(Ids),
    errors: relationErrors,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organization-roles/:id/scopes/:organizationScopeId',
    summary: 'Take an organization permission from a role.',
    params: Id.extend({ organizationScopeId: z.string() }),
    errors: ['entity.not_found'],
  }),
  listResource: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-roles/:id/resource-scopes',
    summary: 'List the API permissions of a role, newest first.',
    params: Id,
    query: PageQuery,
    response: z.array(Scope),
    paged: 'optional',
    errors: ['guard.invalid_pagination', 'entity.not_exists_with_id'],
  }),
  addResource: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organization-roles/:id/resource-scopes',
    summary: 'Add API permissions to a role. Those it has already are skipped.',
    params: Id,
    body: ScopeIds(Ids.min(1)),
    status: [201],
    errors: [...relationErrors, managementApi],
  }),
  replaceResource: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organization-roles/:id/resource-scopes',
    summary: 'Make these the API permissions of a role.',
    params: Id,
    body: ScopeIds(Ids),
    errors: [...relationErrors, managementApi],
  }),
  removeResource: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organization-roles/:id/resource-scopes/:scopeId',
    summary: 'Take an API permission from a role.',
    params: Id.extend({ scopeId: z.string() }),
    errors: ['entity.not_found'],
  }),
} as const;
