import { applicationsApi } from '@postern/contracts/access/applications';
import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addUsage } from '../../../records/metering/store.ts';
import { agreeing } from '../../plans/testing.ts';
import { addMonths } from '../change-plan.ts';
import { callback, cards, type Person, pro, recipient, shop } from '../testing.ts';
import { checkBilling } from './check-form.ts';
import { payCheckout } from './pay.ts';
import { advance, cancelLocal, payInvoice } from './renew.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

const day = 86_400_000;
const subscriptionOf = async (tenantId: string) =>
  (await app.call(plansApi.subscription, { token: await owner.organization(tenantId), params: { id: tenantId } })).body;
const tenantOf = async (tenantId: string) =>
  (await app.call(tenantsApi.list, { token: owner.cloud })).body.find(({ id }) => id === tenantId);

/** Runs everything that is due until then, on one node. */
async function travel(now: Date, on = app.app): Promise<void> {
  let steps = 0;
  const stuck = new Set<string>();
  while ((await advance(on, now, stuck)) && steps < 50) {
    steps += 1;
  }
}

/** `after` counts months from the start; at the end of a month this differs from adding months one by one. */
async function paying(number = cards.good): Promise<{ tenantId: string; end: Date; after(months: number): Date }> {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId, number);
  const { currentPeriodStart, currentPeriodEnd } = await subscriptionOf(tenantId);
  const after = (months: number) => addMonths(new Date(currentPeriodStart), months);
  return { tenantId, end: new Date(currentPeriodEnd), after };
}

test('uses calendar months', () => {
  const months = (from: string) =>
    [1, 2, 3, 12, 13].map((n) => addMonths(new Date(from), n).toISOString().slice(0, 10));
  expect(months('2027-01-31T10:00:00Z')).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-01-31',
    '2028-02-29',
  ]);
  expect(months('2027-11-15T10:00:00Z')).toEqual([
    '2027-12-15',
    '2028-01-15',
    '2028-02-15',
    '2028-11-15',
    '2028-12-15',
  ]);
  expect(addMonths(new Date('2027-03-31T10:00:00Z'), -1).toISOString()).toBe('2027-02-28T10:00:00.000Z');
});

