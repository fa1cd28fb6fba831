import { userSearchFields, usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { readSearch } from '#platform/db/search';
import { fromDatabaseError } from '#platform/http/errors';
import { type TestApp, testApp } from '#testing/test-app';
import { least } from '../../../platform/testing/measure.ts';
import { countUsers, listUsers } from './list.store.ts';

let app: TestApp;
let token: string;

type Named = { username: string; name: string; primaryEmail?: string; primaryPhone?: string };

const people: Named[] = [
  { username: 'ada', name: 'Ada Lovelace', primaryEmail: 'ada@analytical.org', primaryPhone: '4915112345678' },
  { username: 'bob_x', name: '100% Bob', primaryEmail: 'bob@example.com' },
  { username: 'Bobbx', name: 'Bobby', primaryEmail: 'bobby@example.com' },
  { username: 'eve', name: 'ÉVE' },
];

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  // With fixed ids: a search includes ids, and a random one contains `bob` once in a while.
  const rows = people.map(({ username, name, primaryEmail, primaryPhone }, index) => ({
    id: `id${index}`,
    username,
    name,
    primary_email: primaryEmail ?? null,
    primary_phone: primaryPhone ?? null,
  }));
  await app.write('default', (db) => db.insertInto('users').values(rows).execute());
});
afterAll(() => app.close());

type Query = Record<string, string | string[]>;
const ask = (query: Query) => app.call(usersApi.list, { token, query });

async function found(query: Query): Promise<string[]> {
  const { status, body, headers } = await ask(query);
  expect([status, body]).toMatchObject([200, expect.any(Array)]);
  expect(Number(headers['total-number'])).toBe(body.length);
  return body.map(({ username }) => username ?? '').sort();
}

const strict = { isCaseSensitive: 'true' };

describe('returns matching users in every mode', () => {
  test.each<[Query, string[]]>([
    [{ search: '%BOB%' }, ['Bobbx', 'bob_x']],
    [{ search: '%BOB%', ...strict }, []],
    [{ search: '%Bob%', ...strict }, ['Bobbx', 'bob_x']],
    [{ 'search.username': 'bob_x' }, ['Bobbx', 'bob_x']],
    [{ 'search.username': 'bob\\_x' }, ['bob_x']],
    [{ 'search.name': '100\\%%' }, ['bob_x']],
    [{ 'search.name': 'éve' }, ['eve']],
    [{ 'search.username': 'BOB_X', mode: 'exact' }, ['bob_x']],
    [{ 'search.username': 'BOB_X', mode: 'exact', ...strict }, []],
    [{ 'search.username': 'bob%', mode: 'exact' }, []],
    [{ 'search.username': ['ADA', 'eve', 'nobody'], mode: 'exact' }, ['ada', 'eve']],
    [{ 'search.name': 'ÉVE', mode: 'exact' }, ['eve']],
    [{ search: ['ada@analytical.org', 'eve'], mode: 'exact' }, ['ada', 'eve']],
    [{ 'search.username': '^bob', mode: 'posix' }, ['Bobbx', 'bob_x']],
    [{ 'search.username': '^bob', mode: 'posix', ...strict }, ['bob_x']],
    [{ 'search.username': '(ada|eve)', mode: 'similar_to', ...strict }, ['ada', 'eve']],
    [{ 'search.username': 'ada', 'search.primary_email': 'bob@%' }, ['ada', 'bob_x']],
    [{ 'search.username': 'bob%', 'search.primaryEmail': 'bobby@%', joint: 'and' }, ['Bobbx']],
    [{ 'search.username': 'bob%', 'search.primaryEmail': 'bobby@%', jointMode: 'and' }, ['Bobbx']],
    [{ 'search.username': 'ada', 'mode.username': 'exact', 'search.name': '^É', 'mode.name': 'posix' }, ['ada', 'eve']],
    [{ search: '4915%' }, ['ada']],
  ])('%j: %j', async (query, expected) => expect(await found(query)).toEqual([...expected].sort()));
});

