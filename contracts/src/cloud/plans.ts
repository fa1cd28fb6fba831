import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { addOnKeys, Quota, type QuotaKey } from '../quota.ts';
import { Subscription } from './tenants.ts';

export const SkuType = z.enum(['Basic', 'AddOn']);

/** A plan or an add-on. Prices are cents per month. */
export const Sku = z.object({
  id: z.string(),
  name: z.string(),
  type: SkuType,
  unitPrice: z.number().nullable(),
  productId: z.string().nullable(),
  defaultPriceId: z.string().nullable(),
  isDefault: z.boolean(),
  quota: Quota.partial(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Sku = z.infer<typeof Sku>;

/** Usage by quota key: counts, and whether a feature is used. */
export const Usage = z.record(z.string(), z.union([z.number(), z.boolean()]));

export const SubscriptionUsage = z.object({
  /** The limits that apply now. */
  quota: Quota,
  /** The limits that the plan includes. */
  basicQuota: Quota,
  usage: Usage,
  /** Pending invitations. They count toward the limit of members, but are not billed. */
  pendingMembers: z.number(),
  /** Permissions per API resource. */
  resources: z.record(z.string(), z.number()),
  /** Permissions per role. */
  roles: z.record(z.string(), z.number()),
});
export type SubscriptionUsage = z.infer<typeof SubscriptionUsage>;

/** What additional usage of a limit adds to the monthly bill. */
export const UseQuote = z.object({
  /** How many the plan includes. */
  included: z.number(),
  /** How many are used now. */
  used: z.number(),
  /** How many more are billed; 0 while the plan includes them. */
  billed: z.number(),
  /** Cents per month for each of them. */
  unitPrice: z.number(),
  /** Cents per month for all of them. */
  amount: z.number(),
  /** One price for any quantity. */
  isFlat: z.boolean(),
});
export type UseQuote = z.infer<typeof UseQuote>;

/** The data of `subscription.costs_not_agreed`. */
export type AgreedCost = UseQuote & { key: QuotaKey };
export type CostsNotAgreed = { amount: number; items: AgreedCost[] };

/** What a plan costs per month with the things that a tenant has now. */
export const PlanQuote = z.object({
  /** Cents per month for the plan. */
  price: z.number(),
  /** Things beyond the plan; they are billed after each period. */
  items: z.array(
    z.object({
      key: z.enum(addOnKeys),
      billed: z.number(),
      unitPrice: z.number(),
      amount: z.number(),
      isFlat: z.boolean(),
    }),
  ),
  total: z.number(),
});
export type PlanQuote = z.infer<typeof PlanQuote>;

export const DailyUsage = z.object({ date: z.string(), activeUsers: z.number(), tokens: z.number() });
export type DailyUsage = z.infer<typeof DailyUsage>;

const cloud = { document: 'cloud', tag: 'Plans' } as const;
const params = z.object({ id: z.string() });
const ofType = z.object({ type: z.preprocess((type) => (type === 'basic' ? 'Basic' : type), SkuType).optional() });

export const plansApi = {
  skus: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/skus',
    summary: 'List the public plans or their add-ons.',
    auth: { kind: 'cloud' },
    query: ofType,
    response: z.array(Sku),
  }),
  availableSkus: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/available-skus',
    summary: 'List the plans that this tenant can choose, including its own.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params,
    query: ofType,
    response: z.array(Sku),
  }),
  subscription: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/subscription',
    summary: 'Get the plan of a tenant and its current period.',
    auth: { kind: 'tenant' },
    params,
    response: Subscription,
  }),
  usage: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/subscription-usage',
    summary: 'Get the quota and the usage of a tenant.',
    auth: { kind: 'tenant' },
    params,
    response: SubscriptionUsage,
  }),
  quote: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/subscription-usage/quote',
    summary: 'Get the monthly cost of additional usage of a limit.',
    auth: { kind: 'tenant' },
    params,
    query: z.object({ key: z.enum(addOnKeys), count: z.coerce.number().int().min(1).max(100).default(1) }),
    response: UseQuote,
  }),
  planQuote: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/plan-quote',
    summary: 'Get the monthly cost of a plan with everything that the tenant uses now.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params,
    query: z.object({ skuId: z.string().max(64) }),
    response: PlanQuote,
    errors: ['checkout.plan_not_available'],
  }),
  setSpendingLimit: endpoint({
    ...cloud,
    method: 'PUT',
    path: '/api/tenants/:id/spending-limit',
    summary: 'Set what a tenant may cost at most per month, or remove the limit.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params,
    body: z.strictObject({
      /** Cents per month; null removes the limit. */
      spendingLimit: z.number().int().min(0).max(1_000_000_000).nullable(),
    }),
    response: Subscription,
  }),
  usageHistory: endpoint({
    ...cloud,
    method: 'GET',
    path: '/api/tenants/:id/usage-history',
    summary: 'Get active users and tokens by day.',
    auth: { kind: 'tenant', scope: 'manage:billing' },
    params,
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    response: z.array(DailyUsage),
    errors: ['request.invalid_input'],
  }),
};
