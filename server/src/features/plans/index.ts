import type { Feature } from '#platform/app';
import { createQuotaGuard } from './guard.ts';
import { planRoutes } from './routes.ts';

export { readPlan, toPlan } from './read-plan.ts';
export { type PlanRow, saveAgreedQuota } from './store.ts';

/** Plans, what they allow, and what is used of it. The open-source edition allows everything. */
export const plans: Feature = { name: 'plans', adminRoutes: planRoutes, quota: createQuotaGuard };
