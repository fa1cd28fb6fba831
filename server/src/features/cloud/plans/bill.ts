import type { Usage, UseQuote } from '@postern/contracts/cloud/plans';
import { isPaidPlan, type Quota, type QuotaKey, switchedKeys } from '@postern/contracts/quota';
import type { z } from 'zod';
import { flushUsage, sumTokens } from '#features/records/metering';
import type { App } from '#platform/app';
import { billDays, dayOf, type Period } from './bill-days.ts';
import { costsOf } from './costs.ts';
import { countAll, membersOf, owned } from './count-usage.ts';
import { listUsedDays } from './days.store.ts';
import { type BillLine, billAddOns } from './price.ts';
import { type Plan, readPlan } from './read-plan.ts';
import { listAddOns } from './store.ts';

/** Bills add-ons for the days on which they were in use, and tokens by the days of the period, each day once. */
export async function billUsage(app: App, tenantId: string, period: Period): Promise<BillLine[]> {
  const plan = await readPlan(app, tenantId);
  if (!plan || !isPaidPlan(plan.planId) || plan.isAgreed) {
    return [];
  }
  await flushUsage(app);
  // Pending invitations are free.
  const { members: tenantMembersLimit } = await membersOf(app, tenantId);
  return app.tenancy.read(tenantId, async (db) => {
    const [from, until] = [dayOf(period.start), dayOf(period.end)];
    const tokenLimit = await sumTokens(db, tenantId, from, until);
    const addOns = await listAddOns(db);
    const records = await listUsedDays(db, from, until);
    const now = owned({ ...(await countAll(db, tenantId)).usage, tenantMembersLimit });
    return [
      ...billDays(plan.basicQuota, period, { records, now, today: dayOf(new Date()) }, addOns),
      ...billAddOns(plan.basicQuota, { tokenLimit }, addOns),
    ];
  });
}

type QuotedUse = { key: QuotaKey; count: number };

/** What additional usage of a limit adds to the monthly bill: the difference of two bills by the same rule. */
export async function quoteUse(app: App, tenantId: string, plan: Plan, { key, count }: QuotedUse): Promise<UseQuote> {
  const people = await membersOf(app, tenantId);
  // Everyone who is invited may accept, so invitations count as members.
  const tenantMembersLimit = people.members + people.pending;
  return app.tenancy.read(tenantId, async (db) => {
    const usage: z.infer<typeof Usage> = { ...(await countAll(db, tenantId)).usage, tenantMembersLimit };
    const used = Number(usage[key] ?? 0);
    const addOns = plan.subscription.upcomingInvoice ? await listAddOns(db) : [];
    const included = Number(plan.basicQuota[key] ?? 0);
    const [cost] = costsOf(plan.basicQuota, usage, { [key]: used + count }, addOns);
    const { billed, unitPrice, amount, isFlat } = cost ?? { billed: 0, unitPrice: 0, amount: 0, isFlat: false };
    return { included, used, billed, unitPrice, amount, isFlat };
  });
}

/** The plan with its next bill as of today. */
export async function withNextBill(app: App, tenantId: string, plan: Plan): Promise<Plan['subscription']> {
  const { subscription } = plan;
  if (!subscription.upcomingInvoice) {
    return subscription;
  }
  const { currentPeriodStart: start, currentPeriodEnd: end, cancelAtPeriodEnd } = subscription;
  if (!app.tenancy.isReachable(tenantId)) {
    // Usage beyond the plan cannot be counted now; return the plan without it.
    return subscription;
  }
  const lines = await billUsage(app, tenantId, { start: new Date(start), end: new Date(end) });
  const price = cancelAtPeriodEnd ? 0 : subscription.upcomingInvoice.subtotal;
  const total = lines.reduce((sum, { amount }) => sum + amount, price);
  return { ...subscription, upcomingInvoice: { subtotal: total, total } };
}

const isSwitch = (key: string) => switchedKeys.some((known) => known === key);

/**
 * Counted keys beyond the plan. They cannot be switched off automatically: the customer has to choose what to remove.
 */
export const countedBeyond = async (app: App, tenantId: string, included: Partial<Quota>): Promise<string[]> =>
  (await keysBeyond(app, tenantId, included)).filter((key) => !isSwitch(key));

/** Keys of which the tenant uses more than the plan includes. */
export async function keysBeyond(app: App, tenantId: string, included: Partial<Quota>): Promise<string[]> {
  const people = await membersOf(app, tenantId);
  const tenantMembersLimit = people.members + people.pending;
  await flushUsage(app);
  const { usage } = await app.tenancy.read(tenantId, (db) => countAll(db, tenantId));
  return Object.entries({ ...usage, tenantMembersLimit }).flatMap(([key, used]) => {
    const limit = included[key as QuotaKey];
    return limit !== undefined && limit !== null && limit !== true && Number(used) > Number(limit) ? [key] : [];
  });
}
