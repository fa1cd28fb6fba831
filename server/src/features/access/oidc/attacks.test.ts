import { createHmac } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
const redirectUri = 'http://localhost:9/callback';
const person = { username: 'mallory', password: 'not a great secret' };
let spa: string;
let web: { id: string; secret: string };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const metadata = { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://localhost:9/bye'] };
  await app.call(usersApi.create, { token, body: person });
  spa = (
    await app.call(applicationsApi.create, { token, body: { name: 'Spa', type: 'SPA', oidcClientMetadata: metadata } })
  ).body.id;
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Web', type: 'Traditional', oidcClientMetadata: metadata },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  web = { id: body.id, secret: secrets[0]?.value ?? '' };
});
afterAll(() => app.close());

const issuer = () => `${app.endpoint}/oidc`;

/** The final redirect of an authorization request with these parameters, without a sign-in. */
async function ask(parameters: Record<string, string>): Promise<URL> {
  const url = new URL(`${issuer()}/auth`);
  url.search = new URLSearchParams({
    client_id: spa,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    ...parameters,
  }).toString();
  const response = await createBrowser().request(url.href, { headers: { accept: 'text/html' } });
  return new URL(response.headers.get('location') ?? '/', url);
}

async function exchange(body: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${issuer()}/token`, { method: 'POST', body: new URLSearchParams(body), headers });
  return { status: response.status, body: (await response.json()) as { error: string } };
}

test('parameters after a question mark in a value are not dropped, also next to a resource', async () => {
  const url = new URL(`${issuer()}/auth`);
  const query = new URLSearchParams({
    client_id: spa,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
  });
  url.search = `${query}&resource=https://unknown.example&login_hint=a?b&state=kept`;
  const response = await createBrowser().request(url.href, { headers: { accept: 'text/html' } });
  expect(new URL(response.headers.get('location') ?? '/', url).searchParams.get('state')).toBe('kept');
});

