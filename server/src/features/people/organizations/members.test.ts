import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationRoleScopesApi, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { organizationApplicationsApi, organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let count = 0;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

function unique(): string {
  count += 1;
  return `n${count}`;
}
const createOrganization = async () =>
  (await app.call(organizationsApi.create, { token, body: { name: unique() } })).body.id;
const createRole = async (type: 'User' | 'MachineToMachine', name = unique()) =>
  (await app.call(organizationRolesApi.create, { token, body: { name, type } })).body.id;
const createUser = async (more: Record<string, unknown> = {}) =>
  (await app.call(usersApi.create, { token, body: { username: unique(), ...more } })).body.id;
const createApplication = async (more: Record<string, unknown> = {}) =>
  (await app.call(applicationsApi.create, { token, body: { name: unique(), type: 'MachineToMachine', ...more } })).body
    .id;

const relation = { status: 422, body: { code: 'entity.relation_foreign_key_not_found' } };
const constraint = { status: 422, body: { code: 'entity.db_constraint_violated' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };
const noMember = { status: 422, body: { code: 'organization.require_membership' } };
const invalid = { status: 400, body: { code: 'guard.invalid_input' } };

const kinds = [
  {
    kind: 'users' as const,
    api: organizationMembersApi,
    create: () => createUser(),
    idKey: 'userId',
    listKey: 'userIds',
    own: 'User' as const,
    foreign: 'MachineToMachine' as const,
  },
  {
    kind: 'applications' as const,
    api: organizationApplicationsApi,
    create: () => createApplication(),
    idKey: 'applicationId',
    listKey: 'applicationIds',
    own: 'MachineToMachine' as const,
    foreign: 'User' as const,
  },
];

describe.each(kinds)('$kind of an organization', ({ api, create, idKey, listKey, own, foreign }) => {
  // Both kinds differ only in the names of their ids.
  const members = (ids: string[], more: Record<string, unknown> = {}) => ({ [listKey]: ids, ...more }) as never;
  const at = (id: string, memberId: string, more = {}) => ({ id, [idKey]: memberId, ...more });
  const list = async (id: string, query: Record<string, string> = {}) => {
    const { body, headers } = await app.call(api.list, { token, params: { id }, query });
    return { ids: (body as { id: string }[]).map((one) => one.id), body, total: Number(headers['total-number']) };
  };
  const rolesOf = async (id: string, memberId: string) =>
    (await app.call(api.listRoles, { token, params: at(id, memberId) })).body.map((role) => role.id);

  test('are added once, replaced and removed', async () => {
    const id = await createOrganization();
    const [one, two] = [await create(), await create()];
    expect((await app.call(api.add, { token, params: { id }, body: members([one, one]) })).status).toBe(201);
    expect((await app.call(api.add, { token, params: { id }, body: members([one]) })).status).toBe(201);
    expect(await list(id)).toMatchObject({ ids: [one], total: 1 });
    const roleId = await createRole(own);
    await app.call(api.addRoles, { token, params: at(id, one), body: { organizationRoleIds: [roleId] } });
    expect((await app.call(api.replace, { token, params: { id }, body: members([two, one, two]) })).status).toBe(204);
    // Those who stay keep their roles. The newest members come first.
    expect(await list(id)).toMatchObject({ ids: [two, one], total: 2 });
    expect(await rolesOf(id, one)).toEqual([roleId]);
    expect((await app.call(api.remove, { token, params: at(id, one) })).status).toBe(204);
    expect(await app.call(api.remove, { token, params: at(id, one) })).toMatchObject(notFound);
    expect(await list(id)).toMatchObject({ ids: [two], total: 1 });
    expect((await app.call(api.replace, { token, params: { id }, body: members([]) })).status).toBe(204);
    expect(await list(id)).toMatchObject({ ids: [], total: 0 });
  });

  test('refuse unknown ids as a whole', async () => {
    const id = await createOrganization();
    const one = await create();
    for (const contract of [api.add, api.replace]) {
      expect(await app.call(contract, { token, params: { id }, body: members([one, 'nobody']) })).toMatchObject(
        relation,
      );
      expect(await app.call(contract, { token, params: { id: 'nowhere' }, body: members([one]) })).toMatchObject(
        relation,
      );
    }
    expect(await app.call(api.add, { token, params: { id }, body: members([]) })).toMatchObject(invalid);
    expect(await list(id)).toMatchObject({ ids: [], total: 0 });
    expect(await app.call(api.list, { token, params: { id: 'nowhere' } })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
  });

  test('have roles of their own type, one by one and in bulk', async () => {
    const id = await createOrganization();
    const [one, two, stranger] = [await create(), await create(), await create()];
    const [first, second, wrong] = [await createRole(own), await createRole(own), await createRole(foreign)];
    await app.call(api.add, { token, params: { id }, body: members([one, two]) });
    const bulk = (ids: string[], organizationRoleIds: string[]) =>
      app.call(api.assignRoles, { token, params: { id }, body: members(ids, { organizationRoleIds }) });
    expect((await bulk([one, two], [first])).status).toBe(201);
    expect((await bulk([one, two], [first, second])).status).toBe(201);
    expect((await rolesOf(id, two)).sort()).toEqual([first, second].sort());
    expect(await bulk([one, stranger], [first])).toMatchObject(relation);
    expect(await bulk([one], ['nothing'])).toMatchObject(relation);
    expect(await bulk([one], [wrong])).toMatchObject(constraint);
    const params = at(id, one);
    const set = (contract: typeof api.addRoles | typeof api.replaceRoles, ids: string[], where = params) =>
      app.call(contract, { token, params: where, body: { organizationRoleIds: ids } });
    expect((await set(api.replaceRoles, [second])).status).toBe(204);
    expect(await rolesOf(id, one)).toEqual([second]);
    expect((await set(api.addRoles, [first, second])).status).toBe(201);
    for (const contract of [api.addRoles, api.replaceRoles]) {
      expect(await set(contract, [wrong])).toMatchObject(constraint);
      expect(await set(contract, [first, 'nothing'])).toMatchObject(relation);
      expect(await set(contract, [first], at(id, stranger))).toMatchObject(noMember);
    }
    expect((await rolesOf(id, one)).sort()).toEqual([first, second].sort());
    const shown = (await list(id)).body.find((member) => member.id === one);
    expect(shown?.organizationRoles.map((role) => role.id).sort()).toEqual([first, second].sort());
    const page = await app.call(api.listRoles, { token, params, query: { page: '1', page_size: '1' } });
    expect([page.body.length, Number(page.headers['total-number'])]).toEqual([1, 2]);
    const role = { organizationRoleId: first };
    expect((await app.call(api.removeRole, { token, params: { ...params, ...role } })).status).toBe(204);
    expect(await app.call(api.removeRole, { token, params: { ...params, ...role } })).toMatchObject(notFound);
    expect(await app.call(api.removeRole, { token, params: at(id, stranger, role) })).toMatchObject(noMember);
    expect(await app.call(api.listRoles, { token, params: at(id, stranger) })).toMatchObject(noMember);
    // Whoever leaves and comes back starts without roles.
    await app.call(api.remove, { token, params: at(id, two) });
    await app.call(api.add, { token, params: { id }, body: members([two]) });
    expect(await rolesOf(id, two)).toEqual([]);
  });

  test('two concurrent replacements never mix', async () => {
    const id = await createOrganization();
    const [one, two] = [await create(), await create()];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        app.call(api.replace, { token, params: { id }, body: members([index % 2 ? one : two]) }),
      ),
    );
    expect(await list(id)).toMatchObject({ ids: [expect.any(String)], total: 1 });
  });

  test('of another tenant are neither seen nor added', async () => {
    const id = await createOrganization();
    const one = await create();
    await app.call(api.add, { token, params: { id }, body: members([one]) });
    const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
    expect((await app.call(api.list, { ...calls, params: { id } })).status).toBe(404);
    expect((await app.call(api.remove, { ...calls, params: at(id, one) })).status).toBe(404);
    expect(await app.call(api.add, { ...calls, params: { id: 't-default' }, body: members([one]) })).toMatchObject(
      relation,
    );
    expect(await app.call(api.replace, { ...calls, params: { id }, body: members([]) })).toMatchObject(relation);
    expect(await app.call(api.listRoles, { ...calls, params: at(id, one) })).toMatchObject(noMember);
    expect(await list(id)).toMatchObject({ ids: [one] });
  });
});

test('searches members by id, address, phone, username and name', async () => {
  const id = await createOrganization();
  const ada = await createUser({
    username: 'ada_l',
    name: 'Ada 100%',
    primaryEmail: 'ada@analytical.org',
    primaryPhone: '4915112345678',
  });
  const other = await createUser({ name: 'Bob', primaryEmail: 'bob@example.com' });
  const outside = await createUser({ name: 'Ada outside' });
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds: [ada, other] } });
  const find = async (q: string) => {
    const { body, headers } = await app.call(organizationMembersApi.list, { token, params: { id }, query: { q } });
    expect(Number(headers['total-number'])).toBe(body.length);
    return body.map((one) => one.id);
  };
  for (const q of ['ADA', 'analytical', '15112345', 'ada_l', '100%', ada]) {
    expect([q, await find(q)]).toEqual([q, [ada]]);
  }
  expect(await find('a_a')).toEqual([]);
  expect(await find(outside)).toEqual([]);
  const { body } = await app.call(organizationMembersApi.list, { token, params: { id } });
  expect(Object.keys(body[0] ?? {})).not.toContain('hasPassword');
});

