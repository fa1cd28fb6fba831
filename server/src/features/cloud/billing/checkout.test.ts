import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMember } from '#features/people/organizations';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { callback, cards, type Person, pro, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

const subscriptionOf = async (tenantId: string, person = owner) =>
  (await app.call(plansApi.subscription, { token: await person.organization(tenantId), params: { id: tenantId } }))
    .body;
const sessionOf = (id: string, person = owner) =>
  app.call(billingApi.checkoutSession, { token: person.cloud, params: { id } });

describe('an existing tenant', () => {
  test('gets its plan immediately after payment on the sandbox page', async () => {
    const tenantId = await store.createTenant(owner);
    const { status, body } = await store.checkout(owner, { tenantId });
    expect(status).toBe(200);
    expect((await sessionOf(body.sessionId)).body).toMatchObject({ status: 'open', tenantId, skuId: pro });
    const page = await store.get(body.redirectUri);
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('Sandbox');
    expect(page.payload).toContain('$16.00');
    const paid = await store.pay(body.redirectUri);
    expect(paid.statusCode).toBe(303);
    const back = await store.get(String(paid.headers.location));
    expect(back.headers.location).toBe(callback);
    expect((await sessionOf(body.sessionId)).body).toMatchObject({ status: 'complete', tenantId });
    const subscription = await subscriptionOf(tenantId);
    expect(subscription).toMatchObject({ planId: pro, status: 'active', cancelAtPeriodEnd: false });
    const [invoice, ...more] = await store.invoices(owner, tenantId);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      status: 'paid',
      amountDue: 1600,
      amountPaid: 1600,
      currency: 'usd',
      planId: pro,
      periodEnd: subscription.currentPeriodEnd,
      lines: [{ description: 'Pro', quantity: 1, unitPrice: 1600, amount: 1600 }],
    });
  });

  test('can be paid for with its own token', async () => {
    const tenantId = await store.createTenant(owner);
    const token = await owner.organization(tenantId);
    const { status } = await app.call(billingApi.checkout, {
      token,
      body: { skuId: pro, successCallbackUrl: callback, tenantId },
    });
    expect(status).toBe(200);
  });

  test('returns the open session for a repeated request and the latest return address', async () => {
    const tenantId = await store.createTenant(owner);
    const first = await store.checkout(owner, { tenantId });
    const again = `${callback}&again=1`;
    const second = await store.checkout(owner, { tenantId, successCallbackUrl: again });
    expect(second.body).toEqual(first.body);
    const paid = await store.pay(first.body.redirectUri);
    expect((await store.get(String(paid.headers.location))).headers.location).toBe(again);
  });

  test('creates one session for parallel requests', async () => {
    const tenantId = await store.createTenant(owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => store.checkout(owner, { tenantId })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
  });

  test('closes the first session when another plan is requested', async () => {
    await app.app.tenancy.system((db) =>
      db.updateTable('skus').set({ is_offered: true }).where('id', '=', 'pro-202411').execute(),
    );
    const tenantId = await store.createTenant(owner);
    const first = await store.checkout(owner, { tenantId });
    const second = await store.checkout(owner, { tenantId, skuId: 'pro-202411' });
    expect(second.body.sessionId).not.toBe(first.body.sessionId);
    expect((await sessionOf(first.body.sessionId)).body.status).toBe('expired');
    expect((await store.pay(first.body.redirectUri)).statusCode).toBe(410);
    await store.pay(second.body.redirectUri);
    // Then switch to the newer plan: the rest of the month is deducted.
    const third = await store.checkout(owner, { tenantId });
    expect((await store.get(third.body.redirectUri)).payload).toContain('Pay $0.00');
    await store.pay(third.body.redirectUri);
    expect((await subscriptionOf(tenantId)).planId).toBe(pro);
    const [change] = await store.invoices(owner, tenantId);
    expect(change).toMatchObject({ amountDue: 0, lines: [{ amount: 1600 }, { amount: -1600 }] });
    await app.app.tenancy.system((db) =>
      db.updateTable('skus').set({ is_offered: false }).where('id', '=', 'pro-202411').execute(),
    );
  });

  test('rejects plans that are not for sale and the current plan', async () => {
    const tenantId = await store.createTenant(owner);
    for (const skuId of ['free', 'dev', 'pro', 'tokens', 'nothing']) {
      expect(await store.checkout(owner, { tenantId, skuId })).toMatchObject({
        status: 422,
        body: { code: 'checkout.plan_not_available' },
      });
    }
    await store.buy(owner, tenantId);
    expect(await store.checkout(owner, { tenantId })).toMatchObject({
      status: 422,
      body: { code: 'checkout.already_subscribed' },
    });
  });

  test('turns a development tenant into a production tenant when a plan is bought', async () => {
    const development = await owner.createTenant('Trial');
    const shown = async () =>
      (await app.call(tenantsApi.list, { token: owner.cloud })).body.find(({ id }) => id === development);
    await store.checkout(owner, { tenantId: development });
    expect(await shown()).toMatchObject({ tag: 'development', planId: 'dev' });
    await store.buy(owner, development);
    expect(await shown()).toMatchObject({ tag: 'production', planId: 'pro-202509' });
  });
});

