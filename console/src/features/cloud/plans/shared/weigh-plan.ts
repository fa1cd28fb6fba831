import type { Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { type AddOnPrices, isPriced } from './add-on-prices.ts';
import { judgeUsage } from './judge-usage.ts';
import { type ComparedKey, limitOf, quotaOrder } from './quota-order.ts';

/**
 * What happens to usage beyond a plan: it must be removed first, it stops working, or it is billed with `amount` cents
 * a month.
 */
export type Excess = { key: ComparedKey; used: number; limit: number } & (
  | { effect: 'remove' | 'stop' }
  | { effect: 'bill'; amount: number }
);

/** Consumed over time instead of stored: a new plan starts at zero. */
const notKept: readonly ComparedKey[] = [
  'mauLimit',
  'tokenLimit',
  'auditLogsRetentionDays',
  'ticketSupportResponseTime',
];

function excessOf(key: ComparedKey, usage: SubscriptionUsage, plan: Sku, prices: AddOnPrices): Excess[] {
  const limit = limitOf(plan, key);
  const pending = key === 'tenantMembersLimit' && !plan.unitPrice ? usage.pendingMembers : 0;
  const used = Number(usage.usage[key] ?? 0) + pending;
  if (limit === null || limit === true || used <= Number(limit)) {
    return [];
  }
  const common = { key, used, limit: Number(limit) };
  const { extra } = isPriced(key)
    ? judgeUsage(key, plan.id, { ...usage, basicQuota: { ...usage.basicQuota, ...plan.quota } }, prices)
    : {};
  if (extra) {
    return [{ ...common, effect: 'bill', amount: extra.amount }];
  }
  return [{ ...common, effect: limit === false ? 'stop' : 'remove' }];
}

/** Usage of a tenant that exceeds a plan it does not have yet. */
export const weighPlan = (usage: SubscriptionUsage, plan: Sku, prices: AddOnPrices): Excess[] =>
  quotaOrder.filter((key) => !notKept.includes(key)).flatMap((key) => excessOf(key, usage, plan, prices));
