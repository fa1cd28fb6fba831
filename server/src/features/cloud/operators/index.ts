import type { Feature } from '#platform/app';
import { operatorRoutes } from './routes.ts';

export { appointOperator, dismissOperator, listOperators } from './appoint.ts';
export { changePlan, planChange } from './change-plan.ts';
export { createAgreedPlan } from './create-plan.ts';
export { listAssignablePlans } from './plans.store.ts';
export { getDetails, toOperated } from './show.ts';
export { listOperated } from './store.ts';
export { resumeTenant, suspendTenant } from './suspend.ts';

/** Features for operators, the members of the admin tenant. */
export const operators: Feature = { name: 'operators', adminRoutes: operatorRoutes };
