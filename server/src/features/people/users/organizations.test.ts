import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const listOf = (userId: string) => app.call(usersApi.listOrganizations, { token, params: { userId } });

test('lists the organizations of the user with their roles there', async () => {
  const [ada, bob] = [
    (await app.call(usersApi.create, { token, body: {} })).body.id,
    (await app.call(usersApi.create, { token, body: {} })).body.id,
  ];
  await app.write('default', async (db) => {
    const places = ['north', 'south', 'west'].map((id) => ({ id, name: id }));
    await db.insertInto('organizations').values(places).execute();
    const roles = ['writer', 'reader'].map((id) => ({ id, name: `Role ${id}` }));
    await db.insertInto('organization_roles').values(roles).execute();
    const members = [
      { organization_id: 'north', user_id: ada },
      { organization_id: 'south', user_id: ada },
      { organization_id: 'north', user_id: bob },
    ];
    await db.insertInto('organization_users').values(members).execute();
    const given = [
      { organization_id: 'north', user_id: ada, organization_role_id: 'writer' },
      { organization_id: 'north', user_id: ada, organization_role_id: 'reader' },
      { organization_id: 'north', user_id: bob, organization_role_id: 'writer' },
    ];
    await db.insertInto('organization_users_roles').values(given).execute();
  });
  const { status, body } = await listOf(ada);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    {
      tenantId: 'default',
      id: 'north',
      isMfaRequired: false,
      organizationRoles: [
        { id: 'reader', name: 'Role reader' },
        { id: 'writer', name: 'Role writer' },
      ],
    },
    { id: 'south', organizationRoles: [] },
  ]);
  expect((await listOf(bob)).body).toMatchObject([{ id: 'north', organizationRoles: [{ id: 'writer' }] }]);
  const stranger = { token: await app.managementToken('admin'), tenantId: 'admin', params: { userId: ada } };
  expect((await app.call(usersApi.listOrganizations, stranger)).status).toBe(404);
});

test('returns 404 for an unknown user', async () => {
  expect(await listOf('nobody')).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
});
