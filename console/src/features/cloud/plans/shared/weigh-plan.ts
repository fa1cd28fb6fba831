import type { Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { type AddOnPrices, isPriced } from './add-on-prices.ts';
import { judgeUsage } from './judge-usage.ts';
import { type ComparedKey, limitOf, quotaOrder } from './quota-order.ts';

/**
 * What happens to something that is in use beyond a plan: it must be removed first, it stops working, or it is billed on
 * top with `amount` cents a month.
 */
export type Excess = { key: ComparedKey; used: number; limit: number } & (
  | { effect: 'remove' | 'stop' }
  | { effect: 'bill'; amount: number }
);

/** Used up over time rather than kept: a new plan begins with what it has. */
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

/** What a tenant has in use beyond a plan that it does not have yet. */
export const weighPlan = (usage: SubscriptionUsage, plan: Sku, prices: AddOnPrices): Excess[] =>
  quotaOrder.filter((key) => !notKept.includes(key)).flatMap((key) => excessOf(key, usage, plan, prices));
