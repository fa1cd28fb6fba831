import { applicationsApi } from '@postern/contracts/access/applications';
import { billingApi } from '@postern/contracts/cloud/billing';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FakeEvent } from '../../../../testing/stripe/books.ts';
import { openProduct, type Product, skuId } from '../../../../testing/stripe/product.ts';
import { agreeing } from '../../plans/testing.ts';

let product: Product;
let stripe: Product['stripe'];
let app: Product['app'];
let tenantId: string;
let token: string;

beforeAll(async () => {
  product = await openProduct();
  ({ stripe, app } = product);
});
afterAll(() => product.close());
beforeEach(async () => {
  stripe.calls.length = 0;
  stripe.troubleAhead();
  ({ tenantId, token } = await product.newTenant());
});

test('goes from the free plan to a paid plan with invoices and portal, and back', async () => {
  const { sessionId, events, customer, subscription, invoice } = await product.pay();
  expect(await product.sessionOf(sessionId)).toMatchObject({ status: 'open', tenantId, skuId });
  expect(await product.tenantNow()).toMatchObject({ planId: 'free' });

  await product.deliverAll(events.completed);
  expect(await product.sessionOf(sessionId)).toMatchObject({ status: 'complete', tenantId });
  expect(await product.tenantNow()).toMatchObject({ planId: skuId, openInvoices: [] });
  const item = subscription.items.data[0];
  expect(await product.subscriptionNow()).toMatchObject({
    planId: skuId,
    status: 'active',
    currentPeriodEnd: new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
  });
  const [bill] = await product.invoicesNow();
  expect(bill).toMatchObject({ status: 'paid', amountDue: 1600, amountPaid: 1600, currency: 'usd', planId: skuId });

  const pdf = await app.inject(app.admin, {
    method: 'GET',
    url: `/api/tenants/${tenantId}/invoices/${bill?.id}/pdf`,
    headers: { host: 'admin.test', authorization: `Bearer ${token}` },
  });
  expect(pdf).toMatchObject({ status: 200, body: stripe.pdf.toString() });
  const portal = await app.call(billingApi.portal, {
    token,
    params: { id: tenantId },
    body: { callbackUrl: 'http://admin.test/back' },
  });
  expect(portal.body.redirectUri).toContain(`${stripe.url}/portal/`);
  expect(stripe.callsOf('POST /v1/billing_portal/sessions')[0]?.form).toEqual({
    customer,
    return_url: 'http://admin.test/back',
  });

  expect((await app.call(billingApi.cancel, { token, params: { id: tenantId } })).status).toBe(204);
  expect(stripe.subscriptions.get(subscription.id)?.status).toBe('canceled');
  await product.deliverAll(stripe.tell('customer.subscription.deleted', stripe.subscriptions.get(subscription.id)));
  const credit = [...stripe.invoices.values()].find(({ amount_due }) => amount_due < 0);
  await product.deliverAll(stripe.tell('invoice.paid', credit));
  expect(await product.tenantNow()).toMatchObject({ planId: 'free' });
  expect((await product.invoicesNow()).map(({ amountDue }) => amountDue).toSorted((a, b) => a - b)).toEqual([
    -800, 1600,
  ]);
  expect(invoice.id).toBe(stripe.callsOf('GET /v1/invoices/:id')[0]?.id);
});

test('creates a tenant that is bought with its plan once, when paid', async () => {
  const { body } = await app.call(billingApi.checkout, {
    token: product.owner.cloud,
    body: { skuId, tenantName: 'Bought', successCallbackUrl: 'http://admin.test/callback/checkout' },
  });
  const { events } = stripe.pay(body.redirectUri.split('/').at(-1) ?? '');
  await Promise.all([1, 2, 3].map(() => product.deliverAll(events.completed)));
  const { body: tenants } = await app.call(tenantsApi.list, { token: product.owner.cloud });
  const bought = tenants.filter(({ name }) => name === 'Bought');
  expect(bought).toMatchObject([{ planId: skuId }]);
  expect((await product.sessionOf(body.sessionId)).tenantId).toBe(bought[0]?.id);
});