test('adding members returns the ids of the request', async () => {
  const id = await createOrganization();
  const [one, two] = [await createUser(), await createUser()];
  for (const userIds of [[one], [two, one, two]]) {
    const { status, body } = await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds } });
    expect([status, body]).toEqual([201, { userIds }]);
  }
});

test('lists the members with a role, in pages and with a search', async () => {
  const [id, elsewhere] = [await createOrganization(), await createOrganization()];
  const [one, two, three] = [
    await createUser({ name: 'Ada One' }),
    await createUser({ name: 'Bob' }),
    await createUser(),
  ];
  const roleId = await createRole('User');
  for (const organizationId of [id, elsewhere]) {
    for (const userId of [one, two, three]) {
      const params = { id: organizationId };
      await app.call(organizationMembersApi.add, { token, params, body: { userIds: [userId] } });
    }
  }
  const give = (organizationId: string, userIds: string[]) =>
    app.call(organizationMembersApi.assignRoles, {
      token,
      params: { id: organizationId },
      body: { userIds, organizationRoleIds: [roleId] },
    });
  await give(id, [one, two]);
  await give(elsewhere, [three]);
  const list = async (query: Record<string, string>) => {
    const { body, headers } = await app.call(organizationMembersApi.list, { token, params: { id }, query });
    return [body.map((user) => user.id), Number(headers['total-number'])];
  };
  expect(await list({ organizationRoleId: roleId })).toEqual([[two, one], 2]);
  expect(await list({ organizationRoleId: roleId, page: '2', page_size: '1' })).toEqual([[one], 2]);
  expect(await list({ organizationRoleId: roleId, q: 'ada one' })).toEqual([[one], 1]);
  expect(await list({ organizationRoleId: 'unknown' })).toEqual([[], 0]);
  const query = { organizationRoleId: '' };
  expect(await app.call(organizationMembersApi.list, { token, params: { id }, query })).toMatchObject(invalid);
  const unknown = { token, params: { id: 'nowhere' }, query: { organizationRoleId: roleId } };
  expect(await app.call(organizationMembersApi.list, unknown)).toMatchObject({
    status: 404,
    body: { code: 'entity.not_exists_with_id' },
  });
});

