import { applicationsApi } from '@postern/contracts/access/applications';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { rolesApi } from '@postern/contracts/access/roles';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, managementApiIndicator, tokenExchangeGrant, tokenTypes } from '@postern/contracts/wire';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, redirectUri } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import type { Running } from '../../../app.ts';

/** Attack 42. The second node only learns of changes through the database. */
let app: ListeningApp;
let other: Running;
let token: string;

beforeAll(async () => {
  app = await listeningApp();
  other = await app.another();
  token = await app.managementToken();
});
afterAll(() => app.close());

const host = (tenantId = 'default') => new URL(app.app.endpointOf(tenantId)).host;

async function fetchToken(
  client: { id: string; secret: string },
  more: Record<string, string> = {},
  issuer = 'default',
) {
  const { status, body } = await app.inject(issuer === adminTenantId ? app.admin : app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: host(issuer),
      authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementApiIndicator('default'),
      scope: 'all',
      ...more,
    }).toString(),
  });
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { access_token: string }).access_token;
}

const callOn = async (core: FastifyInstance, bearer: string) =>
  (
    await core.inject({
      method: 'GET',
      url: '/api/users?page=1&page_size=1',
      headers: { host: host(), authorization: `Bearer ${bearer}` },
    })
  ).statusCode;

/**
 * The token works on both nodes. After the change, the node of the change rejects it at once and the other one soon
 * after.
 */
async function expectRefused(bearer: string, change: () => Promise<unknown>, status: number): Promise<void> {
  expect(await callOn(app.core, bearer)).toBe(200);
  expect(await callOn(other.core, bearer)).toBe(200);
  await change();
  expect(await callOn(app.core, bearer)).toBe(status);
  await expect.poll(() => callOn(other.core, bearer)).toBe(status);
}

/** A role with the scope of the management API, and a machine that has the role. */
async function createMachine() {
  const { body: scope } = await app.inject(app.core, {
    method: 'GET',
    url: '/api/resources?includeScopes=true',
    headers: { host: host(), authorization: `Bearer ${token}` },
  });
  const resources = scope as { indicator: string; scopes: { id: string; name: string }[] }[];
  const scopeId = resources
    .find(({ indicator }) => indicator === managementApiIndicator('default'))
    ?.scopes.find(({ name }) => name === 'all')?.id;
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: `role ${Math.random()}`, description: 'x', type: 'MachineToMachine', scopeIds: [scopeId ?? ''] },
  });
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Sync', type: 'MachineToMachine' },
  });
  await app.call(rolesApi.assignApplications, {
    token,
    params: { id: role.id },
    body: { applicationIds: [machine.id] },
  });
  const addSecret = async (name: string) => {
    const { body } = await app.call(applicationsApi.createSecret, {
      token,
      params: { id: machine.id },
      body: { name },
    });
    return { id: machine.id, secret: body.value };
  };
  return { id: machine.id, roleId: role.id, scopeId: scopeId ?? '', addSecret };
}

