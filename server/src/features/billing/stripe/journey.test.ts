import { applicationsApi } from '@postern/contracts/applications';
import { billingApi } from '@postern/contracts/billing';
import { plansApi } from '@postern/contracts/plans';
import { type Tenant, tenantsApi } from '@postern/contracts/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing.ts';
import { type ConsolePerson, consolePerson } from '../../../testing-members.ts';
import { refundsOf } from '../end-unwanted.ts';
import { type FakeStripe, fakeStripe } from './testing.ts';
import type { FakeEvent } from './testing-books.ts';

const skuId = 'pro-202509';

let stripe: FakeStripe;
let app: TestApp;
let owner: ConsolePerson;
let tenantId: string;
let token: string;

beforeAll(async () => {
  stripe = await fakeStripe();
  app = await testApp({
    EDITION: 'cloud',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
  owner = await consolePerson(app, 'owner');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.calls.length = 0;
  stripe.troubleAhead();
  const { body } = await app.call(tenantsApi.create, {
    token: owner.cloud,
    body: { name: 'Acme', tag: 'production' },
  });
  tenantId = body.id;
  token = await owner.organization(tenantId);
});

const checkout = (more: Record<string, string> = {}) =>
  app.call(billingApi.checkout, {
    token: owner.cloud,
    body: { skuId, tenantId, successCallbackUrl: 'http://admin.test/callback/checkout', ...more },
  });
const sessionOf = async (id: string) =>
  (await app.call(billingApi.checkoutSession, { token: owner.cloud, params: { id } })).body;
const tenantNow = async (id = tenantId): Promise<Tenant | undefined> =>
  (await app.call(tenantsApi.list, { token: owner.cloud })).body.find((tenant) => tenant.id === id);
const subscriptionNow = async () => (await app.call(plansApi.subscription, { token, params: { id: tenantId } })).body;
const invoicesNow = async () => (await app.call(billingApi.invoices, { token, params: { id: tenantId } })).body;

async function deliver(event: unknown, options = {}, change = (body: Buffer) => body) {
  const { body, headers } = stripe.deliver(event, options);
  return app.inject(app.admin, {
    method: 'POST',
    url: billingApi.webhook.path,
    headers: { host: new URL(app.app.endpointOf(adminTenantId)).host, 'content-type': 'application/json', ...headers },
    payload: change(body),
  });
}
const deliverAll = async (...events: FakeEvent[]) => {
  for (const event of events) {
    expect(await deliver(event)).toMatchObject({ status: 200, body: { received: true } });
  }
};

/** As far as Stripe's page, and through it; nothing is told yet. */
async function pay(more: Record<string, string> = {}) {
  const { status, body } = await checkout(more);
  expect(status).toBe(200);
  const reference = body.redirectUri.split('/').at(-1) ?? '';
  return { sessionId: body.sessionId, reference, ...stripe.pay(reference) };
}
async function buy() {
  const paid = await pay();
  const { began, settled, updated, completed } = paid.events;
  await deliverAll(began, ...settled, updated, completed);
  return paid;
}

test('from the free plan to a paid one, over its invoices and the portal, and back', async () => {
  const { sessionId, events, customer, subscription, invoice } = await pay();
  expect(await sessionOf(sessionId)).toMatchObject({ status: 'open', tenantId, skuId });
  expect(await tenantNow()).toMatchObject({ planId: 'free' });

  await deliverAll(events.completed);
  expect(await sessionOf(sessionId)).toMatchObject({ status: 'complete', tenantId });
  expect(await tenantNow()).toMatchObject({ planId: skuId, openInvoices: [] });
  const item = subscription.items.data[0];
  expect(await subscriptionNow()).toMatchObject({
    planId: skuId,
    status: 'active',
    currentPeriodEnd: new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
  });
  const [bill] = await invoicesNow();
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
  await deliverAll(stripe.tell('customer.subscription.deleted', stripe.subscriptions.get(subscription.id)));
  const credit = [...stripe.invoices.values()].find(({ amount_due }) => amount_due < 0);
  await deliverAll(stripe.tell('invoice.paid', credit));
  expect(await tenantNow()).toMatchObject({ planId: 'free' });
  expect((await invoicesNow()).map(({ amountDue }) => amountDue).toSorted((a, b) => a - b)).toEqual([-800, 1600]);
  expect(invoice.id).toBe(stripe.callsOf('GET /v1/invoices/:id')[0]?.id);
});

test('a tenant that is bought with its plan comes to be when it is paid for, once', async () => {
  const { body } = await app.call(billingApi.checkout, {
    token: owner.cloud,
    body: { skuId, tenantName: 'Bought', successCallbackUrl: 'http://admin.test/callback/checkout' },
  });
  const { events } = stripe.pay(body.redirectUri.split('/').at(-1) ?? '');
  await Promise.all([1, 2, 3].map(() => deliverAll(events.completed)));
  const { body: tenants } = await app.call(tenantsApi.list, { token: owner.cloud });
  const bought = tenants.filter(({ name }) => name === 'Bought');
  expect(bought).toMatchObject([{ planId: skuId }]);
  expect((await sessionOf(body.sessionId)).tenantId).toBe(bought[0]?.id);
});

test('a renewal that fails makes the tenant overdue, and paying what is open ends that', async () => {
  const { subscription } = await buy();
  const { invoice, updated } = stripe.renew(subscription.id);
  await deliverAll(updated, stripe.tell('invoice.created', invoice));
  Object.assign(invoice, { status: 'open' });
  Object.assign(subscription, { status: 'past_due' });
  const failed = [
    stripe.tell('invoice.payment_failed', invoice),
    stripe.tell('customer.subscription.updated', subscription),
  ];
  await deliverAll(...failed);
  expect(await subscriptionNow()).toMatchObject({ planId: skuId, status: 'past_due' });
  expect((await tenantNow())?.openInvoices).toMatchObject([{ amountDue: 1600 }]);
  const [, , paid] = stripe.settle(invoice);
  Object.assign(subscription, { status: 'active' });
  await deliverAll(paid as FakeEvent, {
    ...stripe.tell('customer.subscription.updated', subscription),
    created: (failed[1]?.created ?? 0) + 1,
  });
  expect(await subscriptionNow()).toMatchObject({ status: 'active' });
  expect((await tenantNow())?.openInvoices).toEqual([]);
});

test('what was used beyond the plan is on the bill of the renewal, once', async () => {
  const { subscription } = await buy();
  const management = await app.managementToken(tenantId);
  const body = { name: 'Second machine', type: 'MachineToMachine' as const };
  expect((await app.call(applicationsApi.create, { token: management, tenantId, body })).status).toBe(200);
  const { invoice, updated } = stripe.renew(subscription.id);
  const created = stripe.tell('invoice.created', invoice);
  await deliverAll(updated, created, created);
  const items = stripe.callsOf('POST /v1/invoiceitems');
  expect(items.map(({ form }) => form)).toMatchObject([{ invoice: invoice.id, amount: '800' }]);
  expect(stripe.invoices.get(invoice.id)?.amount_due).toBe(2400);
});

describe('attacks', () => {
  const refused = { status: 400, body: { code: 'payments.invalid_signature' } };

  test('a forged, changed, old or unsigned event changes nothing', async () => {
    const { events } = await pay();
    expect(await deliver(events.completed, { secret: 'whsec_other' })).toMatchObject(refused);
    expect(await deliver(events.completed, { ageSeconds: 3600 })).toMatchObject(refused);
    const change = (body: Buffer) => Buffer.from(body.toString().replaceAll(tenantId, 'another'));
    const respaced = (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1));
    expect(await deliver(events.completed, {}, respaced)).toMatchObject(refused);
    expect(await deliver({ ...events.completed, tenantId }, {}, change)).toMatchObject(refused);
    const unsigned = await app.inject(app.admin, {
      method: 'POST',
      url: billingApi.webhook.path,
      headers: { host: 'admin.test', 'content-type': 'application/json' },
      payload: JSON.stringify(events.completed),
    });
    expect(unsigned).toMatchObject(refused);
    expect(await tenantNow()).toMatchObject({ planId: 'free' });
  });

  test('each event counts once, and in any order they end at the same', async () => {
    const { events } = await pay();
    const { began, settled, updated, completed } = events;
    const all = [began, ...settled, updated, completed];
    await deliverAll(...all.toReversed(), ...all, updated, began);
    expect(await subscriptionNow()).toMatchObject({ planId: skuId, status: 'active' });
    expect(await invoicesNow()).toMatchObject([{ status: 'paid', amountPaid: 1600 }]);
  });

  test('an event that is late does not bring back what has ended', async () => {
    const { events, subscription } = await buy();
    Object.assign(subscription, { status: 'canceled' });
    const ended = stripe.tell('customer.subscription.deleted', subscription);
    await deliverAll(ended);
    expect(await tenantNow()).toMatchObject({ planId: 'free' });
    await deliverAll({ ...events.updated, id: 'evt_late' }, { ...events.completed, id: 'evt_late_completed' });
    expect(await tenantNow()).toMatchObject({ planId: 'free' });
  });

  test('an event about a customer of somebody else does nothing', async () => {
    await buy();
    const before = await tenantNow();
    const { subscription, invoice } = await (async () => {
      const { body } = await app.call(billingApi.checkout, {
        token: owner.cloud,
        body: { skuId, tenantName: 'Never told', successCallbackUrl: 'http://admin.test/callback/checkout' },
      });
      return stripe.pay(body.redirectUri.split('/').at(-1) ?? '');
    })();
    const stranger = { ...subscription, id: 'sub_stranger', status: 'canceled' };
    await deliverAll(
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
    expect(await tenantNow()).toEqual(before);
    expect(await invoicesNow()).toHaveLength(1);
  });

  test('two sessions that are both paid: one plan, and the other money goes back', async () => {
    const one = await checkout();
    // Over by our clock, while Stripe still lets somebody pay in it.
    await app.app.tenancy.system((db) =>
      db.updateTable('checkout_sessions').set({ status: 'expired' }).where('id', '=', one.body.sessionId).execute(),
    );
    const second = await pay();
    const first = stripe.pay(one.body.redirectUri.split('/').at(-1) ?? '');
    await deliverAll(first.events.completed, second.events.completed);
    refundsOf(app.app).wake();
    await refundsOf(app.app).rest();
    expect(await subscriptionNow()).toMatchObject({ planId: skuId, status: 'active' });
    expect(stripe.subscriptions.get(first.subscription.id)?.status).toBe('active');
    expect(stripe.subscriptions.get(second.subscription.id)?.status).toBe('canceled');
    await deliverAll(stripe.tell('customer.subscription.deleted', stripe.subscriptions.get(second.subscription.id)));
    expect(await tenantNow()).toMatchObject({ planId: skuId });
  });

  test('while Stripe does not answer, nobody gets a 500, and nothing is half done', async () => {
    stripe.troubleAhead('cut', 'cut', 'cut');
    expect(await checkout()).toMatchObject({ status: 502, body: { code: 'payments.provider_unavailable' } });
    const paid = await pay();
    stripe.troubleAhead(503, 503, 503);
    expect(await deliver(paid.events.completed)).toMatchObject({ status: 502 });
    expect(await tenantNow()).toMatchObject({ planId: 'free' });
    await deliverAll(paid.events.completed);
    expect(await tenantNow()).toMatchObject({ planId: skuId });
    stripe.troubleAhead(500, 500, 500);
    expect(await app.call(billingApi.cancel, { token, params: { id: tenantId } })).toMatchObject({ status: 502 });
    expect(await tenantNow()).toMatchObject({ planId: skuId });
  });

  test('no secret of the provider is in any log', () => {
    const written = app.logs.join('\n');
    expect(written.length).toBeGreaterThan(1000);
    expect(written).not.toContain(stripe.secretKey);
    expect(written).not.toContain(stripe.webhookSecret);
    expect(written).not.toContain('v1=');
  });
});
