import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { applyEvents, runPayment } from './apply-event.ts';
import { endUnwanted } from './cancel.ts';
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
  // The worker would end subscriptions that the tests inspect.
  await app.worker.stop();
});
afterAll(() => app.close());

/** Subscriptions queued to be ended. */
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
  runPayment(app.app, async (db) => ({
    changed: await applyEvents(db, app.app.vault, 'local', [{ id, at: at(second), event }]),
  }));

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

test('ends in the same state regardless of the order of the first events', async () => {
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

test('applies an event that another node receives while the checkout is being stored', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let stored = (): void => undefined;
  const isStored = new Promise<void>((resolve) => {
    stored = resolve;
  });
  const checkout = runPayment(app.app, async (db) => {
    const event = { id: 'slow', at: at(1), event: completed(sessionId, subscription) };
    const changed = await applyEvents(db, app.app.vault, 'local', [event]);
    stored();
    await gate;
    return { changed };
  });
  await isStored;
  const beside = Promise.all([
    apply(2, subscribed(subscription, { status: 'past_due' })),
    apply(3, billed(subscription, { status: 'open', amountPaid: 0 })),
  ]);
  const waiting = async () => {
    const { rows } = await app.app.tenancy.system((db) =>
      sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`.execute(
        db,
      ),
    );
    return rows[0]?.n ?? 0;
  };
  const isOver = beside.then(() => 'over');
  await expect
    .poll(async () => (await waiting()) === 2 || (await Promise.race([isOver, 'waits'])) === 'over')
    .toBe(true);
  release();
  await Promise.all([checkout, beside]);
  expect(await planOf(tenantId)).toMatchObject({ planId: pro, status: 'past_due' });
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ status: 'open', amountPaid: 0 }]);
});

test('applies an event once and ignores older events', async () => {
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

test('applies an event once when two nodes receive it at the same time', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  await apply(1, completed(sessionId, subscription));
  await Promise.all(Array.from({ length: 6 }, () => apply(2, billed(subscription), 'same')));
  expect(await store.invoices(owner, tenantId)).toHaveLength(1);
});

test('falls back to the free plan when a paid plan ends and still stores the last invoice', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  await apply(1, completed(sessionId, subscription));
  await apply(2, subscribed(subscription, { status: 'canceled' }));
  expect(await planOf(tenantId)).toMatchObject({ planId: 'free', status: 'active', upcomingInvoice: null });
  await apply(3, subscribed(subscription));
  expect((await planOf(tenantId)).planId).toBe('free');
  await apply(4, billed(subscription, { reference: 'in_last', amountDue: -700 }));
  expect(await store.invoices(owner, tenantId)).toMatchObject([{ amountDue: -700, planId: pro }]);
});

test('refunds a paid session if the tenant already pays, and keeps the plan', async () => {
  const { tenantId, sessionId, subscription } = await begun();
  // Both sessions are paid because the provider closed the first one too late.
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

test('ignores an unknown session, for example of another installation', async () => {
  await apply(1, completed('somebodyelses', 'sub_foreign'));
  expect(await takeUnwanted()).toEqual([]);
});

test('applies the new plan on every node and writes the audit log', async () => {
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
  const entries = rows.filter(({ payload }) => JSON.stringify(payload).includes(tenantId));
  for (const key of ['Tenant.Plan.Updated', 'Tenant.Checkout.Completed']) {
    // The buyer, not the payment provider that reports the payment.
    expect(entries.find((entry) => entry.key === key)?.payload).toMatchObject({
      actor: { id: decodeJwt(owner.idToken).sub },
    });
  }
});

test('refunds instead of creating a tenant whose buyer no longer exists', async () => {
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