describe('a machine loses access to the management API at once', () => {
  test('if the application is deleted', async () => {
    const { id, addSecret } = await createMachine();
    const bearer = await fetchToken(await addSecret('one'));
    await expectRefused(bearer, () => app.call(applicationsApi.remove, { token, params: { id } }), 401);
  });

  test('if its role is removed', async () => {
    const { id, roleId, addSecret } = await createMachine();
    const bearer = await fetchToken(await addSecret('one'));
    const params = { id: roleId, applicationId: id };
    await expectRefused(bearer, () => app.call(rolesApi.removeApplication, { token, params }), 403);
  });

  test('if its role loses the scope or is deleted', async () => {
    const lost = await createMachine();
    const bearer = await fetchToken(await lost.addSecret('one'));
    const params = { id: lost.roleId, scopeId: lost.scopeId };
    await expectRefused(bearer, () => app.call(rolesApi.removeScope, { token, params }), 403);
    const deleted = await createMachine();
    const second = await fetchToken(await deleted.addSecret('one'));
    await expectRefused(second, () => app.call(rolesApi.remove, { token, params: { id: deleted.roleId } }), 403);
  });

  test('for tokens of a deleted secret, but not for those of another secret', async () => {
    const { id, addSecret } = await createMachine();
    const [old, fresh] = [await fetchToken(await addSecret('old')), await fetchToken(await addSecret('fresh'))];
    const rename = { token, params: { id, name: 'old' }, body: { name: 'older' } };
    await app.call(applicationsApi.renameSecret, rename);
    const params = { id, name: 'older' };
    await expectRefused(old, () => app.call(applicationsApi.removeSecret, { token, params }), 401);
    expect([await callOn(app.core, fresh), await callOn(other.core, fresh)]).toEqual([200, 200]);
    // A new secret with the same name does not reactivate the old one.
    await addSecret('older');
    expect(await callOn(app.core, old)).toBe(401);
  });

  test('for tokens of an expired secret', async () => {
    const { id, addSecret } = await createMachine();
    const bearer = await fetchToken(await addSecret('one'));
    const runOut = () =>
      app.write('default', (db) =>
        sql`update application_secrets set expires_at = now() where application_id = ${id} and name = 'one'`.execute(
          db,
        ),
      );
    await expectRefused(bearer, runOut, 401);
  });

  test('and only tokens for the management API contain the mark of the secret', async () => {
    const { addSecret } = await createMachine();
    const client = await addSecret('one');
    const claims = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    const forApi = claims(await fetchToken(client));
    expect(forApi.secret_id).toMatch(/^[\w-]{12}$/);
    expect(client.secret).not.toContain(forApi.secret_id);
    await app.write('default', (db) =>
      sql`insert into resources (id, name, indicator) values ('shop', 'Shop', 'https://shop.example')
        on conflict do nothing`.execute(db),
    );
    expect(claims(await fetchToken(client, { resource: 'https://shop.example', scope: '' }))).not.toHaveProperty(
      'secret_id',
    );
  });

  test('if a machine in the organization of a tenant is removed or loses its role', async () => {
    for (const table of ['organization_applications', 'organization_applications_roles']) {
      const id = `m${table.length}`;
      await app.write(adminTenantId, async (db) => {
        const api = managementApiIndicator('default');
        await sql`insert into applications (id, name, secret, type, oidc_client_metadata) values (${id}, 'M', '#internal:x',
          'MachineToMachine', '{"redirectUris":[],"postLogoutRedirectUris":[]}')`.execute(db);
        await sql`insert into application_secrets (application_id, application_type, name, value)
          values (${id}, 'MachineToMachine', 'one', 'secret of the machine')`.execute(db);
        await sql`insert into organizations (id, name) values ('t-default', 'Default') on conflict do nothing`.execute(
          db,
        );
        await sql`insert into organization_roles (id, name, type) values ('api-machine', 'API machine', 'MachineToMachine')
          on conflict do nothing`.execute(db);
        await sql`insert into organization_roles_resource_scopes (organization_role_id, scope_id)
          select 'api-machine', s.id from scopes s join resources r on r.id = s.resource_id
          where r.indicator = ${api} and s.name = 'all' on conflict do nothing`.execute(db);
        await sql`insert into organization_applications (organization_id, application_id)
          values ('t-default', ${id})`.execute(db);
        await sql`insert into organization_applications_roles (organization_id, application_id, organization_role_id)
          values ('t-default', ${id}, 'api-machine')`.execute(db);
      });
      const client = { id, secret: 'secret of the machine' };
      const bearer = await fetchToken(client, { organization_id: 't-default' }, adminTenantId);
      const leave = () =>
        app.write(adminTenantId, (db) => sql`delete from ${sql.table(table)} where application_id = ${id}`.execute(db));
      await expectRefused(bearer, leave, table === 'organization_applications' ? 401 : 403);
    }
  });

  test('and the check needs no query once it is cached', async () => {
    const { addSecret } = await createMachine();
    const bearer = await fetchToken(await addSecret('one'));
    expect(await callOn(app.core, bearer)).toBe(200);
    const { tenancy } = app.app;
    const asked: string[] = [];
    const watched = { ...tenancy };
    watched.run = (tenantId, statement, values) => {
      asked.push(statement.name);
      return tenancy.run(tenantId, statement, values);
    };
    Object.assign(app.app, { tenancy: watched });
    try {
      expect(await callOn(app.core, bearer)).toBe(200);
    } finally {
      Object.assign(app.app, { tenancy });
    }
    expect(asked).toEqual([]);
  });
});

