import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const refused = (status: number, code: string) => ({ status, body: { code } });

async function createUser() {
  return (await app.call(usersApi.create, { token, body: {} })).body.id;
}

const set = (userId: string, target: string, body: { userId: string; details?: Record<string, unknown> }) =>
  app.call(userIdentitiesApi.set, { token, params: { userId, target }, body });

describe('an identity', () => {
  test('is set, read, replaced and removed', async () => {
    const userId = await createUser();
    const first = await set(userId, 'github', { userId: 'gh-1', details: { name: 'Ada' } });
    expect([first.status, first.body]).toEqual([201, { github: { userId: 'gh-1', details: { name: 'Ada' } } }]);
    const second = await set(userId, 'github', { userId: 'gh-2' });
    expect([second.status, second.body]).toEqual([200, { github: { userId: 'gh-2' } }]);
    const params = { userId, target: 'github' };
    expect((await app.call(userIdentitiesApi.get, { token, params })).body).toEqual({ identity: { userId: 'gh-2' } });
    expect((await app.call(userIdentitiesApi.listAll, { token, params: { userId } })).body).toEqual({
      socialIdentities: [{ target: 'github', identity: { userId: 'gh-2' } }],
      ssoIdentities: [],
    });
    const removed = await app.call(userIdentitiesApi.remove, { token, params });
    expect(removed).toMatchObject({ status: 200, body: { id: userId, identities: {} } });
    expect(await app.call(userIdentitiesApi.remove, { token, params })).toMatchObject(
      refused(404, 'user.identity_not_exist'),
    );
  });

  test('belongs to one user, and is free again when replaced', async () => {
    const [one, two] = [await createUser(), await createUser()];
    await set(one, 'google', { userId: 'shared' });
    expect(await set(two, 'google', { userId: 'shared' })).toMatchObject(refused(422, 'user.identity_already_in_use'));
    await set(one, 'google', { userId: 'another' });
    expect((await set(two, 'google', { userId: 'shared' })).status).toBe(201);
  });

  test('with the target __proto__ is rejected and not stored', async () => {
    const userId = await createUser();
    expect(await set(userId, '__proto__', { userId: 'x' })).toMatchObject(refused(400, 'guard.invalid_input'));
    expect((await app.call(userIdentitiesApi.listAll, { token, params: { userId } })).body.socialIdentities).toEqual(
      [],
    );
    expect((await set(userId, 'constructor', { userId: 'x' })).body).toEqual({ constructor: { userId: 'x' } });
  });

  test('is given to one of twenty parallel users (attack 38)', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, createUser));
    const answers = await Promise.all(users.map((userId) => set(userId, 'google', { userId: 'raced' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  test('with the name of an object property is not found', async () => {
    const userId = await createUser();
    for (const target of ['__proto__', 'constructor', 'toString']) {
      expect(await app.call(userIdentitiesApi.get, { token, params: { userId, target } })).toMatchObject(
        refused(404, 'user.identity_not_exist'),
      );
    }
  });

  test.each([
    {},
    { userId: '' },
    { userId: 'x'.repeat(257) },
    { userId: 'x', details: 'no object' },
    { userId: 'x', nope: true },
    { userId: 'a\0b' },
  ])('rejects %j', async (body) => {
    expect((await set(await createUser(), 'github', body as { userId: string })).status).toBe(400);
  });

  test('of an unknown user is a 404 on every route', async () => {
    const params = { userId: 'nobody', target: 'github', ssoConnectorId: 'x' };
    const link = { connectorId: 'x', connectorData: {} };
    const answers = [
      await app.call(userIdentitiesApi.listAll, { token, params }),
      await app.call(userIdentitiesApi.get, { token, params }),
      await app.call(userIdentitiesApi.set, { token, params, body: { userId: 'x' } }),
      await app.call(userIdentitiesApi.link, { token, params, body: link }),
      await app.call(userIdentitiesApi.remove, { token, params }),
      await app.call(userIdentitiesApi.getSso, { token, params }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refused(404, 'entity.not_found'));
    }
  });

  test('of an enterprise provider does not exist yet', async () => {
    const params = { userId: await createUser(), ssoConnectorId: 'okta' };
    expect(await app.call(userIdentitiesApi.getSso, { token, params })).toMatchObject(
      refused(404, 'user.enterprise_sso_identity_not_exists'),
    );
    const user = await app.call(usersApi.get, { token, params, query: { includeSsoIdentities: 'YES' } });
    expect(user.body.ssoIdentities).toEqual([]);
  });
});

describe('an identity verified by a provider', () => {
  let provider: Server;
  let connectorId: string;

  beforeAll(async () => {
    provider = createServer((request, response) => {
      const isToken = request.url === '/token';
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(isToken ? { access_token: 'at', token_type: 'bearer' } : { id: 'p-1', name: 'Ada\0' }),
      );
    });
    await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const { body } = await app.call(connectorsApi.create, {
      token,
      body: {
        connectorId: 'oauth2',
        metadata: { target: 'acme' },
        config: {
          clientId: 'id',
          clientSecret: 'secret',
          authorizationEndpoint: `${origin}/auth`,
          tokenEndpoint: `${origin}/token`,
          userInfoEndpoint: `${origin}/user`,
        },
      },
    });
    connectorId = body.id;
  });
  afterAll(() => void provider.close());

  const link = (userId: string, id: string, connectorData: Record<string, unknown>) =>
    app.call(userIdentitiesApi.link, { token, params: { userId }, body: { connectorId: id, connectorData } });

  test('is linked by the response of the provider, regardless of other input (attack 18)', async () => {
    const userId = await createUser();
    const redirectUri = 'https://app.example.com/callback';
    const answer = await link(userId, connectorId, { code: 'c', redirectUri, id: 'somebody-else', userId: 'x' });
    expect(answer).toMatchObject({
      status: 200,
      body: { acme: { userId: 'p-1', details: { id: 'p-1', name: 'Ada' } } },
    });
    const other = await link(await createUser(), connectorId, { code: 'c', redirectUri });
    expect(other).toMatchObject(refused(422, 'user.identity_already_in_use'));
  });

  test('requires a social connector', async () => {
    const userId = await createUser();
    expect(await link(userId, 'nothing', {})).toMatchObject(refused(422, 'session.invalid_connector_id'));
    const { body: sender } = await app.call(connectorsApi.create, {
      token,
      body: { connectorId: 'http-email', config: { endpoint: 'https://203.0.114.1/mail' } },
    });
    expect(await link(userId, sender.id, {})).toMatchObject(refused(422, 'session.invalid_connector_id'));
  });

  test('requires data that the provider accepts', async () => {
    const answer = await link(await createUser(), connectorId, { nonsense: true });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

test('hides identities of another tenant', async () => {
  const userId = await createUser();
  await set(userId, 'github', { userId: 'mine' });
  const admin = await app.managementToken('admin');
  const params = { userId, target: 'github' };
  const other = { token: admin, tenantId: 'admin', params };
  expect((await app.call(userIdentitiesApi.get, other)).status).toBe(404);
  expect((await app.call(userIdentitiesApi.set, { ...other, body: { userId: 'theirs' } })).status).toBe(404);
  expect((await app.call(userIdentitiesApi.remove, other)).status).toBe(404);
  // The same account may belong to one user in each tenant.
  const { body: theirs } = await app.call(usersApi.create, { token: admin, tenantId: 'admin', body: {} });
  expect(
    (
      await app.call(userIdentitiesApi.set, {
        ...other,
        params: { userId: theirs.id, target: 'github' },
        body: { userId: 'mine' },
      })
    ).status,
  ).toBe(201);
  expect((await app.call(userIdentitiesApi.get, { token, params })).body.identity.userId).toBe('mine');
});
