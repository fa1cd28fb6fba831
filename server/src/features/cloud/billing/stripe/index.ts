import type { PaymentProvider } from '../provider.ts';
import { addLines, cancelSubscription } from './change-subscription.ts';
import { connect, type StripeSettings } from './connect.ts';
import { closeCheckout, openCheckout } from './open-checkout.ts';
import { createReader } from './read-events.ts';
import { readPdf } from './read-invoice.ts';

/** Sells plans through Stripe: its pages, cards and invoices. Loads and calls Stripe only on demand. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const connection = connect(settings);
  return {
    name: 'stripe',
    openCheckout: (order) => openCheckout(connection, order),
    closeCheckout: (reference) => closeCheckout(connection, reference),
    async openPortal(customer, returnUrl) {
      const { url } = await connection.ask((stripe) =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      );
      return url;
    },
    cancel: (subscription) => cancelSubscription(connection, subscription),
    addLines: (invoice, lines) => addLines(connection, invoice, lines),
    readPdf: (invoice) => readPdf(connection, invoice),
    readEvents: createReader(connection, settings),
  };
}
