import { type CreateResource, resourcesApi } from '@postern/contracts/access/resources';
import { cloudApiIndicator, managementApiIndicator, meApiIndicator } from '@postern/contracts/wire';
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
const newIndicator = () => {
  count += 1;
  return `https://api-${count}.test`;
};
const create = (body: Partial<CreateResource> & Record<string, unknown> = {}) =>
  app.call(resourcesApi.create, { token, body: { name: 'API', indicator: newIndicator(), ...body } });
const addScope = (resourceId: string, body: Record<string, unknown>) =>
  app.call(resourcesApi.createScope, { token, params: { resourceId }, body: body as { name: string } });
const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };
const readOnly = { status: 400, body: { code: 'resource.cannot_modify_management_api' } };
const invalid = { status: 400, body: { code: 'guard.invalid_input' } };

describe('create', () => {
  test('returns the resource without scopes and with a lifetime of an hour', async () => {
    const { status, body } = await create({ name: 'Orders', indicator: 'https://orders.test/v1' });
    expect([status, body]).toEqual([
      201,
      {
        tenantId: 'default',
        id: expect.stringMatching(/^[\da-z]{21}$/),
        name: 'Orders',
        indicator: 'https://orders.test/v1',
        isDefault: false,
        accessTokenTtl: 3600,
        scopes: [],
      },
    ]);
    expect((await create({ accessTokenTtl: 60, tenantId: 'default' })).body).toMatchObject({ accessTokenTtl: 60 });
  });

  test('creates one resource for twenty concurrent requests with the same identifier', async () => {
    const indicator = newIndicator();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ indicator })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, body }) => `${status} ${(body as { code?: string }).code}`))).toEqual(
      new Set(['422 resource.resource_identifier_in_use']),
    );
  });

  test.each<Record<string, unknown>>([
    { name: '' },
    { name: 'x'.repeat(257) },
    { name: undefined },
    { indicator: '' },
    { indicator: 'orders' },
    { indicator: '/orders' },
    { indicator: 'https://orders.test/#part' },
    { indicator: 'https://orders.test/a b' },
    { indicator: `https://orders.test/${'x'.repeat(2048)}` },
    { accessTokenTtl: 0 },
    { accessTokenTtl: 1.5 },
    { accessTokenTtl: 31_557_601 },
    { isDefault: true },
    { id: 'chosen' },
  ])('%j is refused', async (body) => {
    expect(await create(body)).toMatchObject(invalid);
  });

  test('accepts names in any script, and URNs as identifiers', async () => {
    const name = `${'x'.repeat(250)}ü密😀`;
    expect((await create({ name, indicator: 'urn:example:orders' })).body).toMatchObject({ name });
  });

  test('cannot create a resource in another tenant', async () => {
    expect(await create({ tenantId: 'admin' })).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
  });
});

describe('read and list', () => {
  test('returns one resource', async () => {
    const { body } = await create({ name: 'One' });
    const { scopes: _, ...resource } = body;
    const answer = await app.call(resourcesApi.get, { token, params: { id: body.id } });
    expect([answer.status, answer.body]).toEqual([200, resource]);
    expect(await app.call(resourcesApi.get, { token, params: { id: 'nowhere' } })).toMatchObject(missing);
  });

  test('lists by name, in full or in pages, with scopes on request', async () => {
    const { body: made } = await create({ name: 'AAA first' });
    await addScope(made.id, { name: 'read' });
    await addScope(made.id, { name: 'write' });
    const list = (query: Record<string, string>) => app.call(resourcesApi.list, { token, query });
    const whole = await list({});
    expect(whole.body[0]).toMatchObject({ id: made.id, name: 'AAA first' });
    expect(whole.body[0]).not.toHaveProperty('scopes');
    expect(whole.headers['total-number']).toBeUndefined();
    const paged = await list({ page: '1', page_size: '1', includeScopes: 'true' });
    expect(paged.body).toHaveLength(1);
    expect(paged.body[0]?.scopes?.map(({ name }) => name)).toEqual(['write', 'read']);
    expect(Number(paged.headers['total-number'])).toBe(whole.body.length);
    expect(paged.headers.link).toContain('includeScopes=true');
    expect((await list({ includeScopes: '0' })).body[0]).not.toHaveProperty('scopes');
    const withScopes = (await list({ includeScopes: 'yes' })).body;
    expect(withScopes.every(({ scopes }) => Array.isArray(scopes))).toBe(true);
    expect(await list({ page_size: '101' })).toMatchObject({ status: 400, body: { code: 'guard.invalid_pagination' } });
  });
});

