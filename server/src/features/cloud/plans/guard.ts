import { isPaidPlan, type QuotaUse } from '@postern/contracts/quota';
import { admitUser, hasPlace } from '#features/records/metering';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Limit, QuotaGuard, Terms } from '#platform/http/quota';
import { dayOf } from './bill-days.ts';
import { costsOf, limitRefusal, requireAgreement, roomFor } from './costs.ts';
import { countTokens } from './count-usage.ts';
import { saveFirstCount, saveUsedDay } from './days.store.ts';
import { affordsTokens, requireSpending, spendingOf } from './limit-spending.ts';
import { readPlan } from './read-plan.ts';
import { listAddOns, lockLimit } from './store.ts';
import { counters } from './usage.store.ts';

const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);

function split(use: QuotaUse): Omit<Limit, 'limit'> {
  if (typeof use === 'string') {
    return { key: use, of: undefined };
  }
  return 'extends' in use ? { ...use, of: undefined } : use;
}

/** Returns the uses that the plan limits. Throws for a feature that the plan does not have if nothing counts it. */
async function limitsOf(app: App, tenantId: string, uses: readonly QuotaUse[], { maySpend }: Terms): Promise<Limit[]> {
  const plan = await readPlan(app, tenantId);
  const isBilled = plan?.subscription.upcomingInvoice != null;
  // What is billed is limited too: to what the plan includes, or to what the caller agreed to.
  const quota = isBilled ? plan?.basicQuota : plan?.quota;
  const spending = isBilled && maySpend ? await spendingOf(app, tenantId, plan) : undefined;
  // Always lock in the same order to avoid deadlocks.
  return uses
    .map(split)
    .sort(byKey)
    .flatMap((use) => {
      const { key } = use;
      const limit = quota?.[key] ?? null;
      if (limit === null || limit === true) {
        return [];
      }
      const mayBeBilled = isBilled && maySpend && plan?.quota[key] !== limit;
      if (mayBeBilled && (use.extends || !counters[key])) {
        return [];
      }
      if (!counters[key]) {
        throw limitRefusal(key);
      }
      return [{ ...use, limit: Number(limit), isBilled: mayBeBilled, ...(spending ? { spending } : {}) }];
    });
}

const counted = (db: Db, tenantId: string, { key }: Limit, id: string | undefined) =>
  counters[key]?.(db, tenantId, id) ?? Promise.resolve(0);

const idIn = (value: unknown, name: string) => {
  const id = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' ? id : undefined;
};

/**
 * Counts before and after the change, in its transaction and under a lock, so that parallel requests stop at the limit.
 * Only increases are rejected: a tenant that is over a limit after a plan change can still change and delete.
 */
export function createQuotaGuard(app: App): QuotaGuard {
  return {
    limitsOf: (tenantId, uses, terms) => limitsOf(app, tenantId, uses, terms),
    async within({ db, tenantId, limits, terms, params, run }) {
      const before: number[] = [];
      for (const use of limits) {
        await lockLimit(db, tenantId, use.key);
        const used = await counted(db, tenantId, use, use.of && idIn(params, use.of));
        if (use.extends && used > use.limit) {
          throw limitRefusal(use.key, use.limit, used);
        }
        before.push(used);
      }
      const result = await run();
      const billed: { use: Limit; used: number; after: number }[] = [];
      for (const [index, use] of limits.entries()) {
        const after = await counted(db, tenantId, use, use.of && (idIn(params, use.of) ?? idIn(result, 'id')));
        const used = before[index] ?? 0;
        if (after <= use.limit || after <= used) {
          continue;
        }
        if (!use.isBilled) {
          throw limitRefusal(use.key, use.limit, used);
        }
        billed.push({ use, used, after });
      }
      if (billed.length > 0) {
        const counts = (of: 'used' | 'after') => Object.fromEntries(billed.map((one) => [one.use.key, one[of]]));
        const included = Object.fromEntries(billed.map(({ use }) => [use.key, use.limit]));
        requireAgreement(terms, costsOf(included, counts('used'), counts('after'), await listAddOns(db)));
        const spending = billed.find(({ use }) => use.spending)?.use.spending;
        if (spending) {
          await requireSpending(db, tenantId, spending);
        }
        for (const { use, used } of billed) {
          await saveFirstCount(db, use.key, used);
        }
        await saveUsedDay(db, dayOf(new Date()), counts('after'));
      }
      return result;
    },
    async requireRoom(tenantId, key, terms) {
      const requireRoom = await roomFor(app, tenantId, key, terms);
      requireRoom(
        await app.tenancy.read(tenantId, async (db) => (await counters[key]?.(db, tenantId, undefined)) ?? 0),
        1,
      );
    },
    async has(tenantId, key) {
      return (await readPlan(app, tenantId))?.running[key] !== false;
    },
    async limitOf(tenantId, key) {
      return (await readPlan(app, tenantId))?.quota[key] ?? null;
    },
    async running(tenantId, key) {
      return (await readPlan(app, tenantId))?.running[key] ?? null;
    },
    async mayExtend(tenantId, key) {
      const limit = (await readPlan(app, tenantId))?.quota[key] ?? null;
      const count = counters[key];
      return (
        limit === null || !count || (await app.tenancy.read(tenantId, (db) => count(db, tenantId, undefined))) <= limit
      );
    },
    async mayIssueTokens(tenantId) {
      const plan = await readPlan(app, tenantId);
      const limit = plan?.quota.tokenLimit ?? null;
      if (!plan || (limit === null && plan.spendingLimit === null)) {
        return true;
      }
      if (isPaidPlan(plan.planId)) {
        return plan.spendingLimit === null || (await affordsTokens(app, tenantId, plan));
      }
      return limit === null || (await countTokens(app, tenantId)) < limit;
    },
    async admit(tenantId, userId) {
      const plan = await readPlan(app, tenantId);
      const limit = plan?.quota.mauLimit ?? null;
      if (!plan || limit === null || isPaidPlan(plan.planId)) {
        return true;
      }
      return userId === undefined ? hasPlace(app, tenantId, limit) : admitUser(app, tenantId, userId, limit);
    },
  };
}
