import type { Subscription } from '@postern/contracts/cloud/tenants';
import { paidPlanIds } from '@postern/contracts/quota';
import type { z } from 'zod';
import type { AddOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';

type Agreement = Pick<z.infer<typeof Subscription>, 'planId' | 'isEnterprisePlan' | 'upcomingInvoice'>;

/** Bought through the payment provider, agreed on and paid elsewhere, given by an operator without a bill, or free. */
export function billedAs({ planId, isEnterprisePlan, upcomingInvoice }: Agreement) {
  if (isEnterprisePlan) {
    return 'agreed';
  }
  if (!paidPlanIds.includes(planId)) {
    return 'free';
  }
  return upcomingInvoice ? 'bought' : 'given';
}

/** Prices of usage beyond the plan for this tenant: none if it is not billed. */
export const chargedPrices = (agreement: Agreement, prices: AddOnPrices): AddOnPrices =>
  billedAs(agreement) === 'bought' ? prices : {};
