import { paidPlanIds } from '@postern/contracts/quota';
import { findQuotaOf, keysBeyond, readPlan } from '#features/cloud/plans';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { settle } from './apply-event.ts';
import { endPlan } from './change-plan.ts';
import { providerOf } from './choose-provider.ts';
import { lockBilling } from './sessions.store.ts';
import { findLiveSubscription, touchSubscription } from './store.ts';

const freePlan = 'free';

async function requireFit(app: App, tenantId: string): Promise<void> {
  const free = await app.tenancy.system((db) => findQuotaOf(db, freePlan));
  const keys = await keysBeyond(app, tenantId, free ?? {});
  if (keys.length > 0) {
    throw new AppError('subscription.quota_in_use', { data: { keys } });
  }
}

/** Back to the free plan at once. The provider gives back what was paid for the rest of the period. */
export async function cancelSubscription(app: App, tenantId: string): Promise<void> {
  const plan = await readPlan(app, tenantId);
  if (!plan) {
    throw new AppError('entity.not_found');
  }
  if (plan.planId === freePlan || plan.planId === 'dev') {
    return;
  }
  if (!paidPlanIds.includes(plan.planId)) {
    // It was agreed on with people, and so is its end; or it is the tenant of the operators, which is not sold.
    throw new AppError('checkout.plan_not_available');
  }
  if (app.config.forbidDowngradeOverQuota) {
    await requireFit(app, tenantId);
  }
  const live = await app.tenancy.system((db) => findLiveSubscription(db, tenantId));
  // Whoever was paid before the operator chose another provider cannot be asked any more.
  if (live?.provider === app.config.payments.provider) {
    await providerOf(app).cancel(live.reference);
  }
  // A provider may tell its events later; nobody waits for them.
  await settle(app, async (db) => {
    await lockBilling(db, tenantId);
    const still = await findLiveSubscription(db, tenantId);
    if (still && still.reference === live?.reference) {
      await touchSubscription(db, still, { at: new Date(), isEnded: true });
    }
    if (!still || still.reference === live?.reference) {
      await endPlan(db, tenantId);
    }
    return { changed: [tenantId] };
  });
}
