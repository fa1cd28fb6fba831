import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { changePlan } from '#features/cloud/operators';
import { findTenant } from '#features/cloud/tenants';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { beginCheckout } from './begin-checkout.ts';
import { cancelSubscription } from './cancel.ts';
import { listInvoices } from './invoices.store.ts';
import { checkBilling } from './local/check-form.ts';
import { payCheckout } from './local/pay.ts';
import { advance, payInvoice } from './local/renew.ts';
import { findCheckout, findLocalCustomer, saveCustomerCard } from './local/store.ts';
import { findCustomer, findLiveSubscription } from './store.ts';
import { callback, cards, type Person, pro, recipient, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;
let ownerId: string;
const other = 'pro-202411';

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
  await statement(sql`update skus set is_offered = true, unit_price = 2900 where id = ${other}`);
  await statement(sql`insert into skus (id, name, type) values ('acme-2026', 'acme-2026', 'Basic')`);
  const { rows } = await statement(sql`select id from users where username = 'owner'`);
  ownerId = (rows[0] as { id: string }).id;
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

const statement = (text: ReturnType<typeof sql>) => app.app.tenancy.system((db) => text.execute(db));
const day = 86_400_000;

type World = { tenantId: string; page: string | undefined; operatorsPlan: string | undefined };
const steps = {
  wait: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 35 }) }),
  checkout: fc.record({ kind: fc.constant('checkout' as const), skuId: fc.constantFrom(pro, other) }),
  pay: fc.record({ kind: fc.constant('pay' as const), card: fc.constantFrom(...Object.values(cards)) }),
  card: fc.record({ kind: fc.constant('card' as const), failsLater: fc.boolean() }),
  settle: fc.record({ kind: fc.constant('settle' as const) }),
  cancel: fc.record({ kind: fc.constant('cancel' as const) }),
  operator: fc.record({ kind: fc.constant('operator' as const), planId: fc.constantFrom('free', pro, 'acme-2026') }),
};
const Step = fc.oneof(...Object.values(steps), steps.wait, steps.checkout, steps.pay, steps.pay);
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never;

const expected = ['checkout.already_subscribed', 'checkout.plan_not_available', 'tenant.paid_subscription'];
/** A refusal is a valid answer; it must change nothing, which the invariants check. */
const attempt = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: { code?: string }) => {
    if (!expected.includes(error.code ?? '')) {
      throw error;
    }
    return undefined;
  });

async function catchUp(): Promise<void> {
  const stuck = new Set<string>();
  while (await advance(app.app, new Date(), stuck)) {
    expect(stuck.size).toBe(0);
  }
}

async function take(world: World, step: Step): Promise<void> {
  const { tenantId } = world;
  switch (step.kind) {
    case 'wait':
      // Day by day, so that renewals and retries happen when they are due.
      for (let passed = 0; passed < step.days; passed += 1) {
        vi.setSystemTime(Date.now() + day);
        await catchUp();
      }
      return;
    case 'checkout': {
      const body = { skuId: step.skuId, tenantId, successCallbackUrl: callback };
      const opened = await attempt(beginCheckout(app.app, body, ownerId));
      world.page = opened?.redirectUri ?? world.page;
      return;
    }
    case 'pay': {
      const reference = world.page?.split('/').pop() ?? '';
      const card = { number: step.card, expiry: '12/40', cvc: '123' };
      const billed = checkBilling(new URLSearchParams(recipient));
      const { problem } = await payCheckout(app.app, reference, { card, billed });
      const checkout = await app.app.tenancy.system((db) => findCheckout(db, reference));
      if (checkout?.status === 'complete' && !problem) {
        world.operatorsPlan = undefined;
        world.page = undefined;
      }
      return;
    }
    case 'card':
      return app.app.tenancy.system(async (db) => {
        const customer = await findCustomer(db, tenantId, 'local');
        const known = customer && (await findLocalCustomer(db, customer.customer));
        if (known) {
          const card = { brand: 'Visa', last4: '4242', expires: '2040-12-31', failsLater: step.failsLater };
          await saveCustomerCard(db, known.reference, known.name, card);
        }
      });
    case 'settle': {
      const customer = await app.app.tenancy.system((db) => findCustomer(db, tenantId, 'local'));
      const { rows } = await statement(sql`select reference from invoices
        where tenant_id = ${tenantId} and status in ('open', 'uncollectible')`);
      for (const { reference } of rows as { reference: string }[]) {
        await payInvoice(app.app, customer?.customer ?? '', reference);
      }
      return;
    }
    case 'cancel':
      if (await attempt(cancelSubscription(app.app, tenantId, ownerId).then(() => true))) {
        world.operatorsPlan = undefined;
      }
      return;
    case 'operator': {
      const { planId } = step;
      const isDone = await attempt(
        app.app.tenancy.system((db) => changePlan(db, tenantId, { planId })).then(() => true),
      );
      app.app.cache.drop(tenantId);
      world.operatorsPlan = isDone ? planId : world.operatorsPlan;
    }
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);

/** The share of every started period that the customer had or still has, priced independently of the invoices. */
async function worthOf(tenantId: string): Promise<{ worth: number; rounding: number }> {
  const { rows } = await statement(sql`select l.anchor, l.unit_price as price, l.period, l.period_start as "start",
      l.period_end as "end", b.ended_at as ended
    from local_subscriptions l join billing_subscriptions b on b.provider = 'local' and b.reference = l.reference
    where b.tenant_id = ${tenantId}`);
  const known = rows as { price: number; period: number; start: number; end: number; ended: number | null }[];
  const worth = known.map(({ price, period, start, end, ended }) => {
    const last = ended === null ? 1 : Math.min(1, (ended - start) / (end - start));
    return price * (period + last);
  });
  return { worth: sum(worth), rounding: known.length };
}

async function expectSound({ tenantId, operatorsPlan }: World, trail: string): Promise<void> {
  const { invoices, tenant, live } = await app.app.tenancy.system(async (db) => ({
    invoices: (await listInvoices(db, tenantId, { limit: 500, offset: 0 })).invoices,
    tenant: await findTenant(db, tenantId),
    live: await findLiveSubscription(db, tenantId),
  }));
  const unpaid = invoices.filter(({ status }) => status === 'open' || status === 'uncollectible');
  const due = sum(invoices.map(({ amountDue }) => amountDue));
  const paid = sum(invoices.map(({ amountPaid }) => amountPaid));
  const { worth, rounding } = await worthOf(tenantId);
  expect({ trail, balance: due - paid }).toEqual({ trail, balance: sum(unpaid.map(({ amountDue }) => amountDue)) });
  expect({ trail, isPaidOut: paid < 0 }).toEqual({ trail, isPaidOut: false });
  expect({ trail, due, worth, isFair: Math.abs(due - worth) <= rounding }).toMatchObject({ isFair: true });
  for (const { amountDue, lines } of invoices) {
    expect({ trail, amountDue }).toEqual({ trail, amountDue: sum(lines.map(({ amount }) => amount)) });
  }
  const plan = live?.skuId ?? operatorsPlan ?? 'free';
  expect({ trail, plan: tenant?.planId }).toEqual({ trail, plan });
  expect({ trail, unnumbered: invoices.filter(({ number }) => number === null) }).toEqual({ trail, unnumbered: [] });
}

async function runSteps(run: readonly Step[]): Promise<World> {
  const tenantId = await store.createTenant(owner);
  const world: World = { tenantId, page: undefined, operatorsPlan: undefined };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    for (const [index, step] of run.entries()) {
      await take(world, step);
      await expectSound(world, JSON.stringify(run.slice(0, index + 1)));
    }
  } finally {
    vi.useRealTimers();
    await statement(sql`update local_subscriptions set status = 'canceled'`);
    await statement(sql`update local_invoices set next_attempt_at = null`);
    await statement(sql`update tenants set plan_id = 'pro' where id = ${tenantId}`);
  }
  return world;
}

