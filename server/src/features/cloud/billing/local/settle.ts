import type { billUsage } from '#features/cloud/plans';
import type { Db } from '#platform/db/db';
import type { InvoiceLine, PaymentEvent } from '../provider.ts';
import {
  type LocalInvoice,
  type LocalSubscription,
  lockUnpaidInvoices,
  saveLocalInvoice,
  saveLocalSubscription,
} from './subscriptions.store.ts';
import { invoiceEvent, unusedLine } from './write-invoice.ts';

export type UsageLines = Awaited<ReturnType<typeof billUsage>>;

/**
 * What remains to be paid or refunded when a subscription ends. Every period is billed in advance, so the unused part
 * is always deducted: from the amount that was paid, or from the unpaid invoices, whose lines move here. It follows
 * that the total is negative only if the period was paid.
 */
export function settlementOf(
  subscription: LocalSubscription,
  unpaid: readonly Pick<LocalInvoice, 'invoice'>[],
  usage: UsageLines,
  now: Date,
): InvoiceLine[] {
  return [
    ...unpaid.flatMap(({ invoice }) => invoice.lines),
    // Add-ons are counted by day already.
    ...usage.map(({ description, quantity, unitPrice, amount }) => ({ description, quantity, unitPrice, amount })),
    unusedLine(subscription, now),
  ].filter(({ amount }) => amount !== 0);
}

type Settled = { ended: LocalSubscription; lines: InvoiceLine[]; voided: PaymentEvent[] };

/** Ends a locked subscription. Its unpaid invoices become void; the caller bills the lines instead. */
export async function settle(db: Db, known: LocalSubscription, usage: UsageLines, now: Date): Promise<Settled> {
  const ended: LocalSubscription = { ...known, status: 'canceled' };
  const unpaid = await lockUnpaidInvoices(db, known.reference);
  for (const { reference } of unpaid) {
    await saveLocalInvoice(db, reference, { status: 'void', nextAttemptAt: null });
  }
  await saveLocalSubscription(db, ended);
  const voided = unpaid.map(({ invoice }) => invoiceEvent({ ...invoice, status: 'void' }));
  return { ended, lines: settlementOf(known, unpaid, usage, now), voided };
}
