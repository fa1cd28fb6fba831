import type { Subscription } from '@postern/contracts/cloud/tenants';
import { addOnKeys, isEnterprisePlan, isPaidPlan, type Quota, wholeQuota } from '@postern/contracts/quota';
import type { z } from 'zod';
import type { App } from '#platform/app';
import { findPlan, type PlanRow } from './store.ts';

export type Plan = {
  planId: string;
  /** The limits that apply now. */
  quota: Quota;
  /** The limits of what exists already: those of the former plan for some days after it ended. */
  running: Quota;
  /** The included limits; a paid plan may exceed some of them. */
  basicQuota: Quota;
  /** Whether this is a custom plan, which is billed elsewhere. */
  isAgreed: boolean;
  /** What the tenant may cost at most, in cents a month; null without a limit. */
  spendingLimit: number | null;
  subscription: z.infer<typeof Subscription>;
};

function beyond(quota: Quota): Quota {
  const open = addOnKeys.map((key) => [key, typeof quota[key] === 'boolean' ? true : null]);
  return { ...quota, ...Object.fromEntries(open) };
}

/** Free plans are counted by calendar month. */
function currentMonth(now: Date) {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

export function toPlan(row: PlanRow, now = new Date()): Plan {
  const { planId, agreed, planQuota } = row;
  const isAgreed = agreed !== null || (planQuota !== null && isEnterprisePlan(planId));
  const basicQuota = wholeQuota({ ...planQuota, ...agreed });
  const month = currentMonth(now);
  // A plan that an operator assigned has a price but is not billed.
  const isBought = row.periodStart !== null && agreed === null;
  const quota = isPaidPlan(planId) && !isAgreed ? beyond(basicQuota) : basicQuota;
  const isGrace = planId === 'free' && (row.graceUntil ?? 0) > now.getTime();
  return {
    planId,
    basicQuota,
    isAgreed,
    quota,
    spendingLimit: row.spendingLimit ?? null,
    running: isGrace ? beyond(wholeQuota(row.graceQuota ?? {})) : quota,
    subscription: {
      planId,
      status: (row.status ?? 'active') as Plan['subscription']['status'],
      currentPeriodStart: new Date(row.periodStart ?? month.start).toISOString(),
      currentPeriodEnd: new Date(row.periodEnd ?? month.end).toISOString(),
      isEnterprisePlan: isEnterprisePlan(planId),
      cancelAtPeriodEnd: row.cancelAtPeriodEnd ?? false,
      spendingLimit: row.spendingLimit ?? null,
      ...(isGrace && row.graceUntil ? { graceUntil: new Date(row.graceUntil).toISOString() } : {}),
      upcomingInvoice: row.unitPrice && isBought ? { subtotal: row.unitPrice, total: row.unitPrice } : null,
    },
  };
}

/**
 * Read from the home database and cached with the tenant's settings, so that plan changes apply immediately on every
 * node.
 */
export async function readPlan(app: App, tenantId: string): Promise<Plan | undefined> {
  const row = await app.cache.get(tenantId, 'plan', () =>
    app.tenancy.home.read(tenantId, (db) => findPlan(db, tenantId)),
  );
  return row && toPlan(row);
}
