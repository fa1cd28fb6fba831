import { adminPlanId, paidPlanIds } from '@postern/contracts/quota';
import type { TFunction } from 'i18next';

const names: Record<string, 'development' | 'free' | 'admin'> = {
  dev: 'development',
  development: 'development',
  free: 'free',
  [adminPlanId]: 'admin',
};

/** Plans that are not publicly sold are agreed ones. */
const kindOf = (planId: string) => names[planId] ?? (paidPlanIds.includes(planId) ? 'pro' : 'enterprise');

export const planLabel = (t: TFunction, planId: string) => t(`tenants.plans.${kindOf(planId)}`);
