import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, withDatabase } from '#platform/db/db';
import { type TestApp, testApp } from '#testing/test-app';
import { cpuTime } from '../../../platform/testing/measure.ts';
import { flushLogs, recordLog } from './index.ts';
import { printPayload } from './redact.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const rowsOf = (key: string, tenantId = 'default') =>
  app.read(tenantId, (db) =>
    db.selectFrom('logs').select(['id', 'key', 'payload', 'created_at as at']).where('key', '=', key).execute(),
  );

const dropped = async () =>
  Number(/^postern_audit_entries_dropped_total (\d+)$/m.exec(await app.app.metrics.print())?.[1] ?? 0);

test('writes an entry within a moment, with key and result, for its own tenant only', async () => {
  const before = Date.now();
  recordLog(app.app, 'default', { key: 'Test.One', payload: { userId: 'u1' } });
  recordLog(app.app, 'default', { key: 'Test.One', payload: { result: 'Error', error: { code: 'a.b' } } });
  recordLog(app.app, adminTenantId, { key: 'Test.One', payload: {} });
  await expect.poll(async () => (await rowsOf('Test.One')).length).toBe(2);
  const rows = await rowsOf('Test.One');
  expect(rows.map(({ payload }) => payload)).toEqual(
    expect.arrayContaining([
      { key: 'Test.One', result: 'Success', userId: 'u1' },
      { key: 'Test.One', result: 'Error', error: { code: 'a.b' } },
    ]),
  );
  expect(rows[0]?.id).toMatch(/^[\da-z]{21}$/);
  expect(rows[0]?.at).toBeGreaterThanOrEqual(before);
  expect(await rowsOf('Test.One', adminTenantId)).toHaveLength(1);
});

test('an error in the payload makes the result an error', async () => {
  recordLog(app.app, 'default', { key: 'Test.Failed', payload: { error: { message: 'no' } } });
  await flushLogs(app.app);
  expect((await rowsOf('Test.Failed'))[0]?.payload).toMatchObject({ result: 'Error' });
});

test('attack 21: never stores secrets, at any depth', async () => {
  const payload = {
    password: 'canary-1',
    params: { client_secret: 'canary-2', grant_type: 'x', list: [{ Secret: { inner: 'canary-3' } }] },
    applicationSecret: { name: 'Default secret', value: 'canary-4' },
    'X-Api_Key': 'canary-5',
    newPassword: 41_007,
    hasPassword: true,
    passwordVerified: false,
    credentials: ['canary-6'],
    Token: 'canary-7',
    one_time_token: { token: 'canary-8' },
    tokenType: 'x',
    customScript: 'canary-9',
    script_of: 'canary-10',
    myEnvironmentVariables: { a: 'canary-11' },
    description: 'stays',
  };
  recordLog(app.app, 'default', { key: 'Test.Secret', payload });
  await flushLogs(app.app);
  const [row] = await rowsOf('Test.Secret');
  expect(row?.payload).toEqual({
    key: 'Test.Secret',
    result: 'Success',
    password: '******',
    params: { client_secret: '******', grant_type: 'x', list: [{ Secret: '******' }] },
    applicationSecret: { name: 'Default secret' },
    'X-Api_Key': '******',
    newPassword: '******',
    hasPassword: true,
    passwordVerified: false,
    credentials: '******',
    Token: '******',
    one_time_token: '******',
    tokenType: 'x',
    description: 'stays',
  });
});

test('a payload of any size is visited only as far as a row can be long (attack 54)', () => {
  let visits = 0;
  const items = Array.from({ length: 150_000 }, () => ({ toJSON: () => (visits += 1) }));
  expect(JSON.parse(printPayload({ key: 'k', userId: 'u', items }))).toEqual({ key: 'k', userId: 'u', isCut: true });
  expect(visits).toBeLessThan(2 * 65_536 + 2);
  const names = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, 1]));
  expect(JSON.parse(printPayload({ key: 'k', context: { names } }))).toEqual({ key: 'k', isCut: true });
});

