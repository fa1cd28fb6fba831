import { connect } from 'node:net';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let spa: string;
let other: string;
let web: { client_id: string; client_secret: string };
let jwt: string;
const person = { username: 'quinn', password: 'a good long secret' };
const redirectUri = 'http://localhost:9/callback';

beforeAll(async () => {
  app = await listeningApp();
  const token = await app.managementToken();
  jwt = token;
  await app.call(usersApi.create, { token, body: person });
  const oidcClientMetadata = { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://localhost:9/bye'] };
  const create = async (type: 'SPA' | 'Traditional') =>
    (await app.call(applicationsApi.create, { token, body: { name: 'App', type, oidcClientMetadata } })).body.id;
  [spa, other] = [await create('SPA'), await create('SPA')];
  const id = await create('Traditional');
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id } });
  web = { client_id: id, client_secret: secrets[0]?.value ?? '' };
});
afterAll(() => app.close());

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.endpoint}/oidc${path}`, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
const post = (path: string, body: Record<string, string> | [string, string][]) =>
  send(path, { method: 'POST', body: new URLSearchParams(body) });

const invalid = { status: 400, body: { error: 'invalid_request', code: 'oidc.invalid_request' } };

describe('introspection and revocation', () => {
  test.each(['/token/introspection', '/token/revocation'])('%s refuses a JWT access token', async (path) => {
    expect(await post(path, { ...web, token: jwt })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_token_type', error_description: expect.any(String) },
    });
  });

  /** Tokens of a sign-in at the first application. */
  async function signIn() {
    const { tokens } = await authorize({ issuer: `${app.endpoint}/oidc`, clientId: spa, redirectUri, person });
    return { access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
  }
  const userinfo = async (access: string) =>
    (await send('/me', { headers: { authorization: `Bearer ${access}` } })).status;
  const refresh = (token: string) =>
    post('/token', { grant_type: 'refresh_token', client_id: spa, refresh_token: token });

  test('a revoked opaque access token ends its grant and the refresh token', async () => {
    const { access, refresh: token } = await signIn();
    expect(await userinfo(access)).toBe(200);
    expect((await post('/token/revocation', { client_id: spa, token: access })).status).toBe(200);
    expect(await userinfo(access)).toBe(401);
    expect(await refresh(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('another application revokes nothing, and is not told so', async () => {
    const { access, refresh: token } = await signIn();
    for (const given of [access, token, 'unknown']) {
      expect(await post('/token/revocation', { client_id: other, token: given })).toMatchObject({
        status: 200,
        body: '',
      });
    }
    expect(await userinfo(access)).toBe(200);
    expect((await refresh(token)).status).toBe(200);
  });
});

describe('addresses and methods that do not exist', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['OPTIONS', '/nothing'],
    ['GET', '/'],
    ['GET', '/token'],
    ['DELETE', '/me'],
    ['PUT', '/auth'],
  ])('%s %s returns 404 with an OAuth error, to browsers too', async (method, path) => {
    for (const accept of ['application/json', 'text/html']) {
      expect(await send(path, { method, headers: { accept } })).toMatchObject({
        status: 404,
        body: { error: 'invalid_request', error_description: expect.any(String), code: 'oidc.invalid_request' },
      });
    }
  });
});

describe('NUL characters in a body', () => {
  const fields = {
    scope: 'openid',
    token: 'x',
    id_token_hint: 'x',
    grant_type: 'refresh_token',
    response_type: 'code',
  };

  test.each([
    '/token',
    '/token/introspection',
    '/token/revocation',
    '/request',
    '/device/auth',
    '/me',
    '/auth',
    '/session/end',
    '/session/end/confirm',
    '/backchannel',
  ])('are refused at %s', async (path) => {
    for (const [name, value] of [...Object.keys(fields).map((one) => [one, 'a\0b']), ['a\0b', 'x']]) {
      const body = { ...web, ...fields, [String(name)]: String(value) };
      const headers = { 'content-type': 'application/json' };
      expect(await post(path, body)).toMatchObject(invalid);
      expect(await send(path, { method: 'POST', body: JSON.stringify(body), headers })).toMatchObject(invalid);
      const plain = new URLSearchParams(body).toString().replaceAll('%00', '\0');
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(await send(path, { method: 'POST', body: plain, headers: form })).toMatchObject(invalid);
    }
  });

  test('are found when the network splits them', async () => {
    const { port } = new URL(app.endpoint);
    const body = `grant_type=refresh_token&client_id=${spa}&refresh_token=a%00b`;
    for (const at of [body.indexOf('%') + 1, body.indexOf('%') + 2]) {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8').setNoDelay(true);
      const head = `POST /oidc/token HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const parts = [body.slice(0, at), body.slice(at)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
      socket.write(`${head}${parts.join('')}0\r\n\r\n`);
      let answer = '';
      for await (const part of socket) {
        answer += part;
      }
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"invalid_request"/s);
    }
  });
});

