import { organizationRoleScopesApi, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let apiScopes: string[];
let count = 0;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const { body: resource } = await app.call(resourcesApi.create, {
    token,
    body: { name: 'Shop', indicator: 'https://shop.example/api' },
  });
  apiScopes = [];
  for (const name of ['read', 'write']) {
    const { body } = await app.call(resourcesApi.createScope, {
      token,
      params: { resourceId: resource.id },
      body: { name },
    });
    apiScopes.push(body.id);
  }
});
afterAll(() => app.close());

function uniqueName(): string {
  count += 1;
  return `name ${count}`;
}
const create = (body: Record<string, unknown> = {}) =>
  app.call(organizationRolesApi.create, { token, body: { name: uniqueName(), ...body } });
const createScope = async () =>
  (await app.call(organizationScopesApi.create, { token, body: { name: uniqueName() } })).body.id;
const scopesOf = async (id: string) =>
  (await app.call(organizationRoleScopesApi.list, { token, params: { id } })).body.map((scope) => scope.id).sort();
const apiScopesOf = async (id: string) =>
  (await app.call(organizationRoleScopesApi.listResource, { token, params: { id } })).body
    .map((scope) => scope.id)
    .sort();

const relation = { status: 422, body: { code: 'entity.relation_foreign_key_not_found' } };
const constraint = { status: 422, body: { code: 'entity.db_constraint_violated' } };
const taken = { status: 422, body: { code: 'entity.unique_integrity_violation' } };
const managementApi = {
  status: 400,
  body: { code: 'role.management_api_scopes_not_assignable_to_user_role' },
};

test('creates, reads, changes and deletes a role', async () => {
  const { status, body } = await create({ name: 'Editor', description: 'Edits' });
  expect(status).toBe(201);
  expect(body).toEqual({
    tenantId: 'default',
    id: expect.stringMatching(/^[\da-z]{21}$/),
    name: 'Editor',
    description: 'Edits',
    type: 'User',
  });
  const params = { id: body.id };
  expect((await app.call(organizationRolesApi.get, { token, params })).body).toEqual(body);
  const changed = await app.call(organizationRolesApi.update, {
    token,
    params,
    body: { name: 'Chief', description: null, type: 'MachineToMachine' },
  });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Chief', description: null, type: 'MachineToMachine' } });
  expect((await app.call(organizationRolesApi.remove, { token, params })).status).toBe(204);
  for (const contract of [organizationRolesApi.remove, organizationRolesApi.get]) {
    expect(await app.call(contract, { token, params })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
  }
  expect(await app.call(organizationRolesApi.update, { token, params, body: {} })).toMatchObject({
    status: 404,
    body: { code: 'entity.not_exists' },
  });
});

test('names are unique, even with ten concurrent requests and on rename', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Only one' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject(taken);
  const { body } = await create();
  expect(
    await app.call(organizationRolesApi.update, { token, params: { id: body.id }, body: { name: 'Only one' } }),
  ).toMatchObject(taken);
});

test('lists roles by name with both kinds of permissions, in pages, and searches id, name and description', async () => {
  const scopeId = await createScope();
  const { body: one } = await create({
    name: 'Needle b',
    organizationScopeIds: [scopeId],
    resourceScopeIds: apiScopes,
  });
  await create({ name: 'Needle a', description: 'Rusty 100%' });
  await create({ name: 'Pin for machines', type: 'MachineToMachine' });
  const list = (query: Record<string, string>) => app.call(organizationRolesApi.list, { token, query });
  const { body, headers } = await list({ q: 'NEEDLE' });
  expect(body.map(({ name }) => name)).toEqual(['Needle a', 'Needle b']);
  expect(Number(headers['total-number'])).toBe(2);
  expect(body[1]).toMatchObject({
    scopes: [{ id: scopeId, name: expect.any(String) }],
    resourceScopes: [
      { id: apiScopes[0], name: 'read', resource: { id: expect.any(String), name: 'Shop' } },
      { id: apiScopes[1], name: 'write', resource: { id: expect.any(String), name: 'Shop' } },
    ],
  });
  expect((await list({ q: one.id })).body).toHaveLength(1);
  expect((await list({ q: '100%_' })).body).toHaveLength(0);
  expect((await list({ q: '100%' })).body.map(({ name }) => name)).toEqual(['Needle a']);
  const machines = await list({ q: 'pin for', type: 'MachineToMachine' });
  expect(machines.body.map(({ name }) => name)).toEqual(['Pin for machines']);
  expect(Number(machines.headers['total-number'])).toBe(1);
  expect((await list({ q: 'pin for', type: 'User' })).body).toHaveLength(0);
  expect(await list({ type: 'Robot' })).toMatchObject({ status: 400 });
  const second = await list({ q: 'needle', page: '2', page_size: '1' });
  expect([second.body[0]?.name, Number(second.headers['total-number'])]).toEqual(['Needle b', 2]);
});

