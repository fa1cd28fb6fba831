import { createServer } from 'node:net';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { asOwner, type RegionDatabase, regionDatabase, regionsText, stallingProxy, switchFor } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';
import { createEmptyDatabase, databaseUrl } from '../../../platform/testing/databases.ts';
import { least } from '../../../platform/testing/measure.ts';
import { recordLog } from '../../records/audit/index.ts';
import { shop } from '../billing/testing.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let us: RegionDatabase;
let au: RegionDatabase;
let jp: Awaited<ReturnType<typeof createEmptyDatabase>>;
let app: TestApp;
let owner: ConsolePerson;
let american: string;
let australian: string;
let european: string;
/** Accepts connections but never responds, which is worse than a closed port. */
const silent = createServer(() => undefined);
let silentUrl: string;

const jpSwitch = () => switchFor(jp.address);

beforeAll(async () => {
  [us, au, jp] = [await regionDatabase(), await regionDatabase(), await createEmptyDatabase(inject('postgres'))];
  await jpSwitch().takeAway();
  silentUrl = await new Promise((resolve) =>
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address();
      resolve(`postgres://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`);
    }),
  );
  app = await testApp({
    EDITION: 'cloud',
    REGIONS: regionsText(
      { id: 'US', name: 'West US', country: 'US', databaseUrl: us.url, endpoint: 'http://*.us.core.test' },
      { id: 'AU', name: 'Australia', country: 'AU', databaseUrl: au.url },
      { id: 'JP', name: 'Japan', country: 'JP', databaseUrl: databaseUrl(jp.address) },
    ),
  });
  owner = await consolePerson(app, 'owner');
  american = await create('American', 'US');
  australian = await create('Australian', 'AU');
  european = await create('European', 'EU');
});
afterAll(async () => {
  silent.close();
  await app.close();
  await Promise.all([us.drop(), au.drop(), jp.drop()]);
});

const post = (name: string, regionName: string) =>
  app.call(tenantsApi.create, { token: owner.cloud, body: { name, regionName } });