describe('attack 36: handles malicious searches quickly with a clear error', () => {
  const values = [
    '',
    ' ',
    '(',
    ')',
    '[',
    '*',
    '+',
    '?',
    '{',
    'a{',
    'a{2,1}',
    'a{256}',
    '[[:nothing:]]',
    '[z-a]',
    '\\',
    '%\\',
    '***',
    '***:',
    '***=(',
    '(?',
    '(?!',
    '(?=a)',
    '(?<=a)',
    '(?i)',
    '\\Q',
    '\\x{110000}',
    '\\u0000',
    "' or 1=1 --",
    '"; drop table users',
    '$1',
    '\u{10FFFF}',
    '\uD800',
    '\0',
    'a'.repeat(1025),
    '('.repeat(200),
    'a|'.repeat(120),
    '(a*)*b',
    '(a+)+$',
    '(a|aa)+$',
    '(.*)*(.*)*(.*)*x',
    '(a*)*\\1',
    '((a{1,9}){1,9}){1,9}',
    '[^a]'.repeat(60),
    '.*'.repeat(100),
  ];
  const modes = ['exact', 'like', 'similar_to', 'posix'];

  test.each(values)('%j', async (search) => {
    for (const mode of modes) {
      const took = await least(1000, async () => {
        const startedAt = performance.now();
        const { status, body } = await ask({ search, mode, ...strict });
        expect([200, 400, 422], `${mode}: ${JSON.stringify(body).slice(0, 200)}`).toContain(status);
        return performance.now() - startedAt;
      });
      expect(took, mode).toBeLessThan(1000);
    }
  });

  test.each<Query>([
    { search: ['a', 'b'], mode: 'like' },
    { search: 'a', mode: ['exact', 'like'] },
    { search: 'a', joint: ['or', 'and'] },
    { 'search.name': '', mode: 'like' },
    { search: 'a', 'mode.name': 'x', 'search.name': 'b' },
    { search: Array(101).fill('a'), mode: 'exact' },
    { excludeRoleId: 'a', excludeOrganizationId: 'b' },
  ])('rejects %j', async (query) => expect((await ask(query)).status).toBe(400));

  test.each([
    'passwordEncrypted',
    'password_encrypted',
    'mfaVerifications',
    'tenantId',
    'profile.nickname',
    '__proto__',
  ])('cannot search by %s (attack 21)', async (field) => {
    for (const query of [
      { [`search.${field}`]: 'x', mode: 'exact' },
      { search: '%', [`mode.${field}`]: 'exact' },
    ]) {
      expect(await ask(query)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid_input', details: expect.stringContaining(field) },
      });
    }
  });

  test.each<[string, string, RegExp]>([
    ['posix', '(', /parentheses/],
    ['posix', 'a\\', /escape/],
    ['posix', '***', /quantifier/],
    ['like', '%\\', /escape/],
  ])('reports an incomplete pattern of the mode %s: %s', async (mode, search, reason) => {
    expect(await ask({ search, mode })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input', details: expect.stringMatching(reason) },
    });
  });

  test('stops a statement that takes too long with a clear error', async () => {
    await expect(
      app.read('default', async (db) => {
        const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
        expect(rows).toEqual([{ limit: '10s' }]);
        await sql`select set_config('statement_timeout', '50', false)`.execute(db);
        try {
          await sql`select pg_sleep(5)`.execute(db);
        } finally {
          await sql`select set_config('statement_timeout', '10s', false)`.execute(db);
        }
      }),
    ).rejects.toSatisfy((error) => fromDatabaseError(error)?.code === 'request.takes_too_long');
  });
});

test('uses the trigram index for an email address in any case with many users', async () => {
  const search = readSearch({ 'search.primaryEmail': 'MANY12345@example.net', mode: 'exact' }, userSearchFields);
  const filter = { search };
  const owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
  await owner.query(`insert into users (tenant_id, id, username, primary_email)
    select 'default', 'm' || lpad(n::text, 11, '0'), 'many_' || n, 'many' || n || '@example.net'
    from generate_series(11001, 14000) n`);
  await owner.query('analyze users');
  await owner.end();
  const plan = await app.write('default', async (db) => {
    // With so few rows a sequential scan is cheaper; with a million it is not.
    await sql`select set_config(name, 'off', true)
      from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(db);
    expect(await countUsers(db, filter)).toBe(1);
    const [found] = await listUsers(db, filter, { page: 1, size: 20, limit: 20, offset: 0 });
    expect(found?.username).toBe('many_12345');
    const { rows } = await sql<Record<string, string>>`explain select id from users
      where id in (select found from unnest(array['%many%']) needle, search_users(needle) as hit (found))`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index (Only )?Scan using users_pkey/);
});
