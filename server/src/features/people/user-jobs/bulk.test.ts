import { rolesApi } from '@postern/contracts/access/roles';
import type { UserFilter } from '@postern/contracts/people/user-filter';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { type StartBulkJob, userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limitLock } from '#platform/jobs/job-claims';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { countSelected, freezeFilter } from '../users/index.ts';
import { startUserJob } from './job.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

/** `crowd` users `p…`, each with a session; every tenth is suspended. */
const crowd = 620;
beforeEach(() =>
  app.write('default', async (db) => {
    await sql`delete from users`.execute(db);
    await sql`delete from outbox`.execute(db);
    await sql`delete from logs`.execute(db);
    await sql`delete from oidc_models where model = 'Session'`.execute(db);
    await sql`delete from roles where type = 'User'`.execute(db);
    await sql`insert into users (id, username, is_suspended)
      select 'p' || lpad(n::text, 4, '0'), 'person_' || n, n % 10 = 0 from generate_series(1, ${crowd}::int) n`.execute(
      db,
    );
    await sql`insert into oidc_models (model, id, payload, account_id, expires_at)
      select 'Session', id, '{}', id, now() + interval '1 hour' from users`.execute(db);
    await sql`insert into roles (id, name, description) values ('reader', 'reader', 'x'), ('writer', 'writer', 'x')`.execute(
      db,
    );
  }),
);

const start = (body: StartBulkJob) => app.call(userBulkApi.start, { token, body });
const read = async (id: string) => (await app.call(userJobsApi.get, { token, params: { id } })).body;
const stateOf = (id: string) => expect.poll(async () => (await read(id)).state, { timeout: 20_000, interval: 30 });
const report = async (id: string) => (await app.call(userJobsApi.report, { token, params: { id } })).body;

async function done(body: StartBulkJob) {
  const { status, body: job } = await start(body);
  expect([status, job.state]).toEqual([202, 'queued']);
  await stateOf(job.id).toBe('succeeded');
  return read(job.id);
}

async function count(condition: string): Promise<number> {
  const { rows } = await app.read('default', (db) =>
    sql<{ total: number }>`select count(*) as total from ${sql.raw(condition)}`.execute(db),
  );
  return rows[0]?.total ?? -1;
}

/** Subjects of the audit log entries, which must name who started the job. */
async function reported(name: string): Promise<string[]> {
  await app.worker.drain();
  const { rows } = await app.read('default', (db) =>
    sql<{ id: string; by: string | null }>`select payload ->> 'subjectId' as id, payload -> 'actor' ->> 'id' as by
      from logs where key = ${name} order by id`.execute(db),
  );
  expect(rows.filter(({ by }) => by === null)).toEqual([]);
  return rows.map(({ id }) => id);
}

describe('suspend', () => {
  test('ends the sessions of the given users immediately and logs each once', async () => {
    const job = await done({ kind: 'suspend', userIds: ['p0001', 'p0002', 'p0010', 'gone', 'p0001'] });
    expect(job).toMatchObject({ total: 4, done: 4, failed: 1, counts: { suspended: 2, unchanged: 1 }, input: {} });
    expect(await report(job.id)).toMatchObject([
      { line: 4, level: 'error', code: 'entity.not_found', subject: 'gone' },
    ]);
    expect(await count("users where is_suspended and id in ('p0001', 'p0002')")).toBe(2);
    expect(await count("oidc_models where account_id in ('p0001', 'p0002')")).toBe(0);
    expect(await count("oidc_models where account_id = 'p0003'")).toBe(1);
    expect(await reported('User.SuspensionStatus.Updated')).toEqual(['p0001', 'p0002']);
  });

  test('suspends all matching users in several batches, although processed ones no longer match', async () => {
    const filter: UserFilter = { isSuspended: 'false', search: '%person%' };
    const job = await done({ kind: 'suspend', filter, excludedIds: ['p0005', 'p0100'] });
    const active = crowd - crowd / 10;
    expect(job).toMatchObject({ total: active - 1, done: active - 1, failed: 0, counts: { suspended: active - 1 } });
    expect(job.input).toMatchObject({ filter: { isSuspended: 'false', createdTo: expect.any(String) } });
    expect(await count("users where not is_suspended and id <> 'p0005'")).toBe(0);
    expect(await count("users where not is_suspended and id = 'p0005'")).toBe(1);
    // Users who were suspended before keep their sessions; they were not selected.
    expect(await count('oidc_models where account_id is not null')).toBe(crowd / 10 + 1);
  });

  test('does not let users suspend or delete themselves', async () => {
    for (const [kind, code] of [
      ['suspend', 'user.cannot_suspend_self'],
      ['delete', 'user.cannot_delete_self'],
    ] as const) {
      const job = { kind, input: { filter: { search: '%person_2%' } }, createdBy: 'p0022' };
      const { id } = await startUserJob(app.app, 'default', job);
      await stateOf(id).toBe('succeeded');
      expect(await report(id)).toMatchObject([{ level: 'error', code, subject: 'p0022' }]);
      expect((await read(id)).failed).toBe(1);
    }
    expect(await count("users where username like 'person_2%'")).toBe(1);
    expect(await count("users where id = 'p0022' and not is_suspended")).toBe(1);
    expect(await count("oidc_models where account_id = 'p0022'")).toBe(1);
  });
});

