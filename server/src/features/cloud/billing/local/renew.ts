import { billUsage } from '#features/cloud/plans';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Vault } from '#platform/secrets/vault';
import { runPayment } from '../apply-event.ts';
import { addMonths } from '../change-plan.ts';
import type { InvoiceLine } from '../provider.ts';
import { findSubscription } from '../store.ts';
import { canBeChargedAgain } from './check-form.ts';
import { settle } from './settle.ts';
import { findLocalCustomer } from './store.ts';
import {
  findDueInvoice,
  findDueSubscription,
  findInvoiceSubscription,
  findResumption,
  insertLocalInvoice,
  type LocalInvoice,
  type LocalSubscription,
  lockLocalInvoice,
  lockLocalSubscription,
  lockUnpaidInvoices,
  saveLocalInvoice,
  saveLocalSubscription,
} from './subscriptions.store.ts';
import { addDays, emitEvents, invoiceEvent, planLine, subscriptionEvent, writeInvoice } from './write-invoice.ts';

/** Days after the invoice on which a failed charge is retried. */
const retryDays = [3, 5, 7];

const mayCharge = async (db: Db, customer: string, now: Date): Promise<boolean> => {
  const known = await findLocalCustomer(db, customer);
  return known !== undefined && canBeChargedAgain(known, now);
};

/** Usage beyond the plan. Counted before taking locks because it uses other connections. */
export async function usageLines(app: App, { reference, periodStart, periodEnd }: LocalSubscription, until: Date) {
  const known = await app.tenancy.system((db) => findSubscription(db, 'local', reference));
  return known
    ? billUsage(app, known.tenantId, { start: new Date(periodStart), end: until, wholeEnd: new Date(periodEnd) })
    : [];
}

async function renew(db: Db, vault: Vault, due: LocalSubscription, usage: InvoiceLine[], now: Date): Promise<string[]> {
  const known = await lockLocalSubscription(db, due.reference);
  if (known?.period !== due.period || known.status !== 'active') {
    // Another node renewed it first.
    return [];
  }
  const period = known.period + 1;
  const isPaid = await mayCharge(db, known.customer, now);
  const resumedAt = await findResumption(db, known.reference, new Date(known.periodEnd));
  const anchor = resumedAt === undefined ? new Date(known.anchor) : addMonths(new Date(resumedAt), -period);
  const next: LocalSubscription = {
    ...known,
    status: isPaid ? 'active' : 'past_due',
    anchor: anchor.getTime(),
    period,
    periodStart: resumedAt ?? known.periodEnd,
    periodEnd: addMonths(anchor, period + 1).getTime(),
  };
  const invoice = writeInvoice(next, {
    reference: `in_${known.reference}_${period}`,
    status: isPaid ? 'paid' : 'open',
    lines: [planLine(known), ...usage],
    now,
  });
  await saveLocalSubscription(db, next);
  await insertLocalInvoice(db, invoice, isPaid ? null : addDays(now, retryDays[0] ?? 0));
  return emitEvents(db, vault, now, subscriptionEvent(next), invoiceEvent(invoice));
}

/** Renews one subscription whose period is over; returns its reference. */
async function renewNext(app: App, now: Date, stuck: Set<string>): Promise<string | undefined> {
  const due = await app.tenancy.system((db) => findDueSubscription(db, now, [...stuck]));
  if (due) {
    stuck.add(due.reference);
    const usage = await usageLines(app, due, new Date(due.periodEnd));
    await runPayment(app, async (db) => ({ changed: await renew(db, app.vault, due, usage, now) }));
  }
  return due?.reference;
}

/** Marks an invoice as paid; the subscription becomes active again unless another invoice is open. */
async function markPaid(
  db: Db,
  vault: Vault,
  { reference, subscription, invoice }: LocalInvoice,
  now: Date,
): Promise<string[]> {
  const known = await lockLocalSubscription(db, subscription);
  await saveLocalInvoice(db, reference, { status: 'paid', nextAttemptAt: null });
  const paid = invoiceEvent({ ...invoice, status: 'paid', amountPaid: invoice.amountDue });
  if (!known || known.status === 'canceled' || (await lockUnpaidInvoices(db, subscription)).length > 0) {
    return emitEvents(db, vault, now, paid);
  }
  const healed: LocalSubscription = { ...known, status: 'active' };
  await saveLocalSubscription(db, healed);
  return emitEvents(db, vault, now, paid, subscriptionEvent(healed));
}

