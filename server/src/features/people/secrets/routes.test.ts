import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { secretsApi } from '@postern/contracts/people/secrets';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/** Its codes are user ids; its tokens are easy to find if they leak. */
let provider: Server;
let app: TestApp;
let token: string;
let connectorId: string;
const secretPart = 'provider-token-that-nobody-may-see';

beforeAll(async () => {
  let round = 0;
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    round += 1;
    const code = new URLSearchParams(text).get('code');
    const id = request.headers.authorization?.split('.').pop();
    const tokens = {
      access_token: `${secretPart}.${round}.${code}`,
      refresh_token: `${secretPart}-refresh.${round}`,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read',
    };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(request.url === '/token' ? tokens : { id, email: `${id}@acme.example`, email_verified: true }),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  connectorId = await createConnector('acme');
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: ['acme', 'other'],
  });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

async function createConnector(target: string): Promise<string> {
  const { port } = provider.address() as AddressInfo;
  const { body } = await app.call(connectorsApi.create, {
    token,
    body: {
      connectorId: 'oauth2',
      trustAddresses: true,
      enableTokenStorage: true,
      metadata: { target, name: { en: target } },
      config: {
        authorizationEndpoint: 'https://acme.example/authorize',
        tokenEndpoint: `http://127.0.0.1:${port}/token`,
        userInfoEndpoint: `http://127.0.0.1:${port}/me`,
        clientId: 'postern',
        clientSecret: 'secret',
        tokenEndpointResponseType: 'json',
      },
    },
  });
  return body.id;
}

const bodies: unknown[] = [];

/** Returns from the provider as a user, in a new sign-in. */
async function prove(code: string, id = connectorId): Promise<{ person: Visitor; proof: string }> {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  const redirectUri = `http://core.test/callback/${id}`;
  const base = `/verification/social/${id}`;
  const left = await person.step('POST', `${base}/authorization-uri`, { state: 'st', redirectUri });
  const { verificationId } = left.body;
  const connectorData = { code, state: 'st', redirectUri };
  const back = await person.step('POST', `${base}/verify`, { verificationId, connectorData });
  bodies.push(back.body, (await person.step('GET', '/interaction')).body);
  return { person, proof: verificationId };
}

async function finish(person: Visitor): Promise<string> {
  const { userId } = (await person.step('GET', '/interaction')).body;
  const submitted = await person.submit();
  expect(submitted.status).toBe(200);
  bodies.push(submitted.body);
  return userId;
}

async function register(code: string, id = connectorId): Promise<string> {
  const { person, proof } = await prove(code, id);
  await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
  expect((await person.identify(proof)).status).toBe(201);
  return finish(person);
}

async function signInAgain(code: string): Promise<string> {
  const { person, proof } = await prove(code);
  expect((await person.identify(proof)).status).toBe(204);
  return finish(person);
}

const identitiesOf = async (userId: string, includeTokenSecret: string | undefined = 'true') => {
  const query: Record<string, string> = includeTokenSecret ? { includeTokenSecret } : {};
  const { body } = await app.call(userIdentitiesApi.listAll, { token, params: { userId }, query });
  bodies.push(body);
  return body.socialIdentities;
};
const secretOf = async (userId: string) => (await identitiesOf(userId))[0]?.tokenSecret;

/** The tokens in the database, decrypted. */
async function tokensOf(userId: string, identityId: string) {
  const { rows } = await app.write('default', (db) =>
    sql<{ sealed: string }>`select sealed from secrets where user_id = ${userId}`.execute(db),
  );
  return rows.map(({ sealed }) => {
    expect(sealed).not.toContain(secretPart);
    return JSON.parse(app.app.vault.open(`federated-tokens:default:acme:${identityId}`, sealed));
  });
}

test('stores the tokens of a provider encrypted at registration and replaces them at the next sign-in', async () => {
  const userId = await register('ada');
  expect(await secretOf(userId)).toMatchObject({
    userId,
    connectorId,
    target: 'acme',
    identityId: 'ada',
    type: 'federated_token_set',
    metadata: { scope: 'read', tokenType: 'Bearer', hasRefreshToken: true },
  });
  const [first] = await tokensOf(userId, 'ada');
  expect(first.access_token).toContain(secretPart);
  expect(await signInAgain('ada')).toBe(userId);
  const tokens = await tokensOf(userId, 'ada');
  expect(tokens).toHaveLength(1);
  expect(tokens[0].access_token).not.toBe(first.access_token);
});

