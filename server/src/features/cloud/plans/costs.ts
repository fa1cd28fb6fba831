import type { AgreedCost, Usage } from '@postern/contracts/cloud/plans';
import type { Quota, QuotaKey } from '@postern/contracts/quota';
import type { z } from 'zod';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { Terms } from '#platform/http/quota';
import { requireSpendingOn } from './limit-spending.ts';
import { billAddOns, type Priced } from './price.ts';
import { readPlan } from './read-plan.ts';
import { listAddOns } from './store.ts';

type Counts = z.infer<typeof Usage>;

/** What more usage adds to the monthly bill, per add-on: the difference of two bills by the same rule. */
export function costsOf(
  included: Partial<Quota>,
  before: Counts,
  more: Counts,
  addOns: readonly Priced[],
): AgreedCost[] {
  return addOns.flatMap((addOn) => {
    const [now] = billAddOns(included, before, [addOn]);
    const [then] = billAddOns(included, { ...before, ...more }, [addOn]);
    const billed = (then?.quantity ?? 0) - (now?.quantity ?? 0);
    const key = Object.keys(addOn.quota).find((one) => more[one] !== undefined) as QuotaKey | undefined;
    if (!then || !key || billed <= 0) {
      return [];
    }
    const { unitPrice, isFlat } = then;
    const counts = { included: Number(included[key] ?? 0), used: Number(before[key] ?? 0) };
    return [{ key, ...counts, billed, unitPrice, amount: billed * unitPrice, isFlat }];
  });
}

export const limitRefusal = (key: QuotaKey, limit?: number, usage?: number) =>
  new AppError('subscription.limit_exceeded', { data: { key, limit, usage } });

/** Nothing costs more than what somebody who may spend agreed to. The error says the amounts. */
export function requireAgreement({ agreed }: Terms, items: AgreedCost[]): void {
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  if (amount > agreed) {
    throw new AppError('subscription.costs_not_agreed', { data: { amount, items } });
  }
}

/**
 * Returns a check for things that are counted elsewhere: it throws if more of them exceed the plan, or cost more than
 * agreed.
 */
export async function roomFor(app: App, tenantId: string, key: QuotaKey, terms: Terms) {
  const plan = await readPlan(app, tenantId);
  const isBilled = plan?.subscription.upcomingInvoice != null;
  const limit = (isBilled && !terms.maySpend ? plan?.basicQuota : plan?.quota)?.[key] ?? null;
  const addOns = isBilled && terms.maySpend ? await app.tenancy.read(tenantId, listAddOns) : [];
  const requireBelowLimit = await requireSpendingOn(app, tenantId, isBilled ? plan : undefined);
  return (used: number, more: number): void => {
    if (limit !== null && limit !== true && used + more > Number(limit)) {
      throw limitRefusal(key, Number(limit), used);
    }
    const items = costsOf(plan?.basicQuota ?? {}, { [key]: used }, { [key]: used + more }, addOns);
    requireAgreement(terms, items);
    requireBelowLimit(items.reduce((sum, { amount }) => sum + amount, 0));
  };
}
