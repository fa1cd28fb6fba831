import type { Feature } from '#platform/app';
import { startCounting } from './count-usage.ts';
import { sweepUsedDays } from './days.store.ts';
import { createQuotaGuard } from './guard.ts';
import { recordDays } from './record-days.ts';
import { planRoutes } from './routes.ts';

export { billUsage, countedBeyond, keysBeyond } from './bill.ts';
export { roomFor } from './costs.ts';
export { requireAffordable } from './quote-plan.ts';
export { readPlan, toPlan } from './read-plan.ts';
export {
  findPlanByPrice,
  findQuotaOf,
  findSoldPlan,
  insertAgreedPlan,
  type NewSubscription,
  type PlanRow,
  removeSubscription,
  type SoldPlan,
  saveAgreedQuota,
  saveSubscription,
} from './store.ts';

/** Plans, what they allow, and what is used of it. The open-source edition allows everything. */
export const plans: Feature = {
  name: 'plans',
  adminRoutes: planRoutes,
  quota: createQuotaGuard,
  start: startCounting,
  jobs: [{ name: 'plans.sweep-days', everySeconds: 86_400, run: sweepUsedDays }],
  queues: [{ queue: 'plans.record-days', everySeconds: 3600, maxAttempts: 1, run: recordDays }],
};
