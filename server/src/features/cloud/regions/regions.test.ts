import { applicationsApi } from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { asOwner, type RegionDatabase, regionDatabase, regionsText } from '#testing/regions';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { useUsernames } from '#testing/tokens';
import { flushLogs } from '../../records/audit/index.ts';
import { flushUsage } from '../../records/metering/index.ts';
import { pro, shop } from '../billing/testing.ts';
import { listTenantTables } from '../tenants/erase.store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let us: RegionDatabase;
let app: TestApp;
let owner: ConsolePerson;
let tenantId: string;
let atHome: string;
let regions: string;

beforeAll(async () => {
  us = await regionDatabase();
  regions = regionsText(
    { id: 'US', name: 'West US', country: 'US', databaseUrl: us.url, endpoint: 'http://*.us.core.test' },
    { id: 'LAB', name: 'Laboratory', country: 'EU', tags: ['development'], endpoint: 'http://*.lab.core.test' },
    {
      id: 'acme-cloud',
      name: 'Acme',
      country: 'EU',
      code: 'acme',
      isPrivate: true,
      members: ['@acme.example', 'boss@else.example'],
    },
    { id: 'UK', name: 'United Kingdom', country: 'UK', isSelectable: false },
  );
  app = await testApp({ EDITION: 'cloud', REGIONS: regions });
  owner = await consolePerson(app, 'owner');
  tenantId = await create('Far away', 'US');
  atHome = await create('Near', 'EU');
});
afterAll(async () => {
  await app.close();
  await us.drop();
});

