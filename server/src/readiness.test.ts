import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { adminTenantId } from '@postern/contracts/wire';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientOptions } from './platform/db/db.ts';
import { createReadinessCheck } from './platform/observe/check-readiness.ts';
import { createLog } from './platform/observe/log.ts';
import { createMetrics } from './platform/observe/metrics.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;
const ready = {
  database: 'ready',
  clock: 'ready',
  migrations: 'ready',
  vault: 'ready',
  engine: 'ready',
  worker: 'ready',
  jobs: 'ready',
};

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const readinessOf = async (server = app.core) => {
  const { status, body, headers } = await app.inject(server, { method: 'GET', url: '/readyz' });
  return { status, body, retryAfter: headers['retry-after'], cache: headers['cache-control'] };
};

test('reports every part and is never cached', async () => {
  for (const server of [app.core, app.admin]) {
    expect(await readinessOf(server)).toEqual({
      status: 200,
      body: { status: 'ready', parts: ready },
      retryAfter: undefined,
      cache: 'no-store',
    });
  }
});

test('/livez and /healthz respond without the database', async () => {
  for (const url of ['/livez', '/healthz']) {
    expect((await app.inject(app.core, { method: 'GET', url })).status).toBe(204);
  }
});

test('a node with another key of the vault is not ready, and the others are', async () => {
  const token = await app.managementToken(adminTenantId);
  // The new key is sealed with the vault.
  const rotated = await app.call(signingKeysApi.rotate, {
    token,
    tenantId: adminTenantId,
    params: { keyType: 'private-keys' },
    body: { rotationGracePeriod: 0 },
  });
  expect(rotated.status).toBe(200);
  const other = await app.another({ SECRET_VAULT_KEK: Buffer.alloc(32, 9).toString('base64') });
  expect(await readinessOf(other.core)).toMatchObject({
    status: 503,
    retryAfter: '5',
    body: { code: 'server.not_ready', status: 'notReady', parts: { ...ready, vault: 'notReady', engine: 'notReady' } },
  });
  expect(await readinessOf()).toMatchObject({ status: 200, body: { parts: ready } });
});

test('a database without a migration of this release is not ready', async () => {
  const owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
  const { rows } = await owner.query('delete from schema_migrations where name like $1 returning *', ['0090%']);
  const other = await app.another();
  expect(await readinessOf(other.core)).toMatchObject({
    status: 503,
    body: { code: 'server.not_ready', parts: { ...ready, migrations: 'notReady' } },
  });
  const [{ name, checksum }] = rows;
  await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  await owner.end();
  expect(await readinessOf(other.core)).toMatchObject({ status: 200, body: { parts: ready } });
});

/** A check whose parts are ready, except for these. */
function checkWith(parts: Partial<Parameters<typeof createReadinessCheck>[0]>) {
  const lines: string[] = [];
  const check = createReadinessCheck({
    log: createLog('info', { write: (line) => void lines.push(line) }),
    vault: app.app.vault,
    requireWritable: async () => undefined,
    clockOffsetMs: () => 0,
    system: app.app.tenancy.system,
    migrations: [],
    loadEngine: async () => undefined,
    isWorkerAlive: () => true,
    queueAges: async () => [],
    ...parts,
  });
  return { check, logged: () => lines.map((line) => JSON.parse(line)) };
}

test('a worker that hangs is reported, and the node keeps serving requests', async () => {
  let isAlive = false;
  const { check, logged } = checkWith({ isWorkerAlive: () => isAlive });
  const degraded = { status: 'degraded', parts: { ...ready, worker: 'notReady' }, failure: undefined };
  expect([await check(), await check()]).toEqual([degraded, degraded]);
  isAlive = true;
  expect(await check()).toMatchObject({ status: 'ready', parts: ready });
  expect(logged().map(({ msg, part }) => [msg, part])).toEqual([
    ['part not ready', 'worker'],
    ['part ready again', 'worker'],
  ]);
});

test('a queue whose due jobs are not run is reported, and the node keeps serving requests', async () => {
  const age = { dueAt: 0, seconds: 16 * 60, isRunning: false };
  const { check, logged } = checkWith({
    queueAges: async () => [
      { ...age, queue: 'mails' },
      // The tenant is at its limit.
      { ...age, queue: 'imports', isRunning: true },
      { ...age, queue: 'new', seconds: 60 },
    ],
  });
  expect(await check()).toEqual({ status: 'degraded', parts: { ...ready, jobs: 'notReady' }, failure: undefined });
  expect(logged().map(({ msg, part, err }) => [msg, part, err.message])).toEqual([
    ['part not ready', 'jobs', expect.stringMatching(/: mails\.$/)],
  ]);
});

test('a node whose clock differs from that of the database is not ready until the clock is corrected', async () => {
  const other = await app.another();
  const real = Date.now;
  const metric = async () => {
    const text = await other.app.metrics.print();
    return Number(/^postern_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
  };
  try {
    for (const hours of [1, -1]) {
      Date.now = () => real() + hours * 3_600_000;
      await expect
        .poll(() => readinessOf(other.core), { timeout: 10_000 })
        .toMatchObject({ status: 503, body: { code: 'server.not_ready', parts: { ...ready, clock: 'notReady' } } });
      expect(Math.round((await metric()) / 60)).toBe(hours * 60);
      Date.now = real;
      await expect.poll(async () => (await readinessOf(other.core)).status, { timeout: 10_000 }).toBe(200);
    }
  } finally {
    Date.now = real;
  }
});

test('an installation without a key of the vault is ready', async () => {
  const other = await app.another({ DATABASE_URL: 'postgres://unused' });
  const { body } = await readinessOf(other.core);
  // The signing key of the test above is sealed, so only the part that has no key of its own is compared.
  expect(body).toMatchObject({ parts: { engine: 'notReady' } });
  const check = createReadinessCheck({
    log: createLog('silent'),
    vault: other.app.vault,
    requireWritable: async () => undefined,
    clockOffsetMs: () => 0,
    system: app.app.tenancy.system,
    migrations: [],
    loadEngine: async () => undefined,
    isWorkerAlive: () => true,
    queueAges: async () => [],
  });
  expect(await check()).toMatchObject({ status: 'ready', parts: { ...ready, vault: 'notConfigured' } });
});

test('responses are counted by operation and status', async () => {
  const count = async () => {
    const values = await app.app.metrics.values('postern_http_responses_total');
    return values.find(({ labels }) => labels.route === '/livez' && labels.tenant_class === 'default');
  };
  const before = (await count())?.value ?? 0;
  await app.inject(app.core, { method: 'GET', url: '/livez' });
  await expect.poll(async () => (await count())?.value).toBe(before + 1);
  expect((await count())?.labels).toEqual({
    method: 'GET',
    route: '/livez',
    status: '2xx',
    tenant_class: 'default',
  });
  await expect(createMetrics().values('postern_region_up')).rejects.toThrow('postern_region_up');
});

test('a standby that accepts no connections is in the log and the metrics, and the node stays ready', async () => {
  const other = await testApp({ DATABASE_READ_URL: 'postgres://127.0.0.1:1/none' });
  onTestFinished(() => other.close());
  await expect.poll(() => other.app.metrics.print()).toContain('postern_standby_up 0');
  expect(other.logs.filter((line) => line.includes('"database":"standby"'))).toHaveLength(1);
  expect((await readinessOf(other.core)).status).toBe(200);
});
