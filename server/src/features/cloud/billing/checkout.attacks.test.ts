import { createHmac } from 'node:crypto';
import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { insertMember } from '#features/people/organizations';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { callback, cards, form, type Person, pro, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;
let stranger: Person;
let theirs: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
  stranger = await consoleTokens(app, 'stranger');
  theirs = await store.createTenant(stranger);
});
afterAll(() => app.close());

const planOf = async (tenantId: string) =>
  (await app.call(plansApi.subscription, { token: await owner.organization(tenantId), params: { id: tenantId } })).body
    .planId;
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

test('rejects forged events of the payment provider, signed or not', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  const payload = JSON.stringify({
    id: 'evt_forged',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: { id: 'x', metadata: { sessionId: body.sessionId }, payment_status: 'paid', subscription: 'sub_x' },
    },
  });
  const now = Math.floor(Date.now() / 1000);
  const signature = `t=${now},v1=${createHmac('sha256', '').update(`${now}.${payload}`).digest('hex')}`;
  for (const headers of [{}, { 'stripe-signature': signature }, { 'stripe-signature': 'v1=' }]) {
    const answer = await app.admin.inject({
      method: 'POST',
      url: billingApi.webhook.path,
      headers: { host: 'admin.test', 'content-type': 'application/json', ...headers },
      payload,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'payments.invalid_signature']);
  }
  expect(await planOf(tenantId)).toBe('free');
});

describe('another user', () => {
  test('cannot see sessions, invoices, documents or the portal of a tenant', async () => {
    const tenantId = await store.createTenant(owner);
    const { body } = await store.checkout(owner, { tenantId });
    await store.pay(body.redirectUri);
    const invoiceId = (await store.invoices(owner, tenantId))[0]?.id ?? '';
    const session = { token: stranger.cloud, params: { id: body.sessionId } };
    expect((await app.call(billingApi.checkoutSession, session)).status).toBe(404);
    const own = await stranger.organization(theirs);
    for (const token of [own, stranger.cloud, stranger.me]) {
      const params = { id: tenantId, invoiceId };
      const answers = [
        await app.call(billingApi.invoicePdf, { token, params }),
        await app.call(billingApi.invoices, { token, params }),
        await app.call(billingApi.portal, { token, params, body: { callbackUrl: callback } }),
        await app.call(billingApi.cancel, { token, params }),
      ];
      for (const { status } of answers) {
        expect([401, 404]).toContain(status);
      }
    }
    // An invoice of another tenant is not found under the caller's own tenant either.
    const params = { id: theirs, invoiceId };
    expect((await app.call(billingApi.invoicePdf, { token: own, params })).status).toBe(404);
    const portal = { token: own, params: { id: theirs }, body: { callbackUrl: callback } };
    expect(await app.call(billingApi.portal, portal)).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
  });

  test('cannot buy for a tenant of others with any token', async () => {
    const tenantId = await store.createTenant(owner);
    for (const token of [stranger.cloud, await stranger.organization(theirs)]) {
      const body = { skuId: pro, successCallbackUrl: callback, tenantId };
      expect(await app.call(billingApi.checkout, { token, body })).toMatchObject({ status: 404 });
    }
    // A token of one tenant cannot create another tenant.
    const body = { skuId: pro, successCallbackUrl: callback, tenantName: 'New' };
    const token = await stranger.organization(theirs);
    expect(await app.call(billingApi.checkout, { token, body })).toMatchObject({ status: 403 });
  });

  test('cannot pay an invoice of another customer in their own portal', async () => {
    const mine = await store.createTenant(owner);
    await store.buy(owner, mine);
    const other = await store.createTenant(stranger);
    await store.buy(stranger, other);
    const [invoice] = await app.app.tenancy.system((db) =>
      db.selectFrom('invoices').select('reference').where('tenant_id', '=', mine).execute(),
    );
    await app.app.tenancy.system((db) =>
      sql`update local_invoices set status = 'open' where reference = ${invoice?.reference}`.execute(db),
    );
    const { body } = await app.call(billingApi.portal, {
      token: await stranger.organization(other),
      params: { id: other },
      body: { callbackUrl: callback },
    });
    const answer = await store.post(`${body.redirectUri}/invoices/${invoice?.reference}`);
    expect(answer.headers.location).toContain('notPaid');
    const rows = await app.app.tenancy.system((db) =>
      db
        .selectFrom('local_invoices')
        .select('status')
        .where('reference', '=', invoice?.reference ?? '')
        .execute(),
    );
    expect(rows).toEqual([{ status: 'open' }]);
  });
});