async function create(name: string, regionName: string): Promise<string> {
  const { status, body } = await post(name, regionName);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const ready = async (server = app.core) => {
  const { status, body } = await app.inject(server, { method: 'GET', url: '/readyz' });
  return [status, body];
};
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const unavailable = [503, 'region.unavailable'];
const visit = (tenantId: string, server = app.core) =>
  app.inject(server, {
    method: 'GET',
    url: '/oidc/.well-known/openid-configuration',
    headers: { host: new URL(app.app.endpointOf(tenantId)).host },
  });
const reported = (text: string, region: string) =>
  app.logs.filter((line) => line.includes(text) && line.includes(`"region":"${region}"`)).length;
const home = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  asOwner<Row>(app.address, text, values);

test('reports a region that is down at startup in readyz and creates nothing in it', async () => {
  expect(await ready()).toMatchObject([200, { status: 'degraded', regions: { down: ['JP'] } }]);
  const refused = await post('Too early', 'JP');
  expect(codeOf(refused)).toEqual([503, 'tenant.region_unavailable']);
  expect(refused.body).toMatchObject({ message: expect.stringContaining('Japan') });
  expect(refused.headers['retry-after']).toBe('5');
  expect(await home('select from tenants where name = $1', ['Too early'])).toEqual([]);
  expect(await home('select from organizations where name = $1', ['Too early'])).toEqual([]);
});

test('an empty database is filled as soon as it is there, without a restart', async () => {
  await jpSwitch().allowConnections();
  await expect.poll(() => ready(), { timeout: 20_000 }).toMatchObject([200, { status: 'ready' }]);
  const japanese = await create('Japanese', 'JP');
  const token = await app.managementToken(japanese);
  expect((await app.call(usersApi.list, { token, tenantId: japanese })).body).toEqual([]);
  expect(reported('region available again', 'JP')).toBe(1);
});

test('limits an outage to the tenants of its region, fails fast, and recovers automatically', async () => {
  const [other, store] = [await app.another(), shop(app)];
  const [americanToken, doomed] = [await app.managementToken(american), await create('Doomed', 'US')];
  const organization = await owner.organization(american);
  const doomedToken = await owner.organization(doomed);
  expect((await visit(american, other.core)).status).toBe(200);
  await us.takeAway();
  const firstAt = performance.now();
  await expect.poll(async () => codeOf(await visit(american)), { timeout: 20_000 }).toEqual(unavailable);
  expect(performance.now() - firstAt).toBeLessThan(10_000);
  await expect
    .poll(() => ready(), { timeout: 20_000 })
    .toMatchObject([200, { status: 'degraded', regions: { down: ['US'] } }]);

  const manyTook = await least(1500, async () => {
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 ? visit(american) : app.call(usersApi.list, { token: americanToken, tenantId: american }),
      ),
    );
    expect(answers.map(codeOf)).toEqual(answers.map(() => unavailable));
    expect(answers.every(({ headers }) => headers['retry-after'] === '5')).toBe(true);
    return performance.now() - startedAt;
  });
  expect(manyTook).toBeLessThan(1500);
  const inConsole = await app.inject(app.admin, {
    method: 'GET',
    url: `/m/${american}/api/users`,
    headers: { authorization: `Bearer ${organization}` },
  });
  expect(codeOf(inConsole)).toEqual(unavailable);

  // Browsers get a localized page; its static files are still served.
  const look = (url: string, language: string) =>
    app.core.inject({
      method: 'GET',
      url,
      headers: { host: new URL(app.app.endpointOf(american)).host, accept: 'text/html', 'accept-language': language },
    });
  for (const url of ['/sign-in', '/oidc/auth?client_id=x', '/account', '/demo-app']) {
    const page = await look(url, 'de-AT, en;q=0.5');
    expect([url, page.statusCode, page.headers['retry-after']]).toEqual([url, 503, '5']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.payload).toContain('<html lang="de" dir="ltr">');
    expect(page.payload).toContain('<h1>Die Anmeldung ist gerade nicht möglich</h1>');
    expect(page.payload).toContain('<a href="">Noch einmal</a>');
  }
  expect((await look('/sign-in', 'ar')).payload).toContain('<html lang="ar" dir="rtl">');
  expect((await look('/sign-in', 'xx')).payload).toContain('<h1>Signing in is not possible right now</h1>');
  expect((await look('/api/.well-known/sign-in-exp', 'en')).json()).toMatchObject({
    code: 'region.unavailable',
    // People who sign in do not know regions.
    message: 'We cannot reach your data at the moment. Nothing is lost. Try again in a little while.',
  });
  expect((await look('/assets/experience/none.js', 'en')).statusCode).toBe(404);

  // Other tenants and the console are not affected.
  for (const id of [australian, european]) {
    expect((await visit(id)).status).toBe(200);
  }
  const { status, body } = await app.call(tenantsApi.list, { token: owner.cloud });
  expect(status).toBe(200);
  expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining([american, australian, european]));
  expect((await app.call(plansApi.subscription, { token: organization, params: { id: american } })).status).toBe(200);
  const renamed = { token: organization, params: { id: american }, body: { name: 'Renamed meanwhile' } };
  expect((await app.call(tenantsApi.update, renamed)).body).toMatchObject({ name: 'Renamed meanwhile' });
  expect((await app.call(tenantsApi.remove, { token: doomedToken, params: { id: doomed } })).status).toBe(204);
  expect((await visit(doomed)).status).toBe(404);
  await home(`update tenant_deletions set requested_at = now() - interval '2 minutes'`);
  await expect
    .poll(() => home('select finished_at, attempts > 0 as failed from tenant_deletions where id = $1', [doomed]))
    .toEqual([{ finished_at: null, failed: true }]);
  const bought = await store.checkout(owner, { tenantName: 'Bought meanwhile', tenantRegionName: 'US' });
  await store.pay(bought.body.redirectUri);
  const [paid] = await home<{ id: string }>(`select id from tenants where name = 'Bought meanwhile'`);
  expect(codeOf(await visit(paid?.id ?? ''))).toEqual(unavailable);
  recordLog(app.app, american, { key: 'Test.WhileAway', payload: {} });
  expect(reported('region unavailable', 'US')).toBe(1);
  const noise = app.logs.filter((line) => /"level":"(error|fatal)"/.test(line) && !line.includes('region unavailable'));
  expect(noise).toEqual([]);

  await us.allowConnections();
  for (const server of [app.core, other.core]) {
    await expect.poll(async () => (await visit(american, server)).status, { timeout: 20_000 }).toBe(200);
    expect(await ready(server)).toMatchObject([200, { status: 'ready' }]);
  }
  await expect.poll(async () => (await visit(paid?.id ?? '')).status, { timeout: 20_000 }).toBe(200);
  const name = async () => (await us.rows('select name from tenants where id = $1', [american]))[0];
  await expect.poll(name, { timeout: 20_000 }).toEqual({ name: 'Renamed meanwhile' });
  await expect
    .poll(
      async () => {
        await home(`update jobs set due_at = now() where queue = 'tenants.erase'`);
        app.worker.wake();
        return us.rows('select from tenants where id = $1', [doomed]);
      },
      { timeout: 20_000 },
    )
    .toEqual([]);
  const trail = () => us.rows(`select key from logs where key = 'Test.WhileAway'`);
  await expect.poll(trail, { timeout: 20_000 }).toEqual([{ key: 'Test.WhileAway' }]);
  expect((await app.call(usersApi.list, { token: americanToken, tenantId: american })).status).toBe(200);
});

