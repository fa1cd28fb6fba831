import type { Stripe } from 'stripe';
import { AppError } from '#platform/http/errors';
import type { Order } from '../provider.ts';
import { type Connection, isGone, isRefused } from './connect.ts';

/** Prices of `skus` are in cents of this currency. */
const currency = 'usd';

function lineOf({ plan }: Order): Stripe.Checkout.SessionCreateParams.LineItem {
  if (plan.priceId) {
    return { price: plan.priceId, quantity: 1 };
  }
  return {
    quantity: 1,
    price_data: {
      currency,
      unit_amount: plan.unitPrice,
      recurring: { interval: 'month' },
      product_data: { name: plan.name, metadata: { skuId: plan.skuId } },
    },
  };
}

function sessionOf(order: Order, customer: string | null): Stripe.Checkout.SessionCreateParams {
  const metadata = { sessionId: order.sessionId, skuId: order.plan.skuId };
  return {
    mode: 'subscription',
    line_items: [lineOf(order)],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    client_reference_id: order.sessionId,
    // A plan change buys the new plan; the event of its payment ends the old one and refunds its rest.
    metadata: { ...metadata, ...(order.subscription && { replaces: order.subscription }) },
    subscription_data: { metadata, description: `${order.plan.name} – ${order.tenantName}`.slice(0, 500) },
    // The recipient is printed on the invoices.
    billing_address_collection: 'required',
    tax_id_collection: { enabled: true },
    ...(customer
      ? { customer, customer_update: { address: 'auto', name: 'auto' } }
      : order.email
        ? { customer_email: order.email }
        : {}),
  };
}

export async function openCheckout(connection: Connection, order: Order) {
  const session = await connection.ask(async ({ checkout: { sessions } }) => {
    try {
      return await sessions.create(sessionOf(order, order.customer), { idempotencyKey: order.sessionId });
    } catch (error) {
      // The customer was deleted at Stripe; create a new one so that the tenant can still buy.
      if (!isGone(error) || error.param !== 'customer') {
        throw error;
      }
      return sessions.create(sessionOf(order, null), { idempotencyKey: `${order.sessionId}/new-customer` });
    }
  });
  if (!session.url) {
    throw new AppError('payments.provider_unavailable');
  }
  return { reference: session.id, redirectUri: session.url };
}

/** Stripe decides whether the session closes in time, so no payment happens in a session that we consider closed. */
export function closeCheckout(connection: Connection, reference: string): Promise<boolean> {
  return connection.ask(async ({ checkout: { sessions } }) => {
    try {
      await sessions.expire(reference);
      return true;
    } catch (error) {
      if (!isRefused(error)) {
        throw error;
      }
      return (await sessions.retrieve(reference)).status !== 'complete';
    }
  });
}
