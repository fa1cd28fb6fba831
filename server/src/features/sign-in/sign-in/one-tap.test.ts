import { usersApi } from '@postern/contracts/people/users';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newRsaKeys } from '#platform/testing/new-rsa-key';
import { changeSettings, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
const headers = { host: 'core.test' };
const credential = 'aaa.bbb.ccc';

beforeAll(async () => {
  app = await testApp();
  await app.write('default', (db) =>
    db
      .insertInto('connectors')
      .values({
        id: 'google',
        connector_id: 'google-universal',
        type: 'Social',
        target: 'google',
        platform: 'Universal',
        config: JSON.stringify({ clientId: 'client', clientSecret: 'secret', oneTap: { isEnabled: true } }),
      })
      .execute(),
  );
});
afterAll(() => app.close());

const post = (payload: string, more: Record<string, string> = {}, path = '/callback/google') =>
  app.core.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...more },
    payload,
  });

describe('a provider that responds with a form', () => {
  test('redirects the browser to the same path with the fields as its query', async () => {
    const answer = await post('code=1&state=a%26b&user=%7B%22name%22%3A%22x%22%7D');
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/callback/google?code=1&state=a%26b&user=%7B%22name%22%3A%22x%22%7D',
    ]);
  });

  test('never redirects to another origin (attack 13)', async () => {
    for (const path of ['/callback/%2F%2Fevil.example', '/callback/https:%2F%2Fevil.example', '/callback/..']) {
      const { statusCode, headers: answered } = await post('a=1', {}, path);
      if (statusCode === 303) {
        expect(new URL(String(answered.location), 'http://core.test').host).toBe('core.test');
        expect(answered.location).toMatch(/^\/callback\/[^/]/);
      } else {
        expect(statusCode).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('accepts JSON like the form', async () => {
    const payload = JSON.stringify({ code: '1', state: 'a&b', user: { name: 'x' }, expires_in: 5, error: null });
    const answer = await post(payload, { 'content-type': 'application/json; charset=utf-8' });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/callback/google?code=1&state=a%26b&user=%7B%22name%22%3A%22x%22%7D&expires_in=5',
    ]);
    const broken = await post('{"code"', { 'content-type': 'application/json' });
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'request.malformed_json']);
    const forged = JSON.stringify({ credential, g_csrf_token: 'x' });
    expect((await post(forged, { 'content-type': 'application/json' })).json().code).toBe(
      'session.csrf_token_mismatch',
    );
  });

  test.each([
    ['a list', '[1]', { 'content-type': 'application/json' }],
    ['a field twice', 'a=1&a=2', {}],
    ['no form', 'x', { 'content-type': 'text/plain' }],
  ])('rejects %s', async (_, payload, more) => {
    const answer = await post(payload, more);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'oidc.invalid_request']);
  });

  test('rejects a form that is too large', async () => {
    expect((await post(`a=${'x'.repeat(100_000)}`)).statusCode).toBe(413);
  });

  test('requires Google’s cookie for Google’s form', async () => {
    const form = `credential=${credential}&g_csrf_token=right`;
    for (const cookie of [undefined, 'g_csrf_token=wrong', 'x_g_csrf_token=right']) {
      const answer = await post(form, cookie ? { cookie } : {});
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'session.csrf_token_mismatch']);
    }
    expect((await post(form, { cookie: 'a=b; g_csrf_token=right' })).statusCode).toBe(303);
  });
});

