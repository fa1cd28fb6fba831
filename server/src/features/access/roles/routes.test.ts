import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { type CreateRole, rolesApi } from '@postern/contracts/access/roles';
import { roleUsersApi } from '@postern/contracts/people/role-users';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

let count = 0;
const newName = () => {
  count += 1;
  return `Role ${count}`;
};
const create = (body: Partial<CreateRole> & Record<string, unknown> = {}) =>
  app.call(rolesApi.create, { token, body: { name: newName(), description: 'x', ...body } });
const createUser = async (name = 'User') => (await app.call(usersApi.create, { token, body: { name } })).body.id;
const createMachine = async (type: 'MachineToMachine' | 'SPA' = 'MachineToMachine') =>
  (await app.call(applicationsApi.create, { token, body: { name: 'Machine', type } })).body.id;
/** Scopes of a new API resource. */
async function createScopes(...names: string[]): Promise<string[]> {
  count += 1;
  const { body } = await app.call(resourcesApi.create, {
    token,
    body: { name: 'API', indicator: `https://api-${count}.test` },
  });
  const ids: string[] = [];
  for (const name of names) {
    const params = { resourceId: body.id };
    ids.push((await app.call(resourcesApi.createScope, { token, params, body: { name } })).body.id);
  }
  return ids;
}

const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };
const internal = { status: 403, body: { code: 'role.internal_role_violation' } };
const invalid = { status: 400, body: { code: 'guard.invalid_input' } };
const managementOnly = { status: 400, body: { code: 'role.management_api_scopes_not_assignable_to_user_role' } };
const management = 'management-api-all';

describe('create', () => {
  test('is for users by default and returns 200', async () => {
    const { status, body } = await create({ name: 'Editor', description: 'Edits' });
    expect([status, body]).toEqual([
      200,
      {
        tenantId: 'default',
        id: expect.stringMatching(/^[\da-z]{21}$/),
        name: 'Editor',
        description: 'Edits',
        type: 'User',
        isDefault: false,
      },
    ]);
    expect((await create({ type: 'MachineToMachine', tenantId: 'default' })).body.type).toBe('MachineToMachine');
  });

  test('accepts scopes, which must exist and be unique', async () => {
    const [read = '', write = ''] = await createScopes('read', 'write');
    const { body: role } = await create({ scopeIds: [read, write] });
    const { body: scopes } = await app.call(rolesApi.listScopes, { token, params: { id: role.id } });
    expect(scopes.map(({ name }) => name).sort()).toEqual(['read', 'write']);
    expect(await create({ scopeIds: [read, 'nowhere'] })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
    expect(await create({ name: 'Twice', scopeIds: [read, read] })).toMatchObject({
      status: 422,
      body: { code: 'role.scope_exists' },
    });
    // A failed creation leaves no role behind.
    expect((await create({ name: 'Twice' })).status).toBe(200);
  });

  test('allows the management API for machines only', async () => {
    expect(await create({ scopeIds: [management] })).toMatchObject(managementOnly);
    expect((await create({ type: 'MachineToMachine', scopeIds: [management] })).status).toBe(200);
  });

  test('creates one role for twenty concurrent requests with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Race' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'role.name_in_use' } });
    }
  });

  test.each<Record<string, unknown>>([
    { name: '' },
    { name: 'x'.repeat(129) },
    { description: '' },
    { description: 'x'.repeat(129) },
    { description: undefined },
    { type: 'Robot' },
    { scopeIds: [''] },
    { scopeIds: 'all' },
    { isDefault: 'yes' },
    { id: 'chosen' },
  ])('%j is refused', async (body) => {
    expect(await create(body)).toMatchObject(invalid);
  });

  test('accepts names of 128 characters in any script', async () => {
    const name = `${'x'.repeat(122)}ü密😀`;
    expect((await create({ name })).body.name).toBe(name);
  });

  test('cannot create a role in another tenant', async () => {
    expect(await create({ tenantId: 'admin' })).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
  });
});

