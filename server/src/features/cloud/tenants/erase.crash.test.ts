import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { consolePerson } from '#testing/members';
import { expireLeases, killLeftovers, startServer } from '#testing/processes';
import { type TestApp, testApp } from '#testing/test-app';
import { databaseUrl } from '../../../platform/testing/databases.ts';
import { deleteAsOperator } from './delete.ts';
import { listDeletions } from './erase.store.ts';

// Starts a server twice, each takes some seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: TestApp;
let tenantId: string;
/** Four steps of the job. */
const people = 8000;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  tenantId = await (await consolePerson(app, 'owner')).createTenant('Doomed');
  // This process only observes.
  await app.worker.stop();
  await app.app.tenancy.system((db) =>
    sql`insert into users (tenant_id, id) select ${tenantId}, 'u' || n from generate_series(1, ${people}) n`.execute(
      db,
    ),
  );
});
afterAll(async () => {
  await killLeftovers();
  await app.close();
});

const progress = async () => (await app.app.tenancy.system(listDeletions))[0];
const peopleLeft = async () => {
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{ n: number }>`select count(*) as n from users where tenant_id = ${tenantId}`.execute(db),
  );
  return rows[0]?.n ?? 0;
};
const start = () =>
  startServer({
    DATABASE_URL: databaseUrl(app.address),
    EDITION: 'cloud',
    ENDPOINT: 'http://*.core.test',
    ADMIN_ENDPOINT: 'http://admin.test',
  });

test('continues erasing a tenant after the server is killed', async () => {
  await app.app.tenancy.system((db) => deleteAsOperator(db, tenantId));
  // A lock on one of the last tables prevents erasing from finishing before the server is killed, even if this process
  // is slow.
  const holder = new pg.Client(clientOptions(app.address, 'test'));
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from users where tenant_id = $1 and id = $2 for key share', [tenantId, `u${people}`]);
  const first = await start();
  await expect.poll(peopleLeft, { timeout: 40_000, interval: 5 }).toBeLessThan(people);
  first.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const left = await peopleLeft();
  expect(left).toBeGreaterThan(0);
  expect(await progress()).toMatchObject({ finishedAt: null, position: 'users' });
  await holder.end();
  await expireLeases(app.app);
  // The final check runs a minute after the request. No server runs now, so none has read the old time.
  await app.app.tenancy.system((db) =>
    sql`update tenant_deletions set requested_at = requested_at - interval '2 minutes'`.execute(db),
  );

  await start();
  await expect.poll(peopleLeft, { timeout: 40_000, interval: 50 }).toBe(0);
  await expect
    .poll(async () => (await progress())?.finishedAt, { timeout: 40_000, interval: 50 })
    .toEqual(expect.any(Number));
  const done = await progress();
  expect(done?.rowsErased).toBeGreaterThanOrEqual(done?.rowsTotal ?? Number.POSITIVE_INFINITY);
});
