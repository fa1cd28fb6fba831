import { applicationsApi } from '@postern/contracts/access/applications';
import { applicationRolesApi, type RoleType, rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import { usersApi } from '@postern/contracts/people/users';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { asOwner } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

let count = 0;
async function createRole(type: RoleType, name?: string): Promise<string> {
  count += 1;
  const body = { name: name ?? `Role ${count}`, description: 'x', type };
  return (await app.call(rolesApi.create, { token, body })).body.id;
}
const invalid = { status: 400, body: { code: 'guard.invalid_input' } };
const internal = { status: 403, body: { code: 'role.internal_role_violation' } };

describe("a user's roles", () => {
  const createUser = async () => (await app.call(usersApi.create, { token, body: { name: 'User' } })).body.id;
  const list = (userId: string, query: Record<string, string> = {}) =>
    app.call(userRolesApi.list, { token, params: { userId }, query });
  const roleIds = async (userId: string) => (await list(userId)).body.map(({ id }) => id);
  const assign = (userId: string, ids: string[]) =>
    app.call(userRolesApi.assign, { token, params: { userId }, body: { roleIds: ids } });
  const replace = (userId: string, ids: string[]) =>
    app.call(userRolesApi.replace, { token, params: { userId }, body: { roleIds: ids } });
  const remove = (userId: string, roleId: string) =>
    app.call(userRolesApi.remove, { token, params: { userId, roleId } });
  const missing = { status: 404, body: { code: 'entity.not_found' } };
  const wrongType = { status: 422, body: { code: 'user.invalid_role_type' } };

  test('can be assigned, including those the user already has', async () => {
    const userId = await createUser();
    const [one, two] = [await createRole('User'), await createRole('User')];
    expect(await assign(userId, [one])).toMatchObject({ status: 201, body: { roleIds: [one], addedRoleIds: [one] } });
    const more = [one, two, two];
    expect(await assign(userId, more)).toMatchObject({ status: 201, body: { roleIds: more, addedRoleIds: [two] } });
    expect((await roleIds(userId)).sort()).toEqual([one, two].sort());
    expect((await assign(userId, [])).status).toBe(201);
  });

  test('can be replaced as a set', async () => {
    const userId = await createUser();
    const [one, two, three] = [await createRole('User'), await createRole('User'), await createRole('User')];
    await assign(userId, [one, two]);
    const replaced = await replace(userId, [two, three, two]);
    expect([replaced.status, replaced.body]).toEqual([200, { roleIds: [two, three] }]);
    expect((await roleIds(userId)).sort()).toEqual([two, three].sort());
    expect((await replace(userId, [])).status).toBe(200);
    expect(await roleIds(userId)).toEqual([]);
    // The last request wins completely: the sets are not mixed.
    await Promise.all([replace(userId, [one]), replace(userId, [two]), replace(userId, [three])]);
    expect(await roleIds(userId)).toHaveLength(1);
  });

  test('can be assigned and replaced concurrently in any order without failures', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, createUser));
    const roles = await Promise.all(Array.from({ length: 6 }, () => createRole('User')));
    const turned = (ids: string[], by: number) => [...ids.slice(by % ids.length), ...ids.slice(0, by % ids.length)];
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        users.flatMap((userId, n) => [
          assign(userId, turned(roles, n + round)),
          assign(userId, turned(roles, n + round + 3).toReversed()),
          replace(userId, turned(roles, n + round + 1).slice(0, 3)),
          replace(userId, turned(roles.toReversed(), n + round).slice(0, 3)),
          app.call(rolesApi.assignUsers, {
            token,
            params: { id: roles[(n + round) % roles.length] ?? '' },
            body: { userIds: turned(users, n) },
          }),
        ]),
      );
      expect(answers.map(({ status, body }) => [status, body]).filter(([status]) => Number(status) >= 500)).toEqual([]);
    }
  }, 30_000);

  test('are assigned even if the database aborts one of two deadlocked requests', async () => {
    const [one = '', two = ''] = (await Promise.all([createUser(), createUser()])).sort();
    const holder = new pg.Client(clientOptions(app.address, 'test'));
    await holder.connect();
    onTestFinished(() => holder.end());
    const lock = (id: string) =>
      holder.query(`select from users where tenant_id = 'default' and id = $1 for update`, [id]);
    const waiting = () =>
      asOwner(
        app.address,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    /** It locks the first and waits for the second; PostgreSQL aborts the one that waits longest. */
    async function meet(id: string): Promise<'it' | 'holder'> {
      await holder.query('begin');
      await lock(two);
      const given = app.call(rolesApi.assignUsers, { token, params: { id }, body: { userIds: [one, two] } });
      await expect.poll(waiting, { interval: 10 }).toHaveLength(1);
      const stopped = await lock(one).then(
        () => 'it' as const,
        ({ code }) => (code === '40P01' ? ('holder' as const) : Promise.reject(code)),
      );
      await holder.query('rollback');
      expect((await given).status).toBe(201);
      expect([await roleIds(one), await roleIds(two)]).toEqual([
        expect.arrayContaining([id]),
        expect.arrayContaining([id]),
      ]);
      return stopped;
    }
    // If the machine stalls for a second in between, the holder is aborted, which proves nothing.
    let stopped = await meet(await createRole('User'));
    for (let again = 0; again < 5 && stopped === 'holder'; again += 1) {
      stopped = await meet(await createRole('User'));
    }
    expect(stopped).toBe('it');
  });

  test('are listed by name, in pages, and can be searched', async () => {
    const userId = await createUser();
    const ids = [await createRole('User', 'Pear'), await createRole('User', 'Apple'), await createRole('User', 'Fig')];
    await assign(userId, ids);
    const { status, body } = await list(userId);
    expect([status, body.map(({ name }) => name)]).toEqual([200, ['Apple', 'Fig', 'Pear']]);
    expect(body[0]).toEqual({
      tenantId: 'default',
      id: ids[1],
      name: 'Apple',
      description: 'x',
      type: 'User',
      isDefault: false,
    });
    const paged = await list(userId, { page: '2', page_size: '2' });
    expect([paged.body.length, Number(paged.headers['total-number'])]).toEqual([1, 3]);
    expect((await list(userId, { 'search.name': 'f%' })).body.map(({ name }) => name)).toEqual(['Fig']);
    expect(await list(userId, { search: 'x', mode: 'fuzzy' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
  });

  test('can be removed once', async () => {
    const userId = await createUser();
    const role = await createRole('User');
    await assign(userId, [role]);
    expect((await remove(userId, role)).status).toBe(204);
    expect(await remove(userId, role)).toMatchObject(missing);
  });

  test('for machines, internal and unknown roles are rejected without a partial change', async () => {
    const userId = await createUser();
    const [role, machines] = [await createRole('User'), await createRole('MachineToMachine')];
    for (const change of [assign, replace]) {
      expect(await change(userId, [role, machines])).toMatchObject(wrongType);
      expect(await change(userId, [role, 'nowhere'])).toMatchObject(missing);
      expect(await change(userId, ['admin-role'])).toMatchObject(internal);
      expect(await change('nowhere', [role])).toMatchObject(missing);
      expect(await change(userId, [''])).toMatchObject(invalid);
    }
    expect(await roleIds(userId)).toEqual([]);
    expect(await list('nowhere')).toMatchObject(missing);
    expect(await remove('nowhere', role)).toMatchObject(missing);
  });

  test('another tenant sees nothing', async () => {
    const userId = await createUser();
    const role = await createRole('User');
    await assign(userId, [role]);
    const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
    const params = { userId };
    for (const answer of [
      await app.call(userRolesApi.list, { ...calls, params }),
      await app.call(userRolesApi.assign, { ...calls, params, body: { roleIds: ['user'] } }),
      await app.call(userRolesApi.replace, { ...calls, params, body: { roleIds: [] } }),
      await app.call(userRolesApi.remove, { ...calls, params: { userId, roleId: role } }),
    ]) {
      expect(answer).toMatchObject(missing);
    }
    expect(await roleIds(userId)).toEqual([role]);
  });
});

describe("an application's roles", () => {
  const createApplication = async (type: 'MachineToMachine' | 'SPA' = 'MachineToMachine') =>
    (await app.call(applicationsApi.create, { token, body: { name: 'App', type } })).body.id;
  const list = (applicationId: string, query: Record<string, string> = {}) =>
    app.call(applicationRolesApi.list, { token, params: { applicationId }, query });
  const roleIds = async (id: string) => (await list(id)).body.map((role) => role.id);
  const assign = (applicationId: string, ids: string[]) =>
    app.call(applicationRolesApi.assign, { token, params: { applicationId }, body: { roleIds: ids } });
  const replace = (applicationId: string, ids: string[]) =>
    app.call(applicationRolesApi.replace, { token, params: { applicationId }, body: { roleIds: ids } });
  const remove = (applicationId: string, roleId: string) =>
    app.call(applicationRolesApi.remove, { token, params: { applicationId, roleId } });
  const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };
  const wrongType = { status: 422, body: { code: 'application.invalid_role_type' } };

  test('are added to those that the application has, and the answer names the new ones', async () => {
    const id = await createApplication();
    const [one, two] = [await createRole('MachineToMachine'), await createRole('MachineToMachine')];
    expect(await assign(id, [one])).toMatchObject({ status: 201, body: { roleIds: [one], addedRoleIds: [one] } });
    expect((await assign(id, [one])).body).toEqual({ roleIds: [one], addedRoleIds: [] });
    expect((await assign(id, [two, one, two])).body).toEqual({ roleIds: [two, one, two], addedRoleIds: [two] });
    expect((await roleIds(id)).toSorted()).toEqual([one, two].toSorted());
  });

  test('can be replaced as a set, without the administrator role', async () => {
    const id = await createApplication();
    const [one, two] = [await createRole('MachineToMachine'), await createRole('MachineToMachine')];
    await app.call(applicationsApi.update, { token, params: { id }, body: { isAdmin: true } });
    await assign(id, [one]);
    expect((await replace(id, [two])).status).toBe(200);
    expect(await roleIds(id)).toEqual([two]);
    expect((await replace(id, [])).status).toBe(200);
    expect(await roleIds(id)).toEqual([]);
    expect((await app.call(applicationsApi.get, { token, params: { id } })).body.isAdmin).toBe(true);
    expect(await remove(id, 'admin-role')).toMatchObject(internal);
  });

  test('are listed in pages and can be searched', async () => {
    const id = await createApplication();
    const first = await createRole('MachineToMachine', 'Machine apple');
    await assign(id, [await createRole('MachineToMachine', 'Machine pear'), first]);
    const { body, headers } = await list(id, { page_size: '1' });
    expect([body.map(({ name }) => name), Number(headers['total-number'])]).toEqual([['Machine apple'], 2]);
    expect((await list(id, { search: '%pear' })).body.map(({ name }) => name)).toEqual(['Machine pear']);
    expect(await list(id, { search: 'x', mode: 'fuzzy' })).toMatchObject({ status: 400 });
  });

  test('can be removed once', async () => {
    const id = await createApplication();
    const role = await createRole('MachineToMachine');
    await assign(id, [role]);
    expect((await remove(id, role)).status).toBe(204);
    expect(await remove(id, role)).toMatchObject(missing);
    expect(await remove(id, 'nowhere')).toMatchObject(missing);
  });

  test('for users, internal and unknown roles and other types of applications are rejected', async () => {
    const [id, page] = [await createApplication(), await createApplication('SPA')];
    const [role, people] = [await createRole('MachineToMachine'), await createRole('User')];
    const notMachine = { status: 422, body: { code: 'application.invalid_type' } };
    for (const change of [assign, replace]) {
      expect(await change(id, [role, people])).toMatchObject(wrongType);
      expect(await change(id, [role, 'nowhere'])).toMatchObject(missing);
      expect(await change(id, ['admin-role'])).toMatchObject(internal);
      expect(await change('nowhere', [role])).toMatchObject(missing);
      expect(await change(page, [role])).toMatchObject(notMachine);
      expect(await change(id, [''])).toMatchObject(invalid);
    }
    expect(await roleIds(id)).toEqual([]);
    expect(await list(page)).toMatchObject(notMachine);
    expect(await list('nowhere')).toMatchObject(missing);
    expect(await remove(page, role)).toMatchObject(notMachine);
  });

  test('another tenant sees nothing', async () => {
    const id = await createApplication();
    const role = await createRole('MachineToMachine');
    await assign(id, [role]);
    const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
    const params = { applicationId: id };
    for (const answer of [
      await app.call(applicationRolesApi.list, { ...calls, params }),
      await app.call(applicationRolesApi.assign, { ...calls, params, body: { roleIds: ['m-admin'] } }),
      await app.call(applicationRolesApi.replace, { ...calls, params, body: { roleIds: [] } }),
      await app.call(applicationRolesApi.remove, { ...calls, params: { ...params, roleId: role } }),
    ]) {
      expect(answer).toMatchObject(missing);
    }
    expect(await roleIds(id)).toEqual([role]);
  });
});
