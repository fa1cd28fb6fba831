import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';
import type { Vault } from '#platform/secrets/vault';
import { runPayment } from '../apply-event.ts';
import { addMonths } from '../change-plan.ts';
import { isStillWanted } from '../complete-checkout.ts';
import type { InvoiceLine } from '../provider.ts';
import { type BillingProblem, type CardProblem, type checkBilling, checkCard, type GivenCard } from './check-form.ts';
import { usageLines } from './renew.ts';
import { settle, settlementOf, type UsageLines } from './settle.ts';
import {
  findCheckout,
  type LocalCheckout,
  lockCheckout,
  saveBilling,
  saveCustomerCard,
  setCheckoutStatus,
} from './store.ts';
import {
  insertLocalInvoice,
  insertLocalSubscription,
  type LocalSubscription,
  lockLocalSubscription,
  lockUnpaidInvoices,
} from './subscriptions.store.ts';
import { addDays, emitEvents, invoiceEvent, planLine, subscriptionEvent, writeInvoice } from './write-invoice.ts';

export type Paid = {
  checkout: LocalCheckout | undefined;
  problem?: CardProblem | BillingProblem | 'over';
  changed: string[];
};

type Replaced = { known: LocalSubscription; usage: UsageLines } | undefined;

/** The subscription that a checkout replaces, with its usage. Usage is counted before taking locks. */
async function findReplaced(app: App, { subscription }: LocalCheckout, now: Date): Promise<Replaced> {
  const known = subscription ? await app.tenancy.system((db) => lockLocalSubscription(db, subscription)) : undefined;
  return known && known.status !== 'canceled'
    ? { known, usage: await usageLines(app, known, addDays(now, 1)) }
    : undefined;
}

/** What is added to the price of a new plan, or deducted from it, because it replaces another one. */
export async function previewSettlement(app: App, checkout: LocalCheckout, now = new Date()): Promise<InvoiceLine[]> {
  const replaced = await findReplaced(app, checkout, now);
  return replaced
    ? app.tenancy.system(async (db) =>
        settlementOf(replaced.known, await lockUnpaidInvoices(db, replaced.known.reference), replaced.usage, now),
      )
    : [];
}

async function settleReplaced(db: Db, replaced: Replaced, now: Date) {
  const known = replaced && (await lockLocalSubscription(db, replaced.known.reference));
  return replaced && known && known.status !== 'canceled'
    ? settle(db, known, replaced.usage, now)
    : { lines: [], voided: [] };
}

type Purchase = { checkout: LocalCheckout; customer: string; replaced: Replaced; now: Date };

async function charge(db: Db, vault: Vault, { checkout, customer, replaced, now }: Purchase): Promise<string[]> {
  const { lines, voided } = await settleReplaced(db, replaced, now);
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
    lines: [planLine(subscription), ...lines],
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
    ...voided,
    subscriptionEvent(subscription),
    invoiceEvent(invoice),
  );
}

type Given = { card: GivenCard; billed: ReturnType<typeof checkBilling> };

/**
 * Pays in a session. Double clicks and parallel tabs are charged once: the second request finds the session paid. If
 * the tenant is gone or has another plan meanwhile, nothing is charged.
 */
export async function payCheckout(app: App, reference: string, given: Given, now = new Date()): Promise<Paid> {
  const seen = await app.tenancy.system((db) => findCheckout(db, reference));
  const replaced = seen && (await findReplaced(app, seen, now));
  const { isRenewed, ...paid } = await runPayment(app, async (db): Promise<Paid & { isRenewed?: boolean }> => {
    const checkout = await lockCheckout(db, reference);
    if (!checkout || checkout.status === 'complete') {
      return { checkout, changed: [] };
    }
    if (checkout.status === 'expired' || checkout.expiresAt <= now.getTime()) {
      return { checkout, problem: 'over', changed: [] };
    }
    const checked = checkCard(given.card, now);
    if ('problem' in checked) {
      return { checkout, problem: checked.problem, changed: [] };
    }
    const { billed } = given;
    if ('problem' in billed) {
      return { checkout, problem: billed.problem, changed: [] };
    }
    const current = replaced && (await lockLocalSubscription(db, replaced.known.reference));
    if (replaced && current?.period !== replaced.known.period) {
      return { checkout, isRenewed: true, changed: [] };
    }
    if (!(await isStillWanted(db, checkout.sessionId))) {
      await setCheckoutStatus(db, reference, 'expired');
      return { checkout, problem: 'over', changed: [] };
    }
    const customer = checkout.customer ?? `cus_${newId()}`;
    await saveCustomerCard(db, customer, checkout.tenantName, checked.card);
    await saveBilling(db, customer, billed.billing);
    await setCheckoutStatus(db, reference, 'complete', customer);
    return {
      checkout: { ...checkout, status: 'complete' },
      changed: await charge(db, app.vault, { checkout, customer, replaced, now }),
    };
  });
  // The invoice of the renewal has the usage that was counted.
  return isRenewed ? payCheckout(app, reference, given, now) : paid;
}