describe('a new tenant', () => {
  test('is created once, when paid, with the buyer as administrator', async () => {
    const buyer = await consoleTokens(app, 'buyer');
    const { body } = await store.checkout(buyer, { tenantName: 'Fjord', tenantRegionName: 'US' });
    expect((await sessionOf(body.sessionId, buyer)).body).toMatchObject({ status: 'open', tenantId: null });
    expect((await app.call(tenantsApi.list, { token: buyer.cloud })).body).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => store.pay(body.redirectUri)));
    const { body: mine } = await app.call(tenantsApi.list, { token: buyer.cloud });
    expect(mine).toMatchObject([{ name: 'Fjord', regionName: 'US', tag: 'production', planId: pro, openInvoices: [] }]);
    expect((await sessionOf(body.sessionId, buyer)).body).toMatchObject({ status: 'complete', tenantId: mine[0]?.id });
    expect(await store.invoices(buyer, mine[0]?.id ?? '')).toHaveLength(1);
  });

  test('reuses the session for the same request and opens a new one for a different tenant', async () => {
    const buyer = await consoleTokens(app, 'again');
    const first = await store.checkout(buyer, { tenantName: 'Fjord' });
    expect((await store.checkout(buyer, { tenantName: 'Fjord' })).body.sessionId).toBe(first.body.sessionId);
    expect((await store.checkout(buyer, { tenantName: 'Arctic' })).body.sessionId).not.toBe(first.body.sessionId);
    expect((await sessionOf(first.body.sessionId, buyer)).body.status).toBe('expired');
  });

  test('must be valid', async () => {
    const refused = async (body: Record<string, unknown>) => {
      const answer = await store.checkout(owner, body);
      return [answer.status, (answer.body as unknown as { code: string }).code];
    };
    expect(await refused({ tenantName: 'X', tenantTag: 'development' })).toEqual([422, 'checkout.plan_not_available']);
    expect(await refused({ tenantName: 'X', tenantRegionName: 'MARS' })).toEqual([422, 'tenant.region_not_available']);
    expect((await refused({}))[0]).toBe(400);
    expect((await refused({ tenantName: 'X', tenantId: 'y' }))[0]).toBe(400);
  });
});

