import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import type { CountedRequests } from './limit-requests.ts';
import { schemaIds } from './schema.ts';
import { type TestDirectory, testDirectory } from './testing.ts';

let app: TestApp;
let token: string;
let directory: TestDirectory;

beforeAll(async () => {
  app = await testApp({ DIRECTORY_SYNC_REQUESTS_PER_SECOND: '1' });
  token = await app.managementToken();
  directory = await testDirectory(app, token, ['limit.example']);
});
afterAll(() => app.close());

const read = () => directory.get('/ServiceProviderConfig');
/** As if the requests were ten seconds ago. */
const passWindow = () =>
  app.app.tenancy.write('default', (db) =>
    sql`update throttle_counters set window_start = window_start - interval '11 seconds'`.execute(db),
  );

test('a token that sends too many requests gets 429 with Retry-After, until the window has passed', async () => {
  for (let n = 0; n < 10; n += 1) {
    expect((await read()).status).toBe(200);
  }
  const refused = await directory.post('/Users', { userName: 'late@limit.example' });
  expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
    429,
    '10',
    'application/scim+json; charset=utf-8',
  ]);
  expect(refused.body).toMatchObject({ schemas: [schemaIds.error], status: '429' });

  const other = await testDirectory(app, token, ['other-limit.example']);
  expect((await other.get('/ServiceProviderConfig')).status).toBe(200);

  const { body } = await app.call(directorySyncApi.listRequests, { token, params: { id: directory.id }, query: {} });
  expect(body).toEqual([]);
  await passWindow();
  expect((await read()).status).toBe(200);
});

test('all nodes count together', async () => {
  await passWindow();
  for (let n = 0; n < 10; n += 1) {
    expect((await read()).status).toBe(200);
    // Another node has not counted anything yet.
    app.app.stateOf<CountedRequests>('directory-sync').clear();
  }
  expect((await read()).status).toBe(429);
});

test('a wrong token is refused before anything is counted', async () => {
  await passWindow();
  for (let n = 0; n < 25; n += 1) {
    expect((await directory.get('/ServiceProviderConfig', { token: 'wrong' })).status).toBe(401);
  }
  expect((await read()).status).toBe(200);
});
