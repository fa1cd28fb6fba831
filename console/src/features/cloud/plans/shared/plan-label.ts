import { adminPlanId, paidPlanIds } from '@postern/contracts/quota';
import type { TFunction } from 'i18next';

const names: Record<string, 'development' | 'free' | 'admin'> = {
  dev: 'development',
  development: 'development',
  free: 'free',
  [adminPlanId]: 'admin',
};

/** Any plan that is not sold to everybody was agreed on with a customer. */
const kindOf = (planId: string) => names[planId] ?? (paidPlanIds.includes(planId) ? 'pro' : 'enterprise');

export const planLabel = (t: TFunction, planId: string) => t(`tenants.plans.${kindOf(planId)}`);
