import { pathOf } from '@postern/contracts/endpoint';
import { type ImportFile, userImportsApi } from '@postern/contracts/people/user-imports';
import { type UserJob, userJobsApi } from '@postern/contracts/people/user-jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dataFolder, expireLeases, killLeftovers, startServer, type TestServer } from '#testing/processes';
import { type TestApp, testApp } from '#testing/test-app';
import { databaseUrl } from '../../../../platform/testing/databases.ts';

// Takes half a minute on an idle machine.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

/** Many batches before and after the kill. */
const count = 20_000;

let app: TestApp;
let token: string;
let data: Awaited<ReturnType<typeof dataFolder>>;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  data = await dataFolder();
  // This process only observes.
  await app.worker.stop();
});
afterAll(async () => {
  await killLeftovers();
  await app.close();
  await data.remove();
});

/** A separate node on the database of the test. */
const startNode = () =>
  startServer({
    DATABASE_URL: databaseUrl(app.address),
    DATA_DIR: data.folder,
    ENDPOINT: 'http://core.test',
    ADMIN_ENDPOINT: 'http://admin.test',
  });

async function call<T>(node: TestServer, method: string, path: string, body?: string, type = 'application/json') {
  const url = `http://127.0.0.1:${node.environment.PORT}${path}`;
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

const findJob = async (id: string) => (await app.call(userJobsApi.get, { token, params: { id } })).body;

/** The number of users, and of different users. */
const countUsers = () =>
  app.read('default', async (db) => {
    const { rows } = await sql<{ all: number; different: number }>`
      select count(*) as all, count(distinct primary_email) as different from users
      where primary_email like 'person%@many.org'`.execute(db);
    return rows[0];
  });

/** In one query: the database may still commit statements that it received before the kill. */
const countAtKill = (id: string) =>
  app.read('default', async (db) => {
    const { rows } = await sql<{ state: string; done: number; all: number; different: number }>`
      select (select state from user_jobs where id = ${id}) as state, (select done from user_jobs where id = ${id}) as done,
        count(*) as all, count(distinct primary_email) as different from users
      where primary_email like 'person%@many.org'`.execute(db);
    return rows[0] ?? { state: '', done: -1, all: -1, different: -1 };
  });

const listed = () =>
  app.read('default', async (db) => {
    const { rows } = await sql<{ n: number }>`select sum(n)::int as n from row_counts where kind = 'users'`.execute(db);
    return rows[0]?.n;
  });

const reported = () =>
  app.read('default', async (db) => {
    const { rows } = await sql<{ n: number }>`select
      (select count(*) from outbox where name = 'User.Created') + (select count(*) from logs where key = 'User.Created') as n`.execute(
      db,
    );
    return rows[0]?.n;
  });

test('imports 20,000 users without loss or duplicates when the node is killed and another continues', async () => {
  const first = await startNode();
  const digest = '$2b$10$Z6hUTEEeoJXN5/AmSm/4.eZ75RYgFVriQM9LPhNEC7kbAbS/VAaJ2';
  const lines = Array.from({ length: count }, (_, n) => `person${n}@many.org,${digest}\n`);
  // A duplicate line far apart and an invalid line: both are counted once as well.
  const csv = `email,passwordDigest\n${lines.join('')}person7@many.org,\nnobody,\n`;
  const file = await call<ImportFile>(first, 'POST', pathOf(userImportsApi.upload), csv, 'text/csv');
  expect(file.records).toBe(count + 2);
  const { id } = await call<UserJob>(first, 'POST', pathOf(userImportsApi.start, { id: file.id }), '{}');

  await expect
    .poll(async () => (await findJob(id)).done, { timeout: 180_000, interval: 20 })
    .toBeGreaterThan(count / 3);
  first.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const { state, done, ...users } = await countAtKill(id);
  expect([state, done < count]).toEqual(['running', true]);
  // Everything that was acknowledged is stored, and nothing else.
  expect(users).toEqual({ all: done, different: done });
  await expireLeases(app.app);

  const second = await startNode();
  await expect.poll(async () => (await findJob(id)).state, { timeout: 200_000, interval: 100 }).toBe('succeeded');
  expect(await findJob(id)).toMatchObject({
    total: count + 2,
    done: count + 2,
    failed: 2,
    counts: { created: count, updated: 0, skipped: 0 },
  });
  expect(await countUsers()).toEqual({ all: count, different: count });
  expect([await listed(), await reported()]).toEqual([count, count]);
  const { body: report } = await app.call(userJobsApi.report, { token, params: { id } });
  expect(report.map(({ line, code }) => [line, code])).toEqual([
    [count + 2, 'user_import.duplicate'],
    [count + 3, 'user_import.email_invalid'],
  ]);
  second.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
