import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { billing } from '../index.ts';
import { callback, cards, type Person, shop } from '../testing.ts';
import { advanceAll } from './index.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

/** Runs the job that the worker runs every minute. */
async function tick(): Promise<void> {
  await advanceAll({ signal: new AbortController().signal }, app.app);
}

/** Backdates the purchase by a month and a day. */
const age = (tenantId: string) =>
  app.app.tenancy.system((db) =>
    sql`update local_subscriptions set anchor = anchor - interval '1 month 1 day',
        period_start = period_start - interval '1 month 1 day', period_end = period_end - interval '1 month 1 day'
      where reference = (select subscription from billing_customers where tenant_id = ${tenantId})`.execute(db),
  );

test('renews by the worker; a failed card is replaced in the portal, where the open invoice is paid', async () => {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId, cards.failsLater);
  await tick();
  expect(await store.invoices(owner, tenantId)).toHaveLength(1);
  await age(tenantId);
  await tick();
  const token = await owner.organization(tenantId);
  const statusNow = async () =>
    (await app.call(plansApi.subscription, { token, params: { id: tenantId } })).body.status;
  expect(await statusNow()).toBe('past_due');
  const { body } = await app.call(billingApi.portal, {
    token,
    params: { id: tenantId },
    body: { callbackUrl: callback },
  });
  const page = await store.get(body.redirectUri);
  expect(page.payload).toContain('Open');
  const action = `http://admin.test${/action="([^"]+\/invoices\/[^"]+)"/.exec(page.payload)?.[1]}`;
  expect((await store.post(action)).headers.location).toContain('said=notPaid');
  await store.post(`${body.redirectUri}/card`, { number: cards.good, expiry: '12/40', cvc: '123' });
  const paid = await store.post(action);
  expect(paid.headers.location).toContain('said=paid');
  expect(await statusNow()).toBe('active');
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  const after = await store.get(body.redirectUri);
  expect(after.payload).toContain('ending in 4242');
  expect(after.payload).not.toContain('/invoices/in_');
});

test('closes a portal after an hour', async () => {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  const { body } = await app.call(billingApi.portal, {
    token: await owner.organization(tenantId),
    params: { id: tenantId },
    body: { callbackUrl: callback },
  });
  expect((await store.get(body.redirectUri)).statusCode).toBe(200);
  await app.app.tenancy.system((db) => sql`update local_portals set expires_at = now()`.execute(db));
  expect((await store.get(body.redirectUri)).statusCode).toBe(404);
  const changed = await store.post(`${body.redirectUri}/card`, { number: cards.good, expiry: '12/41', cvc: '123' });
  expect((await store.get(String(new URL(String(changed.headers.location), 'http://admin.test')))).statusCode).toBe(
    404,
  );
});

test('sweeps unpaid sessions and old data', async () => {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  const sweep = () =>
    app.app.tenancy.system(
      (db) => billing.jobs?.find(({ name }) => name === 'billing.sweep')?.run(db, app.app) ?? Promise.resolve(),
    );
  const status = async () =>
    (await app.call(billingApi.checkoutSession, { token: owner.cloud, params: { id: body.sessionId } })).body.status;
  await app.app.tenancy.system((db) =>
    sql`insert into local_customers (reference, name) values ('cus_orphan', 'Nobody')`.execute(db),
  );
  await app.app.tenancy.system((db) =>
    sql`update local_customers set created_at = now() - interval '2 days'`.execute(db),
  );
  const customers = () =>
    app.app.tenancy.system((db) => db.selectFrom('local_customers').select('reference').execute());
  const before = await customers();
  await sweep();
  expect(before.length).toBeGreaterThan(1);
  expect(await customers()).toEqual(before.filter(({ reference }) => reference !== 'cus_orphan'));
  expect(await status()).toBe('open');
  await app.app.tenancy.system((db) =>
    sql`update checkout_sessions set expires_at = now() - interval '2 hours' where id = ${body.sessionId}`.execute(db),
  );
  await sweep();
  expect(await status()).toBe('expired');
  await app.app.tenancy.system((db) =>
    sql`update checkout_sessions set expires_at = now() - interval '91 days' where id = ${body.sessionId}`.execute(db),
  );
  await sweep();
  expect(
    (await app.call(billingApi.checkoutSession, { token: owner.cloud, params: { id: body.sessionId } })).status,
  ).toBe(404);
});