test('roles can be given by name and by id together; unknown names are listed', async () => {
  const id = await createOrganization();
  const userId = await createUser();
  const name = unique();
  const [byName, byId] = [await createRole('User', name), await createRole('User')];
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds: [userId] } });
  const params = { id, userId };
  const given = { organizationRoleIds: [byId], organizationRoleNames: [name] };
  const twice = { organizationRoleIds: [byId, byId], organizationRoleNames: [name, name] };
  const added = await app.call(organizationMembersApi.addRoles, { token, params, body: twice });
  expect([added.status, added.body]).toEqual([201, { organizationRoleIds: [byId, byName] }]);
  expect((await app.call(organizationMembersApi.addRoles, { token, params, body: given })).body).toEqual(added.body);
  const held = async () => (await app.call(organizationMembersApi.listRoles, { token, params })).body.map((r) => r.id);
  expect((await held()).sort()).toEqual([byName, byId].sort());
  for (const contract of [organizationMembersApi.addRoles, organizationMembersApi.replaceRoles]) {
    const answer = await app.call(contract, { token, params, body: { organizationRoleNames: [name, 'Emperor'] } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'organization.role_names_not_found', message: expect.stringContaining('Emperor') },
    });
  }
  const replaced = await app.call(organizationMembersApi.replaceRoles, {
    token,
    params,
    body: { organizationRoleNames: [name] },
  });
  expect([replaced.status, await held()]).toEqual([204, [byName]]);
  await app.call(organizationMembersApi.replaceRoles, { token, params, body: {} });
  expect(await held()).toEqual([]);
});

