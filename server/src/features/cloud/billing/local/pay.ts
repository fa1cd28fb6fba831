import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import type { Vault } from '#platform/vault';
import { runPayment } from '../apply-event.ts';
import { addMonths } from '../change-plan.ts';
import type { InvoiceLine } from '../provider.ts';
import { type CardProblem, checkCard, type GivenCard } from './check-form.ts';
import { type LocalCheckout, lockCheckout, saveCustomerCard, setCheckoutStatus } from './store.ts';
import {
  insertLocalInvoice,
  insertLocalSubscription,
  isPeriodPaid,
  type LocalSubscription,
  lockLocalSubscription,
  saveLocalSubscription,
} from './subscriptions.store.ts';
import { emitEvents, invoiceEvent, planLine, subscriptionEvent, unusedLine, writeInvoice } from './write-invoice.ts';

export type Paid = { checkout: LocalCheckout | undefined; problem?: CardProblem | 'over'; changed: string[] };

/** The unused part of the replaced plan, deducted from the price of the new one. */
export async function creditOf(db: Db, { subscription }: LocalCheckout, now = new Date()): Promise<InvoiceLine[]> {
  const replaced = subscription ? await lockLocalSubscription(db, subscription) : undefined;
  if (!replaced || replaced.status === 'canceled') {
    return [];
  }
  const isPaid = await isPeriodPaid(db, replaced.reference, new Date(replaced.periodStart));
  return isPaid ? [unusedLine(replaced, now)] : [];
}

/** Emits no event: the event of the checkout reports the replacement. */
async function endReplaced(db: Db, { subscription }: LocalCheckout): Promise<void> {
  const replaced = subscription ? await lockLocalSubscription(db, subscription) : undefined;
  if (replaced) {
    await saveLocalSubscription(db, { ...replaced, status: 'canceled' });
  }
}

async function charge(db: Db, vault: Vault, checkout: LocalCheckout, customer: string, now: Date): Promise<string[]> {
  const credit = await creditOf(db, checkout, now);
  await endReplaced(db, checkout);
  const subscription: LocalSubscription = {
    reference: `sub_${newId()}`,
    customer,
    skuId: checkout.skuId,
    planName: checkout.planName,
    unitPrice: checkout.unitPrice,
    status: 'active',
    anchor: now.getTime(),
    period: 0,
    periodStart: now.getTime(),
    periodEnd: addMonths(now, 1).getTime(),
  };
  await insertLocalSubscription(db, subscription);
  const invoice = writeInvoice(subscription, {
    reference: `in_${subscription.reference}_0`,
    status: 'paid',
    lines: [planLine(subscription), ...credit],
    now,
  });
  await insertLocalInvoice(db, invoice, null);
  return emitEvents(
    db,
    vault,
    now,
    {
      kind: 'checkout',
      sessionId: checkout.sessionId,
      status: 'complete',
      customer,
      subscription: subscription.reference,
    },
    subscriptionEvent(subscription),
    invoiceEvent(invoice),
  );
}

/** Pays in a session. Double clicks and parallel tabs are charged once: the second request finds the session paid. */
export function payCheckout(app: App, reference: string, given: GivenCard, now = new Date()): Promise<Paid> {
  return runPayment(app, async (db): Promise<Paid> => {
    const checkout = await lockCheckout(db, reference);
    if (!checkout || checkout.status === 'complete') {
      return { checkout, changed: [] };
    }
    if (checkout.status === 'expired' || checkout.expiresAt <= now.getTime()) {
      return { checkout, problem: 'over', changed: [] };
    }
    const checked = checkCard(given, now);
    if ('problem' in checked) {
      return { checkout, problem: checked.problem, changed: [] };
    }
    const customer = checkout.customer ?? `cus_${newId()}`;
    await saveCustomerCard(db, customer, checkout.tenantName, checked.card);
    await setCheckoutStatus(db, reference, 'complete', customer);
    return {
      checkout: { ...checkout, status: 'complete' },
      changed: await charge(db, app.vault, checkout, customer, now),
    };
  });
}
