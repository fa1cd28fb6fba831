import type { SubscriptionUsage } from '@postern/contracts/plans';
import { addOnKeys, paidPlanIds, type QuotaKey } from '@postern/contracts/quota';
import type { Tenant } from '@postern/contracts/tenants';

type PlanFacts = Pick<Tenant, 'tag' | 'planId'>;
type Use = Pick<SubscriptionUsage, 'quota' | 'basicQuota' | 'usage'>;

/** How a plan meets the next use of something: there is no room, or it costs extra. */
export type Judgement = { kind: 'reached'; limit: number } | { kind: 'addOn'; included: number; isFlat: boolean };

/** Paid for once, however much is used. */
const flatKeys: readonly QuotaKey[] = [
  'organizationsLimit',
  'mfaEnabled',
  'securityFeaturesEnabled',
  'userRolesLimit',
  'machineToMachineRolesLimit',
];

const isOpen = (limit: number | boolean | null | undefined) => limit === null || limit === true || limit === undefined;

/** Billed instead of refused: part of no offer, so whoever has another contract pays as agreed there. */
const isAddOn = ({ planId }: PlanFacts, { basicQuota }: Use, key: QuotaKey) =>
  paidPlanIds.includes(planId) && addOnKeys.includes(key) && !isOpen(basicQuota[key]);

/** Undefined while there is room for one more. */
export function judgeUse(tenant: PlanFacts, use: Use, key: QuotaKey): Judgement | undefined {
  const used = Number(use.usage[key] ?? 0);
  const limit = use.quota[key];
  if (!isOpen(limit) && used >= Number(limit)) {
    return { kind: 'reached', limit: Number(limit) };
  }
  const included = Number(use.basicQuota[key] ?? 0);
  return isAddOn(tenant, use, key) && used >= included
    ? { kind: 'addOn', included, isFlat: flatKeys.includes(key) }
    : undefined;
}

/** Tags stand in tenants for development, which have everything, and on paid plans. */
export function judgeTag(tenant: PlanFacts, use: Use, key: QuotaKey): 'plan' | 'addOn' | undefined {
  if (isAddOn(tenant, use, key)) {
    return 'addOn';
  }
  return tenant.tag === 'development' || paidPlanIds.includes(tenant.planId) ? 'plan' : undefined;
}