test('does not let a collaborator buy, cancel or see payments', async () => {
  const tenantId = await store.createTenant(owner);
  const helper = await consoleTokens(app, 'helper');
  const helperId = decodeJwt(helper.idToken).sub ?? '';
  await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, helperId, 'collaborator'));
  const token = await helper.organization(tenantId);
  const body = { skuId: pro, successCallbackUrl: callback, tenantId };
  for (const one of [token, helper.cloud]) {
    expect(await app.call(billingApi.checkout, { token: one, body })).toMatchObject({ status: 403 });
  }
  const params = { id: tenantId, invoiceId: 'x' };
  const answers = [
    await app.call(billingApi.cancel, { token, params }),
    await app.call(billingApi.invoices, { token, params }),
    await app.call(billingApi.invoicePdf, { token, params }),
    await app.call(billingApi.portal, { token, params, body: { callbackUrl: callback } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test('does not let operators buy a plan for the admin tenant or cancel its plan', async () => {
  const operator = await consoleTokens(app, 'operator');
  await app.write(adminTenantId, (db) => appointOperator(db, 'operator'));
  const token = await operator.organization(adminTenantId);
  const params = { id: adminTenantId };
  const bought = await store.checkout(operator, { tenantId: adminTenantId });
  const cancelled = await app.call(billingApi.cancel, { token, params });
  for (const answer of [bought, cancelled]) {
    expect([answer.status, codeOf(answer)]).toEqual([422, 'checkout.plan_not_available']);
  }
  expect((await app.call(plansApi.subscription, { token, params })).body.planId).toBe('admin');
});

test('never redirects to another site after payment', async () => {
  const tenantId = await store.createTenant(owner);
  const token = await owner.organization(tenantId);
  for (const address of [
    'https://evil.example/',
    'http://admin.test.evil.example/',
    'http://admin.test@evil.example/',
    'http://user:word@admin.test/',
    'https://admin.test/',
    'http://admin.test:81/',
    'javascript://admin.test/%0aalert(1)',
  ]) {
    const bought = await store.checkout(owner, { tenantId, successCallbackUrl: address });
    const portal = await app.call(billingApi.portal, {
      token,
      params: { id: tenantId },
      body: { callbackUrl: address },
    });
    expect([address, bought.status, codeOf(bought)]).toEqual([address, 422, 'checkout.invalid_callback']);
    expect([address, portal.status, codeOf(portal)]).toEqual([address, 422, 'checkout.invalid_callback']);
  }
  // The return route only redirects to the stored address.
  const back = await app.admin.inject({
    method: 'GET',
    url: '/checkout-return/unknown?to=https://evil.example',
    headers: { host: 'admin.test' },
  });
  expect(back.headers.location).toBe('/');
});

test('charges once for a double click or a resubmitted page', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  const answers = await Promise.all(Array.from({ length: 10 }, () => store.pay(body.redirectUri)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(303));
  const again = await store.pay(body.redirectUri);
  expect(again.statusCode).toBe(303);
  expect((await store.get(body.redirectUri)).statusCode).toBe(303);
  expect(await store.invoices(owner, tenantId)).toHaveLength(1);
  const rows = await app.app.tenancy.system((db) =>
    db
      .selectFrom('local_subscriptions as s')
      .innerJoin('billing_customers as b', 'b.customer', 's.customer')
      .where('b.tenant_id', '=', tenantId)
      .select('s.reference')
      .execute(),
  );
  expect(rows).toHaveLength(1);
});

test('ignores price and plan sent by the browser', async () => {
  const tenantId = await store.createTenant(owner);
  const tampered = await store.checkout(owner, { tenantId, unitPrice: 1 });
  expect(tampered.status).toBe(400);
  const { body } = await store.checkout(owner, { tenantId });
  await store.pay(body.redirectUri, cards.good, { unitPrice: '1', amount: '0', skuId: 'free', plan: 'enterprise' });
  expect(await planOf(tenantId)).toBe(pro);
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ amountDue: 1600 }]);
});

test('rejects payment in an expired session', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  await app.app.tenancy.system((db) =>
    sql`update local_checkouts set expires_at = now() - interval '1 second' where session_id = ${body.sessionId}`.execute(
      db,
    ),
  );
  expect((await store.get(body.redirectUri)).statusCode).toBe(410);
  expect((await store.pay(body.redirectUri)).statusCode).toBe(410);
  expect(await planOf(tenantId)).toBe('free');
});

test('rejects forms from other sites for payments and card changes', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  const sent = form({ number: cards.good, expiry: '12/40', cvc: '123' });
  const { origin: _, ...bare } = sent.headers;
  for (const headers of [
    bare,
    { ...bare, origin: 'null' },
    { ...bare, origin: 'https://evil.example' },
    { ...sent.headers, 'sec-fetch-site': 'cross-site' },
  ]) {
    const url = new URL(body.redirectUri).pathname;
    const answer = await app.admin.inject({ method: 'POST', url, payload: sent.payload, headers });
    expect(answer.statusCode).toBe(403);
  }
  expect(await planOf(tenantId)).toBe('free');
});

test('charges nothing if the tenant is deleted during payment', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  const token = await owner.organization(tenantId);
  expect((await app.call(tenantsApi.remove, { token, params: { id: tenantId } })).status).toBe(204);
  const count = () =>
    app.app.tenancy.system(async (db) => (await sql`select from local_subscriptions`.execute(db)).rows.length);
  const before = await count();
  expect((await store.pay(body.redirectUri)).statusCode).toBe(410);
  expect(await count()).toBe(before);
});

test('rejects invalid or missing forms with a client error', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  const url = new URL(body.redirectUri).pathname;
  const { headers } = form({});
  for (const payload of ['', 'number', 'number=%00&expiry=%ff', `number=${'4'.repeat(3000)}`, 'x'.repeat(10_000)]) {
    const answer = await app.admin.inject({ method: 'POST', url, payload, headers });
    expect([payload.slice(0, 20), [413, 422].includes(answer.statusCode)]).toEqual([payload.slice(0, 20), true]);
  }
});
