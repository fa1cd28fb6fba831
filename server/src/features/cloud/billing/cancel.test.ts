import { applicationsApi } from '@postern/contracts/access/applications';
import { accountDeletionApi } from '@postern/contracts/account/me';
import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addUsage } from '../../records/metering/store.ts';
import { agreeing } from '../plans/testing.ts';
import { type Person, pro, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud', FORBID_DOWNGRADE_OVER_QUOTA: 'true' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

async function paying(person = owner): Promise<string> {
  const tenantId = await store.createTenant(person);
  await store.buy(person, tenantId);
  return tenantId;
}
const cancel = async (tenantId: string, person = owner) =>
  app.call(billingApi.cancel, { token: await person.organization(tenantId), params: { id: tenantId } });
const planOf = async (tenantId: string) =>
  (await app.call(plansApi.subscription, { token: await owner.organization(tenantId), params: { id: tenantId } })).body;

test('ends the plan immediately and refunds the rest of the month', async () => {
  const tenantId = await paying();
  await app.app.tenancy.system((db) =>
    sql`update local_subscriptions set period_start = date_trunc('second', now()) - interval '10 days',
        period_end = date_trunc('second', now()) + interval '20 days'
      where reference = (select subscription from billing_customers where tenant_id = ${tenantId})`.execute(db),
  );
  await app.app.tenancy.system((db) =>
    sql`update local_invoices set invoice = jsonb_set(invoice, '{periodStart}',
        to_jsonb((select period_start from local_subscriptions s where s.reference = local_invoices.subscription)))
      where subscription = (select subscription from billing_customers where tenant_id = ${tenantId})`.execute(db),
  );
  expect((await cancel(tenantId)).status).toBe(204);
  expect(await planOf(tenantId)).toMatchObject({ planId: 'free', status: 'active', upcomingInvoice: null });
  const [credit, ...more] = await store.invoices(owner, tenantId);
  expect(more).toHaveLength(1);
  // Two thirds of 1600 cents.
  expect(credit).toMatchObject({
    status: 'paid',
    amountDue: -1067,
    planId: pro,
    lines: [{ description: 'Pro, unused time', amount: -1067 }],
  });
  expect((await cancel(tenantId)).status).toBe(204);
  expect(await store.invoices(owner, tenantId)).toHaveLength(2);
  const token = await owner.organization(tenantId);
  expect((await app.call(tenantsApi.remove, { token, params: { id: tenantId } })).status).toBe(204);
});

test('lets a tenant buy again after canceling, with the same customer', async () => {
  const tenantId = await paying();
  await cancel(tenantId);
  await store.buy(owner, tenantId);
  expect(await planOf(tenantId)).toMatchObject({ planId: pro, status: 'active' });
  const rows = await app.app.tenancy.system((db) =>
    db.selectFrom('billing_customers').selectAll().where('tenant_id', '=', tenantId).execute(),
  );
  expect(rows).toMatchObject([{ provider: 'local', subscription: expect.stringMatching(/^sub_/) }]);
});

test('refunds once for parallel cancellations', async () => {
  const tenantId = await paying();
  const token = await owner.organization(tenantId);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.call(billingApi.cancel, { token, params: { id: tenantId } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
  expect(await store.invoices(owner, tenantId)).toHaveLength(2);
});

test('requires the usage to fit the free plan if the operator configures it', async () => {
  const tenantId = await paying();
  const token = await app.managementToken(tenantId);
  await app.call(applicationsApi.create, {
    token,
    tenantId,
    headers: agreeing,
    body: { name: 'Two', type: 'MachineToMachine' },
  });
  const day = new Date().toISOString().slice(0, 10);
  await app.app.tenancy.system((db) => addUsage(db, [{ tenantId, day, tokens: 600_000, userIds: [] }]));
  const { body } = await cancel(tenantId);
  expect(body).toMatchObject({
    code: 'subscription.quota_in_use',
    data: { keys: ['tokenLimit', 'machineToMachineLimit'] },
  });
  expect((await planOf(tenantId)).planId).toBe(pro);
});

test('does not cancel a custom plan', async () => {
  const tenantId = await store.createTenant(owner);
  await app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: 'acme-2026' }).where('id', '=', tenantId).execute(),
  );
  app.app.cache.drop(tenantId);
  expect(await cancel(tenantId)).toMatchObject({ status: 422, body: { code: 'checkout.plan_not_available' } });
});

test('does not delete an account that has open invoices', async () => {
  const debtor = await consoleTokens(app, 'debtor');
  const tenantId = await paying(debtor);
  await cancel(tenantId, debtor);
  const preview = async () => (await app.call(accountDeletionApi.preview, { token: debtor.me })).body;
  expect(await preview()).toMatchObject({ paid: [], deletes: [{ id: tenantId }] });
  await app.app.tenancy.system((db) =>
    sql`update invoices set status = 'open' where tenant_id = ${tenantId} and amount_due > 0`.execute(db),
  );
  expect(await preview()).toMatchObject({ paid: [{ id: tenantId }], deletes: [] });
});

test('deletes the purchases with the tenant', async () => {
  const tenantId = await paying();
  const customer = await app.app.tenancy.system((db) =>
    db.selectFrom('billing_customers').select('customer').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow(),
  );
  await app.app.tenancy.system((db) => sql`delete from tenants where id = ${tenantId}`.execute(db));
  const left = await app.app.tenancy.system(async (db) => ({
    customers: await db.selectFrom('local_customers').where('reference', '=', customer.customer).selectAll().execute(),
    checkouts: await db.selectFrom('local_checkouts').where('customer', '=', customer.customer).selectAll().execute(),
    subscriptions: await db
      .selectFrom('local_subscriptions')
      .where('customer', '=', customer.customer)
      .selectAll()
      .execute(),
    sessions: await db.selectFrom('checkout_sessions').where('for_tenant', '=', tenantId).selectAll().execute(),
  }));
  expect(left).toEqual({ customers: [], checkouts: [], subscriptions: [], sessions: [] });
});
