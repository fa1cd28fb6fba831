import { paidPlanIds } from '@postern/contracts/quota';

/** What was agreed on with a customer ranks above everything that is on offer. */
function rankOf(planId: string): number {
  if (planId === 'free') {
    return 0;
  }
  return paidPlanIds.includes(planId) ? 1 : Number.POSITIVE_INFINITY;
}

export type PlanChange = 'current' | 'upgrade' | 'downgrade' | 'switch';

/** What going from one plan to another is. Two plans of one rank are neither more nor less. */
export function changeOf(from: string, to: string): PlanChange {
  if (from === to) {
    return 'current';
  }
  const [before, after] = [rankOf(from), rankOf(to)];
  return after > before ? 'upgrade' : after < before ? 'downgrade' : 'switch';
}