describe('list', () => {
  const list = (query: Record<string, string>) => app.call(rolesApi.list, { token, query });
  const names = async (query: Record<string, string>) => (await list(query)).body.map(({ name }) => name);

  test('sorts by name, has pages, and searches by id, name and description', async () => {
    const { body: one } = await create({ name: 'Needle one' });
    await create({ name: 'Needle two', description: 'rusty all over' });
    await create({ name: 'Needle three', type: 'MachineToMachine' });
    expect(await names({ search: 'needle%' })).toEqual(['Needle one', 'Needle three', 'Needle two']);
    const second = await list({ search: 'needle%', page: '2', page_size: '2' });
    expect(second.body.map(({ name }) => name)).toEqual(['Needle two']);
    expect(Number(second.headers['total-number'])).toBe(3);
    expect(await names({ search: one.id })).toEqual(['Needle one']);
    expect(await names({ search: '%RUSTY ALL%' })).toEqual(['Needle two']);
    expect(await names({ search: 'needle%', type: 'MachineToMachine' })).toEqual(['Needle three']);
    expect(await list({ type: 'Robot' })).toMatchObject(invalid);
    expect(await list({ search: 'x', mode: 'fuzzy' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
  });

  test('never contains internal roles', async () => {
    const all = await list({ page_size: '100' });
    expect(all.body.some(({ name }) => name.startsWith('#internal:'))).toBe(false);
    expect(await names({ search: '#internal%' })).toEqual([]);
    const stored = await app.read('default', (db) => db.selectFrom('roles').select('id').execute());
    expect(Number(all.headers['total-number'])).toBe(stored.length - 1);
  });

  test('shows the number of holders and three of them', async () => {
    const { body: people } = await create({ name: 'Crowd of people' });
    const { body: machines } = await create({ name: 'Crowd of machines', type: 'MachineToMachine' });
    const userIds = await Promise.all(['Ada', 'Bob', 'Cy', 'Di'].map(createUser));
    const applicationIds = await Promise.all(['a', 'b', 'c', 'd'].map(() => createMachine()));
    await app.call(rolesApi.assignUsers, { token, params: { id: people.id }, body: { userIds } });
    await app.call(rolesApi.assignApplications, { token, params: { id: machines.id }, body: { applicationIds } });
    const { body } = await list({ search: 'crowd%' });
    const users = [...userIds].sort().slice(0, 3);
    const applications = [...applicationIds].sort().slice(0, 3);
    expect(body).toEqual([
      {
        ...machines,
        usersCount: 0,
        featuredUsers: [],
        applicationsCount: 4,
        featuredApplications: applications.map((id) => ({ id, name: 'Machine', type: 'MachineToMachine' })),
      },
      {
        ...people,
        usersCount: 4,
        featuredUsers: users.map((id) => ({ id, avatar: null, name: expect.any(String) })),
        applicationsCount: 0,
        featuredApplications: [],
      },
    ]);
  });

  test('excludes roles that a user or an application has', async () => {
    const [userId, applicationId] = [await createUser(), await createMachine()];
    const { body: people } = await create({ name: 'Excluded people' });
    const { body: machines } = await create({ name: 'Excluded machines', type: 'MachineToMachine' });
    await app.call(rolesApi.assignUsers, { token, params: { id: people.id }, body: { userIds: [userId] } });
    const body = { applicationIds: [applicationId] };
    await app.call(rolesApi.assignApplications, { token, params: { id: machines.id }, body });
    expect(await names({ search: 'excluded%' })).toEqual(['Excluded machines', 'Excluded people']);
    expect(await names({ search: 'excluded%', excludeUserId: userId })).toEqual(['Excluded machines']);
    expect(await names({ search: 'excluded%', excludeApplicationId: applicationId })).toEqual(['Excluded people']);
  });
});

describe('read, update, delete', () => {
  const update = (id: string, body: Record<string, unknown>) =>
    app.call(rolesApi.update, { token, params: { id }, body });

  test('changes name, description and default, but not the type', async () => {
    const { body: made } = await create();
    const changes = { name: 'Renamed', description: 'New', isDefault: true };
    expect((await update(made.id, changes)).body).toEqual({ ...made, ...changes });
    expect((await update(made.id, { isDefault: false })).body).toEqual({ ...made, ...changes, isDefault: false });
    expect((await app.call(rolesApi.get, { token, params: { id: made.id } })).body).toMatchObject({ name: 'Renamed' });
    expect((await update(made.id, { type: 'MachineToMachine' })).body.type).toBe('User');
    for (const body of [{ name: '' }, { description: '' }, { scopeIds: [] }]) {
      expect(await update(made.id, body)).toMatchObject(invalid);
    }
    const { body: other } = await create();
    expect(await update(other.id, { name: 'Renamed' })).toMatchObject({
      status: 422,
      body: { code: 'role.name_in_use' },
    });
    expect(await update('nowhere', { name: 'x' })).toMatchObject(missing);
    expect(await app.call(rolesApi.get, { token, params: { id: 'nowhere' } })).toMatchObject(missing);
  });

  test('deletes a role with its assignments', async () => {
    const [userId, applicationId] = [await createUser(), await createMachine()];
    const [scopeId = ''] = await createScopes('read');
    const { body: people } = await create({ scopeIds: [scopeId] });
    const { body: machines } = await create({ type: 'MachineToMachine' });
    await app.call(rolesApi.assignUsers, { token, params: { id: people.id }, body: { userIds: [userId] } });
    const body = { applicationIds: [applicationId] };
    await app.call(rolesApi.assignApplications, { token, params: { id: machines.id }, body });
    for (const { id } of [people, machines]) {
      expect((await app.call(rolesApi.remove, { token, params: { id } })).status).toBe(204);
      expect(await app.call(rolesApi.remove, { token, params: { id } })).toMatchObject(missing);
    }
    const left = await app.read('default', async (db) => [
      ...(await db.selectFrom('users_roles').select('role_id').where('user_id', '=', userId).execute()),
      ...(await db
        .selectFrom('applications_roles')
        .select('role_id')
        .where('application_id', '=', applicationId)
        .execute()),
      ...(await db.selectFrom('roles_scopes').select('role_id').where('scope_id', '=', scopeId).execute()),
    ]);
    expect(left).toEqual([]);
  });
});

describe('scopes', () => {
  const add = (id: string, scopeIds: string[]) =>
    app.call(rolesApi.assignScopes, { token, params: { id }, body: { scopeIds } });
  const list = (id: string, query: Record<string, string> = {}) =>
    app.call(rolesApi.listScopes, { token, params: { id }, query });

  test('can be added; the response contains all scopes of the role', async () => {
    const [read = '', write = ''] = await createScopes('read', 'write');
    const { body: role } = await create();
    expect((await add(role.id, [read])).body.map(({ id }) => id)).toEqual([read]);
    const { status, body } = await add(role.id, [write]);
    expect([status, body.map(({ id }) => id)]).toEqual([201, [write, read]]);
    expect(await add(role.id, [read])).toMatchObject({ status: 422, body: { code: 'role.scope_exists' } });
    expect(await add(role.id, ['nowhere'])).toMatchObject(missing);
    expect(await add('nowhere', [read])).toMatchObject(missing);
    expect(await add(role.id, [])).toMatchObject(invalid);
    expect(await add(role.id, [management])).toMatchObject(managementOnly);
  });

  test('are listed with their resource, in full or in pages, and can be searched', async () => {
    const scopeIds = await createScopes('alpha', 'beta', 'gamma');
    const { body: role } = await create({ scopeIds });
    const whole = await list(role.id);
    expect(whole.body.map(({ name }) => name)).toEqual(['gamma', 'beta', 'alpha']);
    expect(whole.body[0]?.resource).toMatchObject({ id: whole.body[0]?.resourceId, name: 'API', isDefault: false });
    expect(whole.headers['total-number']).toBeUndefined();
    const paged = await list(role.id, { page: '2', page_size: '2' });
    expect(paged.body.map(({ name }) => name)).toEqual(['alpha']);
    expect(Number(paged.headers['total-number'])).toBe(3);
    expect((await list(role.id, { 'search.name': '%ET%' })).body.map(({ name }) => name)).toEqual(['beta']);
    expect(await list(role.id, { search: 'x', mode: 'fuzzy' })).toMatchObject({ status: 400 });
    expect(await list('nowhere')).toMatchObject(missing);
  });

  test('can be removed once', async () => {
    const [scopeId = ''] = await createScopes('read');
    const { body: role } = await create({ scopeIds: [scopeId] });
    const remove = () => app.call(rolesApi.removeScope, { token, params: { id: role.id, scopeId } });
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject(missing);
    expect((await list(role.id)).body).toEqual([]);
  });
});

describe('users', () => {
  const assign = (id: string, userIds: string[]) =>
    app.call(rolesApi.assignUsers, { token, params: { id }, body: { userIds } });
  const list = (id: string, query: Record<string, string> = {}) =>
    app.call(roleUsersApi.list, { token, params: { id }, query });

  test('can be added once, listed, searched and removed', async () => {
    const [ada, bob] = [await createUser('Ada'), await createUser('Bob')];
    const { body: role } = await create();
    expect((await assign(role.id, [ada])).status).toBe(201);
    expect(await assign(role.id, [bob, ada])).toMatchObject({ status: 422, body: { code: 'role.user_exists' } });
    expect((await list(role.id)).body.map(({ id }) => id)).toEqual([ada]);
    await assign(role.id, [bob]);
    expect((await list(role.id)).body).toMatchObject([
      { id: bob, name: 'Bob', hasPassword: false },
      { id: ada, name: 'Ada' },
    ]);
    const paged = await list(role.id, { page: '2', page_size: '1' });
    expect([paged.body.map(({ id }) => id), Number(paged.headers['total-number'])]).toEqual([[ada], 2]);
    const found = await list(role.id, { 'search.name': 'b%' });
    expect([found.body.map(({ id }) => id), Number(found.headers['total-number'])]).toEqual([[bob], 1]);
    const others = await app.call(usersApi.list, { token, query: { excludeRoleId: role.id, page_size: '100' } });
    expect(others.body.map(({ id }) => id)).not.toContain(ada);
    expect(Number(others.headers['total-number'])).toBe(others.body.length);
    const remove = (userId: string) => app.call(rolesApi.removeUser, { token, params: { id: role.id, userId } });
    expect((await remove(ada)).status).toBe(204);
    expect(await remove(ada)).toMatchObject(missing);
    expect((await list(role.id)).body.map(({ id }) => id)).toEqual([bob]);
  });

  test('that do not exist, and roles for machines, are rejected', async () => {
    const { body: role } = await create();
    const { body: machines } = await create({ type: 'MachineToMachine' });
    const userId = await createUser();
    expect(await assign(role.id, [userId, 'nowhere'])).toMatchObject(missing);
    expect(await assign('nowhere', [userId])).toMatchObject(missing);
    expect(await list('nowhere')).toMatchObject(missing);
    expect(await assign(role.id, [])).toMatchObject(invalid);
    expect(await assign(machines.id, [userId])).toMatchObject({
      status: 422,
      body: { code: 'entity.db_constraint_violated' },
    });
    expect((await list(role.id)).body).toEqual([]);
  });

  test('have the role once after concurrent requests', async () => {
    const { body: role } = await create();
    const userId = await createUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => assign(role.id, [userId])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
  });
});

describe('applications', () => {
  const assign = (id: string, applicationIds: string[]) =>
    app.call(rolesApi.assignApplications, { token, params: { id }, body: { applicationIds } });
  const list = (id: string, query: Record<string, string> = {}) =>
    app.call(rolesApi.listApplications, { token, params: { id }, query });

  test('can be added once, listed, searched and removed', async () => {
    const [one, two] = [await createMachine(), await createMachine()];
    const { body: role } = await create({ type: 'MachineToMachine' });
    expect((await assign(role.id, [one, two])).status).toBe(201);
    expect(await assign(role.id, [one])).toMatchObject({ status: 422, body: { code: 'role.application_exists' } });
    const all = await list(role.id);
    expect([all.status, all.body.map(({ id }) => id), Number(all.headers['total-number'])]).toEqual([
      200,
      [two, one],
      2,
    ]);
    expect((await list(role.id, { search: one })).body.map(({ id }) => id)).toEqual([one]);
    const remove = (applicationId: string) =>
      app.call(rolesApi.removeApplication, { token, params: { id: role.id, applicationId } });
    expect((await remove(one)).status).toBe(204);
    expect(await remove(one)).toMatchObject(missing);
  });

  test('of another type or that do not exist, and roles for users, are rejected', async () => {
    const { body: role } = await create({ type: 'MachineToMachine' });
    const { body: people } = await create();
    const [machine, page] = [await createMachine(), await createMachine('SPA')];
    expect(await assign(role.id, [machine, 'nowhere'])).toMatchObject(missing);
    expect(await assign(role.id, [machine, page])).toMatchObject({
      status: 422,
      body: { code: 'application.invalid_type' },
    });
    expect(await assign(people.id, [machine])).toMatchObject({
      status: 422,
      body: { code: 'entity.db_constraint_violated' },
    });
    expect(await assign('nowhere', [machine])).toMatchObject(missing);
    expect(await list('nowhere')).toMatchObject(missing);
    expect((await list(role.id)).body).toEqual([]);
  });
});

test('internal roles can only be read', async () => {
  const params = { id: 'admin-role' };
  const [scopeId = ''] = await createScopes('read');
  const applicationId = await createMachine();
  expect((await app.call(rolesApi.get, { token, params })).body).toMatchObject({ name: '#internal:admin' });
  expect(await create({ name: '#internal:mine' })).toMatchObject(internal);
  const { body: role } = await create();
  expect(
    await app.call(rolesApi.update, { token, params: { id: role.id }, body: { name: '#internal:mine' } }),
  ).toMatchObject(internal);
  for (const answer of [
    await app.call(rolesApi.update, { token, params, body: { description: 'x' } }),
    await app.call(rolesApi.remove, { token, params }),
    await app.call(rolesApi.assignUsers, { token, params, body: { userIds: [await createUser()] } }),
    await app.call(rolesApi.removeUser, { token, params: { ...params, userId: 'x' } }),
    await app.call(rolesApi.assignApplications, { token, params, body: { applicationIds: [applicationId] } }),
    await app.call(rolesApi.removeApplication, { token, params: { ...params, applicationId } }),
    await app.call(rolesApi.assignScopes, { token, params, body: { scopeIds: [scopeId] } }),
    await app.call(rolesApi.removeScope, { token, params: { ...params, scopeId: management } }),
  ]) {
    expect(answer).toMatchObject(internal);
  }
});

test('emits events with the change', async () => {
  const [scopeId = ''] = await createScopes('told');
  const { body: role } = await create({ scopeIds: [scopeId] });
  const userId = await createUser();
  await app.call(rolesApi.update, { token, params: { id: role.id }, body: { description: 'y' } });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [userId] } });
  await app.call(rolesApi.remove, { token, params: { id: role.id } });
  await expect
    .poll(
      async () => {
        const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
        const about = rows.filter(({ payload }) =>
          [role.id, userId].some((id) => JSON.stringify(payload).includes(id)),
        );
        return about.map(({ key }) => key);
      },
      { timeout: 20_000 },
    )
    .toEqual(
      expect.arrayContaining([
        'Role.Created',
        'Role.Scopes.Updated',
        'Role.Data.Updated',
        'User.Roles.Updated',
        'Role.Deleted',
      ]),
    );
});

