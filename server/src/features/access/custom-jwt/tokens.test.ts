import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { createMachine } from '#testing/tokens';
import { flushLogs } from '../../records/audit/index.ts';

const redirectUri = 'http://localhost:9/callback';
const person = { username: 'ada', password: 'correct horse battery' };
const resource = managementApiIndicator('default');

let app: ListeningApp;
let token: string;
let clientId: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { ...person, customData: { plan: 'pro' } } });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  clientId = body.id;
});
afterAll(() => app.close());

const save = (tokenTypePath: string, body: string) =>
  app.call(customJwtApi.save, {
    token,
    params: { tokenTypePath },
    body: { script: `const getCustomJwtClaims = async ({ token, context, api }) => {\n${body}\n};` },
  });
const signIn = () => authorize({ issuer: `${app.endpoint}/oidc`, clientId, redirectUri, person, resource: [resource] });
const accessToken = async () => {
  const { config, tokens } = await signIn();
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource });
  return decodeJwt(next.access_token);
};

test('a user token contains the claims of the script, and the standard claims stay', async () => {
  await save('access-token', 'return { plan: context.user.customData.plan, sub: "root", app: token.clientId };');
  const claims = await accessToken();
  expect(claims).toMatchObject({ plan: 'pro', app: clientId, aud: resource, iss: `${app.endpoint}/oidc` });
  expect(claims.sub).not.toBe('root');
});

test('a machine token has its own script', async () => {
  await save('client-credentials', 'return { machine: token.clientId, kind: token.kind };');
  const claims = decodeJwt(await createMachine(app, 'default', ['admin-role']));
  expect(claims).toMatchObject({ machine: claims.client_id, kind: 'ClientCredentials' });
});

test('a failing script does not block a token', async () => {
  await save('access-token', 'return nothing.here;');
  const claims = await accessToken();
  expect([claims.plan, claims.aud]).toEqual([undefined, resource]);
});

test('a failing script blocks the token if it is set to', async () => {
  const script = 'const getCustomJwtClaims = async () => { throw new Error("the shop is closed"); };';
  const params = { tokenTypePath: 'access-token' };
  const { body } = await app.call(customJwtApi.save, { token, params, body: { script, blockIssuanceOnError: true } });
  expect(body.blockIssuanceOnError).toBe(true);
  await expect(accessToken()).rejects.toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringContaining('the shop is closed'),
  });
  await app.call(customJwtApi.update, { token, params, body: { blockIssuanceOnError: false } });
  expect((await accessToken()).aud).toBe(resource);
});

test('the entry of the token request has the claims of the script', async () => {
  await save('access-token', 'return { plan: "gold", app: context.application.name };');
  expect(await accessToken()).toMatchObject({ plan: 'gold', app: 'Shop' });
  await flushLogs(app.app);
  const rows = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select('payload')
      .where('key', '=', 'ExchangeTokenBy.RefreshToken')
      .orderBy('created_at', 'desc')
      .execute(),
  );
  expect(rows[0]?.payload).toMatchObject({ customTokenClaims: { plan: 'gold', app: 'Shop' } });
});

test('an empty script adds nothing and is not a failure', async () => {
  const failures = async () => {
    await flushLogs(app.app);
    return app.read('default', (db) =>
      db.selectFrom('logs').select('id').where('key', '=', 'JwtCustomizer.AccessToken').execute(),
    );
  };
  const before = await failures();
  await app.call(customJwtApi.save, { token, params: { tokenTypePath: 'access-token' }, body: { script: '' } });
  const claims = await accessToken();
  expect([claims.plan, claims.aud]).toEqual([undefined, resource]);
  expect(await failures()).toEqual(before);
});

test('denyAccess rejects the token with its message', async () => {
  await save('access-token', 'api.denyAccess("closed on Sundays");');
  await expect(accessToken()).rejects.toMatchObject({
    error: 'access_denied',
    error_description: 'closed on Sundays',
  });
  await app.call(customJwtApi.remove, { token, params: { tokenTypePath: 'access-token' } });
  expect((await accessToken()).aud).toBe(resource);
});

test('the script sees how the session was signed in to, without secrets', async () => {
  await save('access-token', 'return { how: context.interaction };');
  const { how } = (await accessToken()) as { how: { verificationRecords: Record<string, unknown>[] } };
  expect(how).toMatchObject({
    interactionEvent: 'SignIn',
    signInContext: { ip: expect.any(String), userAgent: expect.any(String) },
    verificationRecords: [{ type: 'Password', identifier: { type: 'username', value: 'ada' }, verified: true }],
  });
  expect(JSON.stringify(how)).not.toContain(person.password);
});
