import type { PlanQuote } from '@postern/contracts/cloud/plans';
import { wholeQuota } from '@postern/contracts/quota';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { costsOf } from './costs.ts';
import { countAll, membersOf } from './count-usage.ts';
import { requireBelow } from './limit-spending.ts';
import { readPlan } from './read-plan.ts';
import { findQuotaOf, findSoldPlan, listAddOns } from './store.ts';

/** The whole price of a plan: its own, and that of things beyond it that a tenant has now. */
export async function quotePlan(app: App, tenantId: string, skuId: string): Promise<PlanQuote> {
  const sold = await app.tenancy.home.read(tenantId, async (db) => ({
    plan: await findSoldPlan(db, skuId),
    quota: wholeQuota((await findQuotaOf(db, skuId)) ?? {}),
  }));
  if (!sold.plan) {
    throw new AppError('checkout.plan_not_available');
  }
  const { unitPrice: price } = sold.plan;
  // Open invitations are free.
  const { members: tenantMembersLimit } = await membersOf(app, tenantId);
  const items = await app.tenancy.read(tenantId, async (db) => {
    const { usage } = await countAll(db, tenantId);
    // A new period starts with the plan, so tokens count from zero.
    return costsOf(sold.quota, {}, { ...usage, tenantMembersLimit, tokenLimit: 0 }, await listAddOns(db));
  });
  return { price, items, total: items.reduce((sum, { amount }) => sum + amount, price) };
}

/** A checkout may not begin what exceeds the spending limit. */
export async function requireAffordable(app: App, tenantId: string, skuId: string): Promise<void> {
  const limit = (await readPlan(app, tenantId))?.spendingLimit ?? null;
  if (limit !== null) {
    requireBelow({ limit }, (await quotePlan(app, tenantId, skuId)).total);
  }
}
