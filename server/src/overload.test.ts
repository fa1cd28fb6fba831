import { usersApi } from '@postern/contracts/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from './platform/pool.ts';
import { type TestApp, testApp } from './testing.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp({ DATABASE_POOL_SIZE: '1' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const busy = { status: 503, body: { code: 'server.busy' }, headers: { 'retry-after': '2' } };

/** Keeps the only connection until it is let go. */
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

test('beyond the requests that may wait for the database, the newest get 503 at once', async () => {
  const list = () => app.call(usersApi.list, { token });
  const letGo = await holdConnection();
  const waiting = Array.from({ length: 200 }, list);
  await expect
    .poll(() =>
      app
        .inject(app.core, { method: 'GET', url: '/api/users', headers: { authorization: `Bearer ${token}` } })
        .then(({ status }) => status),
    )
    .toBe(503);
  expect(await list()).toMatchObject(busy);
  const token503 = await app.inject(app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'demo-app', refresh_token: 'x' }).toString(),
  });
  expect(token503.status).toBe(503);
  await letGo();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await list()).status).toBe(200);
});

test('nobody waits for a connection for longer than the limit', async () => {
  const { poolMode, caseSensitiveUsername } = app.config;
  const options = { address: app.address, poolMode, caseSensitiveUsername, poolSize: 1, longestWaitMs: 20 };
  const pool = createPool(options, 'postern_system', 1);
  const connection = await pool.acquire(undefined);
  await expect(pool.acquire(undefined)).rejects.toMatchObject({ code: 'server.busy' });
  expect(pool.stats()).toEqual({ open: 1, idle: 0, waiting: 0 });
  pool.release(connection);
  expect(await pool.acquire(undefined)).toBe(connection);
  pool.release(connection);
  await pool.close();
});
