import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { dashboardApi } from '@postern/contracts/records/dashboard';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from './platform/db/db.ts';
import { toAppError } from './platform/http/http.ts';
import { createCache } from './platform/tenancy/cache.ts';
import { createTenancy, type Tenancy } from './platform/tenancy/tenancy.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const current = async (db: Db) =>
  (
    await sql<{
      tenant: string;
      role: string;
    }>`select current_setting('app.tenant_id', true) as tenant, current_user as role`.execute(db)
  ).rows[0];

async function withTenancy(
  poolMode: 'session' | 'transaction',
  work: (tenancy: Tenancy) => Promise<void>,
  poolSize = 2,
) {
  const tenancy = createTenancy({ ...app.config, address: app.address, poolSize, poolMode, cache: createCache() });
  try {
    await work(tenancy);
  } finally {
    await tenancy.close();
  }
}

describe.each(['session', 'transaction'] as const)('with %s pooling', (poolMode) => {
  test('a unit of work sees its own tenant on a reused connection', () =>
    withTenancy(
      poolMode,
      async (tenancy) => {
        for (const tenantId of ['default', 'admin', 'default', 'default', 'admin']) {
          expect(await tenancy.read(tenantId, current)).toEqual({ tenant: tenantId, role: 'postern_app' });
          expect(await tenancy.write(tenantId, current)).toEqual({ tenant: tenantId, role: 'postern_app' });
        }
      },
      1,
    ));

  test('a connection lost while committing does not say when to repeat the work, one lost before does', () =>
    withTenancy(poolMode, async (tenancy) => {
      const failure = async (work: (db: Db) => Promise<unknown>) => {
        const unit = tenancy.write('default', async (db) => {
          // Only the role that logged in may end the connection.
          await sql`set local role none`.execute(db);
          await work(db);
        });
        return toAppError(await unit.catch((error: unknown) => error));
      };
      const lostBefore = await failure((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
      expect([lostBefore?.code, lostBefore?.options.retryAfter]).toEqual(['server.cannot_write', 2]);
      const lostAtCommit = await failure(async (db) => {
        await sql`create temporary table ends (id int)`.execute(db);
        await sql`create function pg_temp.end_connection() returns trigger language plpgsql as
          'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(db);
        await sql`create constraint trigger at_commit after insert on ends deferrable initially deferred for each row
          execute function pg_temp.end_connection()`.execute(db);
        await sql`insert into ends values (1)`.execute(db);
      });
      expect([lostAtCommit?.code, lostAtCommit?.options.retryAfter]).toEqual(['server.cannot_write', undefined]);
    }));

  test('all connections set the case sensitivity of usernames', async () => {
    const folding = async (db: Db) =>
      (await sql<{ is: string | null }>`select current_setting('app.fold_usernames', true) as is`.execute(db)).rows[0]
        ?.is;
    for (const [caseSensitiveUsername, said] of [
      [false, 'on'],
      [true, null],
    ] as const) {
      const tenancy = createTenancy({
        address: app.address,
        poolSize: 1,
        poolMode,
        caseSensitiveUsername,
        cache: createCache(),
      });
      try {
        expect(await tenancy.read('default', folding)).toBe(said);
        expect(await tenancy.write('admin', folding)).toBe(said);
        expect(await tenancy.system(folding)).toBe(said);
      } finally {
        await tenancy.close();
      }
    }
  });

  test('concurrent units of work on few connections are isolated', () =>
    withTenancy(poolMode, async (tenancy) => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const tenantId = index % 3 === 0 ? 'admin' : 'default';
          const seen = await tenancy.read(tenantId, (db) =>
            db.selectFrom('sign_in_experiences').select('tenant_id').execute(),
          );
          return seen.every(({ tenant_id: owner }) => owner === tenantId) && seen.length === 1;
        }),
      );
      expect(answers.every(Boolean)).toBe(true);
    }));

  test('a failed unit of work leaves no rows and no wrong tenant', () =>
    withTenancy(
      poolMode,
      async (tenancy) => {
        await tenancy.read('admin', current);
        const failing = tenancy.write('default', async (db) => {
          await db.insertInto('users').values({ id: 'ghost' }).execute();
          throw new Error('changed my mind');
        });
        await expect(failing).rejects.toThrow('changed my mind');
        expect(await tenancy.read('default', current)).toMatchObject({ tenant: 'default' });
        expect(
          await tenancy.read('default', (db) =>
            db.selectFrom('users').select('id').where('id', '=', 'ghost').execute(),
          ),
        ).toEqual([]);
        const broken = tenancy.read('default', (db) => sql`select 1/0`.execute(db));
        await expect(broken).rejects.toThrow();
        expect(await tenancy.read('default', current)).toMatchObject({ tenant: 'default' });
      },
      1,
    ));

  test('cannot read or write without a tenant', () =>
    withTenancy(poolMode, async (tenancy) => {
      await expect(tenancy.read('', (db) => db.selectFrom('users').select('id').execute())).resolves.toEqual([]);
      await expect(
        tenancy.write('nobody', (db) => db.insertInto('users').values({ id: 'x' }).execute()),
      ).rejects.toThrow();
    }));

  test('the system handle sees every tenant', () =>
    withTenancy(poolMode, async (tenancy) => {
      const rows = await tenancy.system((db) =>
        db.selectFrom('sign_in_experiences').select('tenant_id as id').orderBy('id').execute(),
      );
      expect(rows.map(({ id }) => id)).toEqual(['admin', 'default']);
    }));
});

test('replaces a lost connection, and waiting callers continue', () =>
  withTenancy(
    'session',
    async (tenancy) => {
      await tenancy.read('default', current);
      const cut = tenancy.read('default', (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
      const waiting = tenancy.read('default', current);
      await expect(cut).rejects.toThrow();
      await expect(waiting).resolves.toMatchObject({ tenant: 'default' });
      await expect.poll(() => tenancy.read('default', current)).toMatchObject({ tenant: 'default' });
    },
    1,
  ));

test('the whole product works behind a transaction pooler', async () => {
  const pooled = await testApp({ DATABASE_POOL_MODE: 'transaction' });
  const token = await pooled.managementToken();
  const { body } = await pooled.call(usersApi.create, {
    token,
    body: { username: 'pooled', password: 'behind a pooler' },
  });
  expect((await pooled.call(usersApi.get, { token, params: { userId: body.id } })).body).toMatchObject({
    username: 'pooled',
  });
  await pooled.close();
});

test('every table with a tenant has row-level security', async () => {
  const rows = await app.app.tenancy.system(
    async (db) =>
      (
        await sql<{ name: string; guarded: boolean; policies: number }>`
        select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as guarded,
          (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(db)
      ).rows,
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ guarded, policies }) => !guarded || policies !== 2)).toEqual([]);
});

test('lists of users, the audit log and the dashboard read from the standby', async () => {
  const token = await app.managementToken();
  const read = vi.spyOn(app.app.tenancy, 'readStandby');
  await app.call(usersApi.list, { token });
  await app.call(auditApi.list, { token });
  await app.call(dashboardApi.totalUsers, { token });
  expect(read.mock.calls.map(([tenantId]) => tenantId)).toEqual(['default', 'default', 'default']);
  read.mockClear();
  await app.call(usersApi.get, { token, params: { userId: 'unknown' } });
  expect(read).not.toHaveBeenCalled();
});