describe('a user loses access to the management API at once', () => {
  /** A user with a role that has the scope, signed in with an application. */
  async function signIn() {
    const { scopeId } = await createMachine();
    const person = { username: `person_${Math.random().toString(36).slice(2)}`, password: 'correct horse battery' };
    const { body: user } = await app.call(usersApi.create, { token, body: person });
    // The API grants the management API to machines only; older data and imports may differ.
    const roleId = user.id;
    await app.write('default', async (db) => {
      await sql`insert into roles (id, name, description, type) values (${roleId}, ${roleId}, 'x', 'User')`.execute(db);
      await sql`insert into roles_scopes (role_id, scope_id) values (${roleId}, ${scopeId})`.execute(db);
      await sql`insert into users_roles (user_id, role_id) values (${user.id}, ${roleId})`.execute(db);
    });
    const spa = await createClient(app, token, { type: 'SPA' });
    const { tokens } = await authorize({
      issuer: `${app.endpoint}/oidc`,
      clientId: spa.id,
      redirectUri,
      person,
      scope: 'openid all',
      resource: [managementApiIndicator('default')],
      tokenParams: { resource: managementApiIndicator('default') },
    });
    return { userId: user.id, roleId, clientId: spa.id, bearer: tokens.access_token };
  }

  test('without the role, without the application, or if suspended', async () => {
    const roleless = await signIn();
    const role = { id: roleless.roleId, userId: roleless.userId };
    await expectRefused(roleless.bearer, () => app.call(rolesApi.removeUser, { token, params: role }), 403);
    const stranded = await signIn();
    const remove = () => app.call(applicationsApi.remove, { token, params: { id: stranded.clientId } });
    await expectRefused(stranded.bearer, remove, 401);
    const suspended = await signIn();
    const suspend = { token, params: { userId: suspended.userId }, body: { isSuspended: true } };
    await expectRefused(suspended.bearer, () => app.call(usersApi.setSuspended, suspend), 401);
  });

  test('for tokens of a personal access token that is deleted or expires, and after a sign-out everywhere', async () => {
    const { userId } = await signIn();
    const web = await createClient(app, token, {
      type: 'Traditional',
      customClientMetadata: { allowTokenExchange: true },
    });
    const createToken = async (name: string, body = {}) =>
      (await app.call(personalAccessTokensApi.create, { token, params: { userId }, body: { name, ...body } })).body;
    const exchanged = async (value: string, more: Record<string, string>) =>
      client.genericGrantRequest(web.config, tokenExchangeGrant, {
        subject_token: value,
        subject_token_type: tokenTypes.personalAccessToken,
        ...more,
      });
    const both = async (value: string) => {
      const jwt = await exchanged(value, { resource: managementApiIndicator('default'), scope: 'all' });
      const opaque = await exchanged(value, { scope: 'openid' });
      expect(Math.max(jwt.expires_in ?? 0, opaque.expires_in ?? 0)).toBeLessThanOrEqual(3600);
      return { jwt: jwt.access_token, opaque: opaque.access_token, seconds: [jwt.expires_in, opaque.expires_in] };
    };
    const isKnown = async (opaque: string) => {
      const asked = [
        client.fetchUserInfo(web.config, opaque, userId).then(
          () => true,
          () => false,
        ),
      ];
      const { active } = await client.tokenIntrospection(web.config, opaque);
      return [...(await Promise.all(asked)), active];
    };
    const [laptop, phone] = [await createToken('laptop'), await createToken('phone')];
    const [deleted, kept] = [await both(laptop.value), await both(phone.value)];
    expect(await isKnown(deleted.opaque)).toEqual([true, true]);
    const params = { userId, name: 'laptop' };
    await expectRefused(deleted.jwt, () => app.call(personalAccessTokensApi.remove, { token, params }), 401);
    expect(await isKnown(deleted.opaque)).toEqual([false, false]);
    expect([await callOn(app.core, kept.jwt), await isKnown(kept.opaque)]).toEqual([200, [true, true]]);
    const short = await both((await createToken('short', { expiresAt: Date.now() + 30_000 })).value);
    for (const seconds of short.seconds) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(30);
    }
    await expectRefused(kept.jwt, () => app.call(userSessionsApi.removeAll, { token, params: { userId } }), 401);
    expect(await isKnown(kept.opaque)).toEqual([false, false]);
  });
});
