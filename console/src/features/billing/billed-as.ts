import { paidPlanIds } from '@postern/contracts/quota';
import type { Subscription } from '@postern/contracts/tenants';
import type { z } from 'zod';

type Agreement = Pick<z.infer<typeof Subscription>, 'planId' | 'isEnterprisePlan' | 'upcomingInvoice'>;

/** Bought by way of the provider, agreed on and paid elsewhere, given by an operator without a bill, or free. */
export function billedAs({ planId, isEnterprisePlan, upcomingInvoice }: Agreement) {
  if (isEnterprisePlan) {
    return 'agreed';
  }
  if (!paidPlanIds.includes(planId)) {
    return 'free';
  }
  return upcomingInvoice ? 'bought' : 'given';
}
