import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, GivenTime } from './fields.ts';
import { scopes } from './wire.ts';

export const TenantTag = z.enum(['development', 'production']);
export type TenantTag = z.infer<typeof TenantTag>;

export const Subscription = z.object({
  planId: z.string(),
  status: z.enum([
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'paused',
  ]),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  isEnterprisePlan: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  upcomingInvoice: z.object({ subtotal: z.number(), total: z.number() }).nullable(),
});

export const Tenant = z.object({
  id: z.string(),
  name: z.string(),
  tag: TenantTag,
  indicator: z.string(),
  regionName: z.string(),
  planId: z.string(),
  createdAt: z.string(),
  isSuspended: z.boolean(),
  subscription: Subscription,
  usage: z.object({ activeUsers: z.number(), tokenUsage: z.number() }),
  quota: z.object({ mauLimit: z.number().nullable(), tokenLimit: z.number().nullable() }),
  openInvoices: z.array(z.object({ id: z.string(), amountDue: z.number() })),
});
export type Tenant = z.infer<typeof Tenant>;

export const Region = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  tags: z.array(TenantTag),
  isPrivate: z.boolean(),
});
export type Region = z.infer<typeof Region>;

export const CreateTenant = z.strictObject({
  name: z.string().trim().min(1).max(128),
  tag: TenantTag.default('development'),
  regionName: z.string().max(32).default('EU'),
});

export const Invitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  tenantTag: TenantTag,
  invitee: z.string(),
  inviter: z.object({ id: z.string(), name: z.string().nullable(), primaryEmail: z.string().nullable() }).nullable(),
  organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })),
  roleName: z.string(),
  status: z.enum(['Pending', 'Accepted', 'Expired', 'Revoked']),
  createdAt: z.number(),
  expiresAt: z.number(),
});

const cloud = { document: 'cloud', tag: 'Tenants' } as const;

export const tenantsApi = {
  list: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants',
    summary: 'The tenants you are a member of, oldest first.',
    auth: { kind: 'cloud' },
    response: z.array(Tenant),
  }),
  create: endpoint({
    ...cloud,
    method: 'POST',
    path: '/api/tenants',
    summary: 'Create a tenant; you become its administrator.',
    auth: { kind: 'cloud', scope: scopes.createTenant },
    body: CreateTenant,
    response: Tenant,
    status: [201],
    errors: ['tenant.region_not_available', 'tenant.tag_not_allowed', 'tenant.max_free_tenants'],
  }),
  regions: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/me/regions',
    summary: 'Regions in which you may create a tenant.',
    auth: { kind: 'cloud' },
    response: z.object({ regions: z.array(Region) }),
  }),
  memberScopes: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/members/:userId/scopes',
    summary: 'What a member may do in the tenant.',
    auth: { kind: 'tenant' },
    params: z.object({ id: z.string(), userId: z.string() }),
    response: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullable() })),
    errors: ['entity.not_found', 'auth.forbidden'],
  }),
  invite: endpoint({
    ...cloud,
    method: 'POST',
    path: '/api/tenants/:id/invitations',
    summary: 'Invite people to a tenant by e-mail.',
    auth: { kind: 'tenant', scope: 'invite:member' },
    params: z.object({ id: z.string() }),
    body: z.strictObject({
      invitee: z.union([Email, z.array(Email).min(1).max(100)]),
      roleName: z.enum(['admin', 'collaborator']).default('collaborator'),
      expiresAt: GivenTime.optional(),
    }),
    response: z.array(Invitation),
    status: [201],
    errors: ['tenant.already_member', 'tenant.invitation_pending', 'request.invalid_input'],
  }),
  endpointOf: endpoint({
    ...cloud,
    document: 'management',
    method: 'GET',
    path: '/api/.well-known/endpoints/:tenantId',
    summary: 'Where the sign-in pages and the API of a tenant live.',
    auth: { kind: 'none' },
    params: z.object({ tenantId: z.string() }),
    response: z.object({ user: z.string() }),
    errors: ['entity.not_found'],
  }),
} as const;
