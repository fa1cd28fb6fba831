import { applicationConsentApi, consentUserScopes } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, cloudApiIndicator, managementApiIndicator, meApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let token: string;
let applicationId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.write('default', async (db) => {
    await db
      .insertInto('resources')
      .values([
        { id: 'orders', name: 'Orders', indicator: 'https://orders.test' },
        { id: 'billing', name: 'Billing', indicator: 'https://billing.test' },
      ])
      .execute();
    await db
      .insertInto('scopes')
      .values([
        { id: 'read', resource_id: 'orders', name: 'read:orders', description: 'See orders' },
        { id: 'write', resource_id: 'orders', name: 'write:orders' },
        { id: 'pay', resource_id: 'billing', name: 'pay' },
      ])
      .execute();
    await db
      .insertInto('organization_scopes')
      .values([
        { id: 'invite', name: 'invite', description: 'Invite people' },
        { id: 'leave', name: 'leave' },
      ])
      .execute();
  });
});
beforeEach(async () => {
  const body = { name: 'Partner', type: 'Traditional', isThirdParty: true } as const;
  applicationId = (await app.call(applicationsApi.create, { token, body })).body.id;
});
afterAll(() => app.close());

const add = (body: Record<string, unknown>, id = applicationId) =>
  app.call(applicationConsentApi.addScopes, { token, params: { applicationId: id }, body });
const list = (id = applicationId) =>
  app.call(applicationConsentApi.listScopes, { token, params: { applicationId: id } });
const remove = (scopeType: string, scopeId: string, id = applicationId) =>
  app.call(applicationConsentApi.removeScope, { token, params: { applicationId: id, scopeType, scopeId } });
const newFirstParty = async () =>
  (await app.call(applicationsApi.create, { token, body: { name: 'Shop', type: 'SPA' } })).body.id;

const read = { id: 'read', name: 'read:orders', description: 'See orders' };
const write = { id: 'write', name: 'write:orders', description: null };
const pay = { id: 'pay', name: 'pay', description: null };
const orders = { id: 'orders', name: 'Orders', indicator: 'https://orders.test' };
const billing = { id: 'billing', name: 'Billing', indicator: 'https://billing.test' };
const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };
const thirdPartyOnly = { status: 422, body: { code: 'application.third_party_application_only' } };

