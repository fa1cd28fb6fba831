import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import { applyEvents } from '../apply-event.ts';
import type { PaymentEvent, ProviderInvoice, SignedEvent } from '../provider.ts';
import { findBilling } from './store.ts';
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

/** The sandbox emits events like every provider, in the transaction of the change. */
export async function tell(db: Db, at: Date, ...events: PaymentEvent[]): Promise<string[]> {
  const told: SignedEvent[] = [];
  for (const event of events) {
    const customer = event.kind === 'invoice' ? await findBilling(db, event.invoice.subscription) : undefined;
    const whole = event.kind === 'invoice' && customer ? invoiceEvent({ ...event.invoice, customer }) : event;
    told.push({ id: `evt_${newId()}`, at, event: whole });
  }
  return applyEvents(db, 'local', told);
}
