import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { addOnKeys, countedKeys, isPaidPlan, paidPlanIds, type QuotaKey, switchedKeys } from '@postern/contracts/quota';
import type { ConsoleSettings } from '@postern/contracts/records/console-settings';
import type { RequestError } from '#platform/client/request-error.ts';

/** The limit that an error reports, with its value if it is a number. */
export type FoundLimit = { key: QuotaKey; limit?: number };

/** The error message of other servers of this API; the limits follow as JSON. */
const quotaMessage = 'Status exception: Exceeded quota limit.';

const quotaKeys: readonly string[] = [...countedKeys, ...switchedKeys];
const isQuotaKey = (name: string): name is QuotaKey => quotaKeys.includes(name);

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const foundLimit = (key: string, limit: unknown): FoundLimit[] =>
  isQuotaKey(key) ? [{ key, ...(typeof limit === 'number' ? { limit } : {}) }] : [];

/** Undefined if the error is about something else; empty if it does not name a limit. */
export function findLimits({ code, body }: RequestError): FoundLimit[] | undefined {
  if (code === 'subscription.limit_exceeded') {
    const { key, limit } = asObject(body?.data);
    return foundLimit(String(key), limit);
  }
  if (!body?.message.startsWith(quotaMessage)) {
    return undefined;
  }
  try {
    const named: unknown = JSON.parse(body.message.slice(quotaMessage.length));
    return Object.entries(asObject(named)).flatMap(([key, limit]) => foundLimit(key, limit));
  } catch {
    // Recognized by its prefix; the rest is only informative.
    return [];
  }
}

export type TenantNotice = 'migration' | 'overdue' | 'usage';
export type Limit = 'mauLimit' | 'tokenLimit';

type Facts = Pick<Tenant, 'isSuspended' | 'tag' | 'planId' | 'usage' | 'quota'> & {
  openInvoices: readonly unknown[];
  subscription: Pick<Tenant['subscription'], 'isEnterprisePlan'>;
};

const isReached = (usage: number, limit: number | null) => limit !== null && usage >= limit;

/** The reached limit; tokens count only if they are not billed. */
export function reachedLimit({ usage, quota, planId }: Pick<Facts, 'usage' | 'quota' | 'planId'>): Limit | undefined {
  if (isReached(usage.activeUsers, quota.mauLimit)) {
    return 'mauLimit';
  }
  return !isPaidPlan(planId) && isReached(usage.tokenUsage, quota.tokenLimit) ? 'tokenLimit' : undefined;
}

/** At most one notice at a time: changes, then unpaid bills, then usage. */
export function chooseNotice(
  tenant: Facts,
  settings: Pick<ConsoleSettings, 'developmentTenantMigrationNotification'> | undefined,
  closed: readonly string[],
): TenantNotice | undefined {
  const { isSuspended, tag, openInvoices, subscription } = tenant;
  const migration = settings?.developmentTenantMigrationNotification;
  const isBilled = tag !== 'development';
  const open: Record<TenantNotice, boolean> = {
    migration: migration !== undefined && migration.readAt === undefined,
    overdue: isBilled && openInvoices.length > 0 && !subscription.isEnterprisePlan,
    usage: isBilled && reachedLimit(tenant) !== undefined,
  };
  const order = ['migration', 'overdue', 'usage'] as const;
  return isSuspended ? undefined : order.find((notice) => open[notice] && !closed.includes(notice));
}

type PlanFacts = Pick<Tenant, 'tag' | 'planId'> & { subscription: Pick<Tenant['subscription'], 'upcomingInvoice'> };
type Use = Pick<SubscriptionUsage, 'quota' | 'basicQuota' | 'usage' | 'pendingMembers'>;

/** The result of one more use: the limit is reached, or it costs extra. */
export type LimitCheck = { kind: 'reached'; limit: number } | { kind: 'addOn'; included: number; isFlat: boolean };

/** Billed once, regardless of usage. */
const flatKeys: readonly QuotaKey[] = [
  'organizationsLimit',
  'mfaEnabled',
  'securityFeaturesEnabled',
  'userRolesLimit',
  'machineToMachineRolesLimit',
];

const isOpen = (limit: number | boolean | null | undefined) => limit === null || limit === true || limit === undefined;

/** Billed instead of refused. Agreed plans are billed elsewhere, and plans given by an operator are not billed. */
const isAddOn = ({ planId, subscription }: PlanFacts, { basicQuota }: Use, key: QuotaKey) =>
  paidPlanIds.includes(planId) &&
  subscription.upcomingInvoice !== null &&
  addOnKeys.includes(key) &&
  !isOpen(basicQuota[key]);

/** Pending invitations count as members. */
const usedOf = ({ usage, pendingMembers }: Use, key: QuotaKey) =>
  Number(usage[key] ?? 0) + (key === 'tenantMembersLimit' ? pendingMembers : 0);

/** Undefined if one more is within the plan. */
export function checkLimit(tenant: PlanFacts, use: Use, key: QuotaKey): LimitCheck | undefined {
  const used = usedOf(use, key);
  const limit = use.quota[key];
  if (!isOpen(limit) && used >= Number(limit)) {
    return { kind: 'reached', limit: Number(limit) };
  }
  const included = Number(use.basicQuota[key] ?? 0);
  return isAddOn(tenant, use, key) && used >= included
    ? { kind: 'addOn', included, isFlat: flatKeys.includes(key) }
    : undefined;
}

/** Tags are shown in development tenants, which have every feature, and on paid plans. */
export function planTagOf(tenant: PlanFacts, use: Use, key: QuotaKey): 'plan' | 'addOn' | undefined {
  if (isAddOn(tenant, use, key)) {
    return 'addOn';
  }
  return tenant.tag === 'development' || paidPlanIds.includes(tenant.planId) ? 'plan' : undefined;
}
