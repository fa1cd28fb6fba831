import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinOrganizations } from '#features/people/organizations';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let organizationId: string;
let roleId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await changeSettings(app, {
    signIn: ways({ identifier: 'email', password: false, verificationCode: true }),
    signUp: { identifiers: ['email'], password: false, verify: true },
    signInMode: 'SignInAndRegister',
  });
  organizationId = (await app.call(organizationsApi.create, { token, body: { name: 'Acme' } })).body.id;
  roleId = (await app.call(organizationRolesApi.create, { token, body: { name: 'Newcomer' } })).body.id;
  const params = { id: organizationId };
  await app.call(organizationJitApi.addDomain, { token, params, body: { emailDomain: 'acme.example' } });
  await app.call(organizationJitApi.addRoles, { token, params, body: { organizationRoleIds: [roleId] } });
});
afterAll(() => app.close());

const members = async (id = organizationId) =>
  (await app.call(organizationMembersApi.list, { token, params: { id } })).body;
const memberIds = async (id?: string) => (await members(id)).map((member) => member.id);

async function register(email: string): Promise<string> {
  const person = visitor(app);
  await person.arrive();
  await person.start('Register');
  const verificationId = await person.proveAddress('Register', 'email', email);
  expect((await person.identify(verificationId)).status).toBe(201);
  expect((await person.submit()).status).toBe(200);
  const { body } = await app.call(usersApi.list, { token, query: { 'search.primaryEmail': email } });
  return body[0]?.id ?? '';
}

test('a new user with a verified address in the domain joins with the default roles', async () => {
  const userId = await register('ada@acme.example');
  const [member] = await members();
  expect(member).toMatchObject({ id: userId, organizationRoles: [{ id: roleId, name: 'Newcomer' }] });
});

test.each(['eve@sub.acme.example', 'eve@notacme.example', 'acme.example@evil.example'])(
  'a new user with the address %s does not join',
  async (email) => {
    expect(await memberIds()).not.toContain(await register(email));
  },
);

test('an address that is not verified opens nothing, and a one-time token opens its own organizations', async () => {
  const { body: user } = await app.call(usersApi.create, { token, body: { primaryEmail: 'claimed@acme.example' } });
  const { body: other } = await app.call(organizationsApi.create, { token, body: { name: 'Other' } });
  await app.write('default', (db) => joinOrganizations(db, { userId: user.id, verifiedEmail: undefined }));
  expect(await memberIds()).not.toContain(user.id);
  await app.write('default', (db) =>
    joinOrganizations(db, { userId: user.id, verifiedEmail: undefined, organizationIds: [other.id, 'nowhere'] }),
  );
  expect(await memberIds(other.id)).toEqual([user.id]);
  expect(await memberIds()).not.toContain(user.id);
});

test('a one-time token opens its organizations to those too who add missing details before they are registered', async () => {
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Invited' } });
  const context = { jitOrganizationIds: [organization.id] };
  const email = 'invited@example.com';
  const { body: made } = await app.call(oneTimeTokensApi.create, { token, body: { email, context } });
  await changeSettings(app, { signUp: { identifiers: ['username'], password: false, verify: false } });
  const person = visitor(app);
  await person.arrive();
  await person.start('Register');
  const { body } = await person.step('POST', '/verification/one-time-token/verify', {
    identifier: { type: 'email', value: email },
    token: made.token,
  });
  expect((await person.identify(body.verificationId)).code).toBe('user.missing_profile');
  await person.step('POST', '/profile', { type: 'username', value: 'invited' });
  expect((await person.identify()).status).toBe(201);
  const { userId } = (await person.step('GET', '/interaction')).body;
  expect(await memberIds(organization.id)).toEqual([userId]);
  await changeSettings(app, { signUp: { identifiers: ['email'], password: false, verify: true } });
});

test('a domain of another tenant opens nothing here', async () => {
  await app.write('admin', (db) =>
    db
      .insertInto('organization_jit_email_domains')
      .values({ organization_id: 't-default', email_domain: 'theirs.example' })
      .execute(),
  );
  const userId = await register('ada@theirs.example');
  const { body } = await app.call(usersApi.listOrganizations, { token, params: { userId } });
  expect(body).toEqual([]);
});
