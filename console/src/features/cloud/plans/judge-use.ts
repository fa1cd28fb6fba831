import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { addOnKeys, paidPlanIds, type QuotaKey } from '@postern/contracts/quota';

type PlanFacts = Pick<Tenant, 'tag' | 'planId'> & { subscription: Pick<Tenant['subscription'], 'upcomingInvoice'> };
type Use = Pick<SubscriptionUsage, 'quota' | 'basicQuota' | 'usage' | 'pendingMembers'>;

/** The result of one more use: the limit is reached, or it costs extra. */
export type Judgement = { kind: 'reached'; limit: number } | { kind: 'addOn'; included: number; isFlat: boolean };

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
export function judgeUse(tenant: PlanFacts, use: Use, key: QuotaKey): Judgement | undefined {
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
export function judgeTag(tenant: PlanFacts, use: Use, key: QuotaKey): 'plan' | 'addOn' | undefined {
  if (isAddOn(tenant, use, key)) {
    return 'addOn';
  }
  return tenant.tag === 'development' || paidPlanIds.includes(tenant.planId) ? 'plan' : undefined;
}
