import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, Timestamp } from '../fields.ts';
import { MemberRequirements } from '../people/administrators.ts';
import { TenantParams, TenantRole } from './tenants.ts';

export const TenantMember = z.object({
  id: z.string(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  avatar: z.string().nullable(),
  organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })),
  /** When they became a member. */
  createdAt: Timestamp,
  lastSignInAt: Timestamp.nullable(),
});
export type TenantMember = z.infer<typeof TenantMember>;

const common = { document: 'cloud', tag: 'Tenant members' } as const;
const MemberParams = TenantParams.extend({ userId: z.string() });

/** What a tenant requires of its members. */
export const memberRequirementsApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/tenants/:id/member-requirements',
    summary: 'Get whether members of the tenant need a second factor.',
    auth: { kind: 'tenant', scope: 'read:member' },
    params: TenantParams,
    response: MemberRequirements,
  }),
  update: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/tenants/:id/member-requirements',
    summary: 'Require a second factor of all members. You need one yourself.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: TenantParams,
    body: z.strictObject(MemberRequirements.shape),
    response: MemberRequirements,
    errors: ['entity.not_found', 'auth.forbidden', 'tenant.own_factor_missing'],
  }),
};

export const tenantMembersApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/tenants/:id/members',
    summary: 'List the members of a tenant, oldest first.',
    auth: { kind: 'tenant', scope: 'read:member' },
    params: TenantParams,
    query: PageQuery.extend({ q: z.string().max(256).optional() }),
    response: z.array(TenantMember),
    paged: 'always',
  }),
  scopes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/tenants/:id/members/:userId/scopes',
    summary: 'Get the scopes of a member of the tenant.',
    auth: { kind: 'tenant' },
    params: MemberParams,
    response: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullable() })),
    errors: ['entity.not_found', 'auth.forbidden'],
  }),
  setRole: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/tenants/:id/members/:userId/role',
    summary: 'Change the role of a member.',
    auth: { kind: 'tenant', scope: 'update:member:role' },
    params: MemberParams,
    body: z.strictObject({ roleName: TenantRole }),
    response: TenantMember,
    errors: ['entity.not_found', 'auth.forbidden', 'tenant.last_admin'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/tenants/:id/members/:userId',
    summary: 'Remove a member, or leave the tenant yourself.',
    auth: { kind: 'tenant' },
    params: MemberParams,
    errors: ['entity.not_found', 'auth.forbidden', 'tenant.last_admin'],
  }),
};
