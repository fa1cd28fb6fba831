import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { applicationRolesApi, rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { testApp } from '#testing/test-app';

const indicator = 'https://orders.test';
const redirectUri = 'http://localhost:9/callback';

let app: ListeningApp;
let token: string;
let resourceId: string;
let scopeIds: { read: string; write: string };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  resourceId = (await app.call(resourcesApi.create, { token, body: { name: 'Orders', indicator } })).body.id;
  const scope = async (name: string) =>
    (await app.call(resourcesApi.createScope, { token, params: { resourceId }, body: { name } })).body.id;
  scopeIds = { read: await scope('read'), write: await scope('write') };
});
afterAll(() => app.close());

const createRole = async (body: Record<string, unknown>) =>
  (await app.call(rolesApi.create, { token, body: { description: 'x', name: 'Role', ...body } })).body.id;

/** The scopes of the next token of a machine. */
async function machineScopes(id: string, secret: string): Promise<string[]> {
  const { body } = await app.inject(app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: new URL(app.endpoint).host,
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: indicator,
      scope: 'read write',
    }).toString(),
  });
  return String((body as { scope?: string }).scope ?? '')
    .split(' ')
    .filter(Boolean)
    .sort();
}

describe('the next token of a machine', () => {
  test('reflects every change of its roles, their scopes and the resource', async () => {
    const { body: made } = await app.call(applicationsApi.create, {
      token,
      body: { name: 'Machine', type: 'MachineToMachine' },
    });
    const params = { applicationId: made.id };
    const secrets = await app.call(applicationsApi.listSecrets, { token, params: { id: made.id } });
    const next = () => machineScopes(made.id, secrets.body[0]?.value ?? '');
    const roleId = await createRole({ name: 'Machines', type: 'MachineToMachine' });
    expect(await next()).toEqual([]);
    await app.call(applicationRolesApi.assign, { token, params, body: { roleIds: [roleId] } });
    expect(await next()).toEqual([]);
    const role = { id: roleId };
    await app.call(rolesApi.assignScopes, { token, params: role, body: { scopeIds: [scopeIds.read, scopeIds.write] } });
    expect(await next()).toEqual(['read', 'write']);
    await app.call(rolesApi.removeScope, { token, params: { ...role, scopeId: scopeIds.write } });
    expect(await next()).toEqual(['read']);
    await app.call(applicationRolesApi.replace, { token, params, body: { roleIds: [] } });
    expect(await next()).toEqual([]);
    await app.call(rolesApi.assignApplications, { token, params: role, body: { applicationIds: [made.id] } });
    expect(await next()).toEqual(['read']);
    await app.call(rolesApi.remove, { token, params: role });
    expect(await next()).toEqual([]);
  });
});

describe('default roles', () => {
  test('are not assigned to a user whom an administrator creates in the admin tenant', async () => {
    const admin = { token: await app.managementToken('admin'), tenantId: 'admin' };
    const { status, body } = await app.call(usersApi.create, { ...admin, body: { username: 'colleague' } });
    expect(status).toBe(200);
    const roles = await app.call(userRolesApi.list, { ...admin, params: { userId: body.id } });
    expect([roles.status, roles.body]).toEqual([200, []]);
  });

  async function registered(username: string) {
    const { body: spa } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'Shop',
        type: 'SPA',
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      },
    });
    const { config, tokens } = await authorize({
      issuer: `${app.endpoint}/oidc`,
      clientId: spa.id,
      redirectUri,
      scope: 'openid profile offline_access read write',
      resource: [indicator],
      person: { username, password: 'a long enough secret' },
      event: 'Register',
      params: { first_screen: 'register' },
    });
    const refresh = async (refreshToken: string) => {
      const answer = await client.refreshTokenGrant(config, refreshToken, { resource: indicator });
      return { ...answer, claims: decodeJwt(answer.access_token) };
    };
    return { tokens, refresh };
  }

  test('are assigned on registration and creation, and the first token contains them', async () => {
    const roleId = await createRole({ name: 'Everybody', isDefault: true, scopeIds: [scopeIds.read] });
    const machines = await createRole({ name: 'Default machines', type: 'MachineToMachine', isDefault: true });
    const { tokens, refresh } = await registered('newcomer');
    const first = await refresh(tokens.refresh_token ?? '');
    expect(first.claims).toMatchObject({ aud: indicator, scope: 'read' });
    const userId = String(first.claims.sub);
    const rolesOf = async (id: string) =>
      (await app.call(userRolesApi.list, { token, params: { userId: id } })).body.map((role) => role.id);
    expect(await rolesOf(userId)).toEqual([roleId]);
    const { body: created } = await app.call(usersApi.create, { token, body: { name: 'Created' } });
    expect(await rolesOf(created.id)).toEqual([roleId]);
    // Users keep a role when it is no longer a default role.
    await app.call(rolesApi.update, { token, params: { id: roleId }, body: { isDefault: false } });
    const { body: later } = await app.call(usersApi.create, { token, body: { name: 'Later' } });
    expect([await rolesOf(later.id), await rolesOf(userId)]).toEqual([[], [roleId]]);
    await app.call(userRolesApi.replace, { token, params: { userId }, body: { roleIds: [] } });
    const second = await refresh(first.refresh_token ?? '');
    expect(second.claims.scope ?? '').toBe('');
    await app.call(rolesApi.remove, { token, params: { id: machines } });
  });
});

describe('USER_DEFAULT_ROLE_NAMES', () => {
  test('assigns roles to every new user; a missing role prevents the creation', async () => {
    const other = await testApp({ USER_DEFAULT_ROLE_NAMES: 'Member, Guest' });
    try {
      const otherToken = await other.managementToken();
      const create = () => other.call(usersApi.create, { token: otherToken, body: { name: 'New' } });
      const addRole = (name: string, type: 'User' | 'MachineToMachine' = 'User') =>
        other.call(rolesApi.create, { token: otherToken, body: { name, description: 'x', type } });
      const lacking = { status: 400, body: { code: 'role.default_role_missing' } };
      await addRole('Member');
      expect(await create()).toMatchObject({ ...lacking, body: { details: expect.stringContaining('Guest') } });
      const guest = await addRole('Guest', 'MachineToMachine');
      expect(await create()).toMatchObject(lacking);
      await other.call(rolesApi.remove, { token: otherToken, params: { id: guest.body.id } });
      await addRole('Guest');
      const { status, body } = await create();
      expect(status).toBe(200);
      const { body: roles } = await other.call(userRolesApi.list, { token: otherToken, params: { userId: body.id } });
      expect(roles.map(({ name }) => name)).toEqual(['Guest', 'Member']);
      const { body: users } = await other.call(usersApi.list, { token: otherToken });
      expect(users).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});
