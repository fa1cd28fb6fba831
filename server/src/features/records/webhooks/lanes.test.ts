import type { ServerResponse } from 'node:http';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/jobs';
import { type TestApp, testApp } from '#testing/test-app';
import { deliverQueue, silentQueue } from './subscribe.ts';
import { deliveriesOf, passTime, type Received, type Receiver, startReceiver } from './testing.ts';

let app: TestApp;
let token: string;
let silent: Receiver;
let quick: Receiver;
/** Requests without a response, and how many of them the server has ended. */
let held: ServerResponse[];
let ended: number;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  [silent, quick] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  silent.close();
  quick.close();
  await app.close();
});
beforeEach(async () => {
  answerAll();
  await app.worker.drain();
  for (const tenantId of ['default', adminTenantId]) {
    await app.write(tenantId, (db) => db.deleteFrom('hooks').execute());
  }
  quick.clear();
  silent.clear();
  [held, ended] = [[], 0];
  silent.respond = hold;
});

function hold(_: Received, response: ServerResponse): void {
  held.push(response);
  response.on('close', () => {
    ended += response.writableEnded ? 0 : 1;
  });
}

function answerAll(): void {
  silent.respond = silent.ok;
  for (const response of (held ?? []).filter(({ headersSent }) => !headersSent)) {
    response.writeHead(200).end();
  }
}

async function subscribe(url: string, who = { tenantId: 'default', token }) {
  const body = { events: ['User.Created' as const], config: { url } };
  return (await app.call(webhooksApi.create, { ...who, body })).body;
}
let count = 0;
async function createUser(who = { tenantId: 'default', token }): Promise<void> {
  count += 1;
  await app.call(usersApi.create, { ...who, body: { username: `lane${count}` } });
}

const queuesOf = (hookId: string) =>
  app.app.tenancy.system(async (db) => {
    const { rows } = await sql<{ queue: string }>`select queue from jobs where key = ${hookId}`.execute(db);
    return rows.map(({ queue }) => queue);
  });

test('attack 39: a tenant with many silent endpoints delays no other tenant and no other job', async () => {
  // More than a process sends to at the same time.
  for (let n = 0; n < 40; n += 1) {
    await subscribe(silent.url);
  }
  await createUser();
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(4);
  const admin = { tenantId: adminTenantId, token: await app.managementToken(adminTenantId) };
  await subscribe(quick.url, admin);
  await createUser(admin);
  await app.app.tenancy.system((db) => enqueue(db, { queue: 'audit.partitions' }));
  app.worker.wake();
  const otherJobs = async () => {
    const query = sql<{ n: number }>`select count(*)::int as n from jobs where queue = 'audit.partitions'`;
    return (await app.app.tenancy.system((db) => query.execute(db))).rows[0]?.n;
  };
  await expect.poll(() => quick.received.length).toBe(1);
  await expect.poll(otherJobs).toBe(0);
  // All of it happened before the first of the open requests timed out.
  expect(ended).toBe(0);
});

test('two silent endpoints do not delay the third webhook of their tenant', async () => {
  const [one, two] = [await subscribe(silent.url), await subscribe(silent.url)];
  const third = await subscribe(quick.url);
  await createUser();
  await expect.poll(() => held.length).toBe(2);
  await createUser();
  await expect.poll(() => quick.received.length).toBe(2);
  await expect.poll(() => deliveriesOf(app, token, third.id)).toEqual([]);
  expect({ open: held.length, ended }).toEqual({ open: 2, ended: 0 });
  answerAll();
  for (const { id } of [one, two]) {
    await expect.poll(() => deliveriesOf(app, token, id)).toEqual([]);
  }
});

test('a silent endpoint has its own queue until it responds again', async () => {
  const hook = await subscribe(silent.url);
  await createUser();
  await expect.poll(() => queuesOf(hook.id), { timeout: 60_000 }).toEqual([silentQueue]);
  // New events do not bring it back.
  await createUser();
  await expect.poll(async () => (await deliveriesOf(app, token, hook.id)).length).toBe(2);
  await expect.poll(() => queuesOf(hook.id)).toEqual([silentQueue]);
  answerAll();
  await app.app.tenancy.system(async (db) => {
    // As if the pause had passed.
    await sql`update hooks set paused_until = now()`.execute(db);
    await sql`update webhook_deliveries set next_at = now()`.execute(db);
    await sql`update jobs set due_at = now() where queue = ${silentQueue} and lease is null`.execute(db);
  });
  await app.worker.drain();
  expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
  silent.respond = (_, response) => void response.writeHead(500).end();
  await createUser();
  await app.worker.drain();
  expect(await queuesOf(hook.id)).toEqual([deliverQueue]);
  silent.respond = silent.ok;
  await passTime(app);
  expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
});