test('truncates long values and limits a row to 64 KB', () => {
  const printed = JSON.parse(printPayload({ key: 'k', userAgent: 'x'.repeat(20_000) }));
  expect(printed.userAgent).toHaveLength(8 * 1024 + 1);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'y'.repeat(5000)]));
  const large = printPayload({ key: 'k', result: 'Success', ...many });
  expect(large.length).toBeLessThanOrEqual(64 * 1024);
  expect(JSON.parse(large)).toMatchObject({ key: 'k', isCut: true });
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field-${index}`, index]));
  const smallest = printPayload({ key: 'k', result: 'Error', userId: 'u', ...wide });
  expect(JSON.parse(smallest)).toEqual({ key: 'k', result: 'Error', userId: 'u', isCut: true });
});

test('attack 36: makes text storable that the database would reject', async () => {
  const circle: Record<string, unknown> = {};
  circle.itself = circle;
  recordLog(app.app, 'default', { key: 'Test.Odd', payload: { a: 'nul\0', b: 'half \ud800', 'na\0me': 1, big: 5n } });
  recordLog(app.app, 'default', { key: 'Test.Circle', payload: circle });
  recordLog(app.app, 'default', { key: 'Test.Odd', payload: {} });
  await flushLogs(app.app);
  expect((await rowsOf('Test.Odd')).map(({ payload }) => payload)).toContainEqual({
    key: 'Test.Odd',
    result: 'Success',
    a: 'nul',
    b: 'half �',
    name: 1,
    big: '5',
  });
  expect(await rowsOf('Test.Odd')).toHaveLength(2);
  expect((await rowsOf('Test.Circle'))[0]?.payload).toEqual({ key: 'Test.Circle', result: 'Success' });
});

test('an entry that the database rejects does not block others', async () => {
  const before = await dropped();
  recordLog(app.app, 'a tenant id that no column takes', { key: 'Test.Refused', payload: {} });
  recordLog(app.app, 'default', { key: 'Test.AfterRefused', payload: {} });
  await flushLogs(app.app);
  expect(await rowsOf('Test.AfterRefused')).toHaveLength(1);
  expect((await dropped()) - before).toBe(1);
});

test('ten thousand entries cost the caller little time and are all written', async () => {
  const startedAt = performance.now();
  const took = await cpuTime(() => {
    for (let index = 0; index < 10_000; index += 1) {
      recordLog(app.app, 'default', { key: 'Test.Many', payload: { index, userId: 'u', params: { scope: 'openid' } } });
    }
  });
  expect(took).toBeLessThan(2000);
  await flushLogs(app.app);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await rowsOf('Test.Many')).toHaveLength(10_000);
});

test('stopping writes the waiting entries', async () => {
  const other = await app.another();
  recordLog(other.app, 'default', { key: 'Test.Stop', payload: {} });
  await other.stop();
  expect(await rowsOf('Test.Stop')).toHaveLength(1);
});

/** Blocks all connections to the test database, as in an outage. Returns a function that reopens it. */
async function closeDatabase(): Promise<() => Promise<void>> {
  const { rows } = await app.read('default', (db) =>
    sql<{ name: string }>`select current_database() as name`.execute(db),
  );
  const database = rows[0]?.name ?? '';
  const client = new pg.Client(clientOptions(withDatabase(app.address, 'postgres'), 'test'));
  await client.connect();
  await client.query(`alter database ${database} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  return async () => {
    await client.query(`alter database ${database} with allow_connections true`);
    await client.end();
  };
}

test('keeps entries while the database is unavailable and writes them once when it is back', async () => {
  const reopen = await closeDatabase();
  try {
    for (let index = 0; index < 700; index += 1) {
      recordLog(app.app, 'default', { key: 'Test.Away', payload: { index } });
    }
    expect(await flushLogs(app.app)).toBe(false);
    expect(app.logs.join('\n')).toContain('audit log write failed, will be retried');
    expect(await app.app.metrics.print()).toContain('postern_audit_entries_waiting 700');
  } finally {
    await reopen();
  }
  await expect.poll(async () => (await rowsOf('Test.Away')).length, { timeout: 60_000, interval: 200 }).toBe(700);
});

test('limits memory: counts and drops further entries', async () => {
  const reopen = await closeDatabase();
  try {
    const before = await dropped();
    recordLog(app.app, 'default', { key: 'Test.Bounded', payload: {} });
    expect(await flushLogs(app.app)).toBe(false);
    for (let index = 0; index < 20_009; index += 1) {
      recordLog(app.app, 'default', { key: 'Test.Bounded', payload: {} });
    }
    expect((await dropped()) - before).toBe(10);
  } finally {
    await reopen();
  }
  await expect.poll(() => flushLogs(app.app), { timeout: 60_000 }).toBe(true);
  expect(await rowsOf('Test.Bounded')).toHaveLength(20_000);
});