describe('scopes a third-party application may request', () => {
  test('are empty at first, then contain the added scopes, sorted by API resource', async () => {
    const nothing = { organizationScopes: [], resourceScopes: [], organizationResourceScopes: [], userScopes: [] };
    expect((await list()).body).toEqual(nothing);
    const added = await add({
      organizationScopes: ['invite', 'leave'],
      resourceScopes: ['write', 'read', 'pay'],
      organizationResourceScopes: ['pay'],
      userScopes: ['profile', 'email'],
    });
    expect([added.status, added.body]).toEqual([201, '']);
    expect((await list()).body).toEqual({
      organizationScopes: [
        { id: 'invite', name: 'invite', description: 'Invite people' },
        { id: 'leave', name: 'leave', description: null },
      ],
      resourceScopes: [
        { resource: billing, scopes: [pay] },
        { resource: orders, scopes: [read, write] },
      ],
      organizationResourceScopes: [{ resource: billing, scopes: [pay] }],
      userScopes: ['email', 'profile'],
    });
  });

  test('can include every user scope', async () => {
    expect((await add({ userScopes: [...consentUserScopes] })).status).toBe(201);
    expect((await list()).body.userScopes.toSorted()).toEqual([...consentUserScopes].toSorted());
  });

  test('do not change when the same scope is added again', async () => {
    await add({ resourceScopes: ['read', 'read'], userScopes: ['email', 'email'] });
    expect((await add({ resourceScopes: ['read', 'write'] })).status).toBe(201);
    expect((await list()).body).toMatchObject({
      resourceScopes: [{ resource: orders, scopes: [read, write] }],
      userScopes: ['email'],
    });
  });

  test('can be removed for each kind separately', async () => {
    await add({
      organizationScopes: ['invite'],
      resourceScopes: ['read'],
      organizationResourceScopes: ['read'],
      userScopes: ['urn:logto:scope:organizations'],
    });
    expect((await remove('resource-scopes', 'read')).status).toBe(204);
    expect((await list()).body).toMatchObject({
      resourceScopes: [],
      organizationResourceScopes: [{ scopes: [read] }],
    });
    expect((await remove('organization-resource-scopes', 'read')).status).toBe(204);
    expect((await remove('organization-scopes', 'invite')).status).toBe(204);
    expect((await remove('user-scopes', 'urn:logto:scope:organizations')).status).toBe(204);
    expect(Object.values((await list()).body).flat()).toEqual([]);
  });

  test('are separate for each application', async () => {
    await add({ userScopes: ['email'] });
    const body = { name: 'Other', type: 'Traditional', isThirdParty: true } as const;
    const other = (await app.call(applicationsApi.create, { token, body })).body.id;
    await add({ userScopes: ['email'] }, other);
    await remove('user-scopes', 'email');
    expect((await list(other)).body.userScopes).toEqual(['email']);
  });

  test('that do not exist are listed in the error, and nothing is added', async () => {
    const answer = await add({
      organizationScopes: ['invite', 'nope1'],
      resourceScopes: ['read', 'nope2'],
      organizationResourceScopes: ['nope3'],
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'application.user_consent_scopes_not_found',
        data: {
          invalidOrganizationScopes: ['nope1'],
          invalidResourceScopes: ['nope2'],
          invalidOrganizationResourceScopes: ['nope3'],
        },
      },
    });
    expect(Object.values((await list()).body).flat()).toEqual([]);
  });

  test('never include the management API', async () => {
    const scope = await app.read('default', (db) =>
      db
        .selectFrom('scopes')
        .innerJoin('resources', 'resources.id', 'scopes.resource_id')
        .select('scopes.id')
        .where('resources.indicator', '=', managementApiIndicator('default'))
        .executeTakeFirstOrThrow(),
    );
    const refused = { status: 422, body: { code: 'application.consent_management_api_scopes_not_allowed' } };
    expect(await add({ resourceScopes: ['read', scope.id] })).toMatchObject(refused);
    expect(await add({ organizationResourceScopes: [scope.id] })).toMatchObject(refused);
    expect(Object.values((await list()).body).flat()).toEqual([]);
  });

  test('never include APIs of the product in the admin tenant', async () => {
    const admin = { token: await app.managementToken(adminTenantId), tenantId: adminTenantId };
    const body = { name: 'Partner', type: 'Traditional', isThirdParty: true } as const;
    const { body: partner } = await app.call(applicationsApi.create, { ...admin, body });
    const ids = await app.read(adminTenantId, (db) =>
      db
        .selectFrom('scopes')
        .innerJoin('resources', 'resources.id', 'scopes.resource_id')
        .select('scopes.id')
        .where('resources.indicator', 'in', [
          meApiIndicator,
          cloudApiIndicator,
          managementApiIndicator('default'),
          managementApiIndicator(adminTenantId),
        ])
        .execute(),
    );
    expect(ids.length).toBeGreaterThan(2);
    for (const { id } of ids) {
      const answer = await app.call(applicationConsentApi.addScopes, {
        ...admin,
        params: { applicationId: partner.id },
        body: { resourceScopes: [id] },
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'application.consent_management_api_scopes_not_allowed' },
      });
    }
  });

  test('do not exist for first-party applications', async () => {
    const own = await newFirstParty();
    expect(await add({ userScopes: ['email'] }, own)).toMatchObject(thirdPartyOnly);
    expect((await list(own)).status).toBe(200);
  });

  test.each([
    { userScopes: ['openid'] },
    { userScopes: ['everything'] },
    { resourceScopes: 'read' },
    { resourceScopes: [''] },
    { resourceScopes: [7] },
    { resourceScopes: Array.from({ length: 1001 }, () => 'read') },
    { unknown: [] },
  ])('reject %j', async (body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('return 404 or 400 for unknown applications, kinds and scopes', async () => {
    expect(await add({ userScopes: ['email'] }, 'nothing')).toMatchObject(missing);
    expect(await list('nothing')).toMatchObject(missing);
    expect(await remove('user-scopes', 'email', 'nothing')).toMatchObject(missing);
    expect(await remove('user-scopes', 'email')).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    expect(await remove('all-scopes', 'email')).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('are removed when the scope is deleted', async () => {
    await app.write('default', (db) =>
      db.insertInto('scopes').values({ id: 'brief', resource_id: 'orders', name: 'brief' }).execute(),
    );
    await add({ resourceScopes: ['brief'], organizationResourceScopes: ['brief'] });
    await app.write('default', (db) => db.deleteFrom('scopes').where('id', '=', 'brief').execute());
    expect(Object.values((await list()).body).flat()).toEqual([]);
  });
});

async function addMember(userId: string, ...ids: string[]) {
  await app.write('default', async (db) => {
    for (const id of ids) {
      await db
        .insertInto('organizations')
        .values({ id, name: `Organization ${id}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db.insertInto('organization_users').values({ organization_id: id, user_id: userId }).execute();
    }
  });
}

describe('organizations a user has granted to an application', () => {
  let userId: string;
  beforeEach(async () => {
    userId = (await app.call(usersApi.create, { token, body: {} })).body.id;
    await addMember(userId, 'red', 'green', 'blue');
  });

  const params = () => ({ id: applicationId, userId });
  const listOf = (query: Record<string, string> = {}) =>
    app.call(applicationConsentApi.listConsentOrganizations, { token, params: params(), query });
  const ids = async () => (await listOf()).body.organizations.map(({ id }) => id).toSorted();
  const put = (organizationIds: string[]) =>
    app.call(applicationConsentApi.replaceConsentOrganizations, { token, params: params(), body: { organizationIds } });
  const post = (organizationIds: string[]) =>
    app.call(applicationConsentApi.addConsentOrganizations, { token, params: params(), body: { organizationIds } });
  const removeOne = (organizationId: string) =>
    app.call(applicationConsentApi.removeConsentOrganization, { token, params: { ...params(), organizationId } });

  test('can be added, replaced and removed', async () => {
    expect(await listOf()).toMatchObject({
      status: 200,
      body: { organizations: [] },
      headers: { 'total-number': '0' },
    });
    const added = await post(['red', 'green', 'red']);
    expect([added.status, added.body]).toEqual([201, '']);
    expect(await ids()).toEqual(['green', 'red']);
    expect((await post(['green', 'blue'])).status).toBe(201);
    expect(await ids()).toEqual(['blue', 'green', 'red']);
    // An empty list is accepted, after the application and the user are checked (observed 2, row 26).
    expect((await post([])).status).toBe(201);
    const add = (path: object) =>
      app.call(applicationConsentApi.addConsentOrganizations, {
        token,
        params: { ...params(), ...path },
        body: { organizationIds: [] },
      });
    expect(await add({ id: 'unknown' })).toMatchObject({ status: 404, body: { code: 'entity.not_exists_with_id' } });
    expect(await add({ userId: 'unknown' })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
    expect(await ids()).toEqual(['blue', 'green', 'red']);
    expect((await put(['red'])).status).toBe(204);
    expect(await ids()).toEqual(['red']);
    expect((await removeOne('red')).status).toBe(204);
    expect(await ids()).toEqual([]);
    await post(['blue']);
    expect((await put([])).status).toBe(204);
    expect(await ids()).toEqual([]);
  });

  test('are returned in full and in pages', async () => {
    await post(['red', 'green', 'blue']);
    const { body, headers } = await listOf({ page: '2', page_size: '2' });
    expect(headers['total-number']).toBe('3');
    expect(body.organizations).toEqual([
      {
        tenantId: 'default',
        id: expect.any(String),
        name: expect.stringMatching(/^Organization/),
        description: null,
        customData: {},
        isMfaRequired: false,
        color: {},
        branding: {},
        customCss: null,
        createdAt: expect.any(Number),
      },
    ]);
  });

  test('must be organizations of the user', async () => {
    const { body: other } = await app.call(usersApi.create, { token, body: {} });
    await addMember(other.id, 'foreign');
    const refused = { status: 422, body: { code: 'organization.require_membership' } };
    expect(await post(['red', 'foreign'])).toMatchObject(refused);
    expect(await post(['nowhere'])).toMatchObject(refused);
    expect(await put(['foreign'])).toMatchObject(refused);
    expect(await ids()).toEqual([]);
  });

  test('are removed when the user leaves the organization', async () => {
    await post(['red']);
    await app.write('default', (db) => db.deleteFrom('organization_users').where('user_id', '=', userId).execute());
    expect(await ids()).toEqual([]);
  });

  test('exist for third-party applications only', async () => {
    applicationId = await newFirstParty();
    for (const answer of [await listOf(), await put([]), await post(['red']), await removeOne('red')]) {
      expect(answer).toMatchObject(thirdPartyOnly);
    }
  });

  test('return 404 for unknown applications, users and consents', async () => {
    expect(await removeOne('red')).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    userId = 'nobody';
    expect(await listOf()).toMatchObject(missing);
    expect(await put([])).toMatchObject(missing);
    applicationId = 'nothing';
    expect(await post(['red'])).toMatchObject(missing);
  });
});

describe('organizations of a machine', () => {
  let machine: string;
  beforeAll(async () => {
    machine = (await app.call(applicationsApi.create, { token, body: { name: 'M', type: 'MachineToMachine' } })).body
      .id;
    await app.write('default', async (db) => {
      const places = ['north', 'south', 'west'];
      await db
        .insertInto('organizations')
        .values(places.map((id) => ({ id, name: id })))
        .execute();
      await db
        .insertInto('organization_roles')
        .values(['writer', 'reader'].map((id) => ({ id, name: `Role ${id}`, type: 'MachineToMachine' })))
        .execute();
      const link = { application_id: machine };
      const members = ['north', 'south'].map((organization_id) => ({ ...link, organization_id }));
      await db.insertInto('organization_applications').values(members).execute();
      await db
        .insertInto('organization_applications_roles')
        .values(['writer', 'reader'].map((id) => ({ ...link, organization_id: 'north', organization_role_id: id })))
        .execute();
    });
  });

  const listOf = (id: string, query: Record<string, string> = {}) =>
    app.call(applicationConsentApi.listOrganizations, { token, params: { id }, query });

  test('are listed with its roles in them', async () => {
    const { status, body, headers } = await listOf(machine);
    expect([status, headers['total-number']]).toEqual([200, undefined]);
    expect(body).toMatchObject([
      {
        id: 'north',
        organizationRoles: [
          { id: 'reader', name: 'Role reader' },
          { id: 'writer', name: 'Role writer' },
        ],
      },
      { id: 'south', organizationRoles: [] },
    ]);
  });

  test('are paged on request', async () => {
    const { body, headers } = await listOf(machine, { page: '2', page_size: '1' });
    expect([body.map(({ id }) => id), headers['total-number']]).toEqual([['south'], '2']);
  });

  test('return 404 for an unknown application', async () => {
    expect(await listOf('nothing')).toMatchObject(missing);
  });

  test('can exclude their machines from the list of applications', async () => {
    const listed = async (query: Record<string, string>) =>
      (await app.call(applicationsApi.list, { token, query })).body.map(({ id }) => id);
    expect(await listed({ excludeOrganizationId: 'north' })).not.toContain(machine);
    expect(await listed({ excludeOrganizationId: 'west' })).toContain(machine);
    const { headers } = await app.call(applicationsApi.list, {
      token,
      query: { excludeOrganizationId: 'north', types: 'MachineToMachine', page: '1', page_size: '100' },
    });
    const all = await listed({ types: 'MachineToMachine' });
    expect(Number(headers['total-number'])).toBe(all.length - 1);
  });
});

test('another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const body = { name: 'Partner', type: 'Traditional', isThirdParty: true } as const;
    const { id } = (await cloud.call(applicationsApi.create, { ...owner, body })).body;
    const user = (await cloud.call(usersApi.create, { ...owner, body: {} })).body;
    await cloud.call(applicationConsentApi.addScopes, {
      ...owner,
      params: { applicationId: id },
      body: { userScopes: ['email'] },
    });
    const scopes = { ...stranger, params: { applicationId: id } };
    const person = { ...stranger, params: { id, userId: user.id } };
    const answers = [
      await cloud.call(applicationConsentApi.listScopes, scopes),
      await cloud.call(applicationConsentApi.addScopes, { ...scopes, body: { userScopes: ['email'] } }),
      await cloud.call(applicationConsentApi.removeScope, {
        ...stranger,
        params: { applicationId: id, scopeType: 'user-scopes', scopeId: 'email' },
      }),
      await cloud.call(applicationConsentApi.listConsentOrganizations, person),
      await cloud.call(applicationConsentApi.replaceConsentOrganizations, { ...person, body: { organizationIds: [] } }),
      await cloud.call(applicationConsentApi.listOrganizations, { ...stranger, params: { id } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const kept = await cloud.call(applicationConsentApi.listScopes, { ...owner, params: { applicationId: id } });
    expect(kept.body.userScopes).toEqual(['email']);
  } finally {
    await cloud.close();
  }
});
