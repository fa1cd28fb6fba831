import type { ServerResponse } from 'node:http';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/jobs';
import { type TestApp, testApp } from '#testing/test-app';
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

test('attacks 23 and 39: does not follow a redirect', async () => {
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

test('attacks 21 and 39: masks secrets that an endpoint sends back', async () => {
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

/** An endpoint that keeps its requests open until the test answers them. */
function holdRequests() {
  const held: ServerResponse[] = [];
  let endedByServer = 0;
  receiver.respond = (_, response) => {
    held.push(response);
    response.on('close', () => {
      endedByServer += response.writableEnded ? 0 : 1;
    });
  };
  return {
    held,
    endedByServer: () => endedByServer,
    answerAll() {
      receiver.respond = receiver.ok;
      for (const response of held) {
        response.writeHead(200).end();
      }
    },
  };
}

test('an endpoint that does not respond delays no other hook and no other job', async () => {
  const slow = await subscribe();
  const requests = holdRequests();
  await createUser();
  // From here on the slow endpoint holds its lane.
  await expect.poll(() => requests.held.length).toBe(1);
  const quick = await subscribe(other.url);
  for (let n = 0; n < 3; n += 1) {
    await createUser();
  }
  await app.app.tenancy.system((db) => enqueue(db, { queue: 'audit.partitions' }));
  app.worker.wake();
  const leftOfOthers = async () => {
    const query = sql<{ n: number }>`select count(*) as n from jobs where queue = 'audit.partitions'`;
    const jobs = (await app.app.tenancy.system((db) => query.execute(db))).rows[0]?.n;
    return { jobs, deliveries: (await deliveriesOf(app, token, quick.id)).length };
  };
  // In a shared lane the others would wait until the server ends the open request.
  await expect.poll(() => other.received.length).toBe(3);
  await expect.poll(leftOfOthers).toEqual({ jobs: 0, deliveries: 0 });
  expect({ open: requests.held.length, ended: requests.endedByServer() }).toEqual({ open: 1, ended: 0 });
  expect(await deliveriesOf(app, token, slow.id)).toHaveLength(4);
  requests.answerAll();
  await expect.poll(() => deliveriesOf(app, token, slow.id)).toEqual([]);
});

test('ends a request without a response after 10 seconds, and sends at most 8 at a time', async () => {
  const hook = await subscribe();
  const requests = holdRequests();
  for (let n = 0; n < 10; n += 1) {
    await createUser();
  }
  await expect
    .poll(async () => (await deliveriesOf(app, token, hook.id)).map(({ lastError }) => lastError), { timeout: 60_000 })
    .toContain('No response within 10 seconds.');
  expect(requests.held.length).toBeLessThanOrEqual(8);
  expect((await logOf(hook.id)).durationMs).toBeGreaterThanOrEqual(9990);
});

test('attack 23: an address of the own network is refused when the request is sent, too', async () => {
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
      {
        lastStatus: null,
        lastError:
          'The host 127.0.0.1 is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
      },
    ]);
  } finally {
    await strict.close();
  }
});