test('a connection that is cut is a moment, not an outage', async () => {
  const watchers = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'postern-region' and (query ilike 'listen%' or query = 'select 1')`;
  const [watching] = await au.rows(watchers);
  const before = reported('region unavailable', 'AU');
  // A request that fails makes the watcher check at once, sometimes before it knows that its own connection was cut.
  for (let n = 0; n < 5; n += 1) {
    await Promise.all([au.cut(), ...Array.from({ length: 10 }, () => visit(australian))]);
    await expect.poll(async () => (await visit(australian)).status).toBe(200);
    await expect.poll(() => au.rows(watchers)).toEqual([watching]);
  }
  expect(reported('region unavailable', 'AU')).toBe(before);
});

test('fails fast when a region stops responding during a request', async () => {
  const stalled = await stallingProxy(inject('postgres'));
  const url = new URL(au.url);
  const database = url.pathname;
  const node = await app.another({
    REGIONS: regionsText({
      id: 'AU',
      name: 'Australia',
      country: 'AU',
      databaseUrl: `postgres://${url.searchParams.get('user') ?? url.username}@127.0.0.1:${stalled.port}${database}`,
    }),
  });
  const settings = () =>
    app.inject(node.core, {
      method: 'GET',
      url: `/api/.well-known/sign-in-exp?no-cache=${Math.random()}`,
      headers: { host: new URL(app.app.endpointOf(australian)).host },
    });
  const ask = () => node.app.tenancy.read(australian, (db) => db.selectFrom('users').select('id').execute());
  await expect(ask()).resolves.toEqual([]);
  stalled.freeze();
  const startedAt = performance.now();
  await expect(Promise.all([ask(), ask()])).rejects.toMatchObject({ code: 'region.unavailable' });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  await expect
    .poll(() => ready(node.core), { timeout: 20_000 })
    .toMatchObject([200, { status: 'degraded', regions: { down: ['AU'] } }]);
  const againTook = await least(500, async () => {
    const againAt = performance.now();
    expect(codeOf(await settings())).toEqual(unavailable);
    return performance.now() - againAt;
  });
  expect(againTook).toBeLessThan(500);
  stalled.thaw();
  await expect.poll(async () => (await settings()).status, { timeout: 20_000 }).toBe(200);
  await expect(ask()).resolves.toEqual([]);
  await node.stop();
  stalled.close();
});

test('starts and serves requests while a database accepts connections but never responds', async () => {
  const startedAt = performance.now();
  const node = await app.another({
    REGIONS: regionsText({ id: 'US', name: 'West US', country: 'US', databaseUrl: silentUrl }),
  });
  // The database never responds, so the start must not wait for it.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await ready(node.core)).toMatchObject([200, { status: 'degraded', regions: { down: ['US'] } }]);
  const took = await least(1000, async () => {
    const askedAt = performance.now();
    const { status } = await app.inject(node.admin, {
      method: 'GET',
      url: '/api/tenants',
      headers: { authorization: `Bearer ${owner.cloud}` },
    });
    expect(status).toBe(200);
    return performance.now() - askedAt;
  });
  expect(took).toBeLessThan(1000);
});

test('never treats the home database as the database of a region', async () => {
  const node = await app.another({
    REGIONS: regionsText({ id: 'US', name: 'West US', country: 'US', databaseUrl: databaseUrl(app.address) }),
  });
  expect(await ready(node.core)).toMatchObject([200, { status: 'degraded', regions: { down: ['US'] } }]);
  await expect(node.app.tenancy.read(adminTenantId, async () => 'home')).resolves.toBe('home');
});
