import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import type { App } from '#platform/app';
import { type TestApp, testApp } from '#testing/test-app';
import { customClaims } from './index.ts';

const vaultKey = Buffer.alloc(32, 7).toString('base64');
let app: TestApp;
let token: string;
let userId: string;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: vaultKey });
  token = await app.managementToken();
  const { body } = await app.call(usersApi.create, {
    token,
    body: {
      username: 'ada',
      password: 'correct horse battery',
      primaryEmail: 'ada@example.com',
      customData: { plan: 'pro' },
    },
  });
  userId = body.id;
  await app.write('default', async (db) => {
    await sql`insert into resources (id, name, indicator) values ('shop', 'Shop', 'https://shop.test')`.execute(db);
    await sql`insert into scopes (id, resource_id, name) values ('s1', 'shop', 'read'), ('s2', 'shop', 'write')`.execute(
      db,
    );
    await sql`insert into roles (id, name, description) values ('r1', 'Editor', 'edits'), ('r2', 'Reader', 'reads')`.execute(
      db,
    );
    await sql`insert into roles_scopes (role_id, scope_id) values ('r1', 's1'), ('r1', 's2'), ('r2', 's1')`.execute(db);
    await sql`insert into users_roles (user_id, role_id) values (${userId}, 'r1'), (${userId}, 'r2')`.execute(db);
    await sql`insert into organizations (id, name) values ('o1', 'Acme')`.execute(db);
    await sql`insert into organization_users (organization_id, user_id) values ('o1', ${userId})`.execute(db);
    await sql`insert into organization_roles (id, name) values ('or1', 'Owner')`.execute(db);
    await sql`insert into organization_users_roles (organization_id, user_id, organization_role_id)
      values ('o1', ${userId}, 'or1')`.execute(db);
  });
});
afterAll(() => app.close());
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('jwt_customizers').execute())));

const save = (script: string, tokenTypePath = 'access-token', more: object = {}) =>
  app.call(customJwtApi.save, { token, params: { tokenTypePath }, body: { script, ...more } });
const ask = (more: object = {}, on: App = app.app) =>
  customClaims(on, 'default', { tokenType: 'access-token', token: { clientId: 'shop-app' }, userId, ...more });
const logs = async (of: App = app.app) => {
  await flushLogs(of);
  return app.read('default', async (db) => {
    const rows = await db
      .selectFrom('logs')
      .select(['key', 'payload'])
      .where('key', 'like', 'JwtCustomizer%')
      .execute();
    await db.deleteFrom('logs').where('key', 'like', 'JwtCustomizer%').execute();
    return rows as { key: string; payload: Record<string, unknown> }[];
  });
};