describe('a form at an address that browsers visit', () => {
  const request = () => ({
    client_id: spa,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const signOut = () => ({ client_id: spa, post_logout_redirect_uri: 'http://localhost:9/bye', state: 'x y&z' });
  const both = (): [string, Record<string, string>][] => [
    ['/auth', request()],
    ['/session/end', signOut()],
  ];

  test('is the same as a link, as a form and as JSON', async () => {
    for (const [path, fields] of both()) {
      const json = { method: 'POST', body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
      for (const answer of [await post(path, fields), await send(path, json)]) {
        expect(answer.status).toBe(303);
        const to = new URL(answer.headers.get('location') ?? '', app.endpoint);
        expect([to.pathname, Object.fromEntries(to.searchParams)]).toEqual([`/oidc${path}`, fields]);
      }
    }
    const address = (await post('/session/end', signOut())).headers.get('location') ?? '';
    expect((await send(address.slice('/oidc'.length))).body).toContain('/oidc/session/end/confirm');
  });

  test('with a field twice is refused; a resource may be repeated', async () => {
    for (const [path, fields] of both()) {
      for (const more of [
        ['state', 'a', 'state', 'b'],
        ['client_id', spa],
        ['unknown', '', 'unknown', ''],
      ]) {
        const pairs = Object.entries(fields);
        for (let at = 0; at < more.length; at += 2) {
          pairs.push([String(more[at]), String(more[at + 1])]);
        }
        expect(await post(path, pairs)).toMatchObject(invalid);
      }
    }
    const resources = ['https://a.example', 'https://b.example'].map((one): [string, string] => ['resource', one]);
    expect((await post('/auth', [...Object.entries(request()), ...resources])).status).toBe(303);
  });

  test('of another type, or with an object, is refused', async () => {
    for (const [path] of both()) {
      for (const [type, body] of [
        ['text/plain', 'client_id=x'],
        ['application/json', '{"client_id":{}}'],
        ['application/json', '[]'],
        ['application/json', '{"state":["a","b"]}'],
      ] as const) {
        expect(await send(path, { method: 'POST', body, headers: { 'content-type': type } })).toMatchObject(invalid);
      }
      expect(await post(path, { state: 'x'.repeat(9000) })).toMatchObject(invalid);
    }
  });
});

test('both discovery documents list the device endpoint, the scope of sessions and the grants', async () => {
  const { body } = await send('/.well-known/openid-configuration');
  expect((await send('/.well-known/oauth-authorization-server')).body).toEqual(body);
  expect(body).toMatchObject({
    device_authorization_endpoint: `${app.endpoint}/oidc/device/auth`,
    pushed_authorization_request_endpoint: `${app.endpoint}/oidc/request`,
    scopes_supported: expect.arrayContaining(['urn:logto:scope:sessions']),
    grant_types_supported: expect.arrayContaining([
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ]),
    code_challenge_methods_supported: ['S256'],
    response_modes_supported: expect.arrayContaining(['form_post', 'fragment', 'query']),
    claims_parameter_supported: true,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
});