test('another tenant sees nothing', async () => {
  const userId = await createUser();
  const [scopeId = ''] = await createScopes('mine');
  const { body: mine } = await create({ name: 'Mine alone', scopeIds: [scopeId] });
  await app.call(rolesApi.assignUsers, { token, params: { id: mine.id }, body: { userIds: [userId] } });
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  const { body: theirs } = await app.call(rolesApi.list, { ...calls, query: { page_size: '100' } });
  expect(theirs.map(({ id }) => id)).not.toContain(mine.id);
  for (const answer of [
    await app.call(rolesApi.get, { ...calls, params }),
    await app.call(rolesApi.update, { ...calls, params, body: { name: 'Stolen' } }),
    await app.call(rolesApi.remove, { ...calls, params }),
    await app.call(roleUsersApi.list, { ...calls, params }),
    await app.call(rolesApi.listApplications, { ...calls, params }),
    await app.call(rolesApi.listScopes, { ...calls, params }),
    await app.call(rolesApi.assignUsers, { ...calls, params, body: { userIds: [userId] } }),
    await app.call(rolesApi.assignScopes, { ...calls, params, body: { scopeIds: [scopeId] } }),
    await app.call(rolesApi.removeUser, { ...calls, params: { ...params, userId } }),
    await app.call(rolesApi.removeScope, { ...calls, params: { ...params, scopeId } }),
    // Its own role with a user and a scope of another tenant.
    await app.call(rolesApi.assignUsers, { ...calls, params: { id: 'user' }, body: { userIds: [userId] } }),
    await app.call(rolesApi.assignScopes, { ...calls, params: { id: 'user' }, body: { scopeIds: [scopeId] } }),
  ]) {
    expect(answer).toMatchObject(missing);
  }
  const answer = await app.call(rolesApi.create, { ...calls, body: { name: 'Mine alone', description: 'x' } });
  expect(answer.status).toBe(200);
  expect((await app.call(roleUsersApi.list, { token, params })).body).toHaveLength(1);
});