describe('renewal', () => {
  test('starts the next period with a paid invoice', async () => {
    const { tenantId, end, after } = await paying();
    await travel(new Date(end.getTime() - 1000));
    expect(await store.invoices(owner, tenantId)).toHaveLength(1);
    await travel(end);
    const subscription = await subscriptionOf(tenantId);
    expect(subscription).toMatchObject({
      status: 'active',
      currentPeriodStart: end.toISOString(),
      currentPeriodEnd: after(2).toISOString(),
    });
    expect(await store.invoices(owner, tenantId)).toMatchObject([
      { status: 'paid', amountPaid: 1600, periodStart: end.toISOString() },
      { status: 'paid' },
    ]);
  });

  test('bills usage beyond the plan and shows it in advance', async () => {
    const { tenantId, end, after } = await paying();
    const token = await app.managementToken(tenantId);
    for (const name of ['One', 'Two']) {
      await app.call(applicationsApi.create, {
        token,
        tenantId,
        headers: agreeing,
        body: { name, type: 'MachineToMachine' },
      });
    }
    const today = new Date().toISOString().slice(0, 10);
    await app.app.tenancy.system((db) => addUsage(db, [{ tenantId, day: today, tokens: 2_000_001, userIds: [] }]));
    // Three machines including the one of the test, of which one is included; two started millions of tokens beyond the
    // first one.
    const total = 1600 + 2 * 800 + 2 * 8000;
    expect((await subscriptionOf(tenantId)).upcomingInvoice).toEqual({ subtotal: total, total });
    await travel(end);
    const [invoice] = await store.invoices(owner, tenantId);
    expect(invoice?.amountDue).toBe(total);
    expect(invoice?.lines).toEqual([
      { description: 'Pro', quantity: 1, unitPrice: 1600, amount: 1600 },
      { description: 'Machine-to-machine application', quantity: 2, unitPrice: 800, amount: 1600 },
      { description: 'Tokens', quantity: 2, unitPrice: 8000, amount: 16_000 },
    ]);
    await travel(after(2));
    expect((await store.invoices(owner, tenantId))[0]?.lines.map(({ description }) => description)).toEqual([
      'Pro',
      'Machine-to-machine application',
    ]);
  });

  test('catches up three months without a worker, one period at a time, once', async () => {
    const { tenantId, after } = await paying();
    const other = await app.another();
    const late = new Date(after(3).getTime() + day);
    await Promise.all([travel(late), travel(late, other.app), travel(late)]);
    const invoices = await store.invoices(owner, tenantId);
    expect(invoices).toHaveLength(4);
    expect(new Set(invoices.map(({ periodStart }) => periodStart)).size).toBe(4);
    expect((await subscriptionOf(tenantId)).currentPeriodStart).toBe(after(3).toISOString());
  });

  test('does not let a failing renewal block others, and retries it later', async () => {
    const stopped = await paying();
    const next = await paying();
    const late = new Date(next.end.getTime() + 1000);
    // An invoice with the next number blocks the renewal.
    await app.app.tenancy.system((db) =>
      sql`insert into local_invoices select 'in_' || i.subscription || '_1', i.subscription, 'void', 0, i.invoice, now()
        from local_invoices i join billing_customers b on b.subscription = i.subscription
        where b.tenant_id = ${stopped.tenantId}`.execute(db),
    );
    await travel(late);
    expect(await store.invoices(owner, next.tenantId)).toHaveLength(2);
    expect(await store.invoices(owner, stopped.tenantId)).toHaveLength(1);
    await app.app.tenancy.system((db) => sql`delete from local_invoices where status = 'void'`.execute(db));
    await travel(late);
    expect(await store.invoices(owner, stopped.tenantId)).toHaveLength(2);
  });

  test('does not charge a suspended tenant, nor for that time after it is resumed', async () => {
    const { tenantId, end } = await paying();
    const failing = await paying(cards.failsLater);
    await travel(failing.end);
    const suspend = (id: string, isSuspended: boolean) =>
      app.app.tenancy.system((db) =>
        sql`update tenants set is_suspended = ${isSuspended} where id = ${id}`.execute(db),
      );
    const renewed = new Date(end.getTime() + 31 * day);
    await suspend(failing.tenantId, true);
    await suspend(tenantId, true);
    const before = await store.invoices(owner, tenantId);
    await travel(renewed);
    expect(await store.invoices(owner, tenantId)).toEqual(before);
    expect((await store.invoices(owner, failing.tenantId))[0]).toMatchObject({ status: 'open' });
    await app.app.tenancy.system((db) =>
      sql`insert into tenant_suspensions (tenant_id, suspended_at, reason, suspended_by, resumed_at)
        values (${tenantId}, now(), 'Late', 'operator', ${renewed})`.execute(db),
    );
    await suspend(tenantId, false);
    await travel(new Date(renewed.getTime() + 1000));
    const after = await store.invoices(owner, tenantId);
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ status: 'paid', amountDue: 1600, periodStart: renewed.toISOString() });
    await suspend(failing.tenantId, false);
  });

  test('does not charge an expired card', async () => {
    const tenantId = await store.createTenant(owner);
    const { body } = await store.checkout(owner, { tenantId });
    const now = new Date();
    const expiry = `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${now.getUTCFullYear()}`;
    await store.pay(body.redirectUri, cards.good, { expiry });
    await travel(new Date((await subscriptionOf(tenantId)).currentPeriodEnd));
    expect(await subscriptionOf(tenantId)).toMatchObject({ status: 'past_due', planId: pro });
  });
});

