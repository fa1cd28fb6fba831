import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import { organizationApplicationsApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { managementApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (body: Partial<CreateApplication> & Record<string, unknown>) =>
  app.call(applicationsApi.create, { token, body: { name: 'App', type: 'SPA', ...body } });
const secretsOf = async (id: string) => (await app.call(applicationsApi.listSecrets, { token, params: { id } })).body;
const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };

/** A SAML application; no API can create one yet. */
async function insertSaml(id: string) {
  const type = 'SAML';
  const oidc_client_metadata = '{"redirectUris":["https://idp.test/callback"],"postLogoutRedirectUris":[]}';
  await app.write('default', (db) =>
    db
      .insertInto('applications')
      .values({ id, name: 'Payroll', type, secret: '#internal:x', oidc_client_metadata })
      .execute(),
  );
}

describe('create', () => {
  test.each(['Native', 'SPA'] as const)('%s has no secrets', async (type) => {
    const { status, body } = await create({ type, name: 'Shop', description: 'A shop' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tenantId: 'default',
      id: expect.stringMatching(/^[\da-z]{21}$/),
      name: 'Shop',
      description: 'A shop',
      type,
      oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
      customClientMetadata: {},
      customData: {},
      protectedAppMetadata: null,
      isThirdParty: false,
      createdAt: expect.any(Number),
    });
    expect(body).not.toHaveProperty('secret');
    expect(await secretsOf(body.id)).toEqual([]);
  });

  test.each(['Traditional', 'MachineToMachine'] as const)('%s gets a first secret', async (type) => {
    const { body } = await create({ type });
    expect(await secretsOf(body.id)).toEqual([
      {
        tenantId: 'default',
        applicationId: body.id,
        name: 'Default secret',
        value: expect.stringMatching(/^[\dA-Za-z]{32}$/),
        createdAt: expect.any(Number),
        expiresAt: null,
      },
    ]);
  });

  test('stores settings as given', async () => {
    const settings = {
      oidcClientMetadata: {
        redirectUris: ['https://shop.test/callback', 'http://localhost:3000/callback'],
        postLogoutRedirectUris: ['https://shop.test/'],
        backchannelLogoutUri: 'https://shop.test/logout',
        backchannelLogoutSessionRequired: true,
      },
      customClientMetadata: {
        corsAllowedOrigins: ['https://shop.test'],
        idTokenTtl: 60,
        refreshTokenTtlInDays: 90,
        maxAllowedGrants: 3,
        alwaysIssueRefreshToken: true,
        rotateRefreshToken: false,
      },
      customData: { nested: { deep: [1, null, 'ü'] } },
    };
    const { body } = await create(settings);
    expect(body).toMatchObject(settings);
    expect((await app.call(applicationsApi.get, { token, params: { id: body.id } })).body).toMatchObject(settings);
  });

  test('only applications that sign people in themselves can be third-party', async () => {
    for (const type of ['Traditional', 'SPA', 'Native'] as const) {
      expect((await create({ type, isThirdParty: true })).body).toMatchObject({ type, isThirdParty: true });
    }
    for (const type of ['MachineToMachine', 'Protected'] as const) {
      expect(await create({ type, isThirdParty: true })).toMatchObject({
        status: 400,
        body: { code: 'application.invalid_third_party_application_type' },
      });
    }
  });

  test('rejects SAML and protected applications', async () => {
    expect(await create({ type: 'SAML' })).toMatchObject({
      status: 400,
      body: { code: 'application.saml.use_saml_app_api' },
    });
    expect(await create({ type: 'Protected' })).toMatchObject({
      status: 400,
      body: { code: 'application.protected_app_metadata_is_required' },
    });
    const protectedAppMetadata = { subDomain: 'shop', origin: 'https://shop.test' };
    expect(await create({ type: 'Protected', protectedAppMetadata })).toMatchObject({
      status: 501,
      body: { code: 'application.protected_app_not_configured' },
    });
  });

  const withUris = (...redirectUris: string[]) => ({
    oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
  });
  test.each<Record<string, unknown>>([
    { name: '' },
    { name: 'x'.repeat(257) },
    { name: 7 },
    { type: 'Robot' },
    { type: undefined },
    { id: 'chosen-by-caller' },
    { secret: 'chosen-by-caller' },
    { tenantId: 'admin' },
    { customData: [] },
    { customData: 'text' },
    { description: 'x'.repeat(2049) },
    withUris('https://shop.test/#fragment'),
    withUris('https://*.test/'),
    withUris('javascript:alert(1)'),
    withUris('https://user:pass@shop.test/'),
    withUris('/relative'),
    { oidcClientMetadata: { redirectUris: [] } },
    { customClientMetadata: { idTokenTtl: 0 } },
    { customClientMetadata: { refreshTokenTtlInDays: 181 } },
    { customClientMetadata: { maxAllowedGrants: 0 } },
    { customClientMetadata: { maxAllowedGrants: 1.5 } },
    { customClientMetadata: { corsAllowedOrigins: ['https://shop.test/path'] } },
    { customClientMetadata: { unknown: true } },
  ])('%j is refused', async (body) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('accepts names of 256 characters in any script', async () => {
    const name = `${'x'.repeat(250)}ü密😀`;
    expect((await create({ name })).body.name).toBe(name);
  });
});

describe('read', () => {
  test('returns an application and whether it is an administrator', async () => {
    const { body: made } = await create({ name: 'One' });
    const { status, body } = await app.call(applicationsApi.get, { token, params: { id: made.id } });
    expect([status, body]).toEqual([200, { ...made, isAdmin: false }]);
    expect(await app.call(applicationsApi.get, { token, params: { id: 'nowhere' } })).toMatchObject(missing);
  });

  test('always returns the demo application, which is not in the list', async () => {
    const { body } = await app.call(applicationsApi.get, { token, params: { id: 'demo-app' } });
    expect(body).toMatchObject({
      id: 'demo-app',
      tenantId: 'default',
      type: 'SPA',
      secret: 'N/A',
      createdAt: 0,
      isAdmin: false,
      oidcClientMetadata: { redirectUris: ['http://core.test/demo-app'] },
    });
    const { body: all } = await app.call(applicationsApi.list, { token });
    expect(all.map(({ id }) => id)).not.toContain('demo-app');
  });

  test('returns the account center, but not in the admin tenant', async () => {
    const params = { id: 'account-center' };
    const { body } = await app.call(applicationsApi.get, { token, params });
    expect(body).toMatchObject({ oidcClientMetadata: { redirectUris: ['http://core.test/account/callback'] } });
    const admin = { tenantId: 'admin', token: await app.managementToken('admin'), params };
    expect((await app.call(applicationsApi.get, admin)).status).toBe(404);
  });

  test('knows no application that tries the device flow (see docs/differences.md)', async () => {
    expect(await app.call(applicationsApi.get, { token, params: { id: 'device-demo-app' } })).toMatchObject(missing);
  });
});

describe('list', () => {
  const list = (query: Record<string, string | string[]>) => app.call(applicationsApi.list, { token, query });
  const names = async (query: Record<string, string | string[]>) => (await list(query)).body.map(({ name }) => name);

  beforeAll(async () => {
    await create({ name: 'Needle one', type: 'SPA' });
    await create({ name: 'Needle two', type: 'Native', description: 'rusty' });
    await create({ name: 'needle three', type: 'Traditional' });
    await create({ name: 'Needle four', type: 'Traditional', isThirdParty: true });
  });

  test('is sorted by newest first and has no page headers unless a page is requested', async () => {
    const { body, headers } = await list({ search: 'needle%' });
    expect(body.map(({ name }) => name)).toEqual(['Needle four', 'needle three', 'Needle two', 'Needle one']);
    expect([headers['total-number'], headers.link]).toEqual([undefined, undefined]);
    const times = (await list({})).body.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort((one, two) => two - one));
  });

  test('returns the total and links with pages', async () => {
    const second = await list({ search: 'needle%', page: '2', page_size: '3' });
    expect(second.body.map(({ name }) => name)).toEqual(['Needle one']);
    expect(Number(second.headers['total-number'])).toBe(4);
    expect(second.headers.link).toContain('page=1&page_size=3>; rel="prev"');
    expect(second.headers.link).not.toContain('rel="next"');
    expect((await list({ page_size: '1' })).body).toHaveLength(1);
    expect(await list({ page_size: '101' })).toMatchObject({ status: 400, body: { code: 'guard.invalid_pagination' } });
  });

  test('filters by one type or several', async () => {
    expect(await names({ search: 'needle%', types: 'Native' })).toEqual(['Needle two']);
    expect(await names({ search: 'needle%', types: ['Native', 'SPA'] })).toEqual(['Needle two', 'Needle one']);
    expect(await list({ types: 'Robot' })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('filters by third-party', async () => {
    expect(await names({ search: 'needle%', isThirdParty: 'true' })).toEqual(['Needle four']);
    expect(await names({ search: 'needle%', isThirdParty: 'false' })).toHaveLength(3);
    expect((await list({ isThirdParty: 'maybe' })).status).toBe(400);
  });

  test('searches by id, name and description, in every mode', async () => {
    const { body } = await create({ name: 'Needle five' });
    expect(await names({ search: body.id })).toEqual(['Needle five']);
    expect(await names({ search: '%RUSTY%' })).toEqual(['Needle two']);
    expect(await names({ search: 'NEEDLE%', isCaseSensitive: 'true' })).toEqual([]);
    expect(await names({ 'search.name': ['needle one', 'NEEDLE TWO'], 'mode.name': 'exact' })).toEqual([
      'Needle two',
      'Needle one',
    ]);
    expect(await names({ 'search.name': '^needle t', 'mode.name': 'posix' })).toEqual(['needle three', 'Needle two']);
    expect(await names({ 'search.name': 'Needle (one|two)', mode: 'similar_to', isCaseSensitive: 'true' })).toEqual([
      'Needle two',
      'Needle one',
    ]);
    expect(await names({ 'search.name': 'needle%', 'search.description': 'rusty', joint: 'and' })).toEqual([
      'Needle two',
    ]);
    expect(await list({ search: 'x', mode: 'fuzzy' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
    await app.call(applicationsApi.remove, { token, params: { id: body.id } });
  });

  test('excludes applications with a role; role and organization cannot be combined', async () => {
    const { body } = await create({ type: 'MachineToMachine', name: 'Needle admin' });
    await app.call(applicationsApi.update, { token, params: { id: body.id }, body: { isAdmin: true } });
    expect(await names({ search: 'needle%' })).toContain('Needle admin');
    expect(await names({ search: 'needle%', excludeRoleId: 'admin-role' })).not.toContain('Needle admin');
    expect(await list({ excludeRoleId: 'a', excludeOrganizationId: 'b' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
    await app.call(applicationsApi.remove, { token, params: { id: body.id } });
  });

  test('omits the redirect URIs of SAML applications', async () => {
    await insertSaml('saml-listed');
    const { body } = await list({ types: 'SAML' });
    expect(body).toMatchObject([
      { id: 'saml-listed', oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] } },
    ]);
  });
});

describe('update', () => {
  const update = (id: string, body: Record<string, unknown>) =>
    app.call(applicationsApi.update, { token, params: { id }, body });

  test('replaces JSON fields completely and keeps others', async () => {
    const { body: made } = await create({
      description: 'old',
      customData: { a: 1, b: 2 },
      customClientMetadata: { idTokenTtl: 60, rotateRefreshToken: false },
    });
    const { status, body } = await update(made.id, { customData: { c: 3 }, customClientMetadata: { idTokenTtl: 90 } });
    expect([status, body]).toEqual([200, { ...made, customData: { c: 3 }, customClientMetadata: { idTokenTtl: 90 } }]);
    expect((await update(made.id, { description: null })).body.description).toBeNull();
    expect((await update(made.id, {})).body.customData).toEqual({ c: 3 });
  });

  test('isAdmin adds and removes the administrator role and is idempotent', async () => {
    const { body: made } = await create({ type: 'MachineToMachine' });
    const isAdmin = async () => (await app.call(applicationsApi.get, { token, params: { id: made.id } })).body.isAdmin;
    for (const wanted of [true, true, false, false]) {
      expect((await update(made.id, { isAdmin: wanted })).status).toBe(200);
      expect(await isAdmin()).toBe(wanted);
    }
  });

  test('isAdmin is ignored in the admin tenant', async () => {
    const adminToken = await app.managementToken('admin');
    const calls = { token: adminToken, tenantId: 'admin' };
    const { body: made } = await app.call(applicationsApi.create, {
      ...calls,
      body: { name: 'x', type: 'MachineToMachine' },
    });
    expect(
      await app.call(applicationsApi.update, { ...calls, params: { id: made.id }, body: { isAdmin: true } }),
    ).toMatchObject({ status: 200, body: { id: made.id } });
    expect((await app.call(applicationsApi.get, { ...calls, params: { id: made.id } })).body.isAdmin).toBe(false);
  });

  test.each<Record<string, unknown>>([
    { type: 'Native' },
    { isThirdParty: true },
    { secret: 'mine' },
    { id: 'mine' },
    { tenantId: 'admin' },
  ])('%j is of the entity and ignored', async (body) => {
    const { body: made } = await create({});
    const get = async () => (await app.call(applicationsApi.get, { token, params: { id: made.id } })).body;
    const before = await get();
    expect((await update(made.id, body)).status).toBe(200);
    expect(await get()).toEqual(before);
  });

  test.each<Record<string, unknown>>([{ unknown: true }, { name: '' }, { name: null }, { isAdmin: 'yes' }])(
    '%j is refused',
    async (body) => {
      const { body: made } = await create({});
      expect(await update(made.id, body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    },
  );

  test('rejects SAML applications and unknown ones', async () => {
    await insertSaml('saml-updated');
    expect(await update('saml-updated', { name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'application.saml.use_saml_app_api' },
    });
    expect(await update('nowhere', { name: 'x' })).toMatchObject(missing);
  });
});

describe('delete', () => {
  test('removes the secrets too, and returns 404 the second time', async () => {
    const { body: made } = await create({ type: 'Traditional' });
    const params = { id: made.id };
    const { status, body } = await app.call(applicationsApi.remove, { token, params });
    expect([status, body]).toEqual([204, '']);
    expect(await app.call(applicationsApi.get, { token, params })).toMatchObject(missing);
    expect(await app.call(applicationsApi.listSecrets, { token, params })).toMatchObject(missing);
    expect(await app.call(applicationsApi.remove, { token, params })).toMatchObject(missing);
    const left = await app.read('default', (db) =>
      db.selectFrom('application_secrets').select('name').where('application_id', '=', made.id).execute(),
    );
    expect(left).toEqual([]);
  });

  test('rejects SAML applications', async () => {
    await insertSaml('saml-deleted');
    expect(await app.call(applicationsApi.remove, { token, params: { id: 'saml-deleted' } })).toMatchObject({
      status: 400,
      body: { code: 'application.saml.use_saml_app_api' },
    });
  });
});

describe('custom data', () => {
  const patch = (applicationId: string, body: Record<string, unknown>) =>
    app.call(applicationsApi.patchCustomData, { token, params: { applicationId }, body });

  test('is merged key by key', async () => {
    const { body: made } = await create({ customData: { a: { x: 1 }, b: 2 } });
    expect(await patch(made.id, { a: { y: 1 }, c: null })).toMatchObject({
      status: 200,
      body: { a: { y: 1 }, b: 2, c: null },
    });
    expect((await patch(made.id, {})).body).toEqual({ a: { y: 1 }, b: 2, c: null });
    expect((await app.call(applicationsApi.get, { token, params: { id: made.id } })).body.customData).toEqual({
      a: { y: 1 },
      b: 2,
      c: null,
    });
  });

  test('returns 404 for an unknown application', async () => {
    expect(await patch('nowhere', {})).toMatchObject(missing);
  });

  test('attack: does not grow without end, because lists of applications contain it', async () => {
    const large = { text: 'x'.repeat(262_144) };
    expect((await create({ customData: large })).status).toBe(400);
    const { body: made } = await create({});
    expect((await patch(made.id, { a: 'x'.repeat(200_000) })).status).toBe(200);
    expect((await patch(made.id, { b: 'x'.repeat(100_000) })).status).toBe(400);
    expect(Object.keys((await patch(made.id, {})).body)).toEqual(['a']);
  });

  test('keeps all concurrent changes', async () => {
    const { body: made } = await create({});
    await Promise.all(Array.from({ length: 20 }, (_, n) => patch(made.id, { [`k${n}`]: n })));
    expect(Object.keys((await patch(made.id, {})).body)).toHaveLength(20);
  });
});

describe('secrets', () => {
  const add = (id: string, body: Record<string, unknown>) =>
    app.call(applicationsApi.createSecret, { token, params: { id }, body: body as { name: string } });
  const rename = (id: string, name: string, next: string) =>
    app.call(applicationsApi.renameSecret, { token, params: { id, name }, body: { name: next } });
  const remove = (id: string, name: string) => app.call(applicationsApi.removeSecret, { token, params: { id, name } });
  let id: string;
  beforeAll(async () => {
    id = (await create({ type: 'MachineToMachine' })).body.id;
  });

  test('can be added with a name and an expiration in the future', async () => {
    const expiresAt = Date.now() + 60_000;
    const { status, body } = await add(id, { name: 'ci', expiresAt });
    expect([status, body]).toEqual([
      201,
      {
        tenantId: 'default',
        applicationId: id,
        name: 'ci',
        value: expect.stringMatching(/^[\dA-Za-z]{32}$/),
        createdAt: expect.any(Number),
        expiresAt,
      },
    ]);
    expect((await add(id, { name: 'endless', expiresAt: null })).body.expiresAt).toBeNull();
    expect((await secretsOf(id)).map(({ name }) => name)).toEqual(['Default secret', 'ci', 'endless']);
  });

  test.each([0, -1, Date.now() - 1000])('reject an expiration of %i', async (expiresAt) => {
    expect(await add(id, { name: 'late', expiresAt })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
  });

  test('have unique names per application', async () => {
    await add(id, { name: 'twice' });
    expect(await add(id, { name: 'twice' })).toMatchObject({
      status: 422,
      body: { code: 'application.secret_name_exists' },
    });
    const { body: other } = await create({ type: 'Traditional' });
    expect((await add(other.id, { name: 'twice' })).status).toBe(201);
  });

  test.each<Record<string, unknown>>([
    { name: '' },
    { name: 'x'.repeat(257) },
    {},
    { name: 'x', value: 'mine' },
    { name: 'far', expiresAt: 1e20 },
  ])('%j is refused', async (body) =>
    expect(await add(id, body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } }),
  );

  test('are rejected for applications without secrets', async () => {
    await insertSaml('saml-secrets');
    const { body: spa } = await create({ type: 'SPA' });
    const { body: native } = await create({ type: 'Native' });
    for (const other of [spa.id, native.id, 'saml-secrets']) {
      expect(await add(other, { name: 'x' })).toMatchObject({
        status: 422,
        body: { code: 'entity.db_constraint_violated' },
      });
    }
    expect(await add('nowhere', { name: 'x' })).toMatchObject(missing);
  });

  test('can be renamed; the value stays', async () => {
    const { body: made } = await add(id, { name: 'a/b c?d' });
    expect((await rename(id, 'a/b c?d', 'plain')).body).toEqual({ ...made, name: 'plain' });
    expect(await rename(id, 'plain', 'Default secret')).toMatchObject({
      status: 422,
      body: { code: 'application.secret_name_exists' },
    });
    expect(await rename(id, 'none', 'x')).toMatchObject({ status: 404, body: { code: 'entity.not_exists' } });
    expect(await rename('nowhere', 'none', 'x')).toMatchObject(missing);
  });

  test('can be deleted once', async () => {
    await add(id, { name: 'gone' });
    expect([(await remove(id, 'gone')).status, await remove(id, 'gone')]).toMatchObject([
      204,
      { status: 404, body: { code: 'entity.not_found' } },
    ]);
    expect(await remove('nowhere', 'gone')).toMatchObject(missing);
  });
});

describe('the legacy secret', () => {
  const replace = (id: string) => app.call(applicationsApi.replaceLegacySecret, { token, params: { id } });
  const ask = async (id: string, secret: string) =>
    (
      await app.inject(app.core, {
        method: 'POST',
        url: '/oidc/token',
        headers: {
          host: 'core.test',
          authorization: `Basic ${btoa(`${id}:${secret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({
          grant_type: 'client_credentials',
          resource: managementApiIndicator('default'),
        }).toString(),
      })
    ).status;

  test('is in the answers of its application; the placeholder of the others is in none (observed 2, row 2)', async () => {
    const { body: made } = await create({ type: 'MachineToMachine', name: 'Shown' });
    const params = { id: made.id };
    const { body: role } = await app.call(rolesApi.create, {
      token,
      body: { name: 'shown', description: 'x', type: 'MachineToMachine' },
    });
    const holders = { params: { id: role.id }, body: { applicationIds: [made.id] } };
    expect((await app.call(rolesApi.assignApplications, { token, ...holders })).status).toBe(201);
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Shown' } });
    const members = { params: { id: organization.id }, body: { applicationIds: [made.id] } };
    expect((await app.call(organizationApplicationsApi.add, { token, ...members })).status).toBe(201);
    const secretsShown = async () => {
      const listed = async (answer: Promise<{ body: { id: string }[] }>) =>
        (await answer).body.find(({ id }) => id === made.id) as { secret?: string } | undefined;
      return [
        (await app.call(applicationsApi.get, { token, params })).body,
        (await app.call(applicationsApi.update, { token, params, body: { description: 'x' } })).body,
        await listed(app.call(applicationsApi.list, { token })),
        await listed(app.call(rolesApi.listApplications, { token, params: { id: role.id } })),
        await listed(app.call(organizationApplicationsApi.list, { token, params: { id: organization.id } })),
      ].map((application) => application && ('secret' in application ? application.secret : 'none'));
    };
    expect(made).not.toHaveProperty('secret');
    expect(await secretsShown()).toEqual(['none', 'none', 'none', 'none', 'none']);
    const store = (secret: string) =>
      app.write('default', (db) => db.updateTable('applications').set({ secret }).where('id', '=', made.id).execute());
    await store('from-an-older-release');
    const legacy = 'from-an-older-release';
    // Lists of the holders of a role and of the members of an organization show no credentials.
    expect(await secretsShown()).toEqual([legacy, legacy, legacy, '******', '******']);
    await store('');
    expect((await secretsShown()).slice(0, 3)).toEqual(['none', 'none', 'none']);
  });

  test('works until it is replaced, and can be replaced once', async () => {
    const { body: made } = await create({ type: 'MachineToMachine' });
    await app.write('default', (db) =>
      db.updateTable('applications').set({ secret: 'from-an-older-release' }).where('id', '=', made.id).execute(),
    );
    expect(await ask(made.id, 'from-an-older-release')).toBe(200);
    const { status, body } = await replace(made.id);
    expect([status, body.id, body.secret]).toEqual([200, made.id, undefined]);
    expect(await ask(made.id, 'from-an-older-release')).toBe(401);
    expect(await replace(made.id)).toMatchObject({
      status: 400,
      body: { code: 'application.no_legacy_secret_found' },
    });
    expect(await replace('nowhere')).toMatchObject(missing);
  });
});

test('another tenant sees nothing', async () => {
  const { body: mine } = await create({ name: 'Mine alone', type: 'Traditional' });
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  const { body: theirs } = await app.call(applicationsApi.list, calls);
  expect(theirs.map(({ id }) => id)).not.toContain(mine.id);
  for (const answer of [
    await app.call(applicationsApi.get, { ...calls, params }),
    await app.call(applicationsApi.update, { ...calls, params, body: { name: 'Stolen' } }),
    await app.call(applicationsApi.remove, { ...calls, params }),
    await app.call(applicationsApi.patchCustomData, { ...calls, params: { applicationId: mine.id }, body: {} }),
    await app.call(applicationsApi.listSecrets, { ...calls, params }),
    await app.call(applicationsApi.createSecret, { ...calls, params, body: { name: 'x' } }),
    await app.call(applicationsApi.renameSecret, {
      ...calls,
      params: { ...params, name: 'Default secret' },
      body: { name: 'x' },
    }),
    await app.call(applicationsApi.removeSecret, { ...calls, params: { ...params, name: 'Default secret' } }),
    await app.call(applicationsApi.replaceLegacySecret, { ...calls, params }),
  ]) {
    expect(answer).toMatchObject(missing);
  }
  expect((await app.call(applicationsApi.get, { token, params })).body.name).toBe('Mine alone');
  expect(await secretsOf(mine.id)).toHaveLength(1);
});

test('emits events without secrets', async () => {
  const { body: made } = await create({ type: 'Traditional' });
  await app.call(applicationsApi.update, { token, params: { id: made.id }, body: { name: 'New' } });
  const { body: secret } = await app.call(applicationsApi.createSecret, {
    token,
    params: { id: made.id },
    body: { name: 'x' },
  });
  await app.call(applicationsApi.remove, { token, params: { id: made.id } });
  await app.worker.drain();
  const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  const mine = rows.filter(({ payload }) => (payload as { subjectId?: string }).subjectId === made.id);
  expect(mine.map(({ key }) => key).sort()).toEqual([
    'Application.Created',
    'Application.Data.Updated',
    'Application.Deleted',
    'Application.Secrets.Updated',
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret.value);
});

test('creates a secret once for thirty concurrent requests with the same name (attack 38)', async () => {
  const { body } = await create({ type: 'MachineToMachine' });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      app.call(applicationsApi.createSecret, { token, params: { id: body.id }, body: { name: 'Race' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(29);
  for (const { status, body: refused } of answers) {
    expect(status === 201 || (refused as { code?: string }).code === 'application.secret_name_exists').toBe(true);
  }
  expect((await secretsOf(body.id)).map(({ name }) => name).toSorted()).toEqual(['Default secret', 'Race']);
});

describe('protected applications', () => {
  async function insertProtected(id: string, domain?: string) {
    await app.write('default', (db) =>
      db
        .insertInto('applications')
        .values({
          id,
          name: 'Intranet',
          type: 'Protected',
          secret: '#internal:x',
          oidc_client_metadata: '{"redirectUris":[],"postLogoutRedirectUris":[]}',
          protected_app_metadata: JSON.stringify({ host: `${id}.test` }),
        })
        .execute(),
    );
    if (domain) {
      await app.write('default', (db) =>
        db
          .insertInto('domains')
          .values({ id, domain, application_id: id, target: `${id}.test` })
          .execute(),
      );
    }
  }
  const update = (id: string, protectedAppMetadata: Record<string, unknown>) =>
    app.call(applicationsApi.update, { token, params: { id }, body: { protectedAppMetadata } });

  test('have settings that other types reject', async () => {
    const { body } = await create({ type: 'SPA' });
    const settings = { origin: 'https://shop.test', sessionDuration: 60, pageRules: [{ path: '/admin' }] };
    expect(await update(body.id, settings)).toMatchObject({
      status: 400,
      body: { code: 'application.protected_application_only' },
    });
    expect(await update(body.id, { other: 1 })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    await insertProtected('guarded');
    expect(await update('guarded', settings)).toMatchObject({
      status: 501,
      body: { code: 'application.protected_app_not_configured' },
    });
  });

  test('cannot be deleted while they have custom domains', async () => {
    await insertProtected('named', 'intranet.acme.example');
    expect(await app.call(applicationsApi.remove, { token, params: { id: 'named' } })).toMatchObject({
      status: 422,
      body: { code: 'application.should_delete_custom_domains_first' },
    });
    await insertProtected('unnamed');
    expect((await app.call(applicationsApi.remove, { token, params: { id: 'unnamed' } })).status).toBe(204);
  });

  test('return 501 if they are not configured', async () => {
    expect(await app.call(applicationsApi.getSystem, { token })).toMatchObject({
      status: 501,
      body: { code: 'application.protected_app_not_configured' },
    });
  });
});

test('sorts the list by name and by age, in both directions', async () => {
  const mark = `sorted ${Math.random()}`;
  for (const name of ['beta', 'Alpha', 'gamma']) {
    await app.call(applicationsApi.create, { token, body: { name: `${name} ${mark}`, type: 'SPA' } });
  }
  const names = async (sort?: 'name' | '-name' | 'createdAt' | '-createdAt') =>
    (
      await app.call(applicationsApi.list, { token, query: { search: `%${mark}`, ...(sort ? { sort } : {}) } })
    ).body.map(({ name }) => name.split(' ')[0]);
  expect(await names('name')).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await names('-name')).toEqual(['gamma', 'beta', 'Alpha']);
  expect(await names('createdAt')).toEqual(['beta', 'Alpha', 'gamma']);
  expect(await names('-createdAt')).toEqual(['gamma', 'Alpha', 'beta']);
  expect(await names()).toEqual(['gamma', 'Alpha', 'beta']);
  const answer = await app.call(applicationsApi.list, { token, query: { sort: 'secret' as 'name' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
});
