import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { type TestApp, testApp } from '#testing/test-app';
import { filteredUsers } from './list.store.ts';

let app: TestApp;
let token: string;

const day = 86_400_000;
const now = Date.now();
const ago = (days: number) => `now() - ${days} * interval '1 day'`;

/** Five users with different traits, created in this order, so `eve` is the newest. */
const people = `insert into users (id, username, name, primary_email, primary_phone, password_encrypted,
    application_id, identities, mfa_verifications, is_suspended, last_sign_in_at, created_at) values
  ('ada', 'ada', 'Ada', 'ada@example.com', null, 'x', 'web', '{}', '[]', false, ${ago(1)}, ${ago(50)}),
  ('bob', 'bob', null, null, '4915112345678', null, 'web', '{"github": {"userId": "g1"}}', '[]', true, ${ago(40)}, ${ago(40)}),
  ('cid', 'cid', 'Zoe', 'cid@example.com', '4915112345679', 'x', 'ios', '{}', '[{"type": "Totp"}]', false, ${ago(20)}, ${ago(30)}),
  ('dan', 'dan', 'dan', null, null, 'x', null, '{"github": {"userId": "g2"}, "google": {"userId": "g3"}}', '[]', false, null, ${ago(20)}),
  ('eve', 'eve', null, 'eve@example.com', null, null, null, '{}', '[]', true, null, ${ago(10)})`;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.write('default', async (db) => {
    await sql.raw(people).execute(db);
    await sql`insert into roles (id, name, description) values ('reader', 'reader', 'x'), ('writer', 'writer', 'x')`.execute(
      db,
    );
    await sql`insert into users_roles (user_id, role_id)
      values ('ada', 'reader'), ('ada', 'writer'), ('dan', 'writer')`.execute(db);
  });
});
afterAll(() => app.close());

type Query = Record<string, string | string[]>;
const ask = (query: Query) => app.call(usersApi.list, { token, query });

async function found(query: Query): Promise<string> {
  const { status, body, headers } = await ask(query);
  expect([status, body]).toMatchObject([200, expect.any(Array)]);
  expect(Number(headers['total-number'])).toBe(body.length);
  return body.map(({ id }) => id).join(' ');
}

describe('returns the matching users for every filter, newest first', () => {
  test.each<[Query, string]>([
    [{}, 'eve dan cid bob ada'],
    [{ isSuspended: 'true' }, 'eve bob'],
    [{ isSuspended: 'false' }, 'dan cid ada'],
    [{ applicationId: 'web' }, 'bob ada'],
    [{ applicationId: ['web', 'ios'] }, 'cid bob ada'],
    [{ applicationId: 'none' }, ''],
    [{ roleId: 'reader' }, 'ada'],
    [{ roleId: ['reader', 'writer'] }, 'dan ada'],
    [{ createdFrom: String(now - 35 * day) }, 'eve dan cid'],
    [{ createdFrom: '-35d', createdTo: '-15d' }, 'dan cid'],
    [{ createdTo: '-35d' }, 'bob ada'],
    [{ lastSignInFrom: '-7d' }, 'ada'],
    [{ lastSignInTo: '-7d' }, 'cid bob'],
    [{ lastSignInTo: '-7d', neverSignedIn: 'true' }, 'eve dan cid bob'],
    [{ lastSignInFrom: '-30d', lastSignInTo: '-7d' }, 'cid'],
    [{ lastSignInFrom: '-30d', neverSignedIn: 'false' }, 'cid ada'],
    [{ neverSignedIn: 'true' }, 'eve dan'],
    [{ neverSignedIn: 'false' }, 'cid bob ada'],
    [{ hasPassword: 'true' }, 'dan cid ada'],
    [{ hasPassword: 'false' }, 'eve bob'],
    [{ hasEmail: 'true' }, 'eve cid ada'],
    [{ hasEmail: 'false' }, 'dan bob'],
    [{ hasPhone: 'true' }, 'cid bob'],
    [{ hasPhone: 'false' }, 'eve dan ada'],
    [{ hasIdentity: 'true' }, 'dan bob'],
    [{ hasIdentity: 'false' }, 'eve cid ada'],
    [{ hasMfa: 'true' }, 'cid'],
    [{ hasMfa: 'false' }, 'eve dan bob ada'],
    [{ isSuspended: 'true', hasEmail: 'true' }, 'eve'],
    [{ roleId: 'writer', excludeRoleId: 'reader' }, 'dan'],
    [{ search: '%example%', hasMfa: 'false', neverSignedIn: 'false' }, 'ada'],
    [{ hasIdentity: 'true', roleId: 'writer', hasPassword: 'true', count: 'capped' }, 'dan'],
  ])('%j: %s', async (query, expected) => expect(await found(query)).toBe(expected));
});