describe('a card that fails', () => {
  test('is retried after 3, 5 and 7 days; then the invoice is overdue and billing stops', async () => {
    const { tenantId, end } = await paying(cards.failsLater);
    await travel(end);
    expect(await subscriptionOf(tenantId)).toMatchObject({ status: 'past_due', planId: pro });
    const [open] = await store.invoices(owner, tenantId);
    expect(open).toMatchObject({ status: 'open', amountDue: 1600, amountPaid: 0 });
    expect(open?.dueDate).toBe(new Date(end.getTime() + 7 * day).toISOString());
    // The tenant includes the invoice exactly as the list of invoices shows it.
    expect((await tenantOf(tenantId))?.openInvoices).toEqual([open]);
    const statusAfter = async (days: number) => {
      await travel(new Date(end.getTime() + days * day));
      return [(await store.invoices(owner, tenantId))[0]?.status, (await subscriptionOf(tenantId)).status];
    };
    for (const days of [1, 3, 5, 6.9]) {
      expect([days, ...(await statusAfter(days))]).toEqual([days, 'open', 'past_due']);
    }
    expect(await statusAfter(7)).toEqual(['uncollectible', 'unpaid']);
    expect(await statusAfter(100)).toEqual(['uncollectible', 'unpaid']);
    expect(await store.invoices(owner, tenantId)).toHaveLength(2);
    const token = await owner.organization(tenantId);
    expect(await app.call(tenantsApi.remove, { token, params: { id: tenantId } })).toMatchObject({
      status: 422,
      body: { code: 'tenant.paid_subscription' },
    });
  });

  test('is replaced in the portal, where the open invoice is paid once', async () => {
    const { tenantId, end, after } = await paying(cards.failsLater);
    await travel(end);
    const { body } = await app.call(billingApi.portal, {
      token: await owner.organization(tenantId),
      params: { id: tenantId },
      body: { callbackUrl: callback },
    });
    const page = await store.get(body.redirectUri);
    expect(page.payload).toContain('ending in 0341');
    expect(page.payload).toContain(callback.replace('&', '&#38;'));
    const action = /action="([^"]+\/invoices\/[^"]+)"/.exec(page.payload)?.[1] ?? '';
    const declined = await store.post(`http://admin.test${action}`);
    expect(declined.headers.location).toContain('said=notPaid');
    const refused = await store.post(`${body.redirectUri}/card`, {
      number: cards.declined,
      expiry: '12/40',
      cvc: '123',
    });
    expect(refused.statusCode).toBe(422);
    const saved = await store.post(`${body.redirectUri}/card`, { number: cards.good, expiry: '12/40', cvc: '123' });
    expect(saved.headers.location).toContain('said=saved');
    const customer = await app.app.tenancy.system((db) =>
      db.selectFrom('billing_customers').select('customer').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow(),
    );
    // The page uses the current time; this test is a month ahead.
    const reference = decodeURIComponent(action.split('/').pop() ?? '');
    const later = new Date(end.getTime() + day);
    const paid = await Promise.all([1, 2, 3].map(() => payInvoice(app.app, customer.customer, reference, later)));
    expect(paid).toEqual([true, true, true]);
    expect((await store.invoices(owner, tenantId))[0]).toMatchObject({ status: 'paid', amountPaid: 1600 });
    expect(await subscriptionOf(tenantId)).toMatchObject({ status: 'active' });
    expect((await tenantOf(tenantId))?.openInvoices).toEqual([]);
    await travel(after(2));
    expect(await store.invoices(owner, tenantId)).toHaveLength(3);
  });
});

describe('usage of a month that ends at this moment', () => {
  /** The product, with a renewal between the count of the usage and the payment that bills it. */
  function interrupted(renew: () => Promise<void>): typeof app.app {
    const { tenancy } = app.app;
    let isCounted = false;
    return {
      ...app.app,
      tenancy: {
        ...tenancy,
        async read(...given: Parameters<typeof tenancy.read>) {
          const result = await tenancy.read(...given);
          isCounted = true;
          return result;
        },
        async system(...given: Parameters<typeof tenancy.system>) {
          if (isCounted) {
            isCounted = false;
            await renew();
          }
          return tenancy.system(...given);
        },
      } as typeof tenancy,
    };
  }

  async function busy() {
    const place = await paying();
    const token = await app.managementToken(place.tenantId);
    const body = { name: 'One', type: 'MachineToMachine' as const };
    await app.call(applicationsApi.create, { token, tenantId: place.tenantId, headers: agreeing, body });
    const { rows } = await app.app.tenancy.system((db) =>
      sql<{ reference: string }>`select subscription as reference from billing_customers
        where tenant_id = ${place.tenantId}`.execute(db),
    );
    return { ...place, reference: rows[0]?.reference ?? '' };
  }

  /** How often the additional machine of the first month is billed. */
  const billed = async (tenantId: string) =>
    (await store.invoices(owner, tenantId))
      .flatMap(({ lines }) => lines)
      .filter(({ description, amount }) => description.startsWith('Machine-to-machine') && amount === 800).length;

  test('is billed once if the plan is canceled', async () => {
    const { tenantId, reference, end } = await busy();
    let renewals = 0;
    const slow = interrupted(async () => {
      renewals += 1;
      await travel(end);
    });
    await cancelLocal(slow, reference, end);
    expect(renewals).toBeGreaterThan(0);
    expect(await billed(tenantId)).toBe(1);
  });

  test('is billed once if another plan is bought', async () => {
    const { tenantId, end } = await busy();
    await app.app.tenancy.system((db) =>
      sql`update skus set is_offered = true, unit_price = 2900 where id = 'pro-202411'`.execute(db),
    );
    const { body } = await store.checkout(owner, { tenantId, skuId: 'pro-202411' });
    let renewals = 0;
    const slow = interrupted(async () => {
      renewals += 1;
      await travel(end);
    });
    const given = {
      card: { number: cards.good, expiry: '12/40', cvc: '123' },
      billed: checkBilling(new URLSearchParams(recipient)),
    };
    await app.app.tenancy.system((db) =>
      sql`update local_checkouts set expires_at = ${new Date(end.getTime() + day)}`.execute(db),
    );
    const { problem } = await payCheckout(slow, body.redirectUri.split('/').pop() ?? '', given, end);
    expect([problem, renewals > 0]).toEqual([undefined, true]);
    expect(await billed(tenantId)).toBe(1);
  });
});
