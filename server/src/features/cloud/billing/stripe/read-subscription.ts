import { Subscription } from '@postern/contracts/cloud/tenants';
import { z } from 'zod';
import type { PaymentEvent } from '../provider.ts';

/** An id, or the thing itself where an answer was expanded. */
export const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
export const seconds = z.number().transform((value) => new Date(value * 1000));
export const metadata = z.record(z.string(), z.string()).nullish();

const period = { current_period_start: seconds.optional(), current_period_end: seconds.optional() };

/** Periods stand on the items since the API version of March 2025, and on the subscription before. */
export const StripeSubscription = z.object({
  id: z.string(),
  customer: reference,
  status: Subscription.shape.status,
  metadata,
  cancel_at_period_end: z.boolean(),
  cancel_at: z.number().nullish(),
  ...period,
  items: z.object({ data: z.array(z.object({ price: z.object({ id: z.string(), metadata }), ...period })) }),
});
export type StripeSubscription = z.infer<typeof StripeSubscription>;

/** Events are dated by the second. Of two in one second, the one that is further along is the later one. */
const order: Record<z.infer<typeof Subscription>['status'], number> = {
  incomplete: 0,
  trialing: 1,
  paused: 1,
  active: 2,
  past_due: 3,
  unpaid: 4,
  incomplete_expired: 9,
  canceled: 9,
};

export function progressOf({ status }: StripeSubscription): number {
  return order[status];
}

/** Undefined for what does not belong to us: other things may be sold in the same account. */
export async function toSubscriptionEvent(
  subscription: StripeSubscription,
  skuOfPrice: (priceId: string) => Promise<string | undefined>,
): Promise<PaymentEvent | undefined> {
  const { metadata: own, items } = subscription;
  // The end of what was replaced by another order is no end of the plan.
  if (own?.replacedBy) {
    return undefined;
  }
  for (const item of items.data) {
    // The price is what is paid for: a customer may have switched in the portal since the order was written down.
    const skuId = (await skuOfPrice(item.price.id)) ?? item.price.metadata?.skuId ?? own?.skuId;
    const periodStart = item.current_period_start ?? subscription.current_period_start;
    const periodEnd = item.current_period_end ?? subscription.current_period_end;
    if (skuId && periodStart && periodEnd) {
      return {
        kind: 'subscription',
        reference: subscription.id,
        customer: subscription.customer,
        status: subscription.status,
        skuId,
        periodStart,
        periodEnd,
        cancelAtPeriodEnd: subscription.cancel_at_period_end || typeof subscription.cancel_at === 'number',
      };
    }
  }
  return undefined;
}