describe('Google One Tap in a sign-in', () => {
  const verify = async (connectorData: object, cookies: Record<string, string>) => {
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    for (const [name, value] of Object.entries(cookies)) {
      person.cookies.set(name, value);
    }
    const { status, code } = await person.step('POST', '/verification/social/google/verify', { connectorData });
    return [status, code];
  };

  test('rejects a token that the browser did not receive here without verifying it', async () => {
    expect(await verify({ credential, g_csrf_token: 'x' }, {})).toEqual([400, 'session.csrf_token_mismatch']);
    expect(await verify({ credential, g_csrf_token: 'x' }, { g_csrf_token: 'y' })).toEqual([
      400,
      'session.csrf_token_mismatch',
    ]);
    expect(await verify({ credential }, {})).toEqual([400, 'session.google_one_tap.cookie_mismatch']);
    expect(await verify({ credential }, { _logto_google_one_tap_credential: 'other' })).toEqual([
      400,
      'session.google_one_tap.cookie_mismatch',
    ]);
  });

  test('verifies a token that the browser received here: this one is not from Google', async () => {
    for (const [data, cookies] of [
      [{ credential, g_csrf_token: 'x' }, { g_csrf_token: 'x' }],
      [{ credential }, { _logto_google_one_tap_credential: credential }],
    ] as const) {
      const [, code] = await verify(data, cookies);
      expect(code).toMatch(/^connector\./);
    }
  });

  test('attack 53: a token that Google made before the account changed does not sign in', async () => {
    const { publicKey, privateKey } = newRsaKeys();
    const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'google', alg: 'RS256' }] };
    const fetched = vi.spyOn(app.app.egress, 'fetch').mockImplementation(async () => Response.json(keys) as never);
    await changeSettings(app, { socialSignInConnectorTargets: ['google'] });
    const { id } = (await app.call(usersApi.create, { token: await app.managementToken(), body: {} })).body;
    const identity = { userId: 'g1', details: {} };
    await app.write('default', (db) =>
      db
        .updateTable('users')
        .set({ identities: JSON.stringify({ google: identity }) })
        .where('id', '=', id)
        .execute(),
    );
    const signIn = async (secondsAgo: number) => {
      const at = Math.floor(Date.now() / 1000) - secondsAgo;
      const made = await new SignJWT({ iss: 'https://accounts.google.com', aud: 'client', sub: 'g1' })
        .setProtectedHeader({ alg: 'RS256', kid: 'google' })
        .setIssuedAt(at)
        .setExpirationTime(at + 3600)
        .sign(privateKey);
      const person = visitor(app);
      await person.arrive();
      await person.start('SignIn');
      person.cookies.set('_logto_google_one_tap_credential', made);
      const { status, body } = await person.step('POST', '/verification/social/google/verify', {
        connectorData: { credential: made },
      });
      expect(status).toBe(200);
      const identified = await person.identify(body.verificationId);
      return [identified.status, identified.code];
    };
    expect(await signIn(30)).toEqual([404, 'session.verification_session_not_found']);
    expect(await signIn(-5)).toEqual([204, undefined]);
    fetched.mockRestore();
  });

  test('accepts a token of an application in a short-lived cookie and redirects straight to Google', async () => {
    const answer = await app.core.inject({
      method: 'GET',
      url: `/oidc/auth?${new URLSearchParams({
        client_id: 'demo-app',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: 'http://core.test/demo-app',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        google_one_tap_credential: credential,
        first_screen: 'register',
      })}`,
      headers: { ...headers, accept: 'text/html' },
    });
    const url = new URL(String(answer.headers.location), 'http://core.test');
    expect([url.pathname, url.searchParams.get('fallback')]).toEqual(['/direct/social/google', 'register']);
    expect(url.search).not.toContain(credential);
    const cookie = [answer.headers['set-cookie'] ?? []].flat().find((line) => line.includes(credential)) ?? '';
    expect(cookie).toMatch(/^_logto_google_one_tap_credential=/);
    expect(cookie.toLowerCase()).not.toContain('httponly');
    const expires = Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '');
    expect(expires - Date.now()).toBeLessThan(11_000);
  });

  test('ignores a credential that is not a token', async () => {
    const location = await visitor(app).arrive({ google_one_tap_credential: 'x; Path=/; Domain=evil' });
    expect(location).toMatch(/^\/sign-in\?/);
  });
});