describe('sorts the list in both directions', () => {
  test.each([
    ['createdAt', 'ada bob cid dan eve'],
    ['-createdAt', 'eve dan cid bob ada'],
    ['-lastSignInAt', 'ada cid bob dan eve'],
    ['lastSignInAt', 'eve dan bob cid ada'],
    // By display name: ada, bob (username), dan, eve (username), zoe.
    ['name', 'ada bob dan eve cid'],
    ['-name', 'cid eve dan bob ada'],
  ])('%s: %s', async (sort, expected) => {
    expect(await found({ sort })).toBe(expected);
    const all = expected.split(' ');
    const page = await ask({ sort, page: '2', page_size: '2' });
    expect([page.body.map(({ id }) => id), Number(page.headers['total-number'])]).toEqual([all.slice(2, 4), 5]);
  });

  test('with a filter', async () => expect(await found({ sort: 'name', hasPassword: 'true' })).toBe('ada dan cid'));
});

describe('rejects invalid queries', () => {
  test.each<Query>([
    { isSuspended: 'maybe' },
    { isSuspended: ['true', 'false'] },
    { createdFrom: 'yesterday' },
    { createdFrom: '-1' },
    { createdTo: '9999999999999999' },
    { lastSignInFrom: '1e3' },
    { roleId: '' },
    { roleId: Array(51).fill('x') },
    { applicationId: 'x'.repeat(129) },
    { sort: 'password_encrypted' },
    { sort: ['name', 'createdAt'] },
    { count: 'guessed' },
  ])('%j', async (query) => expect((await ask(query)).status).toBe(400));
});

test('accepts the maximum timestamp', async () => {
  expect(await found({ createdTo: '8640000000000000', lastSignInTo: '8640000000000000' })).toBe('cid bob ada');
  expect(await found({ createdFrom: '-99999d' })).toBe('eve dan cid bob ada');
});

test('reflects a sign-in, a second factor and a deletion immediately', async () => {
  await app.write('default', async (db) => {
    await sql`update users set last_sign_in_at = now(), mfa_verifications = '[{"type": "Totp"}]' where id = 'dan'`.execute(
      db,
    );
  });
  expect(await found({ lastSignInFrom: '-1d', hasMfa: 'true' })).toBe('dan');
  await app.write('default', async (db) => {
    await sql`update users set last_sign_in_at = null, mfa_verifications = '[]' where id = 'dan'`.execute(db);
  });
  expect(await found({ neverSignedIn: 'true', hasMfa: 'false' })).toBe('eve dan');
  const { body } = await app.call(usersApi.create, { token, body: { username: 'passing' } });
  expect(await found({ neverSignedIn: 'true', createdFrom: '-1d' })).toBe(body.id);
  await app.call(usersApi.remove, { token, params: { userId: body.id } });
  expect(await found({ neverSignedIn: 'true', createdFrom: '-1d' })).toBe('');
});

test('hides users of another tenant', async () => {
  const other = await app.managementToken('admin');
  const theirs: Query[] = [
    { neverSignedIn: 'true' },
    { hasMfa: 'true' },
    { roleId: 'writer' },
    { sort: '-lastSignInAt' },
  ];
  for (const query of theirs) {
    const { body } = await app.call(usersApi.list, { token: other, tenantId: 'admin', query });
    expect(body.filter(({ id }) => ['ada', 'bob', 'cid', 'dan', 'eve'].includes(id))).toEqual([]);
  }
});

describe('with many users', () => {
  beforeAll(async () => {
    await app.write('default', async (db) => {
      for (let first = 1; first < 10_500; first += 1000) {
        await sql`insert into users (id, username, password_encrypted, last_sign_in_at, created_at)
          select 'm' || lpad(n::text, 11, '0'), 'many_' || n, 'x', now() - interval '200 days', now() - interval '300 days'
          from generate_series(${first}::int, ${first + 999}::int) n`.execute(db);
      }
      await sql`insert into users_roles (user_id, role_id)
        select id, 'writer' from users where username like 'many%'`.execute(db);
    });
    const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
    await owner.connect();
    await owner.query('analyze users; analyze user_traits; analyze users_roles');
    await owner.end();
  });

  test('stops a capped count but not an exact one', async () => {
    const filters: Query[] = [
      { hasPassword: 'true' },
      { lastSignInTo: '-100d' },
      { hasEmail: 'false', hasMfa: 'false' },
    ];
    for (const filter of filters) {
      const capped = await ask({ ...filter, count: 'capped' });
      expect(Number(capped.headers['total-number'])).toBe(10_001);
      const exact = await ask(filter);
      expect(Number(exact.headers['total-number'])).toBeGreaterThan(10_499);
    }
  });

  test.each([
    [{ isSuspended: 'true' }, 'users__suspended'],
    [{ applicationId: 'ios' }, 'users__application'],
    [{ hasPassword: 'false' }, 'users__no_password'],
    [{ hasPhone: 'true' }, 'users__primary_phone'],
    [{ hasMfa: 'true' }, 'user_traits__mfa'],
    [{ lastSignInFrom: '-7d' }, 'user_traits__last_sign_in'],
    [{ roleId: 'reader' }, 'users_roles__role'],
  ] as const)('uses the index for %j: %s', async (only, index) => {
    const rows = await app.read('default', (db) =>
      filteredUsers(db, { search: undefined, only }).select('id').explain(),
    );
    expect(JSON.stringify(rows)).toContain(index);
  });
});
