import type { Usage } from '@postern/contracts/cloud/plans';
import type { z } from 'zod';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import type { Spending } from '#platform/http/quota';
import { countAll, countTokens, membersOf, remembered } from './count-usage.ts';
import { billAddOns, type Priced } from './price.ts';
import type { Plan } from './read-plan.ts';
import { listAddOns, lockLimit } from './store.ts';

/** The limit of a bought plan, read before a transaction because the members are in another database. */
export async function spendingOf(app: App, tenantId: string, plan: Plan | undefined): Promise<Spending | undefined> {
  const { spendingLimit: limit = null, basicQuota: included = {}, subscription } = plan ?? {};
  const price = subscription?.upcomingInvoice?.subtotal;
  if (limit === null || price === undefined) {
    return undefined;
  }
  const { members, pending } = await membersOf(app, tenantId);
  // Everyone who is invited may accept.
  return { limit, price, included, members: members + pending };
}

/** What a month costs with everything that the tenant has now. */
async function monthlyCost(
  db: Db,
  tenantId: string,
  { price, included, members }: Spending,
  addOns: readonly Priced[],
  more: z.infer<typeof Usage> = {},
): Promise<number> {
  const { usage } = await countAll(db, tenantId);
  const lines = billAddOns(included, { ...usage, tenantMembersLimit: members, ...more }, addOns);
  return lines.reduce((sum, { amount }) => sum + amount, price);
}

export const requireBelow = ({ limit }: Pick<Spending, 'limit'>, total: number): void => {
  if (total > limit) {
    throw new AppError('subscription.spending_limit_exceeded', { data: { limit, total } });
  }
};

/** Called in the transaction of a change that adds to the bill, after it. Concurrent changes wait for each other. */
export async function requireSpending(db: Db, tenantId: string, spending: Spending): Promise<void> {
  await lockLimit(db, tenantId, 'spending');
  requireBelow(spending, await monthlyCost(db, tenantId, spending, await listAddOns(db)));
}

/** The same before a change of members, who are not counted in the database of the tenant. */
export async function requireSpendingOn(
  app: App,
  tenantId: string,
  plan: Plan | undefined,
): Promise<(amount: number) => void> {
  const spending = await spendingOf(app, tenantId, plan);
  const total = spending
    ? await app.tenancy.read(tenantId, async (db) => monthlyCost(db, tenantId, spending, await listAddOns(db)))
    : 0;
  return (amount) => spending && amount > 0 && requireBelow(spending, total + amount);
}

/** Whether one more token stays below the limit: the next started pack is billed whole. */
async function affordsToken(app: App, tenantId: string, plan: Plan): Promise<boolean> {
  const tokens = await countTokens(app, tenantId);
  const included = plan.basicQuota.tokenLimit;
  const spending = included !== null && tokens >= included ? await spendingOf(app, tenantId, plan) : undefined;
  if (!spending) {
    return true;
  }
  const total = await app.tenancy.read(tenantId, async (db) =>
    monthlyCost(db, tenantId, spending, await listAddOns(db), { tokenLimit: tokens + 1 }),
  );
  return total <= spending.limit;
}

/** The answer is cached for some seconds, as the number of tokens is. */
export const affordsTokens = async (app: App, tenantId: string, plan: Plan): Promise<boolean> =>
  (await remembered(app, `${tenantId} ${plan.spendingLimit}`, async () =>
    Number(await affordsToken(app, tenantId, plan)),
  )) === 1;
