import { billUsage } from '#features/cloud/plans';
import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import type { Vault } from '#platform/vault';
import { runPayment } from '../apply-event.ts';
import { addMonths } from '../change-plan.ts';
import type { InvoiceLine } from '../provider.ts';
import { findSubscription } from '../store.ts';
import { canBeChargedAgain } from './check-form.ts';
import { findLocalCustomer } from './store.ts';
import {
  claimDueInvoice,
  findDueSubscription,
  hasOpenInvoices,
  insertLocalInvoice,
  isPeriodPaid,
  type LocalInvoice,
  type LocalSubscription,
  lockLocalInvoice,
  lockLocalSubscription,
  saveLocalInvoice,
  saveLocalSubscription,
} from './subscriptions.store.ts';
import {
  addDays,
  emitEvents,
  invoiceEvent,
  planLine,
  subscriptionEvent,
  unusedLine,
  writeInvoice,
} from './write-invoice.ts';

/** Days after the invoice on which a failed charge is retried. */
const retryDays = [3, 5, 7];

const mayCharge = async (db: Db, customer: string, now: Date): Promise<boolean> => {
  const known = await findLocalCustomer(db, customer);
  return known !== undefined && canBeChargedAgain(known, now);
};

/** Usage beyond the plan. Counted before taking locks because it uses other connections. */
async function usageLines(app: App, { reference, periodStart }: LocalSubscription, until: Date) {
  const known = await app.tenancy.system((db) => findSubscription(db, 'local', reference));
  return known ? billUsage(app, known.tenantId, { start: new Date(periodStart), end: until }) : [];
}

async function renew(db: Db, vault: Vault, due: LocalSubscription, usage: InvoiceLine[], now: Date): Promise<string[]> {
  const known = await lockLocalSubscription(db, due.reference);
  if (known?.period !== due.period || known.status !== 'active') {
    // Another node renewed it first.
    return [];
  }
  const period = known.period + 1;
  const isPaid = await mayCharge(db, known.customer, now);
  const anchor = new Date(known.anchor);
  const next: LocalSubscription = {
    ...known,
    status: isPaid ? 'active' : 'past_due',
    period,
    periodStart: known.periodEnd,
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
  if (!known || known.status === 'canceled' || (await hasOpenInvoices(db, subscription))) {
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
  const { reference } = await runPayment(app, async (db) => {
    const one = await claimDueInvoice(db, now, [...stuck]);
    if (!one) {
      return { reference: undefined, changed: [] };
    }
    stuck.add(one.reference);
    const known = await lockLocalSubscription(db, one.subscription);
    const isPaid = known !== undefined && (await mayCharge(db, known.customer, now));
    return {
      reference: one.reference,
      changed: await (isPaid ? markPaid(db, app.vault, one, now) : markFailed(db, app.vault, one, now)),
    };
  });
  return reference;
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
    const one = await lockLocalInvoice(db, reference);
    const known = one && (await lockLocalSubscription(db, one.subscription));
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

type UsageLines = Awaited<ReturnType<typeof usageLines>>;

/** Prorates add-ons by the used part of the period; tokens are charged in full. */
function prorate(lines: UsageLines, { periodStart, periodEnd }: LocalSubscription, now: Date): InvoiceLine[] {
  const used = Math.min(1, Math.max(0, now.getTime() - periodStart) / (periodEnd - periodStart));
  return lines.flatMap((line) => {
    const unitPrice = line.isUsedUp ? line.unitPrice : Math.round(line.unitPrice * used);
    return unitPrice > 0 ? [{ ...line, unitPrice, amount: unitPrice * line.quantity }] : [];
  });
}

/** Ends immediately with a final invoice: usage beyond the plan minus the refund for the rest of the period. */
export async function cancelLocal(app: App, reference: string, now = new Date()): Promise<void> {
  const seen = await app.tenancy.system((db) => lockLocalSubscription(db, reference));
  if (!seen || seen.status === 'canceled') {
    return;
  }
  const usage = prorate(await usageLines(app, seen, addDays(now, 1)), seen, now);
  await runPayment(app, async (db) => {
    const known = await lockLocalSubscription(db, reference);
    if (!known || known.status === 'canceled') {
      return { changed: [] };
    }
    const ended: LocalSubscription = { ...known, status: 'canceled' };
    await saveLocalSubscription(db, ended);
    const isPeriodOver = !(await isPeriodPaid(db, reference, new Date(known.periodStart)));
    const lines = [...usage, ...(isPeriodOver ? [] : [unusedLine(known, now)])].filter(({ amount }) => amount !== 0);
    if (lines.length === 0) {
      return { changed: await emitEvents(db, app.vault, now, subscriptionEvent(ended)) };
    }
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const customer = await findLocalCustomer(db, known.customer);
    const isPaid = total <= 0 || (customer !== undefined && canBeChargedAgain(customer, now));
    const invoice = writeInvoice(ended, {
      reference: `in_${reference}_end`,
      status: isPaid ? 'paid' : 'open',
      lines,
      now,
    });
    await insertLocalInvoice(db, invoice, isPaid ? null : addDays(now, 3));
    return { changed: await emitEvents(db, app.vault, now, subscriptionEvent(ended), invoiceEvent(invoice)) };
  });
}
