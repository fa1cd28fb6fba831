import { operatorsApi } from '@postern/contracts/cloud/operators';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { type RegionDatabase, regionDatabase, regionsText } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';
import { forgetOldLogs } from '../../records/audit/log-retention.ts';
import { appointOperator } from './appoint.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let us: RegionDatabase;
let app: TestApp;
let operator: ConsolePerson;
let id: string;

beforeAll(async () => {
  us = await regionDatabase();
  app = await testApp({
    EDITION: 'cloud',
    REGIONS: regionsText({ id: 'US', name: 'West US', country: 'US', databaseUrl: us.url }),
  });
  operator = await consolePerson(app, 'olga');
  await app.write(adminTenantId, (db) => appointOperator(db, 'olga'));
  const { body } = await app.call(tenantsApi.create, {
    token: operator.cloud,
    body: { name: 'American', regionName: 'US' },
  });
  id = body.id;
});
afterAll(async () => {
  await app.close();
  await us.drop();
});

const get = () => app.call(operatorsApi.get, { token: operator.cloud, params: { id } });
const setPlan = (planId: string) =>
  app.call(operatorsApi.setPlan, { token: operator.cloud, params: { id }, body: { planId } });

test('shows, suspends and resumes a tenant in a region with its own database like any other', async () => {
  const token = await app.managementToken(id);
  const calls = () => app.call(usersApi.list, { token, tenantId: id });
  await app.call(usersApi.create, { token, tenantId: id, body: { username: 'customer' } });
  expect((await get()).body).toMatchObject({ regionName: 'US', counts: { users: 1 } });
  const params = { id };
  await app.call(operatorsApi.suspend, { token: operator.cloud, params, body: { reason: 'Spam' } });
  expect(await calls()).toMatchObject({ status: 403, body: { code: 'subscription.tenant_suspended' } });
  await app.call(operatorsApi.resume, { token: operator.cloud, params });
  expect((await calls()).status).toBe(200);
});

test('applies the retention of its plan to its audit log in the region', async () => {
  const region = app.app.tenancy.regionOf(id);
  await us.rows(
    `insert into logs (tenant_id, id, key, payload, created_at) select $1, 'old' || day, 'Old', '{}', now() - day * interval '1 day'
     from unnest(array[2, 10, 20]) day`,
    [id],
  );
  const left = async () =>
    (await us.rows<{ id: string }>("select id from logs where tenant_id = $1 and key = 'Old' order by id", [id])).map(
      (row) => row.id,
    );
  async function run() {
    await forgetOldLogs({ signal: new AbortController().signal }, app.app, region);
    return left();
  }
  expect(await run()).toEqual(['old10', 'old2']);
  await setPlan('free');
  // The region is notified of the new plan in the background.
  await expect.poll(run, { timeout: 20_000 }).toEqual(['old2']);
});

test('shows everything except regional data while the region is unavailable', async () => {
  await us.takeAway();
  await expect.poll(async () => (await get()).body.counts, { timeout: 20_000 }).toBeNull();
  expect((await get()).body).toMatchObject({ name: 'American', members: [{ id: operator.id }] });
  expect((await app.call(operatorsApi.list, { token: operator.cloud })).body).toMatchObject([{ id }]);
  await us.allowConnections();
});
