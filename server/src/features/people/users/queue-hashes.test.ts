import { usersApi } from '@postern/contracts/people/users';
import { supportedLanguages } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashFor } from '#testing/hashes';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { hashLimits, waitingHashes } from './queue-hashes.ts';

const password = 'a long enough secret';
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { username: 'ann', password } });
});
afterAll(() => app.close());

/** Fills the queue with work of a tenant until it is released; the spare place is taken by a third tenant. */
function fillQueue(tenantId: string) {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const refused: unknown[] = [];
  const add = (ofTenant: string) => hashFor(ofTenant, () => end).catch((error) => refused.push(error));
  const { running, spare, waiting } = hashLimits;
  const work = [
    ...Array.from({ length: running }, () => add(tenantId)),
    ...Array.from({ length: spare }, () => add('third')),
    ...Array.from({ length: waiting }, () => add(tenantId)),
  ];
  const release = async () => {
    resolve();
    await Promise.all(work);
  };
  return { release, refused };
}

test('a full queue refuses the newest password of the tenant in every language', async () => {
  const { release } = fillQueue('default');
  const messages = new Set<string>();
  for (const language of supportedLanguages) {
    const answer = await app.call(usersApi.create, {
      token,
      body: { username: 'bob', password },
      headers: { 'accept-language': language },
    });
    expect(answer).toMatchObject({ status: 503, body: { code: 'server.busy' }, headers: { 'retry-after': '2' } });
    messages.add((answer.body as unknown as { message: string }).message);
  }
  expect(messages.size).toBeGreaterThanOrEqual(supportedLanguages.length - 1);
  expect(await app.app.metrics.print()).toMatch(new RegExp(`postern_password_hashes_waiting ${hashLimits.waiting}\\n`));
  expect(await app.app.metrics.print()).toMatch(
    new RegExp(`postern_http_refused_total ${supportedLanguages.length}\\n`),
  );
  await release();
  expect(waitingHashes()).toBe(0);
  expect((await app.call(usersApi.create, { token, body: { username: 'bob', password } })).status).toBe(200);
});

test('the flood of another tenant does not refuse a password', async () => {
  const { release, refused } = fillQueue('other');
  const created = app.call(usersApi.create, { token, body: { username: 'cid', password } });
  await expect.poll(() => refused).toMatchObject([{ code: 'server.busy' }]);
  // A password that waits does not use the share of its tenant.
  expect(await app.app.metrics.print()).toMatch(/postern_http_requests_open 0\n/);
  await release();
  expect((await created).status).toBe(200);
  expect(await app.app.metrics.print()).toMatch(/postern_http_requests_open 0\n/);
});

test('a refused sign-in does not count as a wrong password', async () => {
  const ann = visitor(app);
  await ann.arrive();
  await ann.start('SignIn');
  const identifier = { type: 'username', value: 'ann' };
  const attempts = () =>
    app.read('default', async (db) => (await sql`select id from sentinel_activities`.execute(db)).rows.length);
  const { release } = fillQueue('default');
  const answer = await ann.step('POST', '/verification/password', { identifier, password });
  expect(answer).toMatchObject({ status: 503, body: { code: 'server.busy' } });
  expect(await attempts()).toBe(0);
  // Refused before the sign-in is looked for.
  const stranger = await visitor(app).step('POST', '/verification/password', { identifier, password });
  expect(stranger).toMatchObject({ status: 503, body: { code: 'server.busy' } });
  await release();
  expect((await ann.step('POST', '/verification/password', { identifier, password })).status).toBe(200);
});