test('includes them only on request', async () => {
  const userId = await register('bea');
  expect((await identitiesOf(userId, ''))[0]).not.toHaveProperty('tokenSecret');
  expect((await identitiesOf(userId, 'false'))[0]).not.toHaveProperty('tokenSecret');
  expect((await identitiesOf(userId, 'Yes'))[0]).toHaveProperty('tokenSecret');
  const params = { userId, target: 'acme' };
  const one = await app.call(userIdentitiesApi.get, { token, params, query: { includeTokenSecret: 'true' } });
  expect(one.body.tokenSecret).toMatchObject({ identityId: 'bea' });
  expect((await app.call(userIdentitiesApi.get, { token, params, query: {} })).body).not.toHaveProperty('tokenSecret');
});

test('stores them with the account when an identity is linked', async () => {
  const made = await app.call(usersApi.create, { token, body: { primaryEmail: 'cid@acme.example' } });
  const { person, proof } = await prove('cid');
  const refused = await person.identify(proof);
  expect([refused.code, refused.body.data]).toMatchObject(['user.identity_not_exist', { relatedUser: {} }]);
  expect((await person.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
  expect(await finish(person)).toBe(made.body.id);
  expect(await secretOf(made.body.id)).toMatchObject({ identityId: 'cid' });
});

test('deletes a token set by its id once', async () => {
  const userId = await register('dan');
  const { id = '' } = (await secretOf(userId)) ?? {};
  expect((await app.call(secretsApi.remove, { token, params: { id } })).status).toBe(204);
  expect(await secretOf(userId)).toBeUndefined();
  expect((await app.call(secretsApi.remove, { token, params: { id } })).status).toBe(404);
});

test('deletes them with the identity and keeps them when another one is added', async () => {
  const userId = await register('eve');
  const params = { userId, target: 'elsewhere' };
  await app.call(userIdentitiesApi.set, { token, params, body: { userId: 'x' } });
  expect((await identitiesOf(userId)).map(({ tokenSecret }) => tokenSecret?.identityId).sort()).toEqual([
    'eve',
    undefined,
  ]);
  await app.call(userIdentitiesApi.remove, { token, params: { userId, target: 'acme' } });
  expect(await tokensOf(userId, 'eve')).toEqual([]);
});

test('deletes them with the user and with the connector', async () => {
  const [fay, other] = [await register('fay'), await createConnector('other')];
  const gil = await register('gil', other);
  expect((await identitiesOf(gil))[0]?.tokenSecret).toMatchObject({ connectorId: other });
  await app.call(connectorsApi.remove, { token, params: { id: other } });
  expect(await tokensOf(gil, 'gil')).toEqual([]);
  await app.call(usersApi.remove, { token, params: { userId: fay } });
  expect(await tokensOf(fay, 'fay')).toEqual([]);
});

test('hides them from another tenant', async () => {
  const userId = await register('hal');
  const { id = '' } = (await secretOf(userId)) ?? {};
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  expect((await app.call(secretsApi.remove, { ...calls, params: { id } })).status).toBe(404);
  expect(await secretOf(userId)).toMatchObject({ id });
});

test('exposes no token in responses, the outbox or the audit log', async () => {
  expect(JSON.stringify(bodies)).not.toContain(secretPart);
  const { rows } = await app.write('default', (db) =>
    sql<{
      text: string;
    }>`select payload::text as text from logs union all select row_to_json(o)::text from outbox o`.execute(db),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(secretPart);
});

test('deletes the tokens of a connector that stops storing them', async () => {
  const userId = await register('ida');
  const params = { id: connectorId };
  await app.call(connectorsApi.update, { token, params, body: { enableTokenStorage: true } });
  expect(await secretOf(userId)).toMatchObject({ identityId: 'ida' });
  await app.call(connectorsApi.update, { token, params, body: { enableTokenStorage: false } });
  expect(await tokensOf(userId, 'ida')).toEqual([]);
  expect(await signInAgain('ida')).toBe(userId);
  expect(await tokensOf(userId, 'ida')).toEqual([]);
});
