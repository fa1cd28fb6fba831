import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { tokenPreviewApi } from '@postern/contracts/access/token-preview';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createClient,
  insertTestOrganization,
  insertTestOrganizationRole,
  redirectUri,
  type TestClient,
} from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let token: string;
let spa: TestClient;
let machine: TestClient;
let userId: string;
let clerk: string;
const ids: Record<string, string> = {};
const shop = 'https://shop.example/api';
const ada = { username: 'ada', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: ada })).body.id;
  spa = await createClient(app, token, { type: 'SPA' });
  machine = await createClient(app, token, { type: 'MachineToMachine' });
  const { body: resource } = await app.call(resourcesApi.create, {
    token,
    body: { name: 'Shop', indicator: shop, accessTokenTtl: 90 },
  });
  for (const name of ['read', 'write', 'refund']) {
    const params = { resourceId: resource.id };
    ids[name] = (await app.call(resourcesApi.createScope, { token, params, body: { name } })).body.id;
  }
  const role = async (name: string, type: 'User' | 'MachineToMachine', scopeIds: string[]) =>
    (await app.call(rolesApi.create, { token, body: { name, description: name, type, scopeIds } })).body.id;
  clerk = await role('clerk', 'User', [ids.read ?? '']);
  await role('boss', 'User', [ids.write ?? '']);
  await role('robot', 'MachineToMachine', [ids.write ?? '']);
  await app.call(rolesApi.assignUsers, { token, params: { id: clerk }, body: { userIds: [userId] } });
  await insertTestOrganizationRole(app, { id: 'manager', resourceScopeIds: [ids.refund ?? ''], scopes: ['invite'] });
  await insertTestOrganization(app, { id: 'acme', members: { [userId]: ['manager'] } });
  await insertTestOrganization(app, { id: 'foreign' });
});
afterAll(() => app.close());

const preview = async (id: string, query: Record<string, string>) =>
  app.call(tokenPreviewApi.get, { token, params: { id }, query });

test('shows which roles grant a scope and which would', async () => {
  const { status, body } = await preview(spa.id, { userId, resource: shop, organizationId: 'acme' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ audience: shop, format: 'jwt', expiresIn: 90, refusal: null });
  expect(body.scopes).toEqual([
    {
      name: 'read',
      description: null,
      isGranted: true,
      grantedBy: [{ kind: 'role', id: clerk, name: 'clerk' }],
      wouldBeGrantedBy: [],
      missing: null,
    },
    expect.objectContaining({
      name: 'refund',
      isGranted: true,
      grantedBy: [{ kind: 'organizationRole', id: 'manager', name: 'Role manager' }],
    }),
    expect.objectContaining({
      name: 'write',
      isGranted: false,
      missing: 'noRole',
      wouldBeGrantedBy: [expect.objectContaining({ name: 'boss' })],
    }),
  ]);
});

test('matches the engine', async () => {
  const { config, tokens } = await authorize({
    issuer: `${app.endpoint}/oidc`,
    clientId: spa.id,
    redirectUri,
    person: ada,
    scope: 'openid offline_access read write refund',
    resource: [shop],
  });
  const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop });
  const { body } = await preview(spa.id, { userId, resource: shop });
  const granted = body.scopes.filter(({ isGranted }) => isGranted).map(({ name }) => name);
  expect(String(decodeJwt(answer.access_token).scope).split(' ').sort()).toEqual(granted);
});

test('shows scopes as missing if a third-party application may not request them', async () => {
  const stranger = await createClient(app, token, { type: 'Traditional', isThirdParty: true });
  const before = await preview(stranger.id, { userId, resource: shop });
  expect(before.body.scopes[0]).toMatchObject({ name: 'read', isGranted: false, missing: 'notConsentable' });
  await app.call(applicationConsentApi.addScopes, {
    token,
    params: { applicationId: stranger.id },
    body: { resourceScopes: [ids.read ?? ''] },
  });
  const after = await preview(stranger.id, { userId, resource: shop });
  expect(after.body.scopes[0]).toMatchObject({ name: 'read', isGranted: true });
  const outside = await preview(stranger.id, { userId, organizationId: 'acme' });
  expect(outside.body).toMatchObject({ refusal: 'organizationNotConsented', scopes: [] });
});

test('covers organizations, machines, suspended users and invalid requests', async () => {
  expect((await preview(spa.id, { userId, organizationId: 'acme' })).body).toMatchObject({
    audience: 'urn:logto:organization:acme',
    scopes: [{ name: 'invite', isGranted: true }],
  });
  expect((await preview(spa.id, { userId, organizationId: 'foreign' })).body.refusal).toBe('notMember');
  expect((await preview(spa.id, { userId })).body).toMatchObject({ audience: null, format: 'opaque' });
  expect(
    (await preview(machine.id, { resource: shop })).body.scopes.find(({ name }) => name === 'write'),
  ).toMatchObject({
    isGranted: false,
    wouldBeGrantedBy: [{ name: 'robot' }],
  });
  expect((await preview(machine.id, { organizationId: 'acme' })).body.refusal).toBe('applicationNotMember');
  expect((await preview(machine.id, { userId, resource: shop })).body).toMatchObject({
    code: 'application.invalid_type',
  });
  expect((await preview(machine.id, {})).status).toBe(400);
  expect((await preview(spa.id, { resource: shop })).status).toBe(400);
  for (const query of [
    { userId: 'nobody', resource: shop },
    { userId, resource: 'https://nowhere.example' },
  ]) {
    expect(await preview(spa.id, query)).toMatchObject({ status: 404, body: { code: 'entity.not_exists_with_id' } });
  }
  expect((await preview('no-such-app', { userId })).status).toBe(404);
  await app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } });
  expect((await preview(spa.id, { userId, resource: shop })).body.refusal).toBe('userSuspended');
});
