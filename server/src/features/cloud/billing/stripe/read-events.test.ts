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

describe('an event', () => {
  it('reports a paid checkout with the current subscription and invoice, regardless of earlier events', async () => {
    const { order, events, customer, subscription, invoice } = await shop.buy();
    const reported = await shop.read(events.completed);
    expect(reported.map(({ id }) => id)).toEqual([
      events.completed.id,
      `${events.completed.id}/subscription`,
      `${events.completed.id}/invoice`,
    ]);
    expect(reported[0]?.event).toEqual({
      kind: 'checkout',
      sessionId: order.sessionId,
      status: 'complete',
      customer,
      subscription: subscription.id,
    });
    const item = subscription.items.data[0];
    expect(reported[1]?.event).toEqual({
      kind: 'subscription',
      reference: subscription.id,
      customer,
      status: 'active',
      skuId: 'pro-202509',
      periodStart: new Date((item?.current_period_start ?? 0) * 1000),
      periodEnd: new Date((item?.current_period_end ?? 0) * 1000),
      cancelAtPeriodEnd: false,
    });
    expect(reported[2]?.event).toMatchObject({
      kind: 'invoice',
      invoice: {
        reference: invoice.id,
        subscription: subscription.id,
        status: 'paid',
        amountDue: 1600,
        amountPaid: 1600,
        currency: 'usd',
        periodEnd: new Date((item?.current_period_end ?? 0) * 1000),
        dueDate: null,
        lines: [{ quantity: 1, unitPrice: 1600, amount: 1600 }],
      },
    });
  });

  it('is ordered by progress within one second', async () => {
    const { events } = await shop.buy();
    const [began] = await shop.read(events.began);
    const [updated] = await shop.read({ ...events.updated, created: events.began.created });
    expect(began?.event).toMatchObject({ status: 'incomplete' });
    expect(updated?.event).toMatchObject({ status: 'active' });
    expect(updated?.at.getTime()).toBeGreaterThan(began?.at.getTime() ?? 0);
    const invoices = await Promise.all(
      events.settled.map((event) => shop.read({ ...event, created: events.began.created })),
    );
    const dates = invoices.map(([one]) => one?.at.getTime() ?? 0);
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
    expect(new Set(dates).size).toBe(3);
  });

  it('takes the plan from the price because a customer may switch in the portal', async () => {
    const { subscription } = await shop.buy();
    const item = subscription.items.data[0];
    const switched = { ...subscription, items: { data: [{ ...item, price: { id: 'price_team', metadata: {} } }] } };
    const [reported] = await shop.read(stripe.tell('customer.subscription.updated', switched));
    expect(reported?.event).toMatchObject({ skuId: 'team' });
    const marked = {
      ...subscription,
      items: { data: [{ ...item, price: { id: 'price_x', metadata: { skuId: 'y' } } }] },
    };
    const [other] = await shop.read(stripe.tell('customer.subscription.updated', marked));
    expect(other?.event).toMatchObject({ skuId: 'y' });
  });

  it('is read in the format of older API versions', async () => {
    const { subscription, invoice } = await shop.buy();
    const older = {
      ...subscription,
      current_period_start: 1_700_000_000,
      current_period_end: 1_702_592_000,
      cancel_at: 1_702_592_000,
      items: { data: [{ price: { id: 'price_pro', metadata: {} } }] },
    };
    const [reported] = await shop.read(stripe.tell('customer.subscription.updated', older));
    expect(reported?.event).toMatchObject({
      periodStart: new Date('2023-11-14T22:13:20Z'),
      periodEnd: new Date('2023-12-14T22:13:20Z'),
      cancelAtPeriodEnd: true,
    });
    const line = { ...invoice.lines.data[0], pricing: undefined, price: { unit_amount: 1600 } };
    const { parent: _, ...rest } = invoice;
    const [bill] = await shop.read(
      stripe.tell('invoice.paid', { ...rest, subscription: { id: subscription.id }, lines: { data: [line] } }),
    );
    expect(bill?.event).toMatchObject({ invoice: { subscription: subscription.id, lines: [{ unitPrice: 1600 }] } });
  });

  it('of a long invoice includes all lines', async () => {
    const { invoice } = await shop.buy();
    const short = { ...invoice, lines: { data: [], has_more: true } };
    const [reported] = await shop.read(stripe.tell('invoice.finalized', short));
    expect(reported?.event).toMatchObject({ invoice: { lines: [{ amount: 1600 }] } });
  });

  it('reports unpaid checkouts: expired, or a failed debit', async () => {
    const order = shop.orderOf();
    const { reference } = await shop.provider.openCheckout(order);
    const { checkout, events, subscription } = stripe.pay(reference, 'unpaid');
    expect(await shop.read(events.completed)).toEqual([]);
    const [failed, ...more] = await shop.read(stripe.tell('checkout.session.async_payment_failed', checkout));
    expect(failed?.event).toMatchObject({ kind: 'checkout', sessionId: order.sessionId, status: 'expired' });
    expect(more).toEqual([]);
    expect(stripe.subscriptions.get(subscription.id)?.status).toBe('canceled');
    expect(stripe.callsOf('DELETE /v1/subscriptions/:id').map(({ form }) => form)).toEqual([
      { prorate: 'false', invoice_now: 'false' },
    ]);
    const [expired] = await shop.read(
      stripe.tell('checkout.session.expired', {
        ...checkout,
        payment_status: 'unpaid',
        customer: null,
        subscription: null,
      }),
    );
    expect(expired?.event).toMatchObject({ status: 'expired', customer: null, subscription: null });
  });

  it('of a debit that succeeds later completes the checkout', async () => {
    const { reference } = await shop.provider.openCheckout(shop.orderOf());
    const { checkout } = stripe.pay(reference, 'unpaid');
    const [reported] = await shop.read(stripe.tell('checkout.session.async_payment_succeeded', checkout));
    expect(reported?.event).toMatchObject({ kind: 'checkout', status: 'complete' });
  });

  it('of another kind is skipped', async () => {
    const { checkout, subscription, invoice } = await shop.buy();
    const item = subscription.items.data[0];
    const foreign = {
      ...subscription,
      metadata: {},
      items: { data: [{ ...item, price: { id: 'price_mug', metadata: {} } }] },
    };
    const others = [
      stripe.tell('charge.succeeded', { id: 'ch_1' }),
      stripe.tell('customer.subscription.trial_will_end', subscription),
      stripe.tell('customer.subscription.updated', foreign),
      stripe.tell('invoice.paid', { ...invoice, parent: null }),
      stripe.tell('checkout.session.completed', { ...checkout, metadata: {} }),
      { ...stripe.tell('invoice.paid', invoice), account: 'acct_connected' },
    ];
    for (const event of others) {
      expect(await shop.read(event), event.type).toEqual([]);
    }
  });

  it('that cannot be parsed is rejected so that Stripe resends it', async () => {
    const event = stripe.tell('customer.subscription.updated', { id: 'sub_1', status: 'hibernating' });
    await expect(shop.read(event)).rejects.toMatchObject({ code: 'payments.provider_unavailable' });
    expect(shop.logs.at(-1)).toContain('status');
  });
});