async function create(name: string, regionName: string, person = owner): Promise<string> {
  const { status, body } = await app.call(tenantsApi.create, { token: person.cloud, body: { name, regionName } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const get = (host: string, url: string) => app.inject(app.core, { method: 'GET', url, headers: { host } });
const home = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  asOwner<Row>(app.address, text, values);

describe('a tenant in a region with its own database', () => {
  test('has the region in its id and address, and only its name in the home database', async () => {
    expect(tenantId).toMatch(/^us[\da-z]{8}$/);
    expect(app.app.endpointOf(tenantId)).toBe(`http://${tenantId}.us.core.test`);
    const { body } = await app.call(tenantsApi.endpointOf, { params: { tenantId } });
    expect(body).toEqual({ user: `http://${tenantId}.us.core.test` });
    const [there] = await us.rows(`select name, tag, plan_id, region_name, database_region from tenants`);
    expect(there).toEqual({
      name: 'Far away',
      tag: 'development',
      plan_id: 'dev',
      region_name: 'US',
      database_region: null,
    });
    expect(await home('select database_region from tenants where id = $1', [tenantId])).toEqual([
      { database_region: 'us' },
    ]);
  });

  test('stores users, sign-ins and tokens in the region and nothing in the home database', async () => {
    await useUsernames(app, tenantId);
    const endpoint = app.app.endpointOf(tenantId);
    const verifier = randomPKCECodeVerifier();
    const browser = visitor(app, tenantId);
    const callback = `${endpoint}/demo-app`;
    await browser.arrive({ redirect_uri: callback, code_challenge: await calculatePKCECodeChallenge(verifier) });
    await browser.start('Register');
    const { body } = await browser.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: 'ada' },
      password: 'a long enough secret',
    });
    await browser.identify(body.verificationId);
    const finished = await browser.submit();
    const code = new URL(await browser.follow(finished.body.redirectTo)).searchParams.get('code') ?? '';
    const { status, body: tokens } = await app.inject(app.core, {
      method: 'POST',
      url: '/oidc/token',
      headers: { host: new URL(endpoint).host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'demo-app',
        redirect_uri: callback,
        code,
        code_verifier: verifier,
      }).toString(),
    });
    expect(status, JSON.stringify(tokens)).toBe(200);
    expect(decodeJwt((tokens as { id_token: string }).id_token).iss).toBe(`${endpoint}/oidc`);
    const token = await app.managementToken(tenantId);
    expect((await app.call(usersApi.list, { token, tenantId })).body).toMatchObject([{ username: 'ada' }]);
    await app.worker.drain();
    await flushLogs(app.app);
    await flushUsage(app.app);
    const tables = await app.app.tenancy.system(listTenantTables);
    const counts = await home<{ name: string; n: number }>(
      tables
        .map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name} where tenant_id = $1`)
        .join(' union all '),
      [tenantId],
    );
    // Only counts for billing, no personal data.
    expect(counts.filter(({ n }) => n !== 0).map(({ name }) => name)).toEqual(['daily_usage', 'period_usage']);
    const [logs] = await us.rows<{ n: number }>('select count(*)::int as n from logs where tenant_id = $1', [tenantId]);
    expect(logs?.n).toBeGreaterThan(0);
    const { body: listed } = await app.call(tenantsApi.list, { token: owner.cloud });
    expect(listed.find(({ id }) => id === tenantId)?.usage).toEqual({ activeUsers: 1, tokenUsage: expect.any(Number) });
    expect(listed.find(({ id }) => id === tenantId)?.usage.tokenUsage).toBeGreaterThan(0);
  });

  test('is managed in the console, and changes apply on other nodes immediately', async () => {
    const token = await owner.organization(tenantId);
    const other = await app.another();
    const url = `/m/${tenantId}/api/sign-in-exp`;
    const call = (server: typeof app.admin, method: 'GET' | 'PATCH', payload?: unknown) =>
      app.inject(server, {
        method,
        url,
        headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
        ...(payload ? { payload: JSON.stringify(payload) } : {}),
      });
    expect((await call(other.admin, 'GET')).body).toMatchObject({ signInMode: 'SignInAndRegister' });
    expect((await call(app.admin, 'PATCH', { signInMode: 'SignIn' })).status).toBe(200);
    const hosted = () =>
      app.inject(other.core, {
        method: 'GET',
        url: '/api/.well-known/sign-in-exp',
        headers: { host: `${tenantId}.us.core.test` },
      });
    await expect.poll(async () => (await hosted()).body, { timeout: 20_000 }).toMatchObject({ signInMode: 'SignIn' });
  });

  test('is not served at the address of another region, nor a home tenant at this one', async () => {
    const path = '/oidc/.well-known/openid-configuration';
    expect((await get(`${tenantId}.us.core.test`, path)).status).toBe(200);
    expect((await get(`${atHome}.core.test`, path)).status).toBe(200);
    for (const host of [
      `${tenantId}.core.test`,
      `${tenantId}.lab.core.test`,
      `${atHome}.us.core.test`,
      `${atHome}.lab.core.test`,
      `admin.us.core.test`,
      `x.${tenantId}.us.core.test`,
    ]) {
      expect((await get(host, path)).status, host).toBe(404);
    }
  });

  test('is isolated from other tenants of the region and from tokens of home tenants', async () => {
    const neighbour = await create('Neighbour', 'US');
    const [mine, theirs, homely] = [
      await app.managementToken(tenantId),
      await app.managementToken(neighbour),
      await app.managementToken(atHome),
    ];
    expect((await app.call(usersApi.list, { token: theirs, tenantId: neighbour })).body).toEqual([]);
    for (const token of [theirs, homely]) {
      expect((await app.call(usersApi.list, { token, tenantId })).status).toBe(401);
    }
    expect((await app.call(usersApi.list, { token: mine, tenantId })).status).toBe(200);
  });

  test('writes its events to the audit log of the region and leaves none in the outbox', async () => {
    const token = await app.managementToken(tenantId);
    const { body } = await app.call(rolesApi.create, {
      token,
      tenantId,
      body: { name: 'Pilot', description: 'Flies' },
    });
    await app.worker.drain();
    // Another node may already be processing it.
    await expect
      .poll(() => us.rows('select key from logs where payload::text like $1', [`%${body.id}%`]))
      .toMatchObject([{ key: 'Role.Created' }]);
    await expect.poll(() => us.rows('select from outbox')).toEqual([]);
  });
});

test('enforces the plan from the home database on regional data, also for parallel requests', async () => {
  const limited = await create('Limited', 'US');
  await home(`update tenants set tag = 'production', plan_id = 'free' where id = $1`, [limited]);
  const token = await app.managementToken(limited);
  const body = { name: 'App', type: 'SPA' as const };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.call(applicationsApi.create, { token, tenantId: limited, body })),
  );
  // Three are included; one of them is the machine that this token belongs to.
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(2).fill(200), ...Array(6).fill(403)]);
});

test('runs background jobs in the region as well', async () => {
  const by = { token: await app.managementToken(tenantId), tenantId };
  const { body: user } = await app.call(usersApi.create, { ...by, body: { username: 'grace' } });
  const started = await app.call(userBulkApi.start, { ...by, body: { kind: 'suspend', userIds: [user.id] } });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const read = async () => (await app.call(usersApi.get, { ...by, params: { userId: user.id } })).body.isSuspended;
  await expect.poll(read, { timeout: 20_000 }).toBe(true);
  expect(await home('select from user_jobs where tenant_id = $1', [tenantId])).toEqual([]);
});

test('creates a bought tenant completely in its region, with the paid plan', async () => {
  const store = shop(app);
  const { status, body } = await store.checkout(owner, { tenantName: 'Bought', tenantRegionName: 'US' });
  expect(status, JSON.stringify(body)).toBe(200);
  await store.pay(body.redirectUri);
  const [row] = await home<{ id: string }>(`select id from tenants where name = 'Bought'`);
  expect(row?.id).toMatch(/^us[\da-z]{8}$/);
  const there = () =>
    us.rows(`select t.plan_id, s.status from tenants t join subscriptions s on s.tenant_id = t.id where t.id = $1`, [
      row?.id,
    ]);
  await expect.poll(there, { timeout: 20_000 }).toEqual([{ plan_id: pro, status: 'active' }]);
  const token = await app.managementToken(row?.id);
  expect((await app.call(usersApi.list, { token, tenantId: row?.id ?? '' })).status).toBe(200);
  expect(await us.rows('select from invoices')).toEqual([]);
});

describe('a change in the home database', () => {
  test('reaches the region with the paid period; older copies that arrive late are ignored', async () => {
    const token = await owner.organization(tenantId);
    const renamed = await app.call(tenantsApi.update, { token, params: { id: tenantId }, body: { name: 'Renamed' } });
    expect(renamed.status).toBe(200);
    await home(
      `insert into subscriptions (tenant_id, current_period_start, current_period_end, quota)
        values ($1, now() - interval '3 days', now() + interval '27 days', '{"applicationsLimit": 7}')`,
      [tenantId],
    );
    const seen = () =>
      us.rows(
        `select t.name, s.quota, usage_period(t.id, now()) = (now() at time zone 'UTC')::date - 3 as "isPeriod"
          from tenants t left join subscriptions s on s.tenant_id = t.id where t.id = $1`,
        [tenantId],
      );
    const expected = [{ name: 'Renamed', quota: { applicationsLimit: 7 }, isPeriod: true }];
    await expect.poll(seen, { timeout: 20_000 }).toEqual(expected);
    const { saveMirror } = await import('./store.ts');
    const old = { id: tenantId, name: 'Old', tag: 'development', regionName: 'US', planId: 'dev', isSuspended: false };
    await app.app.tenancy.system((db) => saveMirror(db, { ...old, deletedAt: null, subscription: null }, 1), 'us');
    expect(await seen()).toEqual(expected);
    await home('delete from subscriptions where tenant_id = $1', [tenantId]);
    await expect.poll(seen, { timeout: 20_000 }).toMatchObject([{ quota: null }]);
  });

  test('suspends immediately, before the region is notified', async () => {
    await home('update tenants set is_suspended = true where id = $1', [tenantId]);
    const config = () => get(`${tenantId}.us.core.test`, '/oidc/auth');
    await expect.poll(async () => (await config()).status, { timeout: 20_000 }).toBe(403);
    await home('update tenants set is_suspended = false where id = $1', [tenantId]);
    await expect.poll(async () => (await config()).status, { timeout: 20_000 }).not.toBe(403);
  });

  test('sends plans to every region', async () => {
    await home(`update skus set unit_price = 4711 where id = 'hook'`);
    const price = () => us.rows(`select unit_price from skus where id = 'hook'`);
    await expect.poll(price, { timeout: 20_000 }).toEqual([{ unit_price: 4711 }]);
  });
});

describe('available regions', () => {
  const listOf = async (person: ConsolePerson) =>
    (await app.call(tenantsApi.regions, { token: person.cloud })).body.regions.map(({ id }) => id);
  const createIn = (regionName: string, person: ConsolePerson, tag = 'development') =>
    app.call(tenantsApi.create, { token: person.cloud, body: { name: 'New', regionName, tag: tag as 'development' } });

  test('show a private region only to users who may use it', async () => {
    const member = await consolePerson(app, 'member');
    const mail = (email: string, at: string) =>
      home(`update users set primary_email = $2, email_verified_at = ${at} where tenant_id = 'admin' and id = $1`, [
        member.id,
        email,
      ]);
    expect(await listOf(member)).toEqual(['EU', 'US', 'LAB']);
    for (const [email, at, may] of [
      ['member@acme.example', 'now()', true],
      ['Boss@else.example', 'now()', true],
      ['member@acme.example', 'null', false],
      ['member@notacme.example', 'now()', false],
      ['member@acme.example.evil.test', 'now()', false],
    ] as const) {
      await mail(email.toLowerCase(), at);
      expect((await listOf(member)).includes('acme-cloud'), email).toBe(may);
      const { status, body } = await createIn('acme-cloud', member);
      expect([status, (body as unknown as { code: string }).code]).toEqual(
        may ? [201, undefined] : [422, 'tenant.region_not_available'],
      );
    }
  });

  test('reject a region that is not offered and a tag that a region does not accept', async () => {
    for (const [region, tag, code] of [
      ['UK', 'development', 'tenant.region_not_available'],
      ['MARS', 'development', 'tenant.region_not_available'],
      ['LAB', 'production', 'tenant.tag_not_allowed'],
    ] as const) {
      const { status, body } = await createIn(region, owner, tag);
      expect([status, (body as unknown as { code: string }).code]).toEqual([422, code]);
    }
  });

  test('keeps tenants of a region without its own database in the home database', async () => {
    const id = await create('Trial', 'LAB');
    expect(id).toMatch(/^lab[\da-z]{8}$/);
    const token = await app.managementToken(id);
    expect((await app.call(applicationsApi.list, { token, tenantId: id })).status).toBe(200);
    expect(app.app.endpointOf(id)).toBe(`http://${id}.lab.core.test`);
    expect(await home('select from oidc_keys where tenant_id = $1', [id])).not.toEqual([]);
  });
});

