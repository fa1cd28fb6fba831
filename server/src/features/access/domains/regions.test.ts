import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RegionDatabase, regionDatabase, regionsText } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addDomain, getOn } from './testing.ts';
import { startDns } from './testing-dns.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let dns: Awaited<ReturnType<typeof startDns>>;
let us: RegionDatabase;
let app: TestApp;

beforeAll(async () => {
  dns = await startDns();
  us = await regionDatabase();
  app = await testApp({
    EDITION: 'cloud',
    DNS_RESOLVER: dns.address,
    REGIONS: regionsText({ id: 'US', name: 'West US', country: 'US', databaseUrl: us.url }),
  });
});
afterAll(async () => {
  await app.close();
  await us.drop();
  await dns.close();
});

test('the domain of a tenant in a region leads to its region, and its audit log is there', async () => {
  const { cloud } = await consoleTokens(app, 'owner');
  const created = await app.call(tenantsApi.create, {
    token: cloud,
    body: { name: 'American', regionName: 'US', tag: 'production' },
  });
  const { id } = created.body;
  const token = await app.managementToken(id);
  dns.records.set('login.acme.example', new URL(app.app.endpointOf(id)).hostname);
  await addDomain(app, id, token, 'login.acme.example');
  const { body } = await getOn(app, 'login.acme.example', '/oidc/.well-known/openid-configuration');
  expect((body as { issuer: string }).issuer).toBe('http://login.acme.example/oidc');
  const { status } = await getOn(app, 'login.acme.example', '/api/domains', { authorization: `Bearer ${token}` });
  expect(status).toBe(200);
  await app.worker.drain();
  const keys = () =>
    us.rows<{ key: string }>(`select key from logs where tenant_id = $1 and key like 'Domain.%'`, [id]);
  await expect
    .poll(async () => (await keys()).map(({ key }) => key).sort())
    .toEqual(['Domain.Created', 'Domain.Data.Updated']);
  expect(await us.rows('select 1 from domains')).toEqual([]);
});
