import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { judgeStatements, recordStatements } from '#testing/plans';
import { type TestApp, testApp } from '#testing/test-app';
import { type TestDirectory, testDirectory } from './testing.ts';

const recorder = recordStatements();
let app: TestApp;
let token: string;
let directory: TestDirectory;

/** Users of a directory that came quickly: PostgreSQL has no statistics about them yet. */
async function growDirectory(): Promise<void> {
  const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
  await owner.connect();
  await owner.query(`set app.tenant_id = 'default'`);
  await owner.query(`insert into users (id) select 'u' || n from generate_series(1, 3000) n`);
  await owner.query(
    `insert into directory_users (connector_id, user_id, user_name, user_name_key, external_id, is_active, is_linked,
        resource)
      select $1, 'u' || n, 'Person' || n || '@grown.example', 'person' || n || '@grown.example', 'E-' || n, n % 2 = 0, n = 7,
        jsonb_build_object('displayName', repeat('Person ', 20), 'title', repeat('CEO ', 20))
      from generate_series(1, 3000) n`,
    [directory.id],
  );
  await owner.end();
}

beforeAll(async () => {
  recorder.start();
  app = await testApp();
  token = await app.managementToken();
  directory = await testDirectory(app, token, ['grown.example']);
  await growDirectory();
});
afterAll(async () => {
  recorder.stop();
  await app.close();
});

test('finding and creating users by name costs the same in a directory of any size, without statistics', async () => {
  const steps: [string, () => Promise<{ status: number }>][] = [
    ['userName', () => directory.find('Users', 'userName eq "person77@GROWN.example"')],
    ['externalId', () => directory.find('Users', 'externalId eq "E-78"')],
    ['both', () => directory.find('Users', 'active eq true and userName eq "person79@grown.example"')],
    ['create', () => directory.post('/Users', { userName: 'new@grown.example', externalId: 'N-1' })],
    [
      'bulk',
      () =>
        directory.post('/Bulk', {
          Operations: [{ method: 'POST', path: '/Users', bulkId: '1', data: { userName: 'bulk@grown.example' } }],
        }),
    ],
  ];
  for (const [name, step] of steps) {
    expect([name, (await recorder.during(name, step)).status]).toEqual([name, name === 'create' ? 201 : 200]);
  }
  // The counter of requests is no table of the directory.
  const statements = recorder.statements().filter(({ text }) => !text.includes('take_share'));
  const complaints = await judgeStatements(app.address, statements, {
    settings: '',
    isGrowing: (table) => ['directory_users', 'users'].includes(table),
  });
  expect(complaints.join('\n')).toBe('');
  // A plan for the first users of an import is slow for the last ones, so it must not be kept.
  const known = statements.filter(({ text }) => text.includes('cross join lateral (select from directory_users'));
  expect(known.map(({ text }) => text.includes('/* planned anew */'))).toEqual([true]);
});

test('administrators see the users of the directory page by page, and search them', async () => {
  const list = async (query: Record<string, string>) =>
    app.call(directorySyncApi.listUsers, { token, params: { id: directory.id }, query });
  const second = await list({ page: '2', page_size: '20' });
  expect([second.body.length, Number(second.headers['total-number'])]).toEqual([20, 3002]);
  const found = await list({ q: 'PERSON7@' });
  expect(found.body).toMatchObject([
    { userId: 'u7', userName: 'Person7@grown.example', externalId: 'E-7', isActive: false, isLinked: true },
  ]);
  expect((await list({ q: 'E-2999' })).body.map(({ userId }) => userId)).toEqual(['u2999']);
  // Characters with a meaning in filters and in SQL are plain text here.
  for (const q of ['" or userName pr or userName eq "', '%', '_', '\\', "'"]) {
    expect([q, (await list({ q })).body]).toEqual([q, []]);
  }
  expect((await list({ q: '\u0001'.repeat(128) })).status).toBe(200);
  expect((await list({ q: '\u0000' })).status).toBe(400);
  expect((await list({ q: 'x'.repeat(129) })).status).toBe(400);
});