test('marks the tenant overdue when a renewal fails, until the open invoice is paid', async () => {
  const { subscription } = await product.buy();
  const { invoice, updated } = stripe.renew(subscription.id);
  await product.deliverAll(updated, stripe.tell('invoice.created', invoice));
  Object.assign(invoice, { status: 'open' });
  Object.assign(subscription, { status: 'past_due' });
  const failed = [
    stripe.tell('invoice.payment_failed', invoice),
    stripe.tell('customer.subscription.updated', subscription),
  ];
  await product.deliverAll(...failed);
  expect(await product.subscriptionNow()).toMatchObject({ planId: skuId, status: 'past_due' });
  expect((await product.tenantNow())?.openInvoices).toMatchObject([{ amountDue: 1600 }]);
  const [, , paid] = stripe.settle(invoice);
  Object.assign(subscription, { status: 'active' });
  await product.deliverAll(paid as FakeEvent, {
    ...stripe.tell('customer.subscription.updated', subscription),
    created: (failed[1]?.created ?? 0) + 1,
  });
  expect(await product.subscriptionNow()).toMatchObject({ status: 'active' });
  expect((await product.tenantNow())?.openInvoices).toEqual([]);
});

test('gives no credit for a period that is not paid', async () => {
  const { subscription } = await product.buy();
  const { invoice, updated } = stripe.renew(subscription.id);
  Object.assign(invoice, { status: 'open' });
  Object.assign(subscription, { status: 'past_due' });
  await product.deliverAll(updated, stripe.tell('invoice.payment_failed', invoice));
  expect((await app.call(billingApi.cancel, { token, params: { id: tenantId } })).status).toBe(204);
  expect(stripe.callsOf('DELETE /v1/subscriptions/:id').map(({ form }) => form)).toEqual([
    { prorate: 'false', invoice_now: 'false' },
  ]);
  expect((await product.tenantNow())?.openInvoices).toMatchObject([{ amountDue: 1600 }]);
});

test('bills usage beyond the plan once with the renewal', async () => {
  const { subscription } = await product.buy();
  const management = await app.managementToken(tenantId);
  const body = { name: 'Second machine', type: 'MachineToMachine' as const };
  expect(
    (await app.call(applicationsApi.create, { token: management, tenantId, headers: agreeing, body })).status,
  ).toBe(200);
  const { invoice, updated } = stripe.renew(subscription.id);
  const created = stripe.tell('invoice.created', invoice);
  await product.deliverAll(updated, created, created);
  const items = stripe.callsOf('POST /v1/invoiceitems');
  expect(items.map(({ form }) => form)).toMatchObject([{ invoice: invoice.id, amount: '800' }]);
  expect(stripe.invoices.get(invoice.id)?.amount_due).toBe(2400);
});

test('replaces the subscription on a plan change: never two subscriptions, never the free plan in between', async () => {
  const old = await product.buy();
  // A plan that is no longer offered, as long-time tenants have it.
  await app.app.tenancy.system(async (db) => {
    await db.updateTable('tenants').set({ plan_id: 'pro-202411' }).where('id', '=', tenantId).execute();
  });
  app.app.cache.drop(tenantId);
  const { sessionId, subscription, customer, events } = await product.pay();
  expect(stripe.callsOf('POST /v1/checkout/sessions').at(-1)?.form).toMatchObject({
    customer: old.customer,
    metadata: { sessionId, replaces: old.subscription.id },
  });
  expect(customer).toBe(old.customer);
  await product.deliverAll(events.completed);
  const ended = stripe.tell('customer.subscription.deleted', stripe.subscriptions.get(old.subscription.id));
  expect(ended.data.object).toMatchObject({ status: 'canceled' });
  await product.deliverAll(ended, events.updated);
  expect(await product.subscriptionNow()).toMatchObject({ planId: skuId, status: 'active' });
  expect(stripe.subscriptions.get(subscription.id)?.status).toBe('active');
});

