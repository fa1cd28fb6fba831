import { type CreateLogStream, logStreamsApi } from '@postern/contracts/records/log-streams';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { flushLogs, recordLog } from '#features/records/audit';
import { killLeftovers, startServer } from '#testing/processes';
import { type TestApp, testApp } from '#testing/test-app';
import { databaseUrl } from '../../../platform/testing/databases.ts';
import { entriesIn, type StreamReceiver, startReceiver } from './testing.ts';

// The lease of a silent node lasts 15 seconds, its claim on a stream 30.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const vaultKey = Buffer.alloc(32, 7).toString('base64');

let app: TestApp;
let receiver: StreamReceiver;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', SECRET_VAULT_KEK: vaultKey });
  receiver = await startReceiver();
  // The servers of the test deliver; this process only observes.
  await app.worker.stop();
});
afterAll(async () => {
  await killLeftovers();
  receiver.close();
  await app.close();
});

const start = () =>
  startServer({
    DATABASE_URL: databaseUrl(app.address),
    ENDPOINT: 'http://core.test',
    ADMIN_ENDPOINT: 'http://admin.test',
    ALLOW_PRIVATE_EGRESS: 'true',
    SECRET_VAULT_KEK: vaultKey,
  });

const named = () => receiver.received.flatMap(entriesIn).filter(({ payload }) => payload.mark !== undefined);

test('sends a batch again with the same numbers after its server was killed, and nothing is lost', async () => {
  const token = await app.managementToken();
  const webhook = { url: receiver.url, signingKey: 'k'.repeat(32) };
  const body: CreateLogStream = { name: 'A', type: 'webhook', webhook };
  const { body: stream } = await app.call(logStreamsApi.create, { token, body });
  const names = Array.from({ length: 600 }, (_, n) => `entry-${n}`);
  for (const name of names) {
    recordLog(app.app, 'default', { key: 'Unknown', payload: { mark: name } });
  }
  await flushLogs(app.app);

  receiver.respond = () => undefined;
  const first = await start();
  await expect.poll(() => named().length, { timeout: 60_000 }).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await first.ended;
  const lost = named();
  receiver.clear();
  await start();
  const get = async () => (await app.call(logStreamsApi.get, { token, params: { id: stream.id } })).body;
  await expect.poll(() => named().length, { timeout: 120_000 }).toBe(600);
  await expect.poll(async () => (await get()).entriesBehind, { timeout: 20_000 }).toBe(0);
  expect(named().map(({ payload }) => payload.mark)).toEqual(names);
  // The numbers and ids are those of the lost request, so that the receiver can drop doubles.
  const again = new Map(named().map((entry) => [entry.sequence, entry]));
  expect(lost.map(({ sequence }) => again.get(sequence))).toEqual(lost);
});