test('erases in the region as well, and in the home database last', async () => {
  const doomed = await create('Doomed', 'US');
  await app.managementToken(doomed);
  const token = await owner.organization(doomed);
  expect((await app.call(tenantsApi.remove, { token, params: { id: doomed } })).status).toBe(204);
  expect((await get(`${doomed}.us.core.test`, '/api/status')).status).toBe(404);
  await home(`update tenant_deletions set requested_at = now() - interval '2 minutes' where id = $1`, [doomed]);
  const left = () => home('select from tenant_deletions where id = $1 and finished_at is null', [doomed]);
  await expect
    .poll(
      async () => {
        await home(`update jobs set due_at = now() where queue = 'tenants.erase' and key = $1`, [doomed]);
        app.worker.wake();
        return left();
      },
      { timeout: 20_000, interval: 10 },
    )
    .toEqual([]);
  const tables = await app.app.tenancy.system(listTenantTables);
  for (const rows of [us.rows, home]) {
    for (const { name } of tables) {
      expect(await rows(`select from ${name} where tenant_id = $1`, [doomed]), name).toEqual([]);
    }
    expect(await rows('select from tenants where id = $1', [doomed])).toEqual([]);
  }
  expect(await home('select rows_erased >= rows_total as all from tenant_deletions where id = $1', [doomed])).toEqual([
    { all: true },
  ]);
});

test('serves nothing from the home database for a region that the node does not know', async () => {
  const forgetful = await app.another({ REGIONS: regionsText() });
  const { status, body } = await app.inject(forgetful.core, {
    method: 'GET',
    url: '/oidc/.well-known/openid-configuration',
    headers: { host: `${tenantId}.core.test` },
  });
  expect([status, (body as { code?: string }).code]).toEqual([503, 'region.unavailable']);
  const rows = await app.app.tenancy.system((db) =>
    sql`select from oidc_keys where tenant_id = ${tenantId}`.execute(db).then((answer) => answer.rows),
  );
  expect(rows).toEqual([]);
});
