import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import { applyEvents } from '../apply-event.ts';
import type { PaymentEvent, ProviderInvoice } from '../provider.ts';
import type { LocalSubscription } from './subscriptions.store.ts';

export const subscriptionEvent = (one: LocalSubscription): PaymentEvent => ({
  kind: 'subscription',
  reference: one.reference,
  customer: one.customer,
  status: one.status,
  skuId: one.skuId,
  periodStart: new Date(one.periodStart),
  periodEnd: new Date(one.periodEnd),
  cancelAtPeriodEnd: false,
});

export const invoiceEvent = (invoice: ProviderInvoice): PaymentEvent => ({ kind: 'invoice', invoice });

/** The sandbox tells what happened the way every provider does, in the transaction in which it happened. */
export async function tell(db: Db, at: Date, ...events: PaymentEvent[]): Promise<string[]> {
  return applyEvents(
    db,
    'local',
    events.map((event) => ({ id: `evt_${newId()}`, at, event })),
  );
}