describe.each([
  { kind: 'organization permissions' as const, other: 'organizationScopeIds' },
  { kind: 'API permissions' as const, other: 'scopeIds' },
])('$kind of a role', ({ kind, other }) => {
  const isOrganization = kind === 'organization permissions';
  const { add, replace, remove, list } = isOrganization
    ? organizationRoleScopesApi
    : {
        add: organizationRoleScopesApi.addResource,
        replace: organizationRoleScopesApi.replaceResource,
        remove: organizationRoleScopesApi.removeResource,
        list: organizationRoleScopesApi.listResource,
      };
  const held = isOrganization ? scopesOf : apiScopesOf;
  const two = async () => (isOrganization ? [await createScope(), await createScope()] : apiScopes);
  // The two kinds differ only in the name of the list.
  const bodyOf = (ids: string[]) => ({ [other]: ids }) as never;

  test('are added once, replaced and removed', async () => {
    const [one = '', second = ''] = await two();
    const { body: role } = await create();
    const params = { id: role.id };
    expect((await app.call(add, { token, params, body: bodyOf([one, one]) })).status).toBe(201);
    expect((await app.call(add, { token, params, body: bodyOf([one]) })).status).toBe(201);
    expect(await held(role.id)).toEqual([one]);
    expect((await app.call(replace, { token, params, body: bodyOf([second]) })).status).toBe(204);
    expect(await held(role.id)).toEqual([second]);
    const removal = { ...params, organizationScopeId: second, scopeId: second };
    expect((await app.call(remove, { token, params: removal })).status).toBe(204);
    expect(await app.call(remove, { token, params: removal })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
    await app.call(replace, { token, params, body: bodyOf([one, second]) });
    const page = await app.call(list, { token, params, query: { page: '1', page_size: '1' } });
    expect([page.body.length, Number(page.headers['total-number'])]).toEqual([1, 2]);
    expect((await app.call(replace, { token, params, body: bodyOf([]) })).status).toBe(204);
    expect(await held(role.id)).toEqual([]);
  });

  test('refuse unknown roles and permissions, and change nothing then', async () => {
    const [one = ''] = await two();
    const { body: role } = await create();
    const params = { id: role.id };
    for (const contract of [add, replace]) {
      expect(await app.call(contract, { token, params, body: bodyOf([one, 'nowhere']) })).toMatchObject(relation);
      expect(await app.call(contract, { token, params: { id: 'nobody' }, body: bodyOf([one]) })).toMatchObject(
        relation,
      );
    }
    expect(await held(role.id)).toEqual([]);
    expect(await app.call(list, { token, params: { id: 'nobody' } })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
    expect(await app.call(add, { token, params, body: bodyOf([]) })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });

  test('two concurrent replacements never mix', async () => {
    const [one = '', second = ''] = await two();
    const { body: role } = await create();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        app.call(replace, { token, params: { id: role.id }, body: bodyOf([index % 2 ? one : second]) }),
      ),
    );
    expect(await held(role.id)).toHaveLength(1);
  });
});

test('a role with an unknown permission is not created', async () => {
  const name = uniqueName();
  expect(await create({ name, organizationScopeIds: ['nowhere'] })).toMatchObject(relation);
  expect(await create({ name, resourceScopeIds: ['nowhere'] })).toMatchObject(relation);
  expect((await create({ name })).status).toBe(201);
});

test('a role in use keeps its type', async () => {
  const { body: role } = await create();
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Acme' } });
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'holder' } });
  const params = { id: organization.id };
  await app.call(organizationMembersApi.add, { token, params, body: { userIds: [user.id] } });
  await app.call(organizationMembersApi.assignRoles, {
    token,
    params,
    body: { userIds: [user.id], organizationRoleIds: [role.id] },
  });
  const change = (body: Record<string, unknown>) =>
    app.call(organizationRolesApi.update, { token, params: { id: role.id }, body });
  expect(await change({ type: 'MachineToMachine' })).toMatchObject(constraint);
  expect(await change({ type: 'User', description: 'Same' })).toMatchObject({ status: 200 });
});

