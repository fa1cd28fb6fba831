import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { usersApi } from '@postern/contracts/people/users';
import { deviceCodeGrant, tokenExchangeGrant, tokenTypes } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import type { Running } from './app.ts';
import { type Visitor, visitor } from './testing/sign-in.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { consoleTokens } from './testing/tokens.ts';

/**
 * What one tenant has given out, used at another tenant of the same server, on the same node and on another one. Both
 * tenants have applications with the same ids and secrets, and a person with the same name and password.
 */
let app: TestApp;
let nodes: Running[];
let [mine, theirs] = ['', ''];
let [token, theirToken] = ['', ''];
let web: { id: string; secret: string };
let device: string;
const ada = { username: 'ada', password: 'correct horse battery', primaryEmail: 'ada@fjord.example' };
const redirectUri = 'https://app.example/callback';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

type Form = Record<string, string>;

async function send(tenantId: string, node: Running | undefined, path: string, form?: Form, headers: Form = {}) {
  const answer = await (tenantId === 'admin' ? node?.admin : node?.core)?.inject({
    method: form ? 'POST' : 'GET',
    url: path,
    headers: {
      host: new URL(app.app.endpointOf(tenantId)).host,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
  const isJson = String(answer?.headers['content-type']).includes('json');
  return {
    status: answer?.statusCode,
    text: answer?.payload ?? '',
    body: isJson ? answer?.json() : {},
    location: String(answer?.headers.location ?? ''),
    cookies: answer?.cookies ?? [],
  };
}
const basic = () => ({ authorization: `Basic ${btoa(`${web.id}:${web.secret}`)}` });
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
const cookiesOf = ({ cookies }: Visitor, rename = (name: string) => name) =>
  [...cookies].map(([name, value]) => `${rename(name)}=${value}`).join('; ');
/** The cookies as they are, and under the names of the other tenant. */
const stolenCookies = (from: Visitor) => [cookiesOf(from), cookiesOf(from, (name) => name.replace(mine, theirs))];

const request = (more: Form = {}): Form => ({
  client_id: web.id,
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'openid offline_access',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  ...more,
});

/** A browser in which Ada has proven who she is. */
async function signedIn(tenantId: string) {
  const person = visitor(app, tenantId);
  await person.arrive(request());
  await person.start('SignIn');
  const identifier = { type: 'username', value: ada.username };
  const { body } = await person.step('POST', '/verification/password', { identifier, password: ada.password });
  await person.identify(body.verificationId);
  return { person, verificationId: String(body.verificationId) };
}

async function codeOf(person: Visitor): Promise<string> {
  const query = new URLSearchParams(request({ prompt: 'consent' }));
  const { location } = await send(mine, app, `/oidc/auth?${query}`, undefined, { cookie: cookiesOf(person) });
  return new URL(location).searchParams.get('code') ?? '';
}

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  nodes = [app, await app.another()];
  const owner = await consoleTokens(app, 'owner');
  [mine, theirs] = [await owner.createTenant('Mine'), await owner.createTenant('Theirs')];
  [token, theirToken] = [await app.managementToken(mine), await app.managementToken(theirs)];
  const create = async (body: Parameters<typeof app.call<typeof applicationsApi.create>>[1]) =>
    (await app.call(applicationsApi.create, { token, tenantId: mine, ...body })).body;
  const created = await create({
    body: {
      name: 'Web',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      customClientMetadata: { allowTokenExchange: true },
    },
  });
  web = { id: created.id, secret: await defaultSecretOf(app, token, created.id, mine) };
  const customClientMetadata = { isDeviceFlowEnabled: true };
  device = (await create({ body: { name: 'Device', type: 'Native', customClientMetadata } })).id;
  await app.write(theirs, (db) =>
    db
      .insertInto('applications')
      .values(
        [
          { id: web.id, secret: web.secret, type: 'Traditional', redirectUris: [redirectUri] },
          { id: device, secret: 'x', type: 'Native', redirectUris: [] },
        ].map(({ redirectUris, ...row }) => ({
          ...row,
          name: 'Same',
          oidc_client_metadata: JSON.stringify({ redirectUris, postLogoutRedirectUris: [] }),
          custom_client_metadata: JSON.stringify({ ...customClientMetadata, allowTokenExchange: true }),
        })),
      )
      .execute(),
  );
  await app.call(usersApi.create, { token, tenantId: mine, body: ada });
  await app.call(usersApi.create, { token: theirToken, tenantId: theirs, body: ada });
});
afterAll(() => app.close());

describe('at another tenant, on both nodes', () => {
  test('a code and the tokens of this tenant are unknown, and stay valid here', async () => {
    const { person } = await signedIn(mine);
    await person.follow((await person.submit()).body.redirectTo);
    const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier };
    const code = await codeOf(person);
    for (const node of nodes) {
      const { status, body } = await send(theirs, node, '/oidc/token', { ...form, code }, basic());
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
    const { body: tokens } = await send(mine, nodes[1], '/oidc/token', { ...form, code }, basic());
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    for (const node of nodes) {
      expect((await send(theirs, node, '/oidc/token', refresh, basic())).body.error).toBe('invalid_grant');
      for (const value of [tokens.refresh_token, tokens.access_token]) {
        const { body } = await send(theirs, node, '/oidc/token/introspection', { token: value }, basic());
        expect(body).toEqual({ active: false });
        // Revoking an unknown token succeeds and does nothing (RFC 7009 §2.2).
        expect((await send(theirs, node, '/oidc/token/revocation', { token: value }, basic())).status).toBe(200);
      }
      for (const [path, value] of [
        ['/oidc/me', tokens.access_token],
        ['/api/my-account', tokens.access_token],
        ['/api/users', token],
      ]) {
        expect([path, (await send(theirs, node, path, undefined, bearer(value))).status]).toEqual([path, 401]);
      }
      const hint = new URLSearchParams({ ...request({ prompt: 'none' }), id_token_hint: tokens.id_token });
      expect((await send(theirs, node, `/oidc/auth?${hint}`)).location).toContain('error=invalid_request');
      const signOut = `/oidc/session/end?id_token_hint=${tokens.id_token}`;
      expect((await send(theirs, node, signOut, undefined, { accept: 'text/html' })).location).toMatch(/^\/error\?/);
    }
    expect((await send('admin', app, '/oidc/token', refresh, basic())).body.error).toBe('invalid_client');
    expect((await send(mine, app, '/oidc/token', refresh, basic())).status).toBe(200);
  });

  test('cookies of a session and of a running sign-in count for nothing, under any name', async () => {
    const { person, verificationId } = await signedIn(mine);
    const { redirectTo } = (await person.submit()).body;
    const headers = { origin: app.app.endpointOf(theirs) };
    for (const node of nodes) {
      for (const cookie of stolenCookies(person)) {
        const { body } = await send(theirs, node, '/api/experience/interaction', undefined, { ...headers, cookie });
        expect(body.code).toBe('session.not_found');
        const resumed = await send(theirs, node, new URL(redirectTo).pathname, undefined, {
          cookie,
          accept: 'text/html',
        });
        expect(resumed.location).toBe('/unknown-session');
      }
    }
    await person.follow(redirectTo);
    const query = new URLSearchParams(request({ prompt: 'none' }));
    for (const cookie of stolenCookies(person)) {
      const { location } = await send(theirs, nodes[1], `/oidc/auth?${query}`, undefined, { cookie });
      expect(location).toContain('error=login_required');
    }
    const other = visitor(app, theirs);
    await other.arrive(request());
    await other.start('SignIn');
    expect((await other.identify(verificationId)).code).toBe('session.verification_session_not_found');
  });

  test('a pushed request and the codes of a device are unknown', async () => {
    const { body: pushed } = await send(mine, app, '/oidc/request', request(), basic());
    const { body: started } = await send(mine, app, '/oidc/device/auth', { client_id: device, scope: 'openid' });
    const query = new URLSearchParams({ client_id: web.id, request_uri: pushed.request_uri });
    const poll = { grant_type: deviceCodeGrant, client_id: device, device_code: started.device_code };
    for (const node of nodes) {
      expect((await send(theirs, node, `/oidc/auth?${query}`)).location).toContain('error=invalid_request_uri');
      expect((await send(theirs, node, '/oidc/token', poll)).body.error).toBe('invalid_grant');
      expect((await send(mine, node, '/oidc/token', poll)).body.error).toBe('authorization_pending');
      const { text, cookies } = await send(theirs, node, '/oidc/device');
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const entered = await send(theirs, node, '/oidc/device', { xsrf, user_code: started.user_code }, { cookie });
      expect(entered.text).toContain('aria-invalid="true"');
    }
  });

  test('tokens made for people are unknown: personal access tokens, subject tokens, actors, one-time tokens', async () => {
    const userId = async (by: string, tenantId: string) =>
      (await app.call(usersApi.list, { token: by, tenantId })).body[0]?.id ?? '';
    const personal = async (by: string, tenantId: string) => {
      const params = { userId: await userId(by, tenantId) };
      const made = await app.call(personalAccessTokensApi.create, {
        token: by,
        tenantId,
        params,
        body: { name: crypto.randomUUID() },
      });
      return made.body.value;
    };
    const body = { userId: await userId(token, mine) };
    const { subjectToken } = (await app.call(subjectTokensApi.create, { token, tenantId: mine, body })).body;
    const exchange = async (
      tenantId: string,
      node: Running | undefined,
      value: string,
      type: string,
      more: Form = {},
    ) => {
      const form = { grant_type: tokenExchangeGrant, subject_token: value, subject_token_type: type, scope: 'openid' };
      const answer = await send(tenantId, node, '/oidc/token', { ...form, ...more }, basic());
      return answer.body.error ?? answer.body.access_token;
    };
    const ours = await personal(token, mine);
    const actor = await exchange(mine, app, ours, tokenTypes.personalAccessToken);
    const own = await personal(theirToken, theirs);
    for (const node of nodes) {
      expect(await exchange(theirs, node, ours, tokenTypes.personalAccessToken)).toBe('invalid_grant');
      expect(await exchange(theirs, node, subjectToken, tokenTypes.accessToken)).toBe('invalid_grant');
      const more = { actor_token: actor, actor_token_type: tokenTypes.accessToken };
      expect(await exchange(theirs, node, own, tokenTypes.personalAccessToken, more)).toBe('invalid_grant');
    }
    const { token: once } = (
      await app.call(oneTimeTokensApi.create, { token, tenantId: mine, body: { email: ada.primaryEmail } })
    ).body;
    const verify = async (tenantId: string) => {
      const person = visitor(app, tenantId);
      await person.arrive(request());
      await person.start('SignIn');
      const identifier = { type: 'email', value: ada.primaryEmail };
      return (await person.step('POST', '/verification/one-time-token/verify', { identifier, token: once })).status;
    };
    expect(await verify(theirs)).toBe(404);
    expect(await verify(mine)).toBe(200);
  });
});
