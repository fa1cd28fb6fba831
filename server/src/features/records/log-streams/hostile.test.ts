import type { ServerResponse } from 'node:http';
import { type CreateLogStream, logStreamsApi } from '@postern/contracts/records/log-streams';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { flushLogs, recordLog } from '#features/records/audit';
import { type TestApp, testApp } from '#testing/test-app';
import { entriesIn, passTime, type StreamReceiver, startReceiver } from './testing.ts';

let app: TestApp;
let hostile: StreamReceiver;
let good: StreamReceiver;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  for (const tenantId of [defaultTenantId, adminTenantId]) {
    tokens[tenantId] = await app.managementToken(tenantId);
  }
  [hostile, good] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  hostile.close();
  good.close();
  await app.close();
});
beforeEach(async () => {
  for (const tenantId of [defaultTenantId, adminTenantId]) {
    await app.write(tenantId, (db) => db.deleteFrom('log_streams').execute());
  }
  await app.worker.drain();
  hostile.clear();
  good.clear();
});

async function create(tenantId: string, url: string) {
  const body: CreateLogStream = { name: 'A', type: 'webhook', webhook: { url, signingKey: 'k'.repeat(32) } };
  const { body: stream } = await app.call(logStreamsApi.create, { token: tokens[tenantId] ?? '', tenantId, body });
  return stream;
}
const get = async (tenantId: string, id: string) =>
  (await app.call(logStreamsApi.get, { token: tokens[tenantId] ?? '', tenantId, params: { id } })).body;
async function write(tenantId: string, name: string) {
  recordLog(app.app, tenantId, { key: 'Unknown', payload: { mark: name } });
  await flushLogs(app.app);
}
const namesOf = ({ received }: StreamReceiver) =>
  received.flatMap((one) => entriesIn(one).flatMap(({ payload }) => (payload.mark as string) ?? []));

test('a redirect to another address is not followed (attack 39)', async () => {
  hostile.respond = (_, response) => void response.writeHead(307, { location: `${good.url}/stolen` }).end();
  const stream = await create(defaultTenantId, hostile.url);
  await app.worker.drain();
  expect([hostile.received.length, good.received.length]).toEqual([1, 0]);
  expect(await get(defaultTenantId, stream.id)).toMatchObject({ lastStatus: 307, failingSince: expect.any(Number) });
});

test('an address of the own network is refused when entries are sent, too (attack 23)', async () => {
  const strict = await testApp();
  try {
    const token = await strict.managementToken();
    const webhook = { url: 'https://streams.invalid/', signingKey: 'k'.repeat(32) };
    const body: CreateLogStream = { name: 'A', type: 'webhook', webhook };
    const { body: stream } = await strict.call(logStreamsApi.create, { token, body });
    // As if the name server gave another answer than at the check.
    await strict.write('default', (db) =>
      db
        .updateTable('log_streams')
        .set({ config: JSON.stringify({ url: good.url }) })
        .execute(),
    );
    await passTime(strict);
    expect(good.received).toEqual([]);
    const { body: shown } = await strict.call(logStreamsApi.get, { token, params: { id: stream.id } });
    expect(shown).toMatchObject({
      lastStatus: null,
      lastError:
        'The host 127.0.0.1 is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
    });
  } finally {
    await strict.close();
  }
});

test('an endless response is closed after its beginning', async () => {
  let isClosed = false;
  hostile.respond = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(1024)), 1);
    response.on('close', () => {
      clearInterval(timer);
      isClosed = true;
    });
  };
  const stream = await create(defaultTenantId, hostile.url);
  await app.worker.drain();
  await expect.poll(() => isClosed).toBe(true);
  // The status has arrived, so the entries count as delivered.
  expect(await get(defaultTenantId, stream.id)).toMatchObject({ entriesBehind: 0, failingSince: null });
});

test('receivers that never answer delay no other tenant', async () => {
  const held: ServerResponse[] = [];
  hostile.respond = (_, response) => void held.push(response);
  const streams: { id: string }[] = [];
  for (let n = 0; n < 5; n += 1) {
    streams.push(await create(defaultTenantId, `${hostile.url}/${n}`));
  }
  await write(defaultTenantId, 'stuck');
  // The limit of the queue: two streams of a tenant send at a time.
  await expect.poll(() => held.length).toBe(2);
  await create(adminTenantId, good.url);
  for (const name of ['a', 'b', 'c']) {
    await write(adminTenantId, name);
    app.worker.wake();
    await expect.poll(() => namesOf(good)).toContain(name);
  }
  expect(namesOf(good)).toEqual(['a', 'b', 'c']);
  expect(held.filter(({ closed }) => !closed)).toHaveLength(2);
  hostile.respond = hostile.ok;
  for (const response of held) {
    response.writeHead(200).end();
  }
  await expect
    .poll(async () => Promise.all(streams.map(async ({ id }) => (await get(defaultTenantId, id)).entriesBehind)), {
      timeout: 20_000,
    })
    .toEqual([0, 0, 0, 0, 0]);
});

test('a request without a response ends after 10 seconds', async () => {
  hostile.respond = () => undefined;
  const stream = await create(defaultTenantId, hostile.url);
  await expect
    .poll(async () => (await get(defaultTenantId, stream.id)).lastError, { timeout: 60_000 })
    .toBe('No response within 10 seconds.');
});