describe('attacks', () => {
  const refused = { status: 400, body: { code: 'payments.invalid_signature' } };

  test('ignores forged, modified, old and unsigned events', async () => {
    const { events } = await product.pay();
    expect(await product.deliver(events.completed, { secret: 'whsec_other' })).toMatchObject(refused);
    expect(await product.deliver(events.completed, { ageSeconds: 3600 })).toMatchObject(refused);
    const change = (body: Buffer) => Buffer.from(body.toString().replaceAll(tenantId, 'another'));
    const respaced = (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1));
    expect(await product.deliver(events.completed, {}, respaced)).toMatchObject(refused);
    expect(await product.deliver({ ...events.completed, tenantId }, {}, change)).toMatchObject(refused);
    const unsigned = await app.inject(app.admin, {
      method: 'POST',
      url: billingApi.webhook.path,
      headers: { host: 'admin.test', 'content-type': 'application/json' },
      payload: JSON.stringify(events.completed),
    });
    expect(unsigned).toMatchObject(refused);
    expect(await product.tenantNow()).toMatchObject({ planId: 'free' });
  });

  test('applies each event once with the same result in any order', async () => {
    const { events } = await product.pay();
    const { began, settled, updated, completed } = events;
    const all = [began, ...settled, updated, completed];
    await product.deliverAll(...all.toReversed(), ...all, updated, began);
    expect(await product.subscriptionNow()).toMatchObject({ planId: skuId, status: 'active' });
    expect(await product.invoicesNow()).toMatchObject([{ status: 'paid', amountPaid: 1600 }]);
  });

  test('does not reactivate an ended subscription on a late event', async () => {
    const { events, subscription } = await product.buy();
    Object.assign(subscription, { status: 'canceled' });
    const ended = stripe.tell('customer.subscription.deleted', subscription);
    await product.deliverAll(ended);
    expect(await product.tenantNow()).toMatchObject({ planId: 'free' });
    await product.deliverAll({ ...events.updated, id: 'evt_late' }, { ...events.completed, id: 'evt_late_completed' });
    expect(await product.tenantNow()).toMatchObject({ planId: 'free' });
  });

  test('ignores events about customers of others', async () => {
    await product.buy();
    const before = await product.tenantNow();
    const { subscription, invoice } = await (async () => {
      const { body } = await app.call(billingApi.checkout, {
        token: product.owner.cloud,
        body: { skuId, tenantName: 'Never told', successCallbackUrl: 'http://admin.test/callback/checkout' },
      });
      return stripe.pay(body.redirectUri.split('/').at(-1) ?? '');
    })();
    const stranger = { ...subscription, id: 'sub_stranger', status: 'canceled' };
    await product.deliverAll(
      stripe.tell('customer.subscription.deleted', stranger),
      stripe.tell('invoice.paid', { ...invoice, id: 'in_stranger' }),
      stripe.tell('checkout.session.completed', {
        id: 'cs_1',
        payment_status: 'paid',
        customer: 'cus_stranger',
        subscription: null,
        metadata: { sessionId: 'a session of nobody' },
      }),
    );
    expect(await product.tenantNow()).toEqual(before);
    expect(await product.invoicesNow()).toHaveLength(1);
  });

  test('keeps one plan and refunds the other if two sessions are paid', async () => {
    const one = await product.checkout();
    // Expired by our clock, while Stripe still accepts a payment.
    await app.app.tenancy.system((db) =>
      db.updateTable('checkout_sessions').set({ status: 'expired' }).where('id', '=', one.body.sessionId).execute(),
    );
    const second = await product.pay();
    const first = stripe.pay(one.body.redirectUri.split('/').at(-1) ?? '');
    await product.deliverAll(first.events.completed, second.events.completed);
    await app.worker.drain();
    expect(await product.subscriptionNow()).toMatchObject({ planId: skuId, status: 'active' });
    expect(stripe.subscriptions.get(first.subscription.id)?.status).toBe('active');
    expect(stripe.subscriptions.get(second.subscription.id)?.status).toBe('canceled');
    await product.deliverAll(
      stripe.tell('customer.subscription.deleted', stripe.subscriptions.get(second.subscription.id)),
    );
    expect(await product.tenantNow()).toMatchObject({ planId: skuId });
  });

  test('returns no 500 and leaves nothing half done while Stripe does not respond', async () => {
    stripe.troubleAhead('cut', 'cut', 'cut');
    expect(await product.checkout()).toMatchObject({ status: 502, body: { code: 'payments.provider_unavailable' } });
    const paid = await product.pay();
    stripe.troubleAhead(503, 503, 503);
    expect(await product.deliver(paid.events.completed)).toMatchObject({ status: 502 });
    expect(await product.tenantNow()).toMatchObject({ planId: 'free' });
    await product.deliverAll(paid.events.completed);
    expect(await product.tenantNow()).toMatchObject({ planId: skuId });
    stripe.troubleAhead(500, 500, 500);
    expect(await app.call(billingApi.cancel, { token, params: { id: tenantId } })).toMatchObject({ status: 502 });
    expect(await product.tenantNow()).toMatchObject({ planId: skuId });
  });

  test('logs no secret of the provider', () => {
    const written = app.logs.join('\n');
    expect(written.length).toBeGreaterThan(1000);
    expect(written).not.toContain(stripe.secretKey);
    expect(written).not.toContain(stripe.webhookSecret);
    expect(written).not.toContain('v1=');
  });
});
