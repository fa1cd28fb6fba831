import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { scopes } from '../wire.ts';
import { Invoice } from './invoices.ts';

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
  /** What the tenant may cost at most, in cents a month; null without a limit. */
  spendingLimit: z.number().nullable().optional(),
  /** After a switch to the free plan: until when features of the former plan work. */
  graceUntil: z.string().optional(),
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
  /** Why an operator suspended it; null if it is not suspended, or the reason is not for its members. */
  suspensionReason: z.string().nullable(),
  subscription: Subscription,
  usage: z.object({ activeUsers: z.number(), tokenUsage: z.number() }),
  quota: z.object({ mauLimit: z.number().nullable(), tokenLimit: z.number().nullable() }),
  /** Unpaid invoices: open or uncollectible. */
  openInvoices: z.array(Invoice),
});
export type Tenant = z.infer<typeof Tenant>;

export const Region = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  tags: z.array(TenantTag),
  isPrivate: z.boolean(),
  /** Whether the database and files of its tenants are in the region, rather than in the home of the installation. */
  holdsUserData: z.boolean(),
});
export type Region = z.infer<typeof Region>;

export const CreateTenant = z.strictObject({
  name: z.string().trim().min(1).max(128),
  tag: TenantTag.default('development'),
  regionName: z.string().max(32).default('EU'),
});

/** A development tenant can become a production tenant, but not vice versa. */
export const UpdateTenant = CreateTenant.pick({ name: true }).extend({ tag: TenantTag }).partial();
export type UpdateTenant = z.infer<typeof UpdateTenant>;

export const tenantRoles = ['admin', 'billing', 'collaborator'] as const;
export const TenantRole = z.enum(tenantRoles);
export type TenantRole = z.infer<typeof TenantRole>;

/** `route()` compares the id with the organization of the token. */
export const TenantParams = z.object({ id: z.string() });

const cloud = { document: 'cloud', tag: 'Tenants' } as const;

export const tenantsApi = {
  list: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants',
    summary: 'List the tenants that you are a member of, oldest first.',
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
    errors: [
      'tenant.region_not_available',
      'tenant.tag_not_allowed',
      'tenant.max_free_tenants',
      'tenant.max_development_tenants',
      'tenant.region_unavailable',
    ],
  }),
  update: endpoint({
    ...cloud,
    method: 'PATCH',
    path: '/api/tenants/:id',
    summary: 'Rename a tenant, or convert a development tenant to a production tenant.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: TenantParams,
    body: UpdateTenant,
    response: Tenant,
    errors: ['tenant.tag_not_allowed', 'tenant.max_free_tenants', 'subscription.quota_in_use'],
  }),
  remove: endpoint({
    ...cloud,
    method: 'DELETE',
    path: '/api/tenants/:id',
    summary: 'Delete a tenant. Access ends immediately; its data is erased in the background.',
    auth: { kind: 'tenant', scope: 'manage:tenant' },
    params: TenantParams,
    errors: ['tenant.paid_subscription', 'guard.not_allowed_for_admin_tenant'],
  }),
  regions: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/me/regions',
    summary: 'List the regions in which you can create a tenant.',
    auth: { kind: 'cloud' },
    response: z.object({ regions: z.array(Region) }),
  }),
  endpointOf: endpoint({
    ...cloud,
    document: 'management',
    method: 'GET',
    path: '/api/.well-known/endpoints/:tenantId',
    summary: 'Get the endpoint of a tenant.',
    auth: { kind: 'none' },
    // The id becomes part of a host name, so other characters are rejected.
    params: z.object({ tenantId: z.string().regex(/^[\da-z-]{1,21}$/i) }),
    response: z.object({ user: z.string() }),
    errors: ['entity.not_found'],
  }),
} as const;
