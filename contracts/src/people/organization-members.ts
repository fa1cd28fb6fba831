import { z } from 'zod';
import { Application } from '../access/applications.ts';
import { OrganizationRole } from '../access/organization-roles.ts';
import { OrganizationScope } from '../access/organization-scopes.ts';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../fields.ts';
import { User } from './users.ts';

const roles = { organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })) };

export const OrganizationMember = User.omit({ hasPassword: true, ssoIdentities: true }).extend(roles);
export type OrganizationMember = z.infer<typeof OrganizationMember>;

/** A machine-to-machine application that is a member of an organization. */
export const OrganizationApplication = Application.extend(roles);
export type OrganizationApplication = z.infer<typeof OrganizationApplication>;

/** How many members one request may add or replace. */
export const maxMembersPerRequest = 10_000;

const GivenId = z.string().min(1).max(128);
const MemberIds = z.array(GivenId).max(maxMembersPerRequest);
const RoleIds = z.array(GivenId).max(1000);
/** Every member gets every role, so both lists are shorter here. */
const ManyMemberIds = z.array(GivenId).min(1).max(1000);
const ManyRoleIds = z.array(GivenId).min(1).max(100);

const Id = z.object({ id: z.string() });
const UserParams = Id.extend({ userId: z.string() });
const ApplicationParams = Id.extend({ applicationId: z.string() });
const Query = PageQuery.extend({ q: z.string().max(128).optional() });
const RolesByIdOrName = z.strictObject({
  organizationRoleIds: RoleIds.optional(),
  organizationRoleNames: z.array(z.string().min(1).max(128)).max(1000).optional(),
});

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Organizations' } as const;
const relationErrors = ['entity.relation_foreign_key_not_found', 'entity.db_constraint_violated'] as const;
const listErrors = ['guard.invalid_pagination', 'entity.not_exists_with_id'] as const;
const roleErrors = [...relationErrors, 'organization.require_membership'] as const;

export const organizationMembersApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/users',
    summary:
      'List the members of an organization with their roles, newest members first. The total of a search is exact up to two thousand.',
    params: Id,
    query: Query.extend({
      /** Only the members with this role. */
      organizationRoleId: GivenId.optional(),
    }),
    response: z.array(OrganizationMember),
    paged: 'always',
    errors: listErrors,
  }),
  add: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/users',
    summary: 'Add members to an organization. Those who are members already are skipped.',
    params: Id,
    body: z.strictObject({ userIds: MemberIds.min(1) }),
    quota: [{ key: 'organizationsLimit', extends: true }],
    /** The ids of the request. */
    response: z.object({ userIds: z.array(z.string()) }),
    status: [201],
    errors: relationErrors,
  }),
  replace: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/users',
    summary: 'Make these the members of an organization. Those who stay keep their roles.',
    params: Id,
    body: z.strictObject({ userIds: MemberIds }),
    quota: [{ key: 'organizationsLimit', extends: true }],
    errors: relationErrors,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/users/:userId',
    summary: 'Remove a member from an organization, with the roles there.',
    params: UserParams,
    errors: ['entity.not_found'],
  }),
  assignRoles: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/users/roles',
    summary: 'Give roles to several members of an organization.',
    params: Id,
    body: z.strictObject({ userIds: ManyMemberIds, organizationRoleIds: ManyRoleIds }),
    status: [201],
    errors: relationErrors,
  }),
  listRoles: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/users/:userId/roles',
    summary: 'List the roles of a member by name.',
    params: UserParams,
    query: PageQuery,
    response: z.array(OrganizationRole),
    paged: 'optional',
    errors: ['guard.invalid_pagination', 'organization.require_membership'],
  }),
  addRoles: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/users/:userId/roles',
    summary: 'Give roles to a member, by id or by name. Those the member has already are skipped.',
    params: UserParams,
    body: RolesByIdOrName,
    /** The ids of the given roles, also of those given by name, each once. */
    response: z.object({ organizationRoleIds: z.array(z.string()) }),
    status: [201],
    errors: [...roleErrors, 'organization.role_names_not_found'],
  }),
  replaceRoles: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/users/:userId/roles',
    summary: 'Make these the roles of a member, by id or by name.',
    params: UserParams,
    body: RolesByIdOrName,
    errors: [...roleErrors, 'organization.role_names_not_found'],
  }),
  removeRole: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/users/:userId/roles/:organizationRoleId',
    summary: 'Take a role from a member.',
    params: UserParams.extend({ organizationRoleId: z.string() }),
    errors: ['entity.not_found', 'organization.require_membership'],
  }),
  listScopes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/users/:userId/scopes',
    summary: 'List the organization permissions that a member has through roles, by name.',
    params: UserParams,
    response: z.array(OrganizationScope),
    errors: ['organization.require_membership'],
  }),
} as const;

export const organizationApplicationsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/applications',
    summary: 'List the machine-to-machine applications of an organization with their roles, newest members first.',
    params: Id,
    query: Query,
    response: z.array(OrganizationApplication),
    paged: 'always',
    errors: listErrors,
    withheld: ['secret'],
  }),
  add: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/applications',
    summary: 'Add machine-to-machine applications to an organization. Members are skipped.',
    params: Id,
    body: z.strictObject({ applicationIds: MemberIds.min(1) }),
    status: [201],
    errors: relationErrors,
  }),
  replace: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/applications',
    summary: 'Make these the applications of an organization. Those that stay keep their roles.',
    params: Id,
    body: z.strictObject({ applicationIds: MemberIds }),
    errors: relationErrors,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/applications/:applicationId',
    summary: 'Remove an application from an organization, with its roles there.',
    params: ApplicationParams,
    errors: ['entity.not_found'],
  }),
  assignRoles: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/applications/roles',
    summary: 'Give roles to several applications of an organization.',
    params: Id,
    body: z.strictObject({ applicationIds: ManyMemberIds, organizationRoleIds: ManyRoleIds }),
    status: [201],
    errors: relationErrors,
  }),
  listRoles: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/applications/:applicationId/roles',
    summary: 'List the roles of an application in an organization by name.',
    params: ApplicationParams,
    query: PageQuery,
    response: z.array(OrganizationRole),
    paged: 'optional',
    errors: ['guard.invalid_pagination', 'organization.require_membership'],
  }),
  addRoles: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/applications/:applicationId/roles',
    summary: 'Give roles to an application in an organization. Those it has already are skipped.',
    params: ApplicationParams,
    body: z.strictObject({ organizationRoleIds: RoleIds.min(1) }),
    status: [201],
    errors: roleErrors,
  }),
  replaceRoles: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/applications/:applicationId/roles',
    summary: 'Make these the roles of an application in an organization.',
    params: ApplicationParams,
    body: z.strictObject({ organizationRoleIds: RoleIds.min(1) }),
    errors: roleErrors,
  }),
  removeRole: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/applications/:applicationId/roles/:organizationRoleId',
    summary: 'Take a role from an application in an organization.',
    params: ApplicationParams.extend({ organizationRoleId: z.string() }),
    errors: ['entity.not_found', 'organization.require_membership'],
  }),
} as const;
