import { Subscription } from '@postern/contracts/cloud/tenants';
import { z } from 'zod';
import type { PaymentEvent } from '../provider.ts';

/** An id, or the object if the response was expanded. */
export const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
export const seconds = z.number().transform((value) => new Date(value * 1000));
export const metadata = z.record(z.string(), z.string()).nullish();

const period = { current_period_start: seconds.optional(), current_period_end: seconds.optional() };

/** Periods are on the items since the API version of March 2025, and on the subscription before. */
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

/** Events have a resolution of one second. Of two in the same second, the one with more progress is newer. */
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

/** Undefined for other products: the account may sell more than our plans. */
export async function toSubscriptionEvent(
  subscription: StripeSubscription,
  skuOfPrice: (priceId: string) => Promise<string | undefined>,
): Promise<PaymentEvent | undefined> {
  const { metadata: own, items } = subscription;
  // A replaced subscription ends without ending the plan.
  if (own?.replacedBy) {
    return undefined;
  }
  for (const item of items.data) {
    // The price decides: a customer may have switched in the portal since the order was stored.
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
