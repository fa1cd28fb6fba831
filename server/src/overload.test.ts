import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from './platform/db/pool.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp({ DATABASE_POOL_SIZE: '1' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const busy = { status: 503, body: { code: 'server.busy' }, headers: { 'retry-after': '2' } };

/** Holds the only connection until it is released. */
async function holdConnection(): Promise<() => Promise<void>> {
  const { promise: held, resolve: noteHeld } = Promise.withResolvers<void>();
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const holding = app.read(adminTenantId, async () => {
    noteHeld();
    await end;
  });
  await held;
  return async () => {
    letGo();
    await holding;
  };
}

test('returns 503 if a request waits too long for the database, and serves the next one', async () => {
  const list = () => app.call(usersApi.list, { token });
  const refresh = () =>
    app.inject(app.core, {
      method: 'POST',
      url: '/oidc/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'demo-app',
        refresh_token: 'x',
      }).toString(),
    });
  const letGo = await holdConnection();
  const [listed, refreshed] = await Promise.all([list(), refresh()]);
  expect(listed).toMatchObject(busy);
  expect(refreshed.status).toBe(503);
  await letGo();
  expect((await list()).status).toBe(200);
});

const poolOf = (longestWaitMs: number) => {
  const { poolMode, caseSensitiveUsername } = app.config;
  const options = { address: app.address, poolMode, caseSensitiveUsername, poolSize: 1, longestWaitMs };
  return createPool(options, 'postern_system', 1);
};

test('limits the waiting callers: rejects the newest at once and serves the others', async () => {
  const pool = poolOf(600_000);
  const connection = await pool.acquire(undefined);
  const served = Array.from({ length: 200 }, async () => pool.release(await pool.acquire(undefined)));
  expect(pool.stats().waiting).toBe(200);
  await expect(pool.acquire(undefined)).rejects.toMatchObject({ code: 'server.busy' });
  pool.release(connection);
  await Promise.all(served);
  expect(pool.stats()).toEqual({ open: 1, idle: 1, waiting: 0 });
  await pool.close();
});

test('limits the time a caller waits for a connection', async () => {
  const pool = poolOf(20);
  const connection = await pool.acquire(undefined);
  await expect(pool.acquire(undefined)).rejects.toMatchObject({ code: 'server.busy' });
  expect(pool.stats()).toEqual({ open: 1, idle: 0, waiting: 0 });
  pool.release(connection);
  expect(await pool.acquire(undefined)).toBe(connection);
  pool.release(connection);
  await pool.close();
});

test('a connection that opens after its caller has stopped waiting serves the next one', async () => {
  const pool = poolOf(50);
  const connection = await pool.acquire(undefined);
  const waiting = pool.acquire(undefined);
  connection.isBroken = true;
  pool.release(connection);
  // Blocks this process, so that the wait ends before it reads the answer of the database.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  await expect(waiting).rejects.toMatchObject({ code: 'server.busy' });
  await expect.poll(() => pool.stats(), { timeout: 10_000 }).toEqual({ open: 1, idle: 1, waiting: 0 });
  await pool.close();
});
