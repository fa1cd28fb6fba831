import type { Stripe } from 'stripe';
import type { InvoiceLine } from '../provider.ts';
import { type Connection, isGone, wasDoneBefore } from './connect.ts';
import { StripeInvoice, subscriptionOf } from './read-invoice.ts';

/** Stripe credits the rest of a period even if its invoice is unpaid, so the invoice is checked first. */
async function isPeriodPaid({ subscriptions }: Stripe, subscription: string): Promise<boolean> {
  const { latest_invoice: invoice } = await subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
  return typeof invoice === 'object' && invoice?.status === 'paid';
}

/**
 * Ends immediately. A paid period is refunded as a credit of the customer; an unpaid invoice stays as it is. A
 * subscription that has already ended does not change.
 */
export function cancelSubscription(
  connection: Connection,
  subscription: string,
  { replacedBy }: { replacedBy?: string } = {},
): Promise<void> {
  return connection.ask(async (stripe) => {
    const { subscriptions } = stripe;
    try {
      const isPaid = await isPeriodPaid(stripe, subscription);
      if (replacedBy) {
        await subscriptions.update(subscription, { metadata: { replacedBy } });
      }
      await subscriptions.cancel(subscription, { prorate: isPaid, invoice_now: isPaid });
    } catch (error) {
      if (!isGone(error)) {
        throw error;
      }
    }
  });
}

/**
 * Adds each line once, even if called again: Stripe's idempotency keys expire, so lines are also marked on the invoice.
 */
export function addLines(connection: Connection, invoiceId: string, lines: InvoiceLine[]): Promise<void> {
  return connection.ask(async (stripe) => {
    const invoice = StripeInvoice.parse(JSON.parse(JSON.stringify(await stripe.invoices.retrieve(invoiceId))));
    // The first invoice, or one for a change within a period: no period ended, so there is no usage.
    if (invoice.billing_reason !== 'subscription_cycle') {
      return;
    }
    const subscription = subscriptionOf(invoice);
    const marks = new Set(invoice.lines.data.map(({ metadata }) => metadata?.line));
    for (const { description, quantity, unitPrice, amount } of lines) {
      const mark = `${invoiceId}/${description}`.slice(0, 255);
      if (marks.has(mark)) {
        continue;
      }
      const isExact = quantity * unitPrice === amount;
      await stripe.invoiceItems
        .create(
          {
            ...(invoice.customer && { customer: invoice.customer }),
            currency: invoice.currency,
            description: isExact ? description : `${description} (${quantity} × ${unitPrice / 100})`,
            amount,
            metadata: { line: mark },
            // Too late for this invoice: add the line to the next one.
            ...(invoice.status === 'draft' ? { invoice: invoiceId } : subscription ? { subscription } : {}),
          },
          { idempotencyKey: mark },
        )
        .catch((error: unknown) => {
          if (!wasDoneBefore(error)) {
            throw error;
          }
        });
    }
  });
}
