import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';
import type { Vault } from '#platform/secrets/vault';
import { applyEvents } from '../apply-event.ts';
import type { InvoiceLine, PaymentEvent, ProviderInvoice, SignedEvent } from '../provider.ts';
import { findBilling } from './store.ts';
import type { LocalSubscription } from './subscriptions.store.ts';

const dayMs = 86_400_000;
export const addDays = (date: Date, days: number) => new Date(date.getTime() + days * dayMs);

export const planLine = ({ planName, unitPrice }: Pick<LocalSubscription, 'planName' | 'unitPrice'>): InvoiceLine => ({
  description: planName,
  quantity: 1,
  unitPrice,
  amount: unitPrice,
});

/** The refund for the unused part of a period. */
export function unusedLine({ planName, unitPrice, periodStart, periodEnd }: LocalSubscription, now: Date): InvoiceLine {
  const left = Math.max(0, periodEnd - now.getTime()) / (periodEnd - periodStart);
  const amount = -Math.min(unitPrice, Math.round(unitPrice * left));
  return { description: `${planName}, unused time`, quantity: 1, unitPrice: amount, amount };
}

type Facts = { reference: string; status: ProviderInvoice['status']; lines: InvoiceLine[]; now: Date };

/** An invoice for the current period of the subscription. */
export function writeInvoice(
  { reference: subscription, periodStart, periodEnd }: LocalSubscription,
  { reference, status, lines, now }: Facts,
): ProviderInvoice {
  const amountDue = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    reference,
    subscription,
    status,
    amountDue,
    amountPaid: status === 'paid' ? amountDue : 0,
    currency: 'usd',
    periodStart: new Date(periodStart),
    periodEnd: new Date(periodEnd),
    createdAt: now,
    dueDate: status === 'paid' ? null : addDays(now, 7),
    lines: lines.map(({ description, quantity, unitPrice, amount }) => ({ description, quantity, unitPrice, amount })),
  };
}

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
export async function emitEvents(db: Db, vault: Vault, at: Date, ...events: PaymentEvent[]): Promise<string[]> {
  const signed: SignedEvent[] = [];
  for (const event of events) {
    const customer = event.kind === 'invoice' ? await findBilling(db, event.invoice.subscription) : undefined;
    const whole = event.kind === 'invoice' && customer ? invoiceEvent({ ...event.invoice, customer }) : event;
    signed.push({ id: `evt_${newId()}`, at, event: whole });
  }
  return applyEvents(db, vault, 'local', signed);
}