describe('the sandbox page', () => {
  test('shows what is wrong with a card and does not store it', async () => {
    const tenantId = await store.createTenant(owner);
    const { body } = await store.checkout(owner, { tenantId });
    const tries: [string, Record<string, string>, string][] = [
      [cards.declined, {}, 'declined'],
      ['4242 4242 4242 4241', {}, 'Check the card number'],
      ['5555 5555 5555 4444', {}, 'test cards only'],
      [cards.good, { expiry: '13/40' }, 'month and year'],
      [cards.good, { expiry: '10/26' }, 'expired'],
      [cards.good, { cvc: '1' }, 'security code'],
      ['', {}, 'Check the card number'],
    ];
    for (const [number, more, expected] of tries) {
      const { statusCode, payload } = await store.pay(body.redirectUri, number, more);
      expect([number, more, statusCode]).toEqual([number, more, 422]);
      expect(payload).toContain(expected);
    }
    expect((await subscriptionOf(tenantId)).planId).toBe('free');
    expect((await store.pay(body.redirectUri)).statusCode).toBe(303);
    const rows = await app.app.tenancy.system((db) => db.selectFrom('local_customers').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain('424242424242');
    expect(app.logs.join('')).not.toContain('4242 4242');
  });

  test('uses German for browsers that prefer it and runs no scripts', async () => {
    const tenantId = await store.createTenant(owner, '<b>株式会社</b>');
    const { body } = await store.checkout(owner, { tenantId });
    const { payload, headers } = await store.get(body.redirectUri, { 'accept-language': 'de-CH,de;q=0.9' });
    expect(payload).toContain('kein echtes Geld');
    expect(payload).toContain('16,00');
    expect(payload).toContain('&#60;b&#62;株式会社');
    expect(payload).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('returns 404 for an unknown address', async () => {
    expect((await store.get('http://admin.test/payment-sandbox/checkout/nothing')).statusCode).toBe(404);
    expect((await store.get('http://admin.test/payment-sandbox/portal/nothing')).statusCode).toBe(404);
  });
});

test('reports a missing payment provider in the response and in the startup log', async () => {
  const other = await testApp({ EDITION: 'cloud', NODE_ENV: 'production' });
  const person = await consoleTokens(other, 'owner');
  const answer = await shop(other).checkout(person, { tenantName: 'Acme' });
  expect(answer).toMatchObject({ status: 501, body: { code: 'payments.not_configured' } });
  expect(other.logs.join('')).toContain('PAYMENT_SANDBOX=true');
  await other.close();
});

test('a suspended tenant can still be paid for: its list entry has the unpaid invoices, and the portal opens', async () => {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  await app.app.tenancy.system(async (db) => {
    await db.updateTable('invoices').set({ status: 'open' }).where('tenant_id', '=', tenantId).execute();
    await db.updateTable('tenants').set({ is_suspended: true }).where('id', '=', tenantId).execute();
  });
  app.app.cache.drop(tenantId);
  const { body } = await app.call(tenantsApi.list, { token: owner.cloud });
  const number = expect.stringMatching(/^INV-/);
  expect(body.find(({ id }) => id === tenantId)).toMatchObject({ isSuspended: true, openInvoices: [{ number }] });
  const token = await owner.organization(tenantId);
  const opened = await app.call(billingApi.portal, {
    token,
    params: { id: tenantId },
    body: { callbackUrl: callback },
  });
  expect(opened.status).toBe(200);
});

test('does not show data of another tenant', async () => {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  const stranger = await consoleTokens(app, 'stranger');
  const theirs = await store.createTenant(stranger);
  const token = await stranger.organization(theirs);
  for (const contract of [billingApi.invoices, billingApi.cancel]) {
    expect((await app.call(contract, { token, params: { id: tenantId } })).status).toBe(404);
  }
  expect(await store.invoices(stranger, theirs)).toEqual([]);
  const helper = await consoleTokens(app, 'helper');
  const helperId = decodeJwt(helper.idToken).sub ?? '';
  await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, helperId, 'collaborator'));
  const weak = await helper.organization(tenantId);
  expect((await app.call(billingApi.invoices, { token: weak, params: { id: tenantId } })).status).toBe(403);
});
