import { chmod } from 'node:fs/promises';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientOptions } from './platform/db/db.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;
let token: string;
const printed = vi.spyOn(console, 'error');

beforeAll(async () => {
  // One connection for work of tenants, so that a session setting applies to all of it.
  app = await testApp({ DATABASE_POOL_SIZE: '1' });
  token = await app.managementToken();
});
afterAll(async () => {
  await app.close();
  printed.mockRestore();
});

const refused = { status: 503, body: { code: 'server.cannot_write' }, headers: { 'retry-after': expect.anything() } };
const readiness = () => app.inject(app.core, { method: 'GET', url: '/readyz' });
const createUser = () => app.call(usersApi.create, { token, body: { name: 'New' } });
const authorize = (accept: string, on = app) => {
  const query = new URLSearchParams({
    client_id: 'demo-app',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${on.config.endpoint}/demo-app`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  return on.inject(on.core, { method: 'GET', url: `/oidc/auth?${query}`, headers: { accept } });
};

/** `on`: the database rejects all writes. */
const setReadOnly = (value: 'on' | 'off') =>
  app.read(adminTenantId, (db) => sql`select set_config('default_transaction_read_only', ${value}, false)`.execute(db));

describe('a read-only database', () => {
  afterEach(() => setReadOnly('off'));

  test('makes the server not ready until it is writable again', async () => {
    expect((await readiness()).status).toBe(200);
    await setReadOnly('on');
    await expect.poll(readiness).toMatchObject({
      ...refused,
      body: {
        code: 'server.cannot_write',
        status: 'notReady',
        parts: {
          database: 'notReady',
          clock: 'unknown',
          migrations: 'unknown',
          vault: 'ready',
          engine: 'unknown',
          worker: 'ready',
        },
      },
    });
    expect(app.logs.filter((line) => line.includes('"database not writable"'))).toHaveLength(1);
    await setReadOnly('off');
    await expect.poll(async () => (await readiness()).status).toBe(200);
    expect(app.logs.filter((line) => line.includes('"database writable again"'))).toHaveLength(1);
  });

  test('makes the server not ready as soon as one write has failed', async () => {
    expect((await readiness()).status).toBe(200);
    await setReadOnly('on');
    expect(await createUser()).toMatchObject(refused);
    expect(await readiness()).toMatchObject(refused);
    await setReadOnly('off');
    await expect.poll(async () => (await readiness()).status).toBe(200);
  });

  test('returns 503 with a code for programs and a page for browsers, not a 500', async () => {
    await setReadOnly('on');
    expect(await createUser()).toMatchObject(refused);
    expect(await authorize('application/json')).toMatchObject({ ...refused, body: { error: 'server_error' } });
    expect(await authorize('application/json')).toMatchObject(refused);
    const page = await authorize('text/html');
    expect(page.status).toBe(303);
    expect(page.headers.location).toMatch(/^\/error\?code=server\.cannot_write&request_id=/);
    await setReadOnly('off');
    expect((await authorize('text/html')).headers.location).toMatch(/^\/sign-in/);
    expect((await createUser()).status).toBe(200);
  });
});

test('a full disk returns 503 and prints nothing outside the log', async () => {
  const owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
  await owner.query(`
    create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_full before insert on users for each row execute function disk_full();
    create trigger disk_full before insert on oidc_models for each row execute function disk_full()`);
  await owner.end();
  expect(await createUser()).toMatchObject(refused);
  expect(await authorize('application/json')).toMatchObject(refused);
  expect(printed).not.toHaveBeenCalled();
  for (const line of app.logs) {
    expect(() => JSON.parse(line)).not.toThrow();
  }
});

test('a database that cannot be reached returns 503 until it is back', async () => {
  const other = await testApp();
  onTestFinished(() => other.close());
  const access = await other.managementToken();
  if ('connectionString' in other.address) {
    throw new Error('The test needs the name of the database.');
  }
  const { database } = other.address;
  const owner = new pg.Client(clientOptions({ ...other.address, database: 'postgres' }, 'test'));
  await owner.connect();
  const list = () => other.call(usersApi.list, { token: access });
  expect((await list()).status).toBe(200);
  await owner.query(`alter database ${database} allow_connections false`);
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  expect(await list()).toMatchObject(refused);
  expect(await list()).toMatchObject(refused);
  const page = await authorize('text/html', other);
  expect(page.headers.location).toMatch(/^\/error\?code=server\.cannot_write&request_id=/);
  expect(other.logs.some((line) => line.includes('"database unavailable"'))).toBe(true);
  expect(other.logs.some((line) => line.includes('"request failed"'))).toBe(false);
  await owner.query(`alter database ${database} allow_connections true`);
  await owner.end();
  await expect.poll(async () => (await list()).status).toBe(200);
});

describe('a database whose files are unreadable', () => {
  // The files of another server are not ours.
  test.skipIf(process.env.TEST_DATABASE_URL)('makes the server not ready until they are readable again', async () => {
    const owner = new pg.Client(clientOptions(app.address, 'test'));
    await owner.connect();
    await owner.query('checkpoint');
    const { rows } = await owner.query<{ folder: string }>(
      `select current_setting('data_directory') || '/base/' || oid as folder from pg_database
        where datname = current_database()`,
    );
    // PostgreSQL also ends idle connections when it cannot read their files.
    await owner.end();
    const folder = rows[0]?.folder ?? '';
    expect((await readiness()).status).toBe(200);
    await chmod(folder, 0o000);
    try {
      await expect.poll(readiness).toMatchObject({ ...refused, body: { parts: { database: 'notReady' } } });
    } finally {
      await chmod(folder, 0o700);
    }
    await expect.poll(async () => (await readiness()).status).toBe(200);
  });
});
