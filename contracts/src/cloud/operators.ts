import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, Timestamp } from '../fields.ts';
import { Quota } from '../quota.ts';
import { Invoice } from './invoices.ts';
import { TenantChange } from './tenant-changes.ts';
import { Subscription, TenantTag } from './tenants.ts';

export const tenantStates = ['active', 'suspended', 'overdue'] as const;
/** Suspended has precedence over overdue. */
export const TenantState = z.enum(tenantStates);
export type TenantState = z.infer<typeof TenantState>;

const Person = z.object({
  id: z.string(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  primaryEmail: z.string().nullable(),
});

/** A tenant as seen by operators. */
export const OperatedTenant = z.object({
  id: z.string(),
  name: z.string(),
  tag: TenantTag,
  regionName: z.string(),
  planId: z.string(),
  state: TenantState,
  createdAt: Timestamp,
  /** The longest-serving administrator; null if there is none. */
  owner: Person.nullable(),
  usage: z.object({ activeUsers: z.number(), tokens: z.number() }),
  quota: z.object({ mauLimit: z.number().nullable(), tokenLimit: z.number().nullable() }),
});
export type OperatedTenant = z.infer<typeof OperatedTenant>;

export const OperatedMember = Person.extend({ roles: z.array(z.string()), createdAt: Timestamp });

export const Suspension = z.object({
  suspendedAt: Timestamp,
  reason: z.string(),
  /** The name of the person, empty if they are gone, or `operator` for the command line. */
  suspendedBy: z.string(),
  resumedAt: Timestamp.nullable(),
  resumedBy: z.string().nullable(),
});
export type Suspension = z.infer<typeof Suspension>;

/** Null if the tenant's database does not respond. */
export const TenantCounts = z
  .object({ users: z.number(), applications: z.number(), resources: z.number(), organizations: z.number() })
  .nullable();

export const OperatedTenantDetails = OperatedTenant.extend({
  members: z.array(OperatedMember),
  subscription: Subscription,
  /** The custom quota of the tenant. */
  agreedQuota: Quota.partial().nullable(),
  counts: TenantCounts,
  suspensions: z.array(Suspension),
});
export type OperatedTenantDetails = z.infer<typeof OperatedTenantDetails>;

const Money = z.object({ currency: z.string(), amount: z.number() });

/** The state of the installation. Amounts are cents; months are in UTC. */
export const OperatorOverview = z.object({
  /** Paid invoices minus credit notes, by the month of issue. */
  revenue: z.object({ thisMonth: z.array(Money), lastMonth: z.array(Money) }),
  /** Unpaid invoices: how many, of how many tenants, and how much. */
  overdue: z.object({ invoices: z.number(), tenants: z.number(), amounts: z.array(Money) }),
  suspended: z.number(),
  /** Tenants that a payment provider charges for. */
  paying: z.number(),
  /** The home database and each region with its own database. */
  regions: z.array(z.object({ id: z.string(), name: z.string(), isUp: z.boolean() })),
});
export type OperatorOverview = z.infer<typeof OperatorOverview>;

export const SuspendTenant = z.strictObject({ reason: z.string().trim().min(1).max(256) });

const PlanId = z
  .string()
  .max(64)
  .regex(/^[a-z\d][a-z\d-]*$/);
const OwnQuota = z.strictObject(Quota.shape).partial();

/** A built-in plan, or an agreed plan that was created before; only agreed plans have a quota of the tenant. */
export const ChangePlan = z.strictObject({ planId: PlanId, quota: OwnQuota.optional() });
export type ChangePlan = z.infer<typeof ChangePlan>;

/** A plan that operators can assign. Keys that are missing in its quota are unlimited. */
export const AssignablePlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether this is the plan of one customer, created by an operator. */
  isAgreed: z.boolean(),
  quota: Quota.partial(),
  /** How many tenants have it. */
  tenants: z.number(),
});
export type AssignablePlan = z.infer<typeof AssignablePlan>;