describe('attack 8: PKCE downgrade', () => {
  test('a public client cannot omit the challenge or use plain', async () => {
    expect((await ask({})).searchParams.get('error')).toBe('invalid_request');
    expect(
      (await ask({ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' })).searchParams.get('error'),
    ).toBe('invalid_request');
    expect((await ask({ code_challenge: 'a'.repeat(43) })).searchParams.get('error')).toBe('invalid_request');
  });

  /** A code for the confidential client, requested with or without a challenge. */
  async function codeOf(challenge: Record<string, string>): Promise<string> {
    const browser = createBrowser();
    const query = new URLSearchParams({
      client_id: web.id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      ...challenge,
    });
    await browser.follow(`${issuer()}/auth?${query}`, [`${app.endpoint}/sign-in`]);
    const callback = await browser.follow(await signInByPassword(browser, app.endpoint, person), [redirectUri]);
    return new URL(callback).searchParams.get('code') ?? '';
  }
  const basic = () => ({ authorization: `Basic ${Buffer.from(`${web.id}:${web.secret}`).toString('base64')}` });

  test('rejects a code with a challenge without the verifier', async () => {
    const verifier = client.randomPKCECodeVerifier();
    const code = await codeOf({
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect(
      await exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, basic()),
    ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('rejects a verifier for a code without a challenge', async () => {
    const body = {
      grant_type: 'authorization_code',
      code: await codeOf({}),
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
    };
    expect(await exchange(body, basic())).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

describe('attack 9: JWT algorithm confusion on the management API', () => {
  const call = async (forged: string) => (await app.call(usersApi.list, { token: forged })).status;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = () => encode(decodeJwt(token));

  test('rejects none, HS256 with the public key, another curve, and a key of the attacker', async () => {
    const jwks = (await (await fetch(`${issuer()}/jwks`)).json()) as { keys: JWK[] };
    const key = jwks.keys[0] as JWK;
    const claims = decodeJwt(token);
    const header = { typ: 'at+jwt', kid: key.kid };
    const signHmac = (input: string, secret: string) =>
      `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    const own = await generateKeyPair('ES256', { extractable: true });
    const wide = await generateKeyPair('ES384');
    const sign = (alg: string, signer: typeof own.privateKey, more: object = {}) =>
      new SignJWT(claims).setProtectedHeader({ ...header, alg, ...more }).sign(signer);
    const attempts = [
      `${encode({ ...header, alg: 'none' })}.${payload()}.`,
      `${encode({ ...header, alg: 'NONE' })}.${payload()}.`,
      signHmac(`${encode({ ...header, alg: 'HS256' })}.${payload()}`, JSON.stringify(key)),
      signHmac(`${encode({ ...header, alg: 'HS256' })}.${payload()}`, key.x ?? ''),
      await sign('ES256', own.privateKey),
      await sign('ES384', wide.privateKey),
      await sign('ES256', own.privateKey, { kid: '../../dev/null' }),
      await sign('ES256', own.privateKey, { jku: 'https://attacker.example/jwks' }),
      await sign('ES256', own.privateKey, { x5u: 'https://attacker.example/cert' }),
      await sign('ES256', own.privateKey, { jwk: await exportJWK(own.publicKey) }),
      `${token.slice(0, -4)}AAAA`,
      'not.a.jwt',
    ];
    expect(await call(token)).toBe(200);
    for (const attempt of attempts) {
      expect([attempt.slice(0, 60), await call(attempt)]).toEqual([attempt.slice(0, 60), 401]);
    }
  });
});

test('attack 10: the management API rejects ID tokens and opaque tokens', async () => {
  const { tokens } = await authorize({ issuer: issuer(), clientId: spa, redirectUri, person });
  for (const wrong of [tokens.id_token ?? '', tokens.access_token, tokens.refresh_token ?? '']) {
    expect((await app.call(usersApi.list, { token: wrong })).body).toMatchObject({ code: 'auth.unauthorized' });
  }
});

describe('attack 12: redirect_uri tricks', () => {
  const tricks = [
    'http://localhost:9/callback/',
    'http://localhost:9/callback/../evil',
    'http://localhost:9/callback..;/',
    'http://localhost:9/Callback',
    'http://localhost:9/callback?x=1',
    'http://localhost:9/callback#x',
    'http://localhost:9@evil.example/callback',
    'http://user@localhost:9/callback',
    'http://localhost.evil.example:9/callback',
    'http://localhost:9/call%62ack',
    'http://localhost:9\\@evil.example/callback',
    'http://[::1]:9/callback',
    'http://localhost:99/callback',
    'https://localhost:9/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'http://lоcalhost:9/callback',
  ];

  test.each(tricks)('rejects %j as the redirect URI', async (uri) => {
    const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
    for (const mode of ['query', 'form_post', 'fragment']) {
      const end = await ask({ redirect_uri: uri, response_mode: mode, ...challenge });
      expect([end.origin, end.pathname]).toEqual([app.endpoint, '/error']);
    }
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/y',
    'https://*.com/cb',
    'https://user:pass@example.com/',
    'https://example.com/#frag',
    'https://exa mple.com',
    'not a url',
    'https:\\\\example.com',
    'JavaScript:alert(1)',
  ])('does not save %j', async (uri) => {
    for (const metadata of [
      { redirectUris: [uri], postLogoutRedirectUris: [] },
      { redirectUris: [], postLogoutRedirectUris: [uri] },
    ]) {
      const { status, body } = await app.call(applicationsApi.update, {
        token,
        params: { id: spa },
        body: { oidcClientMetadata: metadata },
      });
      expect([status, body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
    }
  });

  test('does not use an invalid URI that is already in the table', async () => {
    const { body } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'Old',
        type: 'SPA',
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      },
    });
    const metadata = JSON.stringify({ redirectUris: ['javascript:alert(1)', redirectUri], postLogoutRedirectUris: [] });
    await app.write('default', (db) =>
      db.updateTable('applications').set({ oidc_client_metadata: metadata }).where('id', '=', body.id).execute(),
    );
    const end = await ask({ client_id: body.id, redirect_uri: 'javascript:alert(1)', response_mode: 'form_post' });
    expect(end.pathname).toBe('/error');
  });
});

test('attack 13: redirects only to registered URIs after sign-out, and never to a URI of the caller', async () => {
  const { tokens, config } = await authorize({ issuer: issuer(), clientId: spa, redirectUri, person });
  for (const uri of ['https://evil.example/', 'http://localhost:9/bye/../', 'javascript:alert(1)', '//evil.example']) {
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: uri,
    });
    const response = await createBrowser().request(url.href, { headers: { accept: 'text/html' } });
    expect(response.headers.get('location')).toMatch(/^\/error\?/);
  }
  for (const path of [
    '/sign-in?redirect=https://evil.example',
    '/unknown-session?redirectTo=//evil.example',
    '//evil.example',
    '/\\evil.example',
  ]) {
    const response = await fetch(app.endpoint + path, { redirect: 'manual' });
    const location = response.headers.get('location');
    expect(location === null || location === '/unknown-session').toBe(true);
  }
});

test('attack 14: the session id changes on sign-in', async () => {
  const browser = createBrowser();
  const jar = () => browser.cookies.get(new URL(app.endpoint).host) ?? new Map<string, string>();
  const query = new URLSearchParams({
    client_id: spa,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const fixed = 'A'.repeat(43);
  jar().set('postern_default_session', fixed);
  browser.cookies.set(new URL(app.endpoint).host, new Map([['postern_default_session', fixed]]));
  await browser.follow(`${issuer()}/auth?${query}`, [`${app.endpoint}/sign-in`]);
  const before = jar().get('postern_default_session');
  await browser.follow(await signInByPassword(browser, app.endpoint, person), [redirectUri]);
  const first = jar().get('postern_default_session');
  expect(first).toBeTruthy();
  expect([fixed, before]).not.toContain(first);
  // Signing in again in the same browser changes it again.
  await browser.follow(`${issuer()}/auth?${query}&prompt=login`, [`${app.endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, app.endpoint, person), [redirectUri]);
  expect(jar().get('postern_default_session')).not.toBe(first);
});

test('stores ids as digests only, so that a copy of the table cannot be used to sign in', async () => {
  const { tokens, browser } = await authorize({ issuer: issuer(), clientId: spa, redirectUri, person });
  const rows = await app.read('default', (db) => db.selectFrom('oidc_models').selectAll().execute());
  const dump = JSON.stringify(rows);
  const session = browser.cookies.get(new URL(app.endpoint).host)?.get('postern_default_session') ?? '';
  expect(session.length).toBeGreaterThan(20);
  for (const secret of [tokens.refresh_token ?? '', tokens.access_token, session]) {
    expect(dump).not.toContain(secret);
  }
});

test('suspending a user ends refresh, userinfo and session at once', async () => {
  const victim = { username: 'trent', password: 'will be suspended soon' };
  const { body: user } = await app.call(usersApi.create, { token, body: victim });
  const { config, tokens, browser } = await authorize({ issuer: issuer(), clientId: spa, redirectUri, person: victim });
  await app.call(usersApi.setSuspended, { token, params: { userId: user.id }, body: { isSuspended: true } });
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  const info = await fetch(`${issuer()}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(info.status).toBe(401);
  const query = new URLSearchParams({
    client_id: spa,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  await browser.follow(`${issuer()}/auth?${query}`, [`${app.endpoint}/sign-in`]);
  await expect(signInByPassword(browser, app.endpoint, victim)).rejects.toMatchObject({
    status: 401,
    body: { code: 'user.suspended' },
  });
});
