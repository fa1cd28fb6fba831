import { endpoint } from '@postern/contracts/endpoint';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestApp, testApp } from '#testing/test-app';
import { route } from './route.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const contract = endpoint({
  method: 'POST',
  path: '/test',
  auth: { kind: 'none' },
  summary: 'For this test.',
  tag: 'Tests',
  document: 'management',
  body: z.strictObject({ answer: z.unknown() }),
  response: z.object({ isGood: z.boolean() }),
});

async function serve() {
  const server = Fastify();
  route({ server, app: app.app, prefix: '', tenantOf: () => 'default' }, contract, async ({ db, body }) => {
    await db.insertInto('logs').values({ id: crypto.randomUUID(), key: 'test.route' }).execute();
    return body.answer as { isGood: boolean };
  });
  return (answer: unknown) => server.inject({ method: 'POST', url: '/test', body: { answer } });
}

const written = async () =>
  (await app.read('default', (db) => db.selectFrom('logs').select('id').where('key', '=', 'test.route').execute()))
    .length;

test('fails and rolls back if the response does not match the contract', async () => {
  const ask = await serve();
  const wrong = await ask({ isGood: 'perhaps' });
  expect([wrong.statusCode, await written()]).toEqual([500, 0]);
  const right = await ask({ isGood: true, secret: 'of a new column' });
  expect([right.statusCode, right.json(), await written()]).toEqual([200, { isGood: true }, 1]);
});
