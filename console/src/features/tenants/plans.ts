import type { TFunction } from 'i18next';

type PlanKind = 'development' | 'free' | 'pro' | 'enterprise';

const kinds: Record<string, PlanKind> = {
  dev: 'development',
  development: 'development',
  free: 'free',
  pro: 'pro',
  'pro-202411': 'pro',
  'pro-202509': 'pro',
};

/** Any plan that is not sold to everybody is an enterprise plan. */
const kindOf = (planId: string): PlanKind => kinds[planId] ?? 'enterprise';

export const planLabel = (t: TFunction, planId: string) => t(`tenants.plans.${kindOf(planId)}`);

/** On these, use beyond the included part is paid for instead of refused. */
export const isPaidPlan = (planId: string) => ['pro', 'enterprise'].includes(kindOf(planId));
