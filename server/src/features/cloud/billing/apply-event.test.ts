import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing.ts';
import { consoleTokens } from '../../../testing-tokens.ts';
import { applyEvents, settle } from './apply-event.ts';
import { endUnwanted } from './end-unwanted.ts';
import type { PaymentEvent, ProviderInvoice } from './provider.ts';
import { unwantedQueue } from './store.ts';
import { type Person, pro, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
  // It would end subscriptions that the tests want to see.
  await app.worker.stop();
});
afterAll(() => app.close());

/** Subscriptions that are to be ended, out of the queue. */
async function takeUnwanted() {
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{
      payload: Record<string, unknown>;
    }>`delete from jobs where queue = ${unwantedQueue} returning payload`.execute(db),
  );
  return rows.map(({ payload }) => payload);
}

const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));
let count = 0;
const apply = (second: number, event: PaymentEvent, id = `e${count++}`) =>
  settle(app.app, async (db) => ({ changed: await applyEvents(db, 'local', [{ id, at: at(second), event }]) }));

async function begun(): Promise<{ tenantId: string; sessionId: string; subscription: string }> {
  const tenantId = await store.createTenant(owner);
  const { body } = await store.checkout(owner, { tenantId });
  return { tenantId, sessionId: body.sessionId, subscription: `sub_${tenantId}` };
}
const completed = (sessionId: string, subscription: string): PaymentEvent => ({
  kind: 'checkout',
  sessionId,
  status: 'complete',
  customer: `cus_${subscription}`,
  subscription,
});
const subscribed = (reference: string, more: object = {}): PaymentEvent => ({
  kind: 'subscription',
  reference,
  customer: `cus_${reference}`,
  status: 'active',
  skuId: pro,
  periodStart: at(0),
  periodEnd: new Date(Date.UTC(2027, 1, 1)),
  cancelAtPeriodEnd: false,
  ...more,
});
const billed = (subscription: string, more: Partial<ProviderInvoice> = {}): PaymentEvent => ({
  kind: 'invoice',
  invoice: {
    reference: `in_${subscription}`,
    subscription,
    status: 'paid',
    amountDue: 1600,
    amountPaid: 1600,
    currency: 'usd',
    periodStart: at(0),
    periodEnd: new Date(Date.UTC(2027, 1, 1)),
    createdAt: at(0),
    dueDate: null,
    lines: [],
    ...more,
  },
});
const planOf = async (tenantId: string) =>
  (await app.call(plansApi.subscription, { token: await owner.organization(tenantId), params: { id: tenantId } })).body;

test('in whatever order the first events come, the end is the same', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  await apply(3, billed(subscription));
  await apply(2, subscribed(subscription, { cancelAtPeriodEnd: true }));
  expect((await planOf(tenantId)).planId).toBe('free');
  await apply(1, completed(sessionId, subscription));
  expect(await planOf(tenantId)).toMatchObject({
    planId: pro,
    currentPeriodEnd: '2027-02-01T00:00:00.000Z',
    cancelAtPeriodEnd: true,
  });
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ status: 'paid', periodStart: at(0).toISOString() }]);
});

test('an event counts once, and an old one changes nothing', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  await apply(1, completed(sessionId, subscription));
  await apply(5, subscribed(subscription, { status: 'past_due' }), 'five');
  await apply(9, subscribed(subscription), 'nine');
  await apply(5, subscribed(subscription, { status: 'past_due' }), 'five');
  await apply(7, subscribed(subscription, { status: 'unpaid' }), 'seven');
  expect((await planOf(tenantId)).status).toBe('active');
  await apply(8, billed(subscription, { status: 'paid' }));
  await apply(6, billed(subscription, { status: 'open', amountPaid: 0 }));
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ status: 'paid', amountPaid: 1600 }]);
});

test('the same event at the same moment on two nodes counts once', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  await apply(1, completed(sessionId, subscription));
  await Promise.all(Array.from({ length: 6 }, () => apply(2, billed(subscription), 'same')));
  expect(await store.invoices(owner, tenantId)).toHaveLength(1);
});

test('a paid plan that ends is the free plan, and its last invoice still arrives', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  await apply(1, completed(sessionId, subscription));
  await apply(2, subscribed(subscription, { status: 'canceled' }));
  expect(await planOf(tenantId)).toMatchObject({ planId: 'free', status: 'active', upcomingInvoice: null });
  await apply(3, subscribed(subscription));
  expect((await planOf(tenantId)).planId).toBe('free');
  await apply(4, billed(subscription, { reference: 'in_last', amountDue: -700 }));
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ amountDue: -700, planId: pro }]);
});

test('a session that is paid although the tenant pays already is given back, and the plan stays', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  // Both sessions paid at a provider that was too slow to close the first.
  await apply(1, completed(sessionId, subscription));
  const { body } = await store.checkout(owner, { tenantName: 'Elsewhere' });
  await app.app.tenancy.system((db) =>
    db
      .updateTable('checkout_sessions')
      .set({ for_tenant: tenantId, status: 'expired' })
      .where('id', '=', body.sessionId)
      .execute(),
  );
  await apply(2, completed(body.sessionId, 'sub_second'));
  expect(await planOf(tenantId)).toMatchObject({ planId: pro, status: 'active' });
  const [payload] = await takeUnwanted();
  expect(payload).toEqual({ provider: 'local', subscription: 'sub_second' });
  expect(await endUnwanted({ payload: payload ?? {} }, app.app)).toBeUndefined();
  expect(await endUnwanted({ payload: { ...payload, provider: 'stripe' } }, app.app)).toEqual({ again: 3600 });
});

test('a session nobody knows, of another installation perhaps, changes nothing', async () => {
  await apply(1, completed('somebodyelses', 'sub_foreign'));
  expect(await takeUnwanted()).toEqual([]);
});

test('every node serves the new plan, and the trail knows', async () => {
  const other = await app.another();
  const { tenantId, sessionId, subscription } = await begun();
  const asked = async () => {
    const answer = await other.admin.inject({
      method: 'GET',
      url: `/api/tenants/${tenantId}/subscription`,
      headers: { host: 'admin.test', authorization: `Bearer ${await owner.organization(tenantId)}` },
    });
    return answer.json().planId;
  };
  expect(await asked()).toBe('free');
  await apply(1, completed(sessionId, subscription));
  await expect.poll(asked).toBe(pro);
  await app.worker.drain();
  const rows = await app.read(adminTenantId, (db) =>
    db.selectFrom('logs').select(['key', 'payload']).where('key', 'like', 'Tenant.%').execute(),
  );
  const keys = rows.filter(({ payload }) => JSON.stringify(payload).includes(tenantId)).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['Tenant.Plan.Updated', 'Tenant.Checkout.Completed']));
});

test('a new tenant whose buyer is gone is not created; the money is given back', async () => {
  const buyer = await consoleTokens(app, 'gone');
  const { body } = await store.checkout(buyer, { tenantName: 'Nobody' });
  await app.app.tenancy.system((db) =>
    db.updateTable('checkout_sessions').set({ owner_id: 'gonegonegone' }).where('id', '=', body.sessionId).execute(),
  );
  await apply(1, completed(body.sessionId, 'sub_nobody'));
  expect(await takeUnwanted()).toEqual([{ provider: 'local', subscription: 'sub_nobody' }]);
  expect(
    (await app.call(billingApi.checkoutSession, { token: buyer.cloud, params: { id: body.sessionId } })).status,
  ).toBe(404);
});