test('only roles for machines can have the management API', async () => {
  const all = 'management-api-all';
  expect(await create({ resourceScopeIds: [all] })).toMatchObject(managementApi);
  const { body: person } = await create();
  for (const contract of [organizationRoleScopesApi.addResource, organizationRoleScopesApi.replaceResource]) {
    expect(await app.call(contract, { token, params: { id: person.id }, body: { scopeIds: [all] } })).toMatchObject(
      managementApi,
    );
  }
  const { body: machine } = await create({ type: 'MachineToMachine', resourceScopeIds: [all] });
  expect(
    await app.call(organizationRolesApi.update, { token, params: { id: machine.id }, body: { type: 'User' } }),
  ).toMatchObject(managementApi);
});

test('emits an event for a list of permissions that was there already (observed 2, row 23)', async () => {
  const scopeId = await createScope();
  const { body: role } = await create({ organizationScopeIds: [scopeId] });
  const set = () =>
    app.call(organizationRoleScopesApi.replace, {
      token,
      params: { id: role.id },
      body: { organizationScopeIds: [scopeId] },
    });
  const events = async () => {
    await app.worker.drain();
    const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
    return rows.filter(
      ({ key, payload }) => key === 'OrganizationRole.Scopes.Updated' && JSON.stringify(payload).includes(role.id),
    ).length;
  };
  const before = await events();
  expect((await set()).status).toBe(204);
  expect((await set()).status).toBe(204);
  expect(await events()).toBe(before + 2);
});

test('emits events with the change', async () => {
  const scopeId = await createScope();
  const { body: role } = await create({ organizationScopeIds: [scopeId] });
  const params = { id: role.id };
  await app.call(organizationRolesApi.update, { token, params, body: { description: 'x' } });
  await app.call(organizationRoleScopesApi.addResource, { token, params, body: { scopeIds: apiScopes } });
  await app.call(organizationRolesApi.remove, { token, params });
  await expect
    .poll(
      async () => {
        const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
        return rows.filter(({ payload }) => JSON.stringify(payload).includes(role.id)).map(({ key }) => key);
      },
      { timeout: 20_000 },
    )
    .toEqual(
      expect.arrayContaining([
        'OrganizationRole.Created',
        'OrganizationRole.Scopes.Updated',
        'OrganizationRole.Data.Updated',
        'OrganizationRole.ResourceScopes.Updated',
        'OrganizationRole.Deleted',
      ]),
    );
});

test('another tenant sees nothing', async () => {
  const scopeId = await createScope();
  const { body: mine } = await create({ name: 'Mine alone', organizationScopeIds: [scopeId] });
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  const { body: theirs } = await app.call(organizationRolesApi.list, { ...calls, query: { page_size: '100' } });
  expect(theirs.map(({ id }) => id)).not.toContain(mine.id);
  for (const answer of [
    await app.call(organizationRolesApi.get, { ...calls, params }),
    await app.call(organizationRolesApi.update, { ...calls, params, body: { name: 'Stolen' } }),
    await app.call(organizationRolesApi.remove, { ...calls, params }),
    await app.call(organizationRoleScopesApi.list, { ...calls, params }),
    await app.call(organizationRoleScopesApi.listResource, { ...calls, params }),
  ]) {
    expect(answer.status).toBe(404);
  }
  // Its own role with a permission of another tenant.
  expect(
    await app.call(organizationRoleScopesApi.add, {
      ...calls,
      params: { id: 'collaborator' },
      body: { organizationScopeIds: [scopeId] },
    }),
  ).toMatchObject(relation);
  expect(
    await app.call(organizationRolesApi.create, { token, body: { name: uniqueName(), tenantId: 'admin' } }),
  ).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
  expect(await scopesOf(mine.id)).toEqual([scopeId]);
});
