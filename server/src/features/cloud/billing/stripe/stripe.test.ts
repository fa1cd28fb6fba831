import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../../testing/stripe/shop.ts';

let shop: Shop;
let stripe: Shop['stripe'];

beforeAll(async () => {
  shop = await openShop();
  ({ stripe } = shop);
});
afterEach(() => {
  stripe.calls.length = 0;
  stripe.troubleAhead();
});
afterAll(() => stripe.close());

describe('a checkout', () => {
  it('sells a plan without a price id at its own monthly price', async () => {
    const order = shop.orderOf();
    const opened = await shop.provider.openCheckout(order);
    expect(opened.redirectUri).toBe(stripe.sessions.get(opened.reference)?.url);
    const [call] = stripe.callsOf('POST /v1/checkout/sessions');
    expect(call?.key).toBe(order.sessionId);
    expect(call?.form).toMatchObject({
      mode: 'subscription',
      client_reference_id: order.sessionId,
      metadata: { sessionId: order.sessionId, skuId: 'pro-202509' },
      subscription_data: { metadata: { sessionId: order.sessionId, skuId: 'pro-202509' } },
      customer_email: 'anna@example.com',
      billing_address_collection: 'required',
      tax_id_collection: { enabled: 'true' },
      success_url: order.successUrl,
      line_items: {
        0: { quantity: '1', price_data: { currency: 'usd', unit_amount: '1600', recurring: { interval: 'month' } } },
      },
    });
  });

  it('sells a plan at the price of the operator, to the customer of the previous order', async () => {
    const { customer } = await shop.buy();
    await shop.provider.openCheckout(
      shop.orderOf({ customer, plan: { ...shop.orderOf().plan, priceId: 'price_pro' } }),
    );
    const form = stripe.callsOf('POST /v1/checkout/sessions').at(-1)?.form;
    expect(form).toMatchObject({
      customer,
      customer_update: { address: 'auto', name: 'auto' },
      line_items: { 0: { price: 'price_pro', quantity: '1' } },
    });
    expect(form).not.toHaveProperty('customer_email');
  });

  it('is created once for repeated requests', async () => {
    const order = shop.orderOf();
    const [one, other] = await Promise.all([shop.provider.openCheckout(order), shop.provider.openCheckout(order)]);
    expect(other).toEqual(one);
  });

  it('creates a new customer if the customer was deleted at Stripe', async () => {
    const { reference } = await shop.provider.openCheckout(shop.orderOf({ customer: 'cus_gone' }));
    expect(stripe.sessions.get(reference)?.form.customer).toBeUndefined();
    expect(stripe.sessions.get(reference)?.form.customer_email).toBe('anna@example.com');
  });

  it('can be closed repeatedly while unpaid, but not once paid', async () => {
    const open = await shop.provider.openCheckout(shop.orderOf());
    expect(await shop.provider.closeCheckout(open.reference)).toBe(true);
    expect(() => stripe.pay(open.reference)).toThrow();
    expect(await shop.provider.closeCheckout(open.reference)).toBe(true);
    const { reference } = await shop.buy();
    expect(await shop.provider.closeCheckout(reference)).toBe(false);
  });
});

describe('a change of plan', () => {
  it('ends the old plan when the new one is paid, refunds the rest and emits no event for its end', async () => {
    const first = await shop.buy();
    const second = await shop.buy({ customer: first.customer, subscription: first.subscription.id });
    expect(stripe.subscriptions.get(first.subscription.id)?.status).toBe('active');
    const reported = await shop.read(second.events.completed);
    expect(reported[0]?.event).toMatchObject({ kind: 'checkout', subscription: second.subscription.id });
    const old = stripe.subscriptions.get(first.subscription.id);
    expect(old).toMatchObject({ status: 'canceled', metadata: { replacedBy: second.order.sessionId } });
    expect(await shop.read(stripe.tell('customer.subscription.deleted', old))).toEqual([]);
    const credits = [...stripe.invoices.values()].filter(({ amount_due }) => amount_due < 0);
    expect(credits).toMatchObject([{ parent: { subscription_details: { subscription: first.subscription.id } } }]);
    // The same event again: the subscription has ended and nothing is refunded twice.
    expect((await shop.read(second.events.completed)).length).toBe(3);
    expect([...stripe.invoices.values()].filter(({ amount_due }) => amount_due < 0)).toEqual(credits);
  });

  it('that Stripe cannot finish emits no event, and all events at the next attempt', async () => {
    const first = await shop.buy();
    const second = await shop.buy({ customer: first.customer, subscription: first.subscription.id });
    stripe.troubleAhead(500, 500, 500);
    await expect(shop.read(second.events.completed)).rejects.toMatchObject({ status: 502 });
    expect((await shop.read(second.events.completed)).length).toBe(3);
    expect(stripe.subscriptions.get(first.subscription.id)?.status).toBe('canceled');
  });
});

describe('a subscription', () => {
  it('ends immediately and refunds the rest once', async () => {
    const { subscription } = await shop.buy();
    await shop.provider.cancel(subscription.id);
    await shop.provider.cancel(subscription.id);
    expect(stripe.callsOf('DELETE /v1/subscriptions/:id')[0]?.form).toEqual({ prorate: 'true', invoice_now: 'true' });
    const [reported] = await shop.read(
      stripe.tell('customer.subscription.deleted', stripe.subscriptions.get(subscription.id)),
    );
    expect(reported?.event).toMatchObject({ kind: 'subscription', status: 'canceled' });
  });

  it('adds usage lines to the draft, each once', async () => {
    const { subscription } = await shop.buy();
    const { invoice } = stripe.renew(subscription.id);
    const lines = [
      { description: 'Webhook', quantity: 3, unitPrice: 200, amount: 600 },
      { description: 'Organizations', quantity: 1, unitPrice: 4800, amount: 4800 },
    ];
    await shop.provider.addLines(invoice.id, lines);
    await shop.provider.addLines(invoice.id, lines);
    expect(stripe.invoices.get(invoice.id)).toMatchObject({ amount_due: 1600 + 5400 });
    expect(stripe.callsOf('POST /v1/invoiceitems').map(({ key }) => key)).toEqual([
      `${invoice.id}/Webhook`,
      `${invoice.id}/Organizations`,
    ]);
  });

  it('adds late lines to the next invoice', async () => {
    const { subscription, invoice: first } = await shop.buy();
    const lines = [{ description: 'Webhook', quantity: 1, unitPrice: 200, amount: 200 }];
    // There was no period before the first invoice.
    await shop.provider.addLines(first.id, lines);
    expect(stripe.callsOf('POST /v1/invoiceitems')).toEqual([]);
    const { invoice } = stripe.renew(subscription.id);
    stripe.settle(invoice);
    await shop.provider.addLines(invoice.id, lines);
    const [item] = stripe.callsOf('POST /v1/invoiceitems');
    expect(item?.form).toMatchObject({ subscription: subscription.id, amount: '200' });
    expect(item?.form).not.toHaveProperty('invoice');
  });

  it('has a portal and PDFs of its invoices', async () => {
    const { customer, invoice, subscription } = await shop.buy();
    expect(await shop.provider.openPortal(customer, 'http://admin.test/back')).toContain('/portal/');
    const pdf = await shop.provider.readPdf(invoice.id);
    expect(Buffer.from(await new Response(pdf).arrayBuffer())).toEqual(stripe.pdf);
    expect(await shop.provider.readPdf(stripe.renew(subscription.id).invoice.id)).toBeUndefined();
  });
});
