import type { App } from '#platform/app';
import { settle } from '../apply-event.ts';
import type { InvoiceLine } from '../provider.ts';
import { canBeChargedAgain } from './check-card.ts';
import { usageLines } from './renew.ts';
import { findLocalCustomer } from './store.ts';
import {
  insertLocalInvoice,
  isPeriodPaid,
  type LocalSubscription,
  lockLocalSubscription,
  saveLocalSubscription,
} from './subscriptions.store.ts';
import { invoiceEvent, subscriptionEvent, tell } from './tell.ts';
import { later, unusedLine, writeInvoice } from './write-invoice.ts';

type UsageLines = Awaited<ReturnType<typeof usageLines>>;

/** Prorates add-ons by the used part of the period; tokens are charged in full. */
function partOf(lines: UsageLines, { periodStart, periodEnd }: LocalSubscription, now: Date): InvoiceLine[] {
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
  const usage = partOf(await usageLines(app, seen, later(now, 1)), seen, now);
  await settle(app, async (db) => {
    const known = await lockLocalSubscription(db, reference);
    if (!known || known.status === 'canceled') {
      return { changed: [] };
    }
    const ended: LocalSubscription = { ...known, status: 'canceled' };
    await saveLocalSubscription(db, ended);
    const isPeriodOver = !(await isPeriodPaid(db, reference, new Date(known.periodStart)));
    const lines = [...usage, ...(isPeriodOver ? [] : [unusedLine(known, now)])].filter(({ amount }) => amount !== 0);
    if (lines.length === 0) {
      return { changed: await tell(db, now, subscriptionEvent(ended)) };
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
    await insertLocalInvoice(db, invoice, isPaid ? null : later(now, 3));
    return { changed: await tell(db, now, subscriptionEvent(ended), invoiceEvent(invoice)) };
  });
}