test('adds nothing and makes no query without a script', async () => {
  let asked = 0;
  const counting = new Proxy(app.app.tenancy, {
    get: (target, name, receiver) => {
      asked += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const askedFor = async () => {
    asked = 0;
    expect(await ask({}, { ...app.app, tenancy: counting })).toEqual({});
    return asked;
  };
  // Writes from before this test cause a notification, which clears the cache once more.
  await expect.poll(askedFor).toBe(0);
});

test('a script gets the user, their roles with scopes, and their organizations', async () => {
  await save('const getCustomJwtClaims = async ({ token, context }) => ({ token, context });');
  const { claims } = await ask({ interaction: async () => ({ interactionEvent: 'SignIn' }) });
  expect(claims).toMatchObject({
    token: { clientId: 'shop-app' },
    context: {
      user: {
        id: userId,
        username: 'ada',
        primaryEmail: 'ada@example.com',
        customData: { plan: 'pro' },
        hasPassword: true,
        isSuspended: false,
        ssoIdentities: [],
        mfaVerificationFactors: [],
        roles: [
          {
            id: 'r1',
            name: 'Editor',
            description: 'edits',
            scopes: [
              {
                id: 's1',
                name: 'read',
                resourceId: 'shop',
                resource: { indicator: 'https://shop.test', name: 'Shop' },
              },
              { id: 's2', name: 'write' },
            ],
          },
          { id: 'r2', scopes: [{ id: 's1' }] },
        ],
        organizations: [{ id: 'o1', name: 'Acme', description: null }],
        organizationRoles: [{ organizationId: 'o1', roleId: 'or1', roleName: 'Owner' }],
      },
      interaction: { interactionEvent: 'SignIn' },
    },
  });
  expect(JSON.stringify(claims)).not.toMatch(/argon2|password_encrypted|passwordEncrypted/);
});

test('a script gets the application, and the organization that the request names', async () => {
  await app.write('default', async (db) => {
    await sql`insert into applications (id, name, secret, type, oidc_client_metadata, custom_data)
      values ('shop-app', 'Shop', 'canary-secret', 'SPA', '{"redirectUris": []}', '{"team": "sales"}')`.execute(db);
    await sql`update organizations set custom_data = '{"tier": 1}' where id = 'o1'`.execute(db);
  });
  const script = 'const getCustomJwtClaims = async ({ context: { user, ...context } }) => ({ context });';
  await save(script);
  await save(script, 'client-credentials');
  const application = expect.objectContaining({
    tenantId: 'default',
    id: 'shop-app',
    name: 'Shop',
    type: 'SPA',
    customData: { team: 'sales' },
    isThirdParty: false,
    createdAt: expect.any(Number),
  });
  const organization = { id: 'o1', name: 'Acme', description: null, customData: { tier: 1 } };
  expect(await ask()).toEqual({ claims: { context: { application } } });
  expect(await ask({ organizationId: 'o1' })).toEqual({ claims: { context: { application, organization } } });
  expect(await ask({ organizationId: 'unknown' })).toEqual({ claims: { context: { application } } });
  const machine = { tokenType: 'client-credentials', organizationId: 'o1', userId: undefined };
  const machineClaims = await ask(machine);
  expect(machineClaims).toEqual({ claims: { context: { application } } });
  expect(JSON.stringify(machineClaims)).not.toContain('canary-secret');
  // Built-in applications have no settings.
  expect(await ask({ token: { clientId: 'demo-app' } })).toEqual({ claims: { context: {} } });
});

test('each run is recorded with its claims, without the data of the person', async () => {
  await logs();
  await save('const getCustomJwtClaims = async ({ context }) => ({ plan: context.user.customData.plan });');
  await ask({ token: { clientId: 'shop-app', sessionUid: 'session1', jti: 'canary-jti' }, organizationId: 'o1' });
  const [entry, ...rest] = await logs();
  expect(rest).toEqual([]);
  expect(entry).toMatchObject({
    key: 'JwtCustomizer.AccessToken',
    payload: {
      result: 'Success',
      customTokenClaims: { plan: 'pro' },
      tenantId: 'default',
      sessionId: 'session1',
      applicationId: 'shop-app',
      userId,
      payload: {
        tokenType: 'access-token',
        token: '******',
        context: { user: { id: userId }, organization: { id: 'o1' } },
      },
    },
  });
  expect(JSON.stringify(entry)).not.toMatch(/canary|ada@example/);
});

test('a failing script blocks the token if the tenant chose it', async () => {
  await logs();
  const script = 'const getCustomJwtClaims = async () => { throw new Error("no answer"); };';
  await save(script, 'access-token', { blockIssuanceOnError: true });
  expect(await ask()).toMatchObject({ failed: expect.stringContaining('no answer') });
  expect(await logs()).toMatchObject([{ payload: { result: 'Error', customJwtError: { code: 'General' } } }]);
  await save(script, 'access-token', { blockIssuanceOnError: false });
  expect(await ask()).not.toHaveProperty('failed');
});

test('a script cannot set claims of the engine', async () => {
  await save(`const getCustomJwtClaims = async () => ({ iss: 1, sub: 1, aud: 1, exp: 1, iat: 1, nbf: 1, jti: 1,
    client_id: 1, scope: 1, kid: 1, typ: 1, cnf: 1, act: 1, organization_id: 1, plan: 'pro' });`);
  expect(await ask()).toEqual({ claims: { plan: 'pro' } });
});

test('applies a change at once, on this node and on another', async () => {
  const other = await app.another();
  const both = async () => [await ask(), await ask({}, other.app)];
  await save('const getCustomJwtClaims = async () => ({ n: 1 });', 'access-token', {
    environmentVariables: { A: 'x' },
  });
  await expect.poll(both).toEqual([{ claims: { n: 1 } }, { claims: { n: 1 } }]);
  await save('const getCustomJwtClaims = async ({ environmentVariables: { A } }) => ({ A });', 'access-token', {
    environmentVariables: { A: 'new' },
  });
  expect(await ask()).toEqual({ claims: { A: 'new' } });
  await expect.poll(() => ask({}, other.app)).toEqual({ claims: { A: 'new' } });
  await logs(other.app);
});

test('a failing script adds nothing, does not block the token, and is recorded in the audit log', async () => {
  await logs();
  await save('const getCustomJwtClaims = async () => {\n  missing.thing;\n};');
  expect(await ask()).toEqual({ error: expect.objectContaining({ code: 'General' }) });
  expect(await logs()).toMatchObject([
    {
      key: 'JwtCustomizer.AccessToken',
      payload: {
        result: 'Error',
        error: { message: expect.stringContaining('missing'), line: 2, column: 3, code: 'General' },
        tenantId: 'default',
        userId,
        applicationId: 'shop-app',
      },
    },
  ]);
});

test('denyAccess blocks the token, even if the script catches the error', async () => {
  await logs();
  await save(`const getCustomJwtClaims = async ({ api }) => {
    try { api.denyAccess('closed on Sundays'); } catch {}
    return { plan: 'pro' };
  };`);
  expect(await ask()).toMatchObject({ denied: 'closed on Sundays' });
  expect(await logs()).toMatchObject([{ payload: { result: 'Error', error: { code: 'AccessDenied' } } }]);
  await save('const getCustomJwtClaims = async ({ api }) => api.denyAccess();');
  expect(await ask()).toMatchObject({ denied: '' });
});

test('treats unreadable variables as a failure, with a clear line in the log', async () => {
  await logs();
  await save('const getCustomJwtClaims = async () => ({ a: 1 });', 'access-token', {
    environmentVariables: { A: 'x' },
  });
  const other = await testApp();
  const on = { ...app.app, vault: other.app.vault };
  expect(await ask({}, on)).toEqual({ error: { message: expect.any(String), code: 'General' } });
  expect(app.logs.some((line) => line.includes('custom JWT variables not readable'))).toBe(true);
  expect(await logs(on)).toMatchObject([{ payload: { result: 'Error' } }]);
  await other.close();
});
