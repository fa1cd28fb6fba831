import { isPaidPlan, type QuotaKey, type QuotaUse } from '@postern/contracts/quota';
import { admitUser, hasPlace } from '#features/records/metering';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Limit, QuotaGuard } from '#platform/quota';
import { countTokens } from './count-usage.ts';
import { readPlan } from './read-plan.ts';
import { lockLimit } from './store.ts';
import { counters } from './usage.store.ts';

const refusal = (key: QuotaKey, limit?: number, usage?: number) =>
  new AppError('subscription.limit_exceeded', { data: { key, limit, usage } });

const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);

function split(use: QuotaUse): Omit<Limit, 'limit'> {
  if (typeof use === 'string') {
    return { key: use, of: undefined };
  }
  return 'extends' in use ? { ...use, of: undefined } : use;
}

/** Returns the uses that the plan limits. Throws for a feature that the plan does not have if nothing counts it. */
async function limitsOf(app: App, tenantId: string, uses: readonly QuotaUse[], maySpend: boolean): Promise<Limit[]> {
  const plan = await readPlan(app, tenantId);
  const isBilled = plan?.subscription.upcomingInvoice != null;
  const quota = isBilled && !maySpend ? plan?.basicQuota : plan?.quota;
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
      if (!counters[key]) {
        throw refusal(key);
      }
      return [{ ...use, limit: Number(limit) }];
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
    limitsOf: (tenantId, uses, maySpend = true) => limitsOf(app, tenantId, uses, maySpend),
    async within({ db, tenantId, limits, params, run }) {
      const before: number[] = [];
      for (const use of limits) {
        await lockLimit(db, tenantId, use.key);
        const used = await counted(db, tenantId, use, use.of && idIn(params, use.of));
        if (use.extends && used > use.limit) {
          throw refusal(use.key, use.limit, used);
        }
        before.push(used);
      }
      const result = await run();
      for (const [index, use] of limits.entries()) {
        const after = await counted(db, tenantId, use, use.of && (idIn(params, use.of) ?? idIn(result, 'id')));
        if (after > use.limit && after > (before[index] ?? 0)) {
          throw refusal(use.key, use.limit, before[index]);
        }
      }
      return result;
    },
    async has(tenantId, key) {
      return (await readPlan(app, tenantId))?.running[key] !== false;
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
      return !plan || limit === null || isPaidPlan(plan.planId) || (await countTokens(app, tenantId)) < limit;
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