describe('update', () => {
  const update = (id: string, body: Record<string, unknown>) =>
    app.call(resourcesApi.update, { token, params: { id }, body });

  test('changes name and lifetime, but not the identifier', async () => {
    const { body: made } = await create();
    expect((await update(made.id, { name: 'New', accessTokenTtl: 5 })).body).toMatchObject({
      name: 'New',
      accessTokenTtl: 5,
      indicator: made.indicator,
    });
    expect((await update(made.id, {})).body).toMatchObject({ name: 'New' });
    for (const body of [{ name: '' }, { accessTokenTtl: -1 }, { unknown: true }]) {
      expect(await update(made.id, body)).toMatchObject(invalid);
    }
    // Keys of the resource that this operation does not accept are ignored.
    for (const body of [{ indicator: 'https://x.test' }, { isDefault: true }]) {
      expect(await update(made.id, body)).toMatchObject({
        status: 200,
        body: { indicator: made.indicator, isDefault: false },
      });
    }
    expect(await update('nowhere', { name: 'x' })).toMatchObject(missing);
  });
});

describe('the default resource', () => {
  const setDefault = (id: string, isDefault: boolean) =>
    app.call(resourcesApi.setDefault, { token, params: { id }, body: { isDefault } });
  const defaults = async () =>
    (await app.call(resourcesApi.list, { token })).body.filter(({ isDefault }) => isDefault).map(({ id }) => id);

  test('is at most one', async () => {
    const [one, two] = [(await create()).body, (await create()).body];
    expect((await setDefault(one.id, true)).body.isDefault).toBe(true);
    expect((await setDefault(two.id, true)).body.isDefault).toBe(true);
    expect(await defaults()).toEqual([two.id]);
    expect((await setDefault(one.id, false)).body.isDefault).toBe(false);
    expect(await defaults()).toEqual([two.id]);
    expect((await setDefault(two.id, false)).body.isDefault).toBe(false);
    expect(await defaults()).toEqual([]);
    expect(await setDefault('nowhere', true)).toMatchObject(missing);
  });

  test('is at most one after ten concurrent requests', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create()));
    const answers = await Promise.all(made.map(({ body }) => setDefault(body.id, true)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await defaults()).toHaveLength(1);
  });

  test('stays if an unknown resource is made the default', async () => {
    const { body } = await create();
    await setDefault(body.id, true);
    await setDefault('nowhere', true);
    expect(await defaults()).toEqual([body.id]);
  });
});

