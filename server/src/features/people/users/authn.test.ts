import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { authnApi } from '@postern/contracts/people/authn';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let token: string;
let userId: string;
let accessToken: string;
let idToken: string | undefined;
const resource = 'https://hasura.example';
const maya = { username: 'maya', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(resourcesApi.create, { token, body: { name: 'Hasura', indicator: resource } });
  const { body: user } = await app.call(usersApi.create, { token, body: maya });
  userId = user.id;
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'editor', description: 'Edits', type: 'User' },
  });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [userId] } });
  await app.call(rolesApi.create, { token, body: { name: 'admin', description: 'Rules', type: 'User' } });
  const { tokens, config } = await authorize({
    issuer: `${app.endpoint}/oidc`,
    clientId: 'demo-app',
    redirectUri: `${app.endpoint}/demo-app`,
    resource: [resource],
    person: maya,
  });
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource });
  accessToken = refreshed.access_token;
  idToken = tokens.id_token;
});
afterAll(() => app.close());

async function ask(bearer: string | undefined, role?: string, query: Record<string, string> = {}) {
  const { status, body } = await app.call(authnApi.hasura, {
    ...(bearer === undefined ? {} : { token: bearer }),
    query: { resource, ...query },
    headers: role === undefined ? {} : { 'expected-role': role },
  });
  return [status, (body as { code?: string }).code ?? body];
}

test('accepts a user with the role', async () => {
  expect(await ask(accessToken, 'editor')).toEqual([200, { 'X-Hasura-User-Id': userId, 'X-Hasura-Role': 'editor' }]);
});

test('rejects a user without the role, regardless of unauthorizedRole', async () => {
  const refused = [401, 'auth.expected_role_not_found'];
  expect(await ask(accessToken, 'admin')).toEqual(refused);
  expect(await ask(accessToken, 'Editor')).toEqual(refused);
  expect(await ask(accessToken)).toEqual(refused);
  expect(await ask(accessToken, 'admin', { unauthorizedRole: 'anonymous' })).toEqual(refused);
});

test('returns unauthorizedRole without a valid token, or rejects if there is none', async () => {
  const stranger = [200, { 'X-Hasura-Role': 'anonymous' }];
  expect(await ask(undefined, 'editor', { unauthorizedRole: 'anonymous' })).toEqual(stranger);
  expect(await ask('nonsense', 'editor', { unauthorizedRole: 'anonymous' })).toEqual(stranger);
  expect(await ask(undefined, 'editor')).toEqual([401, 'auth.authorization_header_missing']);
  expect(await ask('nonsense', 'editor')).toEqual([401, 'auth.unauthorized']);
  const { status, body } = await app.call(authnApi.hasura, {
    query: { resource },
    headers: { authorization: 'Basic bWF5YTptYXlh' },
  });
  expect([status, body]).toMatchObject([401, { code: 'auth.authorization_token_type_not_supported' }]);
});

test('accepts only an access token of this tenant for this resource', async () => {
  const refused = [401, 'auth.unauthorized'];
  expect(await ask(accessToken, 'editor', { resource: 'https://other.example' })).toEqual(refused);
  expect(await ask(token, 'editor')).toEqual(refused);
  expect(await ask(idToken, 'editor')).toEqual(refused);
  const admin = await app.managementToken('admin');
  expect(await ask(admin, 'editor', { resource: managementApiIndicator('admin') })).toEqual(refused);
});

test('uses the own roles of a machine', async () => {
  const query = { resource: managementApiIndicator('default') };
  expect(await ask(token, 'editor', query)).toEqual([401, 'auth.expected_role_not_found']);
});

test('rejects a suspended user immediately', async () => {
  const suspend = (isSuspended: boolean) =>
    app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended } });
  await suspend(true);
  expect(await ask(accessToken, 'editor')).toEqual([401, 'auth.unauthorized']);
  await suspend(false);
});

test('requires a resource', async () => {
  expect(await ask(accessToken, 'editor', { resource: '' })).toEqual([400, 'guard.invalid_input']);
});
