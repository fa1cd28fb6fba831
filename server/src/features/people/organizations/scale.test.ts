import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, type Db } from '#platform/db/db';
import { type TestApp, testApp } from '#testing/test-app';
import { listUsersIn } from './members.store.ts';
import { listOrganizations, maxScanned } from './store.ts';

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
  // Marks the rows as visible, so that an index alone can be read.
  await owner.query('vacuum organizations');
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

const list = (db: Db, q: string | undefined, which = page) => listOrganizations(db, q, which, { withMembers: true });

test('the list of organizations reads one page', async () => {
  const { result, rows } = await reading((db) => list(db, undefined));
  expect(result.total).toBe(100_000);
  expect(result.organizations).toHaveLength(100);
  expect(result.organizations[0]).toMatchObject({ id: 'o1', usersCount: members });
  expect(result.organizations[0]?.featuredUsers).toHaveLength(3);
  expect(rows).toBeLessThan(1000);
});

test('the last page is read from the end of the list', async () => {
  const { result, rows } = await reading((db) =>
    list(db, undefined, { page: 1000, size: 100, limit: 100, offset: 99_900 }),
  );
  expect(result.organizations.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => `o${99_901 + n}`));
  expect(rows).toBeLessThan(1000);
  const after = await reading((db) => list(db, undefined, { page: 1001, size: 100, limit: 100, offset: 100_000 }));
  expect(after.result.organizations).toEqual([]);
});

test('a page in the middle of the list does not read the organizations before it', async () => {
  const middle = { page: 500, size: 100, limit: 100, offset: 49_900 };
  const { result, rows } = await reading((db) => list(db, undefined, middle));
  expect(result.organizations.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => `o${49_901 + n}`));
  expect(rows).toBeLessThan(1000);
});

test('a search for an organization reads what it may find', async () => {
  const { result, rows } = await reading((db) => list(db, 'c4ca4238'));
  expect(result.organizations.map(({ id }) => id)).toContain('o1');
  expect(result.total).toBe(result.organizations.length);
  expect(rows).toBeLessThan(2000);
});

test('a search for a text in every name reads and counts a limited number of rows', async () => {
  const { result, rows } = await reading((db) => list(db, 'organization'));
  expect(result.organizations.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => `o${n + 1}`));
  expect(result.total).toBe(2000);
  expect(rows).toBeLessThan(4000);
  const later = await reading((db) => list(db, 'organization', { page: 21, size: 100, limit: 100, offset: 2000 }));
  expect(later.result.organizations[0]?.id).toBe('o2001');
  expect(later.result.total).toBe(4000);
  expect(later.rows).toBeLessThan(8000);
});

test('the list of members and a search in it do not read all members', async () => {
  const { result, rows } = await reading((db) => listUsersIn(db, 'o1', undefined, page));
  expect([result?.total, result?.users[0]?.id, result?.users.length]).toEqual([members, 'u1', 100]);
  expect(rows).toBeLessThan(2000);
  const last = { page: 200, size: 100, limit: 100, offset: members - 100 };
  const end = await reading((db) => listUsersIn(db, 'o1', undefined, last));
  expect(end.result?.users.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => `u${members - 99 + n}`));
  expect(end.rows).toBeLessThan(2000);
  const found = await reading((db) => listUsersIn(db, 'o1', 'p19999@', page));
  expect(found.result).toMatchObject({ total: 1, users: [{ id: 'u19999' }] });
  expect(found.rows).toBeLessThan(4000);
  const common = await reading((db) => listUsersIn(db, 'o1', 'person', page));
  expect([common.result?.total, common.result?.users[0]?.id, common.result?.users.length]).toEqual([2000, 'u1', 100]);
  expect(common.rows).toBeLessThan(8000);
});

test('a search for one or two characters reads a limited number of the newest rows', async () => {
  // No name contains it, so nothing ends the search early.
  for (const q of ['z', 'zz']) {
    expect((await reading((db) => list(db, q))).rows).toBeLessThan(4 * maxScanned + 1000);
    expect((await reading((db) => listUsersIn(db, 'o1', q, page))).rows).toBeLessThan(6 * maxScanned + 1000);
  }
  const { result } = await reading((db) => list(db, 'o1'));
  expect(result.organizations.map(({ id }) => id)).toContain('o1');
});

// The last one, because it changes the list.
test('the number of organizations per day follows changes', async () => {
  const middle = { page: 300, size: 100, limit: 100, offset: 29_900 };
  const idsOf = async (which: typeof page) =>
    (await app.read('default', (db) => list(db, undefined, which))).organizations.map(({ id }) => id);
  const before = await idsOf(middle);
  expect(before).toEqual(Array.from({ length: 100 }, (_, n) => `o${29_901 + n}`));
  await app.write('default', async (db) => {
    await sql`delete from organizations where id in ('o10000', 'o20000')`.execute(db);
    await sql`update organizations set created_at = now() + interval '3 days' where id = 'o60000'`.execute(db);
  });
  // Two rows before the page are gone, and one is new there.
  expect(await idsOf(middle)).toEqual(Array.from({ length: 100 }, (_, n) => `o${29_902 + n}`));
  const fromEnd = { page: 800, size: 100, limit: 100, offset: 79_900 };
  // Three rows before the page are gone from there, and one is new.
  expect((await idsOf(fromEnd))[0]).toBe('o79903');
  const { rows } = await app.read('default', (db) =>
    sql<{ days: number; all: number }>`select
        (select sum(n) from row_counts where kind like 'organizations %')::int as days,
        (select sum(n) from row_counts where kind = 'organizations')::int as all`.execute(db),
  );
  expect(rows).toEqual([{ days: 99_998, all: 99_998 }]);
});