describe('scopes', () => {
  let id: string;
  beforeAll(async () => {
    id = (await create()).body.id;
  });
  const list = (query: Record<string, string>, resourceId = id) =>
    app.call(resourcesApi.listScopes, { token, params: { resourceId }, query });
  const update = (scopeId: string, body: Record<string, unknown>, resourceId = id) =>
    app.call(resourcesApi.updateScope, { token, params: { resourceId, scopeId }, body });
  const remove = (scopeId: string, resourceId = id) =>
    app.call(resourcesApi.removeScope, { token, params: { resourceId, scopeId } });

  test('can be created, changed and deleted', async () => {
    const { status, body } = await addScope(id, { name: 'read:orders', description: 'Read orders' });
    expect([status, body]).toEqual([
      201,
      {
        tenantId: 'default',
        id: expect.stringMatching(/^[\da-z]{21}$/),
        resourceId: id,
        name: 'read:orders',
        description: 'Read orders',
        createdAt: expect.any(Number),
      },
    ]);
    expect((await update(body.id, { description: null })).body).toEqual({ ...body, description: null });
    expect((await update(body.id, { name: 'read:all' })).body).toMatchObject({ name: 'read:all', description: null });
    expect((await remove(body.id)).status).toBe(204);
    expect(await remove(body.id)).toMatchObject(missing);
    expect(await update(body.id, { name: 'x' })).toMatchObject(missing);
  });

  test('have names of 1 to 256 characters without whitespace', async () => {
    expect((await addScope(id, { name: `${'x'.repeat(252)}密😀` })).status).toBe(201);
    const { body } = await addScope(id, { name: 'plain' });
    const spaced = { status: 400, body: { code: 'scope.name_with_space' } };
    for (const name of ['read orders', ' read', 'read\t', 'read\norders', 'read\u00a0orders']) {
      expect(await addScope(id, { name })).toMatchObject(spaced);
      expect(await update(body.id, { name })).toMatchObject(spaced);
    }
    for (const name of ['', 'x'.repeat(257), 7, null]) {
      expect(await addScope(id, { name })).toMatchObject(invalid);
    }
    expect(await addScope(id, { name: 'x', resourceId: 'y' })).toMatchObject(invalid);
  });

  test('have unique names per resource, even with twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => addScope(id, { name: 'race' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const exists = { status: 422, body: { code: 'scope.name_exists' } };
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(exists);
    const { body: other } = await addScope(id, { name: 'other' });
    expect(await update(other.id, { name: 'race' })).toMatchObject(exists);
    const { body: elsewhere } = await create();
    expect((await addScope(elsewhere.id, { name: 'race' })).status).toBe(201);
  });

  test('cannot be changed through another resource', async () => {
    const { body: other } = await create();
    const { body } = await addScope(id, { name: 'mine' });
    expect(await update(body.id, { name: 'x' }, other.id)).toMatchObject(missing);
    expect(await remove(body.id, other.id)).toMatchObject(missing);
    expect(await addScope('nowhere', { name: 'x' })).toMatchObject(missing);
    expect(await update(body.id, { name: 'x' }, 'nowhere')).toMatchObject(missing);
  });

  test('are listed newest first, in pages, and can be searched', async () => {
    const { body: resource } = await create();
    for (const name of ['one', 'two', 'three']) {
      await addScope(resource.id, { name, description: name === 'two' ? 'The second' : null });
    }
    const names = async (query: Record<string, string>) =>
      (await list(query, resource.id)).body.map(({ name }) => name);
    expect(await names({})).toEqual(['three', 'two', 'one']);
    const second = await list({ page: '2', page_size: '2' }, resource.id);
    expect(second.body.map(({ name }) => name)).toEqual(['one']);
    expect(Number(second.headers['total-number'])).toBe(3);
    expect(await names({ search: '%SECOND%' })).toEqual(['two']);
    expect(await names({ 'search.name': 'o%' })).toEqual(['one']);
    expect(await list({ search: 'x', mode: 'fuzzy' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
    expect(await names({})).toHaveLength(3);
    expect((await list({}, 'nowhere')).body).toEqual([]);
  });
});

describe('delete', () => {
  test('removes the scopes too, also from roles', async () => {
    const { body: resource } = await create();
    const { body: scope } = await addScope(resource.id, { name: 'read' });
    await app.write('default', async (db) => {
      await db.insertInto('roles').values({ id: 'holder', name: 'Holder', description: 'x' }).execute();
      await db.insertInto('roles_scopes').values({ role_id: 'holder', scope_id: scope.id }).execute();
    });
    expect((await app.call(resourcesApi.remove, { token, params: { id: resource.id } })).status).toBe(204);
    expect(await app.call(resourcesApi.remove, { token, params: { id: resource.id } })).toMatchObject(missing);
    const left = await app.read('default', (db) =>
      db.selectFrom('roles_scopes').select('scope_id').where('role_id', '=', 'holder').execute(),
    );
    expect(left).toEqual([]);
  });
});

describe('built-in resources', () => {
  test('the management API is read-only, but can be the default', async () => {
    const params = { id: 'management-api' };
    const resourceId = 'management-api';
    const scopeParams = { resourceId, scopeId: 'management-api-all' };
    expect(await app.call(resourcesApi.update, { token, params, body: { name: 'x' } })).toMatchObject(readOnly);
    expect(await app.call(resourcesApi.remove, { token, params })).toMatchObject({
      status: 400,
      body: { code: 'resource.cannot_delete_management_api' },
    });
    expect(await addScope(resourceId, { name: 'x' })).toMatchObject(readOnly);
    expect(await app.call(resourcesApi.updateScope, { token, params: scopeParams, body: { name: 'x' } })).toMatchObject(
      readOnly,
    );
    expect(await app.call(resourcesApi.removeScope, { token, params: scopeParams })).toMatchObject(readOnly);
    for (const isDefault of [true, false]) {
      const answer = await app.call(resourcesApi.setDefault, { token, params, body: { isDefault } });
      expect(answer.body).toMatchObject({ name: 'Management API', isDefault });
    }
    expect(await create({ indicator: managementApiIndicator('default') })).toMatchObject({
      status: 422,
      body: { code: 'resource.resource_identifier_in_use' },
    });
  });

  test('all APIs of the product are read-only in the admin tenant', async () => {
    const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
    const { body } = await app.call(resourcesApi.list, calls);
    const indicators = body.map(({ indicator }) => indicator);
    expect(indicators).toEqual(
      expect.arrayContaining([meApiIndicator, cloudApiIndicator, managementApiIndicator('default')]),
    );
    for (const { id } of body) {
      expect(await app.call(resourcesApi.update, { ...calls, params: { id }, body: { name: 'x' } })).toMatchObject(
        readOnly,
      );
      expect((await app.call(resourcesApi.remove, { ...calls, params: { id } })).status).toBe(400);
      const params = { resourceId: id };
      expect(await app.call(resourcesApi.createScope, { ...calls, params, body: { name: 'x' } })).toMatchObject(
        readOnly,
      );
    }
    const indicator = managementApiIndicator('somebody');
    expect(await app.call(resourcesApi.create, { ...calls, body: { name: 'x', indicator } })).toMatchObject(readOnly);
    expect((await app.call(resourcesApi.list, calls)).body).toHaveLength(body.length);
  });
});

test('stores events in the outbox with the change', async () => {
  const { body: resource } = await create();
  const { body: scope } = await addScope(resource.id, { name: 'told' });
  await app.call(resourcesApi.removeScope, { token, params: { resourceId: resource.id, scopeId: scope.id } });
  await app.worker.drain();
  const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  const reported = rows.filter(({ payload }) =>
    [resource.id, scope.id].some((id) => JSON.stringify(payload).includes(`"${id}"`)),
  );
  expect(reported.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['Resource.Created', 'Scope.Created', 'Scope.Deleted']),
  );
});

test('another tenant sees nothing', async () => {
  const { body: mine } = await create({ name: 'Mine alone' });
  const { body: scope } = await addScope(mine.id, { name: 'secret' });
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  const scopeParams = { resourceId: mine.id, scopeId: scope.id };
  expect((await app.call(resourcesApi.list, calls)).body.map(({ id }) => id)).not.toContain(mine.id);
  expect((await app.call(resourcesApi.listScopes, { ...calls, params: scopeParams })).body).toEqual([]);
  for (const answer of [
    await app.call(resourcesApi.get, { ...calls, params }),
    await app.call(resourcesApi.update, { ...calls, params, body: { name: 'Stolen' } }),
    await app.call(resourcesApi.setDefault, { ...calls, params, body: { isDefault: true } }),
    await app.call(resourcesApi.remove, { ...calls, params }),
    await app.call(resourcesApi.createScope, { ...calls, params: scopeParams, body: { name: 'x' } }),
    await app.call(resourcesApi.updateScope, { ...calls, params: scopeParams, body: { name: 'x' } }),
    await app.call(resourcesApi.removeScope, { ...calls, params: scopeParams }),
  ]) {
    expect(answer).toMatchObject(missing);
  }
  expect((await app.call(resourcesApi.get, { token, params })).body).toMatchObject({ name: 'Mine alone' });
  // Another tenant can use the same identifier.
  const { indicator } = mine;
  expect((await app.call(resourcesApi.create, { ...calls, body: { name: 'Theirs', indicator } })).status).toBe(201);
});

test('searches the list by name, identifier and id, and sorts it in reverse', async () => {
  const mark = `findable-${Math.random()}`;
  for (const name of ['one', 'two']) {
    await app.call(resourcesApi.create, { token, body: { name, indicator: `https://${name}.example/${mark}` } });
  }
  const names = async (query: Record<string, string>) =>
    (await app.call(resourcesApi.list, { token, query: { page: '1', ...query } })).body.map(({ name }) => name);
  expect(await names({ search: `%${mark}` })).toEqual(['one', 'two']);
  expect(await names({ search: `%${mark}`, sort: '-name' })).toEqual(['two', 'one']);
  expect(
    await names({ 'search.name': 'one', 'mode.name': 'exact', 'search.indicator': `%${mark}`, joint: 'and' }),
  ).toEqual(['one']);
});