test('reactivates suspended users', async () => {
  const job = await done({ kind: 'unsuspend', filter: {} });
  expect(job).toMatchObject({ total: crowd, done: crowd, counts: { reactivated: 62, unchanged: crowd - 62 } });
  expect(await count('users where is_suspended')).toBe(0);
});

describe('delete', () => {
  test('deletes existing users with their sessions, but not users created meanwhile', async () => {
    // Started on a node that stops immediately, so that a user can be created before another node takes over.
    const gone = await app.another();
    await gone.worker.stop();
    const { id } = await startUserJob(gone.app, 'default', async (db) => {
      const filter = freezeFilter({ hasEmail: 'false' });
      return {
        kind: 'delete',
        input: { filter },
        total: await countSelected(db, { filter, excludedIds: [] }),
        createdBy: 'x',
      };
    });
    const { body: late } = await app.call(usersApi.create, { token, body: { username: 'late' } });
    app.worker.wake();
    await stateOf(id).toBe('succeeded');
    expect(await read(id)).toMatchObject({ total: crowd, done: crowd, failed: 0, counts: { deleted: crowd } });
    expect(await count('users')).toBe(1);
    expect((await app.call(usersApi.get, { token, params: { userId: late.id } })).status).toBe(200);
    expect(await count('oidc_models where account_id is not null')).toBe(0);
  });

  test('rejects console members without the permission to delete', async () => {
    const cloud = await testApp({ EDITION: 'cloud' });
    try {
      const owner = await consoleTokens(cloud, 'owner');
      const tenantId = await owner.createTenant('Mine');
      const ask = async (scope: string, kind: string) => {
        const organization = await owner.refresh({ organization_id: `t-${tenantId}`, scope });
        return cloud.inject(cloud.admin, {
          method: 'POST',
          url: `/m/${tenantId}${userBulkApi.start.path}`,
          headers: { host: 'admin.test', authorization: `Bearer ${organization}`, 'content-type': 'application/json' },
          payload: JSON.stringify({ kind, filter: {} }),
        });
      };
      const forbidden = { status: 403, body: { code: 'auth.forbidden' } };
      expect(await ask('read:data write:data', 'delete')).toMatchObject(forbidden);
      expect(await ask('read:data delete:data', 'suspend')).toMatchObject(forbidden);
      expect((await ask('read:data write:data', 'suspend')).status).toBe(202);
      expect((await ask('read:data write:data delete:data', 'delete')).status).toBe(202);
    } finally {
      await cloud.close();
    }
  });
});

