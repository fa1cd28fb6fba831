import type { Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { paidPlanIds } from '@postern/contracts/quota';
import { type ComparedKey, limitOf, quotaOrder } from '#features/cloud/plans/shared/quota-order.ts';

/** Agreed plans rank above all offered ones. */
function rankOf(planId: string): number {
  if (planId === 'free') {
    return 0;
  }
  return paidPlanIds.includes(planId) ? 1 : Number.POSITIVE_INFINITY;
}

export type PlanChange = 'current' | 'upgrade' | 'downgrade' | 'switch';

/** The kind of change between two plans. Plans of the same rank are neither upgrade nor downgrade. */
export function changeOf(from: string, to: string): PlanChange {
  if (from === to) {
    return 'current';
  }
  const [before, after] = [rankOf(from), rankOf(to)];
  return after > before ? 'upgrade' : after < before ? 'downgrade' : 'switch';
}

export type Loss = {
  key: ComparedKey;
  /** How many are left; 0 if the other plan does not include it. */
  left: number;
  used: number;
  isTooMuch: boolean;
};

const rank = (limit: number | boolean | null) => (limit === null ? Number.POSITIVE_INFINITY : Number(limit));

/** The limits that another plan reduces, with current usage; exceeded ones first. */
export function listLosses(now: SubscriptionUsage, plan: Pick<Sku, 'quota'>): Loss[] {
  const losses = quotaOrder.flatMap((key) => {
    const left = rank(limitOf(plan, key));
    const used = Number(now.usage[key] ?? 0);
    return left < rank(now.quota[key]) ? { key, left, used, isTooMuch: used > left } : [];
  });
  return losses.toSorted((one, other) => Number(other.isTooMuch) - Number(one.isTooMuch));
}