test('the permissions of a member come from all roles, each once', async () => {
  const id = await createOrganization();
  const userId = await createUser();
  const scope = (await app.call(organizationScopesApi.create, { token, body: { name: unique() } })).body;
  const roleIds = [await createRole('User'), await createRole('User')];
  for (const roleId of roleIds) {
    await app.call(organizationRoleScopesApi.add, {
      token,
      params: { id: roleId },
      body: { organizationScopeIds: [scope.id] },
    });
  }
  const params = { id, userId };
  expect(await app.call(organizationMembersApi.listScopes, { token, params })).toMatchObject(noMember);
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds: [userId] } });
  await app.call(organizationMembersApi.addRoles, { token, params, body: { organizationRoleIds: roleIds } });
  expect((await app.call(organizationMembersApi.listScopes, { token, params })).body).toEqual([scope]);
});

test('only machine-to-machine applications can be members, and their secrets are hidden', async () => {
  const id = await createOrganization();
  const web = await createApplication({ type: 'SPA' });
  for (const contract of [organizationApplicationsApi.add, organizationApplicationsApi.replace]) {
    expect(await app.call(contract, { token, params: { id }, body: { applicationIds: [web] } })).toMatchObject(
      constraint,
    );
  }
  const machine = await createApplication({ name: 'Robot', description: 'Welds 100%' });
  await app.write('default', (db) =>
    db.updateTable('applications').set({ secret: 'canary-secret' }).where('id', '=', machine).execute(),
  );
  await app.call(organizationApplicationsApi.add, { token, params: { id }, body: { applicationIds: [machine] } });
  const list = (query: Record<string, string>) =>
    app.call(organizationApplicationsApi.list, { token, params: { id }, query });
  expect(JSON.stringify((await list({})).body)).not.toContain('canary-secret');
  expect((await list({ q: 'welds 100%' })).body).toHaveLength(1);
  expect((await list({ q: 'welds_' })).body).toHaveLength(0);
  // From the side of the application.
  const { body } = await app.inject(app.core, {
    method: 'GET',
    url: `/api/applications/${machine}/organizations`,
    headers: { host: 'core.test', authorization: `Bearer ${token}` },
  });
  expect(body).toMatchObject([{ id, organizationRoles: [] }]);
});

test('emits an event for a list that was there already, and otherwise only for changes (observed 2, row 23)', async () => {
  const id = await createOrganization();
  const userId = await createUser();
  const add = () => app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds: [userId] } });
  await add();
  await add();
  await app.call(organizationMembersApi.replace, { token, params: { id }, body: { userIds: [userId] } });
  await app.call(organizationMembersApi.remove, { token, params: { id, userId } });
  await expect
    .poll(
      async () => {
        const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
        const about = rows.filter(({ payload }) => JSON.stringify(payload).includes(id)).map(({ key }) => key);
        return about.filter((key) => key === 'Organization.Membership.Updated').length;
      },
      { timeout: 20_000 },
    )
    .toBe(3);
});
