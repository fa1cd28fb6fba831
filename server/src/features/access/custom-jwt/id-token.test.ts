import { applicationsApi } from '@postern/contracts/access/applications';
import { extendedClaimNames, idTokenApi } from '@postern/contracts/access/id-token';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import { fetchUserInfo } from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { saveIdTokenSettings } from './id-token.store.ts';
import { extendedClaimsOf } from './index.ts';

const redirectUri = 'http://localhost:9/callback';
const person = { username: 'ada', password: 'correct horse battery' };
const scope =
  'openid roles custom_data identities urn:logto:scope:organizations urn:logto:scope:organization_roles offline_access';

let app: ListeningApp;
let token: string;
let clientId: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const { body: user } = await app.call(usersApi.create, { token, body: { ...person, customData: { plan: 'pro' } } });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  clientId = body.id;
  await app.write('default', async (db) => {
    await sql`insert into roles (id, name, description) values ('r1', 'Editor', 'edits')`.execute(db);
    await sql`insert into users_roles (user_id, role_id) values (${user.id}, 'r1')`.execute(db);
    await sql`insert into organizations (id, name) values ('o1', 'Acme')`.execute(db);
    await sql`insert into organization_users (organization_id, user_id) values ('o1', ${user.id})`.execute(db);
    await sql`insert into organization_roles (id, name) values ('or1', 'Owner')`.execute(db);
    await sql`insert into organization_users_roles (organization_id, user_id, organization_role_id)
      values ('o1', ${user.id}, 'or1')`.execute(db);
  });
});
afterAll(() => app.close());

const values = {
  roles: ['Editor'],
  organizations: ['o1'],
  organization_data: [{ id: 'o1', name: 'Acme', description: null }],
  organization_roles: ['o1:Owner'],
  custom_data: { plan: 'pro' },
  identities: {},
  sso_identities: [],
};

const extended = (claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => extendedClaimNames.some((one) => one === name)));

async function signIn(asked = scope) {
  const { config, tokens } = await authorize({
    issuer: `${app.endpoint}/oidc`,
    clientId,
    redirectUri,
    person,
    scope: asked,
  });
  const claims = tokens.claims();
  return {
    idToken: extended(claims ?? {}),
    userinfo: extended(await fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')),
  };
}

const save = (body: { enabledExtendedClaims?: (typeof extendedClaimNames)[number][] }) =>
  app.call(idTokenApi.save, { token, body });
const get = async () => (await app.call(idTokenApi.get, { token })).body;

describe('claims of ID tokens', () => {
  test('at first are roles, organizations and roles in organizations, as in earlier releases', async () => {
    expect(await get()).toEqual({ enabledExtendedClaims: ['roles', 'organizations', 'organization_roles'] });
    const { roles, organizations, organization_roles } = values;
    expect(await signIn()).toEqual({ idToken: { roles, organizations, organization_roles }, userinfo: values });
  });

  test('can be all of them, each only with its scope; userinfo does not change', async () => {
    expect(await save({ enabledExtendedClaims: [...extendedClaimNames, 'roles'] })).toMatchObject({
      status: 200,
      body: { enabledExtendedClaims: extendedClaimNames },
    });
    expect(await signIn()).toEqual({ idToken: values, userinfo: values });
    const { idToken } = await signIn('openid urn:logto:scope:organizations');
    expect(Object.keys(idToken).toSorted()).toEqual(['organization_data', 'organizations']);
    expect((await signIn('openid')).idToken).toEqual({});
  });

  test.each(extendedClaimNames)('can be only %s', async (name) => {
    await save({ enabledExtendedClaims: [name] });
    expect(await signIn()).toEqual({ idToken: { [name]: values[name] }, userinfo: values });
  });

  test('can be none, on every node', async () => {
    const other = await app.another();
    const onOther = async () => [...(await extendedClaimsOf(other.app, 'default'))];
    await save({ enabledExtendedClaims: ['roles'] });
    await expect.poll(onOther).toEqual(['roles']);
    for (const body of [{}, { enabledExtendedClaims: [] }]) {
      expect((await save(body)).body).toEqual(body);
      expect(await get()).toEqual(body);
      expect(await signIn()).toEqual({ idToken: {}, userinfo: values });
      await expect.poll(onOther).toEqual([]);
    }
    await app.worker.drain();
    const query = { includeChanges: 'true', logKey: 'CustomJwt.Data.Updated' };
    const { body: logs } = await app.call(auditApi.list, { token, query });
    expect(logs[0]?.payload).toMatchObject({ subjectId: 'id-token', enabledExtendedClaims: [] });
  });

  test.each([
    { enabledExtendedClaims: ['email'] },
    { enabledExtendedClaims: 'roles' },
    { enabledExtendedClaims: null },
    { other: [] },
    [],
  ])('rejects %j', async (body) => {
    expect(await app.call(idTokenApi.save, { token, body: body as never })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });

  test('of the admin tenant cannot be changed: the console reads them', async () => {
    const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
    expect(await app.call(idTokenApi.save, { ...admin, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'jwt_customizer.can_not_create_for_admin_tenant' },
    });
  });
});

test('another tenant is not changed', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const owner = await consoleTokens(cloud, 'owner');
    const [mine, theirs] = [await owner.createTenant('Mine'), await owner.createTenant('Theirs')];
    const read = async (tenantId: string) =>
      (await cloud.call(idTokenApi.get, { tenantId, token: await cloud.managementToken(tenantId) })).body;
    await cloud.write(mine, (db) => saveIdTokenSettings(db, { enabledExtendedClaims: ['identities'] }));
    expect(await read(mine)).toEqual({ enabledExtendedClaims: ['identities'] });
    expect(await read(theirs)).toEqual({ enabledExtendedClaims: ['roles', 'organizations', 'organization_roles'] });
  } finally {
    await cloud.close();
  }
});
