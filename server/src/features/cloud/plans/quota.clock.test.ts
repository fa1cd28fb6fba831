import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPeriodUsage } from '#features/records/metering';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addUsage } from '../../records/metering/store.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof consoleTokens>>;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consoleTokens(app, 'owner');
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);
const use = (tenantId: string, day: string, tokens: number) =>
  app.app.tenancy.system((db) => addUsage(db, [{ tenantId, day, tokens, userIds: [] }]));
const used = (tenantId: string) => app.read(tenantId, async (db) => (await findPeriodUsage(db, tenantId)).tokens);
const setPlan = async (tenantId: string, planId: string, period?: { start: Date; end: Date }) => {
  await app.app.tenancy.system(async (db) => {
    await db.updateTable('tenants').set({ plan_id: planId }).where('id', '=', tenantId).execute();
    await db.deleteFrom('subscriptions').where('tenant_id', '=', tenantId).execute();
    if (period) {
      const values = { tenant_id: tenantId, current_period_start: period.start, current_period_end: period.end };
      await db.insertInto('subscriptions').values(values).execute();
    }
  });
  app.app.cache.drop(tenantId);
};

test('starts each month with unused limits', async () => {
  const tenantId = await owner.createTenant('Last month');
  await setPlan(tenantId, 'free');
  await use(tenantId, today(), 500_000);
  expect(await used(tenantId)).toBe(500_000);
  // Simulates a month passing.
  await app.app.tenancy.system((db) =>
    sql`update period_usage set period = period - interval '1 month' where tenant_id = ${tenantId}`.execute(db),
  );
  expect(await used(tenantId)).toBe(0);
  await expect(app.managementToken(tenantId)).resolves.toBeTruthy();
});

test('attack: upgrading and downgrading within a month does not give a second free month', async () => {
  const tenantId = await owner.createTenant('There and back');
  await setPlan(tenantId, 'free');
  await use(tenantId, today(), 500_000);
  const start = new Date(Date.now() - 3_600_000);
  await setPlan(tenantId, 'pro-202509', { start, end: new Date(start.getTime() + 30 * 86_400_000) });
  await setPlan(tenantId, 'free');
  expect(await used(tenantId)).toBeGreaterThanOrEqual(500_000);
  await expect(app.managementToken(tenantId)).rejects.toThrow('exceed_token_limit');
});

test('counts by calendar month again after an unrenewed paid period', async () => {
  const tenantId = await owner.createTenant('Not renewed');
  const end = new Date(Date.now() - 3_600_000);
  await use(tenantId, today(), 7);
  await setPlan(tenantId, 'pro-202509', { start: new Date(end.getTime() - 30 * 86_400_000), end });
  expect(await used(tenantId)).toBe(7);
});
