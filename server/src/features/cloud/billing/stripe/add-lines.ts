import type { InvoiceLine } from '../provider.ts';
import { type Connection, wasDoneBefore } from './connect.ts';
import { StripeInvoice, subscriptionOf } from './read-invoice.ts';

/** Each line once, however often it is asked for: by key while Stripe knows it, by mark on the invoice after that. */
export function addLines(connection: Connection, invoiceId: string, lines: InvoiceLine[]): Promise<void> {
  return connection.ask(async (stripe) => {
    const invoice = StripeInvoice.parse(JSON.parse(JSON.stringify(await stripe.invoices.retrieve(invoiceId))));
    // The first one, or one over a change in between: no period ended, so nothing was used in it.
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
            // Too late for this invoice: the next one asks for it.
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
