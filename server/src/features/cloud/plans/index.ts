import type { Feature } from '#platform/app';
import { startCounting } from './count-tokens.ts';
import { createQuotaGuard } from './guard.ts';
import { planRoutes } from './routes.ts';

export { billUsage, countedBeyond, keysBeyond } from './bill.ts';
export { readPlan, toPlan } from './read-plan.ts';
export { findPlanByPrice, findQuotaOf, findSoldPlan, type PlanRow, type SoldPlan, saveAgreedQuota } from './store.ts';
export { type NewSubscription, removeSubscription, saveSubscription } from './subscriptions.store.ts';

/** Plans, what they allow, and what is used of it. The open-source edition allows everything. */
export const plans: Feature = {
  name: 'plans',
  adminRoutes: planRoutes,
  quota: createQuotaGuard,
  start: startCounting,
};