describe('roles', () => {
  test('are assigned and removed; unchanged users are not logged', async () => {
    const first = await done({ kind: 'assign-roles', userIds: ['p0001'], roleIds: ['reader'] });
    expect(first.counts).toEqual({ changed: 1, unchanged: 0 });
    const all = await done({
      kind: 'assign-roles',
      filter: { search: '%person%' },
      roleIds: ['reader', 'writer', 'reader'],
    });
    expect(all).toMatchObject({
      total: crowd,
      done: crowd,
      counts: { changed: crowd },
      input: { roleIds: ['reader', 'writer', 'reader'] },
    });
    expect(await count('users_roles')).toBe(2 * crowd);
    const taken = await done({ kind: 'remove-roles', filter: { roleId: 'reader' }, roleIds: ['reader'] });
    expect(taken).toMatchObject({ total: crowd, done: crowd, failed: 0, counts: { changed: crowd, unchanged: 0 } });
    expect(await count("users_roles where role_id = 'reader'")).toBe(0);
    expect(await count("users_roles where role_id = 'writer'")).toBe(crowd);
    expect((await reported('User.Roles.Updated')).filter((id) => id === 'p0001')).toHaveLength(3);
  });

  test('that are unknown, for machines or internal are rejected before anything changes', async () => {
    const { body: machine } = await app.call(rolesApi.create, {
      token,
      body: { name: 'machine', description: 'x', type: 'MachineToMachine' },
    });
    const ask = (roleIds: string[]) => start({ kind: 'assign-roles', userIds: ['p0001'], roleIds });
    expect(await ask(['nothing'])).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    await app.write('default', (db) =>
      sql`insert into roles (id, name, description) values ('inside', '#internal:inside', 'x')`.execute(db),
    );
    expect(await ask(['inside'])).toMatchObject({ status: 403, body: { code: 'role.internal_role_violation' } });
    expect(await ask(['reader', machine.id])).toMatchObject({ status: 422, body: { code: 'user.invalid_role_type' } });
    expect(await count('users_roles')).toBe(0);
    await app.call(rolesApi.remove, { token, params: { id: machine.id } });
  });

  test('that are deleted before their batch fail the job with the reason', async () => {
    const job = { kind: 'assign-roles', input: { filter: {}, roleIds: ['gone'] }, createdBy: 'x' } as const;
    const { id } = await startUserJob(app.app, 'default', job);
    await stateOf(id).toBe('failed');
    expect((await read(id)).error).toMatchObject({ code: 'entity.not_found' });
  });
});

test('continues a job on another node where the first one stopped, without repeating work', async () => {
  const first = await app.another();
  const { id } = await startUserJob(first.app, 'default', { kind: 'suspend', input: { filter: {} }, createdBy: 'x' });
  await expect
    .poll(() => count('users where is_suspended'), { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(crowd / 10);
  await first.worker.stop();
  app.worker.wake();
  await stateOf(id).toBe('succeeded');
  expect(await read(id)).toMatchObject({ done: crowd, failed: 0, counts: { suspended: crowd - crowd / 10 } });
  expect(await count('users where not is_suspended')).toBe(0);
});

test('leaves the rest unchanged when a job is canceled', async () => {
  const stopped = await app.another();
  await stopped.worker.stop();
  await app.app.tenancy.system(async (db) => {
    // Blocks the worker, which polls every few seconds, until the job is canceled.
    await sql`select pg_advisory_xact_lock(${limitLock})`.execute(db);
    const job = { kind: 'delete', input: { filter: {} }, createdBy: 'x' } as const;
    const { id } = await startUserJob(stopped.app, 'default', job);
    expect((await app.call(userJobsApi.cancel, { token, params: { id } })).body.state).toBe('canceled');
  });
  app.worker.wake();
  expect(await count('users')).toBe(crowd);
});

describe('rejects invalid requests', () => {
  test.each<[string, Record<string, unknown>]>([
    ['nothing at all', {}],
    ['nobody in particular', { kind: 'suspend' }],
    ['another kind', { kind: 'import', filter: {} }],
    ['nobody', { kind: 'suspend', userIds: [] }],
    ['both ways', { kind: 'suspend', userIds: ['a'], filter: {} }],
    ['exceptions from a list', { kind: 'suspend', userIds: ['a'], excludedIds: ['b'] }],
    ['too many by name', { kind: 'suspend', userIds: Array.from({ length: 1001 }, (_, n) => `u${n}`) }],
    ['roles beside it', { kind: 'suspend', filter: {}, roleIds: ['reader'] }],
    ['without roles', { kind: 'assign-roles', filter: {} }],
    ['with no roles', { kind: 'assign-roles', filter: {}, roleIds: [] }],
    ['a filter that is none', { kind: 'suspend', filter: { isSuspended: 'maybe' } }],
    ['a filter of SQL', { kind: 'suspend', filter: { where: '1=1' } }],
    ['an empty search', { kind: 'suspend', filter: { search: '' } }],
    ['in the name of somebody else', { kind: 'suspend', filter: {}, createdBy: 'somebody' }],
  ])('%s', async (_, body) => {
    expect(await start(body as StartBulkJob)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });
});

test('does not show or change users of another tenant', async () => {
  const theirs = { token: await app.managementToken('admin'), tenantId: 'admin' };
  await app.call(usersApi.create, { ...theirs, body: { username: 'outsider' } });
  const job = await done({ kind: 'delete', filter: {} });
  expect(await app.call(userJobsApi.get, { ...theirs, params: { id: job.id } })).toMatchObject({ status: 404 });
  const { body } = await app.call(usersApi.list, { ...theirs, query: { search: 'outsider' } });
  expect(body).toMatchObject([{ username: 'outsider', isSuspended: false }]);
});
