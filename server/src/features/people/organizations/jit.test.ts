import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationsApi } from '@postern/contracts/people/organizations';
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
const createRole = async (type: 'User' | 'MachineToMachine' = 'User') =>
  (await app.call(organizationRolesApi.create, { token, body: { name: unique(), type } })).body.id;

const relation = { status: 422, body: { code: 'entity.relation_foreign_key_not_found' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };
const unknown = { status: 404, body: { code: 'entity.not_exists_with_id' } };

describe('email domains', () => {
  const add = (id: string, emailDomain: string) =>
    app.call(organizationJitApi.addDomain, { token, params: { id }, body: { emailDomain } });
  const list = async (id: string, query: Record<string, string> = { page: '1' }) => {
    const { body, headers } = await app.call(organizationJitApi.listDomains, { token, params: { id }, query });
    return { domains: body.map(({ emailDomain }) => emailDomain), total: Number(headers['total-number']) };
  };

  test('are added, listed, replaced and removed, in lower case', async () => {
    const id = await createOrganization();
    expect(await add(id, 'Example.COM')).toMatchObject({
      status: 201,
      body: { tenantId: 'default', organizationId: id, emailDomain: 'example.com' },
    });
    expect(await add(id, 'example.com')).toMatchObject({
      status: 422,
      body: { code: 'entity.unique_integrity_violation' },
    });
    await add(id, 'acme.example');
    const all = await app.call(organizationJitApi.listDomains, { token, params: { id } });
    expect(all.body.map(({ emailDomain }) => emailDomain)).toEqual(['acme.example', 'example.com']);
    expect(Object.keys(all.headers)).not.toContain('total-number');
    expect(await list(id)).toEqual({ domains: ['acme.example', 'example.com'], total: 2 });
    expect(await list(id, { page: '2', page_size: '1' })).toEqual({ domains: ['example.com'], total: 2 });
    const emailDomains = ['B.example', 'a.example', 'a.example'];
    const replaced = await app.call(organizationJitApi.replaceDomains, {
      token,
      params: { id },
      body: { emailDomains },
    });
    expect(replaced.status).toBe(204);
    expect(await list(id)).toEqual({ domains: ['a.example', 'b.example'], total: 2 });
    const params = { id, emailDomain: 'A.example' };
    expect((await app.call(organizationJitApi.removeDomain, { token, params })).status).toBe(204);
    expect(await app.call(organizationJitApi.removeDomain, { token, params })).toMatchObject(notFound);
    await app.call(organizationJitApi.replaceDomains, { token, params: { id }, body: { emailDomains: [] } });
    expect(await list(id)).toEqual({ domains: [], total: 0 });
  });

  test.each(['', '@example.com', 'a@example.com', 'localhost', 'a..b', '-a.example', 'a b.example', '*.example.com'])(
    '%j is refused',
    async (domain) => {
      const id = await createOrganization();
      expect(await add(id, domain)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
      const body = { emailDomains: ['fine.example', domain] };
      expect((await app.call(organizationJitApi.replaceDomains, { token, params: { id }, body })).status).toBe(400);
    },
  );

  test('need an organization', async () => {
    const params = { id: 'nowhere' };
    expect(await add('nowhere', 'a.example')).toMatchObject(unknown);
    expect(await app.call(organizationJitApi.listDomains, { token, params })).toMatchObject(unknown);
    expect(
      await app.call(organizationJitApi.replaceDomains, { token, params, body: { emailDomains: [] } }),
    ).toMatchObject(unknown);
  });
});

const createConnector = async () => {
  const id = unique();
  await app.write('default', (db) =>
    db.insertInto('sso_connectors').values({ id, provider_name: 'OIDC', connector_name: id }).execute(),
  );
  return id;
};

describe.each([
  {
    what: 'default roles',
    list: organizationJitApi.listRoles,
    add: organizationJitApi.addRoles,
    replace: organizationJitApi.replaceRoles,
    remove: organizationJitApi.removeRole,
    listKey: 'organizationRoleIds',
    idKey: 'organizationRoleId',
    create: () => createRole(),
  },
  {
    what: 'enterprise connectors',
    list: organizationJitApi.listConnectors,
    add: organizationJitApi.addConnectors,
    replace: organizationJitApi.replaceConnectors,
    remove: organizationJitApi.removeConnector,
    listKey: 'ssoConnectorIds',
    idKey: 'ssoConnectorId',
    create: createConnector,
  },
])('$what', ({ list, add, replace, remove, listKey, idKey, create }) => {
  // Both differ only in the names of their ids.
  const bodyOf = (ids: string[]) => ({ [listKey]: ids }) as never;
  const held = async (id: string, query: Record<string, string> = {}) => {
    const { body, headers } = await app.call(list, { token, params: { id }, query });
    return { ids: (body as { id: string }[]).map((one) => one.id).sort(), total: headers['total-number'] };
  };

  test('are added once, listed, replaced and removed', async () => {
    const id = await createOrganization();
    const [one, two] = [await create(), await create()];
    expect((await app.call(add, { token, params: { id }, body: bodyOf([one, one]) })).status).toBe(201);
    expect((await app.call(add, { token, params: { id }, body: bodyOf([one]) })).status).toBe(201);
    expect(await held(id)).toEqual({ ids: [one], total: undefined });
    expect((await app.call(replace, { token, params: { id }, body: bodyOf([one, two]) })).status).toBe(204);
    expect((await held(id)).ids).toEqual([one, two].sort());
    const page = await held(id, { page: '1', page_size: '1' });
    expect([page.ids.length, Number(page.total)]).toEqual([1, 2]);
    const params = { id, [idKey]: one };
    expect((await app.call(remove, { token, params })).status).toBe(204);
    expect(await app.call(remove, { token, params })).toMatchObject(notFound);
    expect((await app.call(replace, { token, params: { id }, body: bodyOf([]) })).status).toBe(204);
    expect((await held(id)).ids).toEqual([]);
  });

  test('refuse unknown ids and organizations', async () => {
    const id = await createOrganization();
    const one = await create();
    for (const contract of [add, replace]) {
      expect(await app.call(contract, { token, params: { id }, body: bodyOf([one, 'nothing']) })).toMatchObject(
        relation,
      );
      expect(await app.call(contract, { token, params: { id: 'nowhere' }, body: bodyOf([one]) })).toMatchObject(
        relation,
      );
    }
    expect((await held(id)).ids).toEqual([]);
    expect(await app.call(list, { token, params: { id: 'nowhere' } })).toMatchObject(unknown);
    expect((await app.call(add, { token, params: { id }, body: bodyOf([]) })).status).toBe(400);
  });

  test('of another tenant are neither seen nor used', async () => {
    const id = await createOrganization();
    const one = await create();
    await app.call(add, { token, params: { id }, body: bodyOf([one]) });
    const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
    expect(await app.call(list, { ...calls, params: { id } })).toMatchObject(unknown);
    expect(await app.call(replace, { ...calls, params: { id }, body: bodyOf([]) })).toMatchObject(relation);
    expect(await app.call(add, { ...calls, params: { id: 't-default' }, body: bodyOf([one]) })).toMatchObject(relation);
    expect(await app.call(remove, { ...calls, params: { id, [idKey]: one } })).toMatchObject(notFound);
    expect((await held(id)).ids).toEqual([one]);
  });
});

test('a role for machines is no default role', async () => {
  const id = await createOrganization();
  const body = { organizationRoleIds: [await createRole('MachineToMachine')] };
  for (const contract of [organizationJitApi.addRoles, organizationJitApi.replaceRoles]) {
    expect(await app.call(contract, { token, params: { id }, body })).toMatchObject({
      status: 422,
      body: { code: 'entity.db_constraint_violated' },
    });
  }
});