export const CreateAgreedPlan = z.strictObject({
  id: PlanId,
  /** The ID by default. */
  name: z.string().trim().min(1).max(128).optional(),
  quota: OwnQuota.default({}),
});
export type CreateAgreedPlan = z.infer<typeof CreateAgreedPlan>;

export const tenantSorts = ['createdAt', '-createdAt', 'name', '-name', 'usage', '-usage'] as const;

export const TenantFilter = z.object({
  /** A part of the tenant's id or name, or of an administrator's email address. */
  q: z.string().trim().max(128).optional(),
  planId: z.string().max(64).optional(),
  tag: TenantTag.optional(),
  regionName: z.string().max(32).optional(),
  state: TenantState.optional(),
  sort: z.enum(tenantSorts).optional(),
});
export type TenantFilter = z.infer<typeof TenantFilter>;

const common = { document: 'cloud', tag: 'Operators', auth: { kind: 'operator' } } as const;
const params = z.object({ id: z.string() });

export const operatorsApi = {
  overview: endpoint({
    ...common,
    method: 'GET',
    path: '/api/operator/overview',
    summary: 'Get revenue, open payments, suspended tenants and the health of the regions.',
    response: OperatorOverview,
  }),
  invoices: endpoint({
    ...common,
    method: 'GET',
    path: '/api/operator/tenants/:id/invoices',
    summary: 'List invoices and credit notes of a tenant, newest first.',
    params,
    query: PageQuery,
    response: z.array(Invoice),
    paged: 'always',
    errors: ['entity.not_found'],
  }),
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/operator/tenants',
    summary: 'List all tenants, newest first by default.',
    query: PageQuery.extend(TenantFilter.shape),
    response: z.array(OperatedTenant),
    paged: 'always',
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/operator/tenants/:id',
    summary: 'Get a tenant with its members, plan, usage and suspensions.',
    params,
    response: OperatedTenantDetails,
    errors: ['entity.not_found'],
  }),
  changes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/operator/tenants/:id/changes',
    summary: 'List changes to a tenant and who made them, newest first.',
    params,
    query: PageQuery,
    response: z.array(TenantChange),
    paged: 'always',
    errors: ['entity.not_found'],
  }),
  suspend: endpoint({
    ...common,
    method: 'POST',
    path: '/api/operator/tenants/:id/suspend',
    summary: 'Suspend a tenant. Sign-ins, tokens and API calls are refused immediately; its data is kept.',
    params,
    body: SuspendTenant,
    response: OperatedTenantDetails,
    errors: ['entity.not_found', 'guard.not_allowed_for_admin_tenant', 'tenant.already_suspended'],
  }),
  resume: endpoint({
    ...common,
    method: 'POST',
    path: '/api/operator/tenants/:id/resume',
    summary: 'Resume a suspended tenant.',
    params,
    response: OperatedTenantDetails,
    errors: ['entity.not_found', 'guard.not_allowed_for_admin_tenant', 'tenant.not_suspended'],
  }),
  plans: endpoint({
    ...common,
    method: 'GET',
    path: '/api/operator/plans',
    summary: 'List the plans that operators can assign, built-in ones first.',
    response: z.array(AssignablePlan),
  }),
  createPlan: endpoint({
    ...common,
    method: 'POST',
    path: '/api/operator/plans',
    summary: 'Create an agreed plan. Then it can be assigned to tenants.',
    body: CreateAgreedPlan,
    response: AssignablePlan,
    status: [201],
    errors: ['entity.unique_integrity_violation'],
  }),
  setPlan: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/operator/tenants/:id/plan',
    summary: 'Change the plan of a tenant. Refused while the tenant pays for a plan; cancel that plan first.',
    params,
    body: ChangePlan,
    response: OperatedTenantDetails,
    errors: [
      'entity.not_found',
      'guard.not_allowed_for_admin_tenant',
      'request.invalid_input',
      'tenant.paid_subscription',
      'tenant.tag_not_allowed',
    ],
  }),
} as const;
