import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../platform/jobs.ts';
import { type TestApp, testApp } from '../../../testing.ts';
import { answer, deliveriesOf, type Receiver, startReceiver } from './testing.ts';

let app: TestApp;
let token: string;
let receiver: Receiver;
let other: Receiver;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  [receiver, other] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  receiver.close();
  other.close();
  await app.close();
});
beforeEach(async () => {
  await app.worker.drain();
  receiver.clear();
  other.clear();
  await app.write('default', (db) => db.deleteFrom('hooks').execute());
});

async function subscribe(url = receiver.url, more: object = {}) {
  const body = { events: ['User.Created' as const], config: { url, ...more } };
  return (await app.call(webhooksApi.create, { token, body })).body;
}
let count = 0;
async function createUser() {
  count += 1;
  await app.call(usersApi.create, { token, body: { username: `target${count}` } });
}
const logOf = async (id: string) =>
  (await app.call(webhooksApi.recentLogs, { token, params: { id } })).body[0]?.payload as Record<string, unknown>;

test('does not follow a redirect', async () => {
  const hook = await subscribe();
  receiver.respond = answer(307, '', { location: other.url });
  await createUser();
  await app.worker.drain();
  expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
  expect(await deliveriesOf(app, token, hook.id)).toMatchObject([{ state: 'waiting', lastStatus: 307 }]);
});

test('reads only the beginning of an endless response', async () => {
  const hook = await subscribe();
  let isClosed = false;
  receiver.respond = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(1024)), 1);
    response.on('close', () => {
      clearInterval(timer);
      isClosed = true;
    });
  };
  await createUser();
  await app.worker.drain();
  expect(((await logOf(hook.id)).response as { body: string }).body).toHaveLength(4096);
  await expect.poll(() => isClosed).toBe(true);
  expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
});

test('masks secrets that an endpoint sends back', async () => {
  const hook = await subscribe(receiver.url, { headers: { authorization: 'Bearer of-the-receiver' } });
  receiver.respond = (one, response) =>
    void response.writeHead(400).end(`${hook.signingKey} ${one.headers.authorization} plain`);
  await createUser();
  await app.worker.drain();
  expect((await logOf(hook.id)).response).toEqual({ statusCode: 400, body: '****** ****** plain' });
  const logged = await app.read('default', (db) => db.selectFrom('logs').select('payload').execute());
  expect(JSON.stringify(logged)).not.toContain('of-the-receiver');
  expect(app.logs.join('\n')).not.toContain(hook.signingKey);
});

test('accepts binary and NUL bytes in a response', async () => {
  const hook = await subscribe();
  receiver.respond = (_, response) => void response.writeHead(200).end(Buffer.from([0, 255, 254, 65]));
  await createUser();
  await app.worker.drain();
  expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
  expect((await logOf(hook.id)).response).toMatchObject({ statusCode: 200, body: expect.stringContaining('A') });
});

test('an endpoint that never responds ends after 10 seconds and delays no other hook and no other job', async () => {
  const slow = await subscribe();
  const quick = await subscribe(other.url);
  receiver.respond = () => undefined;
  const begun = performance.now();
  for (let n = 0; n < 10; n += 1) {
    await createUser();
  }
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await expect.poll(() => other.received.length).toBe(10);
  // A job of another queue: it is removed when it is done.
  await app.app.tenancy.system((db) => enqueue(db, { queue: 'audit.partitions' }));
  const others = async () =>
    (
      await app.app.tenancy.system((db) =>
        sql<{ n: number }>`select count(*) as n from jobs where queue = 'audit.partitions'`.execute(db),
      )
    ).rows[0]?.n;
  app.worker.wake();
  await expect.poll(others).toBe(0);
  const undone = await deliveriesOf(app, token, slow.id);
  const quickDone = performance.now() - begun;
  expect(undone).toHaveLength(10);
  expect(await deliveriesOf(app, token, quick.id)).toEqual([]);
  await expect
    .poll(async () => (await deliveriesOf(app, token, slow.id)).map(({ lastError }) => lastError), { timeout: 40_000 })
    .toContain('No response within 10 seconds.');
  // The first result of the slow hook came after everything else was done.
  expect(performance.now() - begun).toBeGreaterThan(quickDone);
  // At most one batch was in flight.
  expect(receiver.received.length).toBeLessThanOrEqual(8);
});

test('an address of the own network is refused when the request is sent, too', async () => {
  const strict = await testApp();
  try {
    const strictToken = await strict.managementToken();
    const config = { url: 'https://hooks.invalid/' };
    const body = { events: ['User.Created' as const], config };
    const { body: hook } = await strict.call(webhooksApi.create, { token: strictToken, body });
    // As if the name server gave another answer than at the check.
    await strict.write('default', (db) =>
      db
        .updateTable('hooks')
        .set({ config: JSON.stringify({ url: receiver.url }) })
        .execute(),
    );
    await strict.call(usersApi.create, { token: strictToken, body: { username: 'inside' } });
    await strict.worker.drain();
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(strict, strictToken, hook.id)).toMatchObject([
      { lastStatus: null, lastError: 'The host 127.0.0.1 is not a public address.' },
    ]);
  } finally {
    await strict.close();
  }
});