const seed = Number(process.env.POSTERN_TEST_SEED ?? 20_261_118);
const numRuns = process.env.POSTERN_TEST_SIZE === 'full' ? 300 : 30;

test('the books agree after any order of checkout, payment, failure, plan change, cancellation and operator', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 14 }), async (run) => void (await runSteps(run))),
    { seed, numRuns, endOnFailure: true },
  );
  const { rows } =
    await statement(sql`select s.prefix, s.last_number as last, count(i.*)::int as n from invoice_series s
    left join invoices i on i.number like s.prefix || '%' group by s.prefix, s.last_number`);
  expect(rows.length).toBeGreaterThan(1);
  for (const { prefix, last, n } of rows as { prefix: string; last: number; n: number }[]) {
    expect({ prefix, n }).toEqual({ prefix, n: last });
  }
}, 900_000);

const bought = (card: string): Step[] => [
  { kind: 'checkout', skuId: pro },
  { kind: 'pay', card },
];

test('canceling an unpaid month pays nothing out and bills the used days', async () => {
  const { tenantId } = await runSteps([...bought(cards.failsLater), { kind: 'wait', days: 34 }, { kind: 'cancel' }]);
  const { invoices } = await app.app.tenancy.system((db) => listInvoices(db, tenantId, { limit: 9, offset: 0 }));
  expect(sum(invoices.map(({ amountPaid }) => amountPaid))).toBe(1600);
  expect(invoices.filter(({ status }) => status === 'open')).toMatchObject([
    { lines: [{ description: 'Pro' }, { description: 'Pro, unused time' }] },
  ]);
});

test('a plan that was paid with the rest of another one is refunded when it ends', async () => {
  const { tenantId } = await runSteps([
    { kind: 'checkout', skuId: other },
    { kind: 'pay', card: cards.good },
    { kind: 'checkout', skuId: pro },
    { kind: 'pay', card: cards.good },
    { kind: 'cancel' },
  ]);
  const { invoices } = await app.app.tenancy.system((db) => listInvoices(db, tenantId, { limit: 9, offset: 0 }));
  expect(sum(invoices.map(({ amountPaid }) => amountPaid))).toBe(0);
});

test('a plan that an operator assigns during a checkout stays, and the buyer pays nothing', async () => {
  const { tenantId } = await runSteps([
    { kind: 'checkout', skuId: pro },
    { kind: 'operator', planId: 'acme-2026' },
    { kind: 'pay', card: cards.good },
  ]);
  const { invoices } = await app.app.tenancy.system((db) => listInvoices(db, tenantId, { limit: 9, offset: 0 }));
  expect(invoices).toEqual([]);
});
