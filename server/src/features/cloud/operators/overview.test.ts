import { operatorsApi } from '@postern/contracts/cloud/operators';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { analyzeTables } from '#testing/plans';
import { type TestApp, testApp } from '#testing/test-app';
import { shop } from '../billing/testing.ts';
import { appointOperator } from './appoint.ts';

let app: TestApp;
let operator: ConsolePerson;
let owner: ConsolePerson;
let store: ReturnType<typeof shop>;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  operator = await consolePerson(app, 'olga');
  owner = await consolePerson(app, 'owen');
  store = shop(app);
  await app.write(adminTenantId, (db) => appointOperator(db, operator.email));
});
afterAll(() => app.close());

const overview = async () => (await app.call(operatorsApi.overview, { token: operator.cloud })).body;
const statement = (text: ReturnType<typeof sql>) => app.app.tenancy.system((db) => text.execute(db));

test('sums up revenue, open invoices, suspended tenants, paying customers and reachable databases', async () => {
  expect(await overview()).toEqual({
    revenue: { thisMonth: [], lastMonth: [] },
    overdue: { invoices: 0, tenants: 0, amounts: [] },
    suspended: 0,
    paying: 0,
    regions: [{ id: 'home', name: 'home', isUp: true }],
  });
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => store.createTenant(owner)));
  for (const tenantId of [first, second, third]) {
    await store.buy(owner, tenantId ?? '');
  }
  await statement(sql`update invoices set created_at = date_trunc('month', now()) - interval '1 day'
    where tenant_id = ${second}`);
  await statement(sql`update invoices set status = 'open', amount_paid = 0 where tenant_id = ${third}`);
  await statement(sql`update tenants set is_suspended = true where id = ${third}`);
  expect(await overview()).toMatchObject({
    revenue: {
      thisMonth: [{ currency: 'usd', amount: 1600 }],
      lastMonth: [{ currency: 'usd', amount: 1600 }],
    },
    overdue: { invoices: 1, tenants: 1, amounts: [{ currency: 'usd', amount: 1600 }] },
    suspended: 1,
    paying: 3,
  });
});

test('shows people, amounts and invoice numbers in the history', async () => {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  await app.worker.drain();
  const params = { id: tenantId };
  const [invoice] = (await app.call(operatorsApi.invoices, { token: operator.cloud, params })).body;
  expect(invoice).toMatchObject({ number: expect.stringMatching(/^INV-\d{6}$/), amountDue: 1600, status: 'paid' });
  const { body } = await app.call(operatorsApi.changes, { token: operator.cloud, params });
  expect(body.find(({ key }) => key === 'Tenant.Invoice.Updated')?.data).toMatchObject({
    number: invoice?.number,
    amountDue: 1600,
    currency: 'usd',
  });
});

test('hides the overview and the invoices of a tenant from other users', async () => {
  const tenantId = await store.createTenant(owner);
  expect((await app.call(operatorsApi.overview, { token: owner.cloud })).status).toBe(404);
  expect((await app.call(operatorsApi.invoices, { token: owner.cloud, params: { id: tenantId } })).status).toBe(404);
  expect((await app.call(operatorsApi.invoices, { token: operator.cloud, params: { id: 'nothing' } })).status).toBe(
    404,
  );
});

test('uses indexes for the sums instead of scanning all invoices or tenants', async () => {
  await statement(sql`insert into invoices (tenant_id, id, provider, reference, subscription, status, amount_due,
      amount_paid, currency, plan_id, period_start, period_end, created_at, lines, event_at)
    select ${adminTenantId}, 'old' || n, 'local', 'old' || n, 'old', 'paid', 1, 1, 'usd', 'pro',
      now() - interval '3 years', now() - interval '3 years', now() - interval '3 years', '[]', now()
    from generate_series(1, 20000) n`);
  await analyzeTables(app.address, 'invoices');
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{ 'QUERY PLAN': string }>`explain select sum(amount_paid) from invoices
      where status = 'paid' and created_at >= date_trunc('month', now())`.execute(db),
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/invoices__paid/);
});
