import { paidPlanIds } from '@postern/contracts/quota';

/** Agreed plans rank above all offered ones. */
function rankOf(planId: string): number {
  if (planId === 'free') {
    return 0;
  }
  return paidPlanIds.includes(planId) ? 1 : Number.POSITIVE_INFINITY;
}

export type PlanChange = 'current' | 'upgrade' | 'downgrade' | 'switch';

/** The kind of change between two plans. Plans of the same rank are neither upgrade nor downgrade. */
export function changeOf(from: string, to: string): PlanChange {
  if (from === to) {
    return 'current';
  }
  const [before, after] = [rankOf(from), rankOf(to)];
  return after > before ? 'upgrade' : after < before ? 'downgrade' : 'switch';
}
