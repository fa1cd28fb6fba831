import { paidPlanIds } from '@postern/contracts/quota';
import { findQuotaOf, keysBeyond, readPlan } from '#features/cloud/plans';
import { findTenant, requireFreeTenantSlot } from '#features/cloud/tenants';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { Job, Outcome } from '#platform/jobs/jobs';
import { runPayment } from './apply-event.ts';
import { endPlan } from './change-plan.ts';
import { providerOf } from './choose-provider.ts';
import { lockBilling } from './sessions.store.ts';
import { findLiveSubscription, markCanceling, touchSubscription } from './store.ts';

const freePlan = 'free';

async function requireFreePlanFits(app: App, tenantId: string): Promise<void> {
  const free = await app.tenancy.system((db) => findQuotaOf(db, freePlan));
  const keys = await keysBeyond(app, tenantId, free ?? {});
  if (keys.length > 0) {
    throw new AppError('subscription.quota_in_use', { data: { keys } });
  }
}

/** Switches to the free plan immediately. The provider refunds the rest of the period. */
export async function cancelSubscription(app: App, tenantId: string, userId: string): Promise<void> {
  const plan = await readPlan(app, tenantId);
  if (!plan) {
    throw new AppError('entity.not_found');
  }
  if (plan.planId === freePlan || plan.planId === 'dev') {
    return;
  }
  if (!paidPlanIds.includes(plan.planId)) {
    // A custom plan ends by agreement only, and the plan of the admin tenant is not for sale.
    throw new AppError('checkout.plan_not_available');
  }
  if (app.config.forbidDowngradeOverQuota) {
    await requireFreePlanFits(app, tenantId);
  }
  const live = await app.tenancy.system(async (db) => {
    await requireFreeTenantSlot(db, userId, tenantId);
    const found = await findLiveSubscription(db, tenantId);
    // Of several tenants that are switched at the same moment, only as many as have a place may become free.
    await (found && markCanceling(db, found, true));
    return found;
  });
  // A provider that is no longer configured cannot be called.
  if (live?.provider === app.config.payments.provider) {
    try {
      await providerOf(app).cancel(live.reference);
    } catch (error) {
      await app.tenancy.system((db) => markCanceling(db, live, false));
      throw error;
    }
  }
  // The events of the provider may arrive later; do not wait for them.
  await runPayment(app, async (db) => {
    await lockBilling(db, tenantId);
    const still = await findLiveSubscription(db, tenantId);
    if (still && still.reference === live?.reference) {
      await touchSubscription(db, still, { at: new Date(), isEnded: true });
    }
    // An operator may have assigned another plan meanwhile.
    const { planId = '' } = (await findTenant(db, tenantId)) ?? {};
    if ((!still || still.reference === live?.reference) && paidPlanIds.includes(planId)) {
      if (!live) {
        // Nothing holds the place that was free above.
        await requireFreeTenantSlot(db, userId, tenantId);
      }
      await endPlan(db, tenantId);
    }
    return { changed: [tenantId] };
  });
}

const otherProviderSeconds = 3600;

/** Ends a subscription that the tenant does not need. */
export async function endUnwanted({ payload }: Pick<Job, 'payload'>, app: App): Promise<Outcome> {
  const provider = providerOf(app);
  if (payload.provider !== provider.name) {
    // Keep the job until that provider is configured again.
    return { again: otherProviderSeconds };
  }
  await provider.cancel(String(payload.subscription));
  return undefined;
}
