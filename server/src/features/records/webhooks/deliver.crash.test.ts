import { randomBytes } from 'node:crypto';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expireLeases, killLeftovers, startServer } from '#testing/processes';
import { type TestApp, testApp } from '#testing/test-app';
import { databaseUrl } from '../../../platform/testing/databases.ts';
import { deliveriesOf, type Receiver, startReceiver } from './testing.ts';

// Starts two servers, each takes some seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

// All nodes need the key that encrypts signing keys.
const SECRET_VAULT_KEK = randomBytes(32).toString('base64');
let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', SECRET_VAULT_KEK });
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
    SECRET_VAULT_KEK,
  });

test('sends a delivery again with the same id after its server was killed, before later ones of the object', async () => {
  const token = await app.managementToken();
  const body = { events: ['User.Created' as const, 'User.Data.Updated' as const], config: { url: receiver.url } };
  const { body: hook } = await app.call(webhooksApi.create, { token, body });
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'survivor' } });
  await app.call(usersApi.update, { token, params: { userId: user.id }, body: { name: 'S' } });

  receiver.respond = () => undefined;
  const first = await start();
  await expect.poll(() => receiver.events(), { timeout: 60_000 }).toEqual(['User.Created']);
  first.kill('SIGKILL');
  await first.ended;
  await expireLeases(app.app);
  receiver.respond = receiver.ok;
  await start();
  await expect
    .poll(() => receiver.events(), { timeout: 120_000 })
    .toEqual(['User.Created', 'User.Created', 'User.Data.Updated']);
  const [lost, again] = receiver.received;
  expect([again?.headers['webhook-id'], again?.body]).toEqual([lost?.headers['webhook-id'], lost?.body]);
  await expect.poll(() => deliveriesOf(app, token, hook.id), { timeout: 20_000 }).toEqual([]);
});
