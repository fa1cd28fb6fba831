import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, type Db } from '../../../platform/db.ts';
import { type TestApp, testApp } from '../../../testing.ts';
import { countUsersFound, listUsersIn } from './members.store.ts';
import { countMembers } from './memberships.store.ts';
import { countOrganizations, listOrganizationsWithMembers, maxScanned } from './store.ts';

/** A tenant with 100,000 organizations, one of them with 20,000 members: lists must not read all of them. */
let app: TestApp;
const members = 20_000;

beforeAll(async () => {
  app = await testApp();
  const owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
  await owner.query("select set_config('app.tenant_id', 'default', false)");
  await owner.query(`insert into organizations (id, name, created_at)
    select 'o' || n, 'Organization ' || md5(n::text), now() - n * interval '1 minute' from generate_series(1, 100000) n`);
  await owner.query(`insert into users (id, name, primary_email)
    select 'u' || n, 'Person ' || md5(n::text), 'p' || n || '@example.org' from generate_series(1, ${members}) n`);
  await owner.query(`insert into organization_users (organization_id, user_id, created_at)
    select 'o1', 'u' || n, now() - n * interval '1 second' from generate_series(1, ${members}) n`);
  await owner.query('analyze organizations, users, organization_users, organization_counts');
  await owner.end();
}, 240_000);
afterAll(() => app.close());

const page = { page: 1, size: 100, limit: 100, offset: 0 };

/** The result, and how many rows of tables the transaction read. Does not depend on the speed of the machine. */
async function reading<T>(work: (db: Db) => Promise<T>): Promise<{ result: T; rows: number }> {
  return app.write('default', async (db) => {
    const read = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
        from pg_stat_xact_user_tables where relname in ('organizations', 'organization_users', 'users')`.execute(db);
      return rows[0]?.n ?? 0;
    };
    const before = await read();
    const result = await work(db);
    return { result, rows: (await read()) - before };
  });
}

test('the measure counts the rows of a full scan', async () => {
  const { rows } = await reading((db) => sql`select count(custom_data) from organizations`.execute(db));
  expect(rows).toBeGreaterThanOrEqual(100_000);
});

test('the list of organizations reads one page', async () => {
  const { result, rows } = await reading((db) => listOrganizationsWithMembers(db, undefined, page));
  expect(result).toHaveLength(100);
  expect(result[0]).toMatchObject({ id: 'o1', usersCount: members });
  expect(result[0]?.featuredUsers).toHaveLength(3);
  expect(rows).toBeLessThan(1000);
  const counted = await reading((db) => countOrganizations(db, undefined));
  expect(counted).toEqual({ result: 100_000, rows: 0 });
});

test('a search for an organization reads what it may find', async () => {
  const { result, rows } = await reading((db) => listOrganizationsWithMembers(db, 'c4ca4238', page));
  expect(result.map(({ id }) => id)).toContain('o1');
  expect(rows).toBeLessThan(2000);
});

test('the list of members and a search in it do not read all members', async () => {
  const { result, rows } = await reading((db) => listUsersIn(db, 'o1', undefined, page));
  expect([result[0]?.id, result.length]).toEqual(['u1', 100]);
  expect(rows).toBeLessThan(2000);
  expect(await reading((db) => countMembers(db, 'user', 'o1'))).toEqual({ result: members, rows: 0 });
  const found = await reading((db) => listUsersIn(db, 'o1', 'p19999@', page));
  expect(found.result.map(({ id }) => id)).toEqual(['u19999']);
  expect(found.rows).toBeLessThan(2000);
});

test('a search for one or two characters reads a limited number of the newest rows', async () => {
  // No name contains it, so nothing ends the search early.
  for (const q of ['z', 'zz']) {
    expect((await reading((db) => listOrganizationsWithMembers(db, q, page))).rows).toBeLessThan(2 * maxScanned + 1000);
    expect((await reading((db) => countOrganizations(db, q))).rows).toBeLessThan(2 * maxScanned + 1000);
    expect((await reading((db) => listUsersIn(db, 'o1', q, page))).rows).toBeLessThan(3 * maxScanned + 1000);
    expect((await reading((db) => countUsersFound(db, 'o1', q))).rows).toBeLessThan(3 * maxScanned + 1000);
  }
  const { result } = await reading((db) => listOrganizationsWithMembers(db, 'o1', page));
  expect(result.map(({ id }) => id)).toContain('o1');
});