/** Schedules the next retry, or marks the invoice as uncollectible after the last one. */
async function markFailed(db: Db, vault: Vault, one: LocalInvoice, now: Date): Promise<string[]> {
  const { reference, subscription, invoice, attempts, createdAt } = one;
  const days = retryDays[attempts];
  if (days !== undefined) {
    const nextAttemptAt = addDays(new Date(createdAt), days);
    await saveLocalInvoice(db, reference, { status: 'open', attempts: attempts + 1, nextAttemptAt });
    return [];
  }
  const known = await lockLocalSubscription(db, subscription);
  await saveLocalInvoice(db, reference, { status: 'uncollectible', attempts: attempts + 1, nextAttemptAt: null });
  const overdue = invoiceEvent({ ...invoice, status: 'uncollectible' });
  if (!known || known.status === 'canceled') {
    return emitEvents(db, vault, now, overdue);
  }
  const unpaid: LocalSubscription = { ...known, status: 'unpaid' };
  await saveLocalSubscription(db, unpaid);
  return emitEvents(db, vault, now, overdue, subscriptionEvent(unpaid));
}

async function retryNext(app: App, now: Date, stuck: Set<string>): Promise<string | undefined> {
  const due = await app.tenancy.system((db) => findDueInvoice(db, now, [...stuck]));
  if (!due) {
    return undefined;
  }
  stuck.add(due.reference);
  await runPayment(app, async (db) => {
    const known = await lockLocalSubscription(db, due.subscription);
    const one = known && (await lockLocalInvoice(db, due.reference));
    if (!one || one.nextAttemptAt === null || one.nextAttemptAt > now.getTime()) {
      // Paid, settled or retried by another node meanwhile.
      return { changed: [] };
    }
    const isPaid = await mayCharge(db, known.customer, now);
    return { changed: await (isPaid ? markPaid(db, app.vault, one, now) : markFailed(db, app.vault, one, now)) };
  });
  return due.reference;
}

/**
 * Runs one due step; returns false if nothing is due. Steps that fail, for example because a region is unreachable,
 * stay in `stuck` and do not block others.
 */
export async function advance(app: App, now = new Date(), stuck = new Set<string>()): Promise<boolean> {
  const before = stuck.size;
  try {
    const done = (await retryNext(app, now, stuck)) ?? (await renewNext(app, now, stuck));
    if (done !== undefined) {
      stuck.delete(done);
    }
    return done !== undefined;
  } catch (error) {
    app.log.error({ err: error }, 'sandbox renewal postponed');
    return stuck.size > before;
  }
}

/** Pays an open invoice with the customer's current card. Returns false if the charge fails or nothing is open. */
export async function payInvoice(app: App, customer: string, reference: string, now = new Date()): Promise<boolean> {
  const { isPaid } = await runPayment(app, async (db) => {
    const subscription = await findInvoiceSubscription(db, reference);
    const known = subscription === undefined ? undefined : await lockLocalSubscription(db, subscription);
    const one = known && (await lockLocalInvoice(db, reference));
    if (!one || known?.customer !== customer || !['open', 'uncollectible'].includes(one.status)) {
      return { isPaid: one?.status === 'paid' && known?.customer === customer, changed: [] };
    }
    if (!(await mayCharge(db, customer, now))) {
      return { isPaid: false, changed: [] };
    }
    return { isPaid: true, changed: await markPaid(db, app.vault, one, now) };
  });
  return isPaid;
}

/**
 * Ends immediately with a final invoice: unpaid invoices and usage beyond the plan, less the unused part of the period.
 */
export async function cancelLocal(app: App, reference: string, now = new Date()): Promise<void> {
  const seen = await app.tenancy.system((db) => lockLocalSubscription(db, reference));
  if (!seen || seen.status === 'canceled') {
    return;
  }
  const usage = await usageLines(app, seen, addDays(now, 1));
  const { isRenewed } = await runPayment(app, async (db): Promise<{ changed: string[]; isRenewed?: boolean }> => {
    const known = await lockLocalSubscription(db, reference);
    if (!known || known.status === 'canceled') {
      return { changed: [] };
    }
    if (known.period !== seen.period) {
      return { changed: [], isRenewed: true };
    }
    const { ended, lines, voided } = await settle(db, known, usage, now);
    const events = [subscriptionEvent(ended), ...voided];
    if (lines.length === 0) {
      return { changed: await emitEvents(db, app.vault, now, ...events) };
    }
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const isPaid = total <= 0 || (await mayCharge(db, known.customer, now));
    const facts = { reference: `in_${reference}_end`, status: isPaid ? 'paid' : 'open', lines, now } as const;
    const invoice = writeInvoice(ended, facts);
    await insertLocalInvoice(db, invoice, isPaid ? null : addDays(now, retryDays[0] ?? 0));
    return { changed: await emitEvents(db, app.vault, now, ...events, invoiceEvent(invoice)) };
  });
  if (isRenewed) {
    // The invoice of the renewal has the usage that was counted.
    await cancelLocal(app, reference, now);
  }
}
