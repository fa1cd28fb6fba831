import { plansApi } from '@postern/contracts/cloud/plans';
import { adminTenantId } from '@postern/contracts/wire';
import { actAs } from '#features/people/provision';
import { flushUsage, listDailyUsage } from '#features/records/metering';
import type { App } from '#platform/app';
import { AppError, invalidField } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { quoteUse, withNextBill } from './bill.ts';
import { countAll, domainsOf, membersOf } from './count-usage.ts';
import { quotePlan } from './quote-plan.ts';
import { type Plan, readPlan } from './read-plan.ts';
import { listSkus, saveSpendingLimit } from './store.ts';

async function getPlan(app: App, tenantId: string): Promise<Plan> {
  const plan = await readPlan(app, tenantId);
  if (!plan) {
    throw new AppError('entity.not_found');
  }
  return plan;
}

const maxDays = 400;

export function planRoutes(scope: Scope): void {
  route(scope, plansApi.skus, async ({ db, query: { type } }) => listSkus(db, type));

  route(scope, plansApi.availableSkus, {
    respond: async ({ app, params: { id }, query: { type } }) => {
      const { planId } = await getPlan(app, id);
      return app.tenancy.home.read(id, (db) => listSkus(db, type, planId));
    },
  });

  route(scope, plansApi.subscription, {
    respond: async ({ app, params: { id } }) => withNextBill(app, id, await getPlan(app, id)),
  });

  route(scope, plansApi.usage, {
    respond: async ({ app, params: { id } }) => {
      const { quota, basicQuota } = await getPlan(app, id);
      await flushUsage(app);
      const { members: tenantMembersLimit, pending: pendingMembers } = await membersOf(app, id);
      const customDomainsLimit = await domainsOf(app, id);
      return app.tenancy.read(id, async (db) => {
        const { usage, ...each } = await countAll(db, id);
        return {
          quota,
          basicQuota,
          usage: { ...usage, tenantMembersLimit, customDomainsLimit },
          pendingMembers,
          ...each,
        };
      });
    },
  });

  route(scope, plansApi.quote, {
    respond: async ({ app, params: { id }, query }) => quoteUse(app, id, await getPlan(app, id), query),
  });

  route(scope, plansApi.planQuote, {
    respond: async ({ app, params: { id }, query: { skuId } }) => {
      await getPlan(app, id);
      return quotePlan(app, id, skuId);
    },
  });

  route(scope, plansApi.setSpendingLimit, {
    respond: async ({ app, params: { id }, body: { spendingLimit } }) => {
      const before = (await getPlan(app, id)).spendingLimit;
      await app.tenancy.system(async (db) => {
        await saveSpendingLimit(db, id, spendingLimit);
        await actAs(db, adminTenantId);
        await emit(db, {
          name: 'Tenant.Data.Updated',
          subjectId: id,
          data: { before: { spendingLimit: before }, after: { spendingLimit } },
        });
      });
      app.cache.drop(id);
      return withNextBill(app, id, await getPlan(app, id));
    },
  });

  route(scope, plansApi.usageHistory, {
    respond: async ({ app, params: { id }, query: { from, to } }) => {
      if (from > to || Date.parse(to) - Date.parse(from) > maxDays * 86_400_000) {
        throw invalidField(['to'], 'The start must not be after the end. Request at most {{max}} days.', {
          max: maxDays,
        });
      }
      await flushUsage(app);
      return app.tenancy.home.read(id, (db) => listDailyUsage(db, id, from, to));
    },
  });
}
