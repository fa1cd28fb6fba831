import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';
import { least } from '../../../platform/testing/measure.ts';

let app: ListeningApp;
let token: string;

beforeAll(async () => {
  app = await listeningApp({ NODE_ENV: 'production' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const demo = () => ({ issuer: `${app.endpoint}/oidc`, clientId: 'demo-app', redirectUri: `${app.endpoint}/demo-app` });

async function atSignIn(origin = app.endpoint, clientId = 'demo-app', redirectUri = `${app.endpoint}/demo-app`) {
  const browser = createBrowser();
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  await browser.follow(`${origin}/oidc/auth?${query}`, [`${origin}/sign-in`, `${origin}/register`]);
  return browser;
}

const put = (browser: ReturnType<typeof createBrowser>, headers: Record<string, string>) =>
  browser.request(`${app.endpoint}/api/experience`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"interactionEvent":"SignIn"}',
  });

describe('attack 37: CORS and CSRF', () => {
  test('sends no CORS headers to other origins in production except the console, and never with credentials', async () => {
    const from = (origin: string, path: string, method = 'GET') =>
      fetch(app.endpoint + path, { method, headers: { origin, 'access-control-request-method': 'GET' } });
    for (const method of ['GET', 'OPTIONS']) {
      const foreign = await from('https://evil.example', '/api/users', method);
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      const own = await from(app.adminEndpoint, '/api/users', method);
      expect(own.headers.get('access-control-allow-origin')).toBe(app.adminEndpoint);
      expect(own.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const cookie = await from(app.adminEndpoint, '/api/experience/interaction');
    expect(cookie.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('rejects cross-site steps and consents, with and without an Origin', async () => {
    const browser = await atSignIn();
    const refused: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: app.endpoint, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of refused) {
      expect([headers, (await put(browser, headers)).status]).toEqual([headers, 403]);
      const consent = await browser.request(`${app.endpoint}/api/interaction/consent`, { headers });
      expect([headers, consent.status]).toEqual([headers, 403]);
    }
    const allowed: Record<string, string>[] = [{}, { origin: app.endpoint }, { 'sec-fetch-site': 'same-origin' }];
    for (const headers of allowed) {
      expect([headers, (await put(browser, headers)).status]).toEqual([headers, 204]);
    }
  });

  test('allows only origins registered for the client on the token endpoint', async () => {
    const ask = async (origin: string) => {
      const response = await fetch(`${app.endpoint}/oidc/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'demo-app', code: 'x' }),
      });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await ask('https://evil.example')).toBeNull();
    expect(await ask(app.endpoint)).toBe(app.endpoint);
  });

  test('rejects a sign-in step from another origin even with the cookie', async () => {
    const browser = await atSignIn();
    expect((await put(browser, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await put(browser, { origin: 'null' })).status).toBe(403);
    expect((await put(browser, { origin: app.endpoint })).status).toBe(204);
    const { value } = { value: [...(browser.cookies.get(new URL(app.endpoint).host) ?? [])] };
    expect(value.map(([name]) => name)).toContain('postern_default_interaction');
  });

  test('sets HttpOnly, signed and SameSite=Lax cookies, and rejects modified ones', async () => {
    const query = new URLSearchParams({
      client_id: 'demo-app',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${app.endpoint}/demo-app`,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${app.endpoint}/oidc/auth?${query}`, { redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie.toLowerCase()).toMatch(/samesite=lax/);
      expect(cookie.toLowerCase()).toMatch(/httponly/);
    }
    const browser = await atSignIn();
    const jar = browser.cookies.get(new URL(app.endpoint).host);
    jar?.set('postern_default_interaction', 'B'.repeat(43));
    expect((await put(browser, { origin: app.endpoint })).status).toBe(400);
  });
});

describe('attack 38: races', () => {
  test('creates one first administrator for two parallel registrations, then closes registration', async () => {
    const redirectUri = `${app.adminEndpoint}/console/callback`;
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, async (_, index) => {
        const browser = await atSignIn(app.adminEndpoint, 'admin-console', redirectUri);
        return signInByPassword(
          browser,
          app.adminEndpoint,
          { username: `first${index}`, password: 'administrators choose well' },
          'Register',
        );
      }),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const people = await app.read('admin', (db) => db.selectFrom('users').select('username').execute());
    expect(people).toHaveLength(1);
    const late = await atSignIn(app.adminEndpoint, 'admin-console', redirectUri);
    await expect(
      signInByPassword(
        late,
        app.adminEndpoint,
        { username: 'late', password: 'administrators choose well' },
        'Register',
      ),
    ).rejects.toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });

  test('creates one account for twenty parallel registrations with one username', async () => {
    const person = { username: 'popular', password: 'everybody wants this name' };
    const browsers = await Promise.all(Array.from({ length: 20 }, () => atSignIn()));
    const attempts = await Promise.allSettled(
      browsers.map((browser) => signInByPassword(browser, app.endpoint, person, 'Register')),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') {
        expect(attempt.reason).toMatchObject({ status: 422, body: { code: 'user.username_already_in_use' } });
      }
    }
  });
});

describe('attack 36: malicious input', () => {
  const most = 250;
  const timed = async (work: () => Promise<Response>) => {
    const first = await work();
    const ms = await least(most, async () => {
      const start = process.cpuUsage();
      await (await work()).text();
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    return { status: first.status, ms, body: await first.text() };
  };
  const post = (path: string, body: string) => () =>
    fetch(app.endpoint + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });

  test.each([
    ['a NUL byte', '{"name":"a\\u0000b"}'],
    ['a field of 1 MB', JSON.stringify({ name: 'x'.repeat(1_000_000) })],
    ['deep JSON', `{"customData":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['a deep array', `{"customData":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
    ['SQL in a field that has a pattern', '{"username":"x\'; drop table users; --"}'],
    ['a header in an e-mail address', '{"primaryEmail":"a@b.c\\r\\nBcc: x@y.z"}'],
    ['a pattern that backtracks', JSON.stringify({ primaryEmail: `${'a@'.repeat(60)}b` })],
  ])('%s is a 400 and fast', async (_, body) => {
    const answer = await timed(post('/api/users', body));
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'guard.invalid_input']);
    expect(answer.ms).toBeLessThan(most);
  });

  test('rejects a body over the limit', async () => {
    const answer = await timed(post('/api/users', JSON.stringify({ name: 'x'.repeat(3_000_000) })));
    expect(answer.status).toBe(413);
  });

  test('treats SQL in ids and searches as data', async () => {
    const get = (path: string) => fetch(app.endpoint + path, { headers: { authorization: `Bearer ${token}` } });
    expect((await get(`/api/users/${encodeURIComponent("' or '1'='1")}`)).status).toBe(404);
    const found = await get(`/api/users?search=${encodeURIComponent("%' or '1'='1")}`);
    expect([found.status, await found.json()]).toEqual([200, []]);
  });

  test('rejects a lone surrogate', async () => {
    const answer = await timed(post('/api/users', '{"customData":{"a":"\\ud800"}}'));
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([422, 'entity.invalid_input']);
  });

  test('rejects a huge scope', async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'x',
      client_secret: 'y',
      scope: 'a '.repeat(40_000),
    });
    const response = await fetch(`${app.endpoint}/oidc/token`, { method: 'POST', body });
    expect(response.status).toBe(400);
  });

  test('writes no text of the caller to log lines and metric labels', async () => {
    await fetch(`${app.endpoint}/api/users/canary-in-path?x=canary-in-query`);
    await fetch(`${app.endpoint}/canary-no-route`, { headers: { 'user-agent': 'canary-in-agent' } });
    const metrics = await (await fetch(`${app.adminEndpoint}/metrics`)).text();
    expect(metrics).toContain('postern_http_request_seconds');
    expect(metrics).not.toContain('canary');
    expect(app.logs.every((line) => line.trim().split('\n').length === 1)).toBe(true);
  });
});

describe('attack 20: a header names the tenant', () => {
  test('ignores headers of the caller for the tenant', async () => {
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'header_victim' } });
    const headers = {
      'x-tenant-id': 'admin',
      'x-forwarded-host': 'admin.example',
      'x-original-url': '/m/admin/api/users',
      'x-rewrite-url': '/m/admin/api/users',
      host: 'admin.example',
    };
    const { status, body } = await app.call(usersApi.get, { token, params: { userId: user.id }, headers });
    expect([status, body]).toMatchObject([200, { username: 'header_victim' }]);
    // Through the console's prefix, a management token is not an organization token.
    const through = await app.inject(app.admin, {
      method: 'GET',
      url: `/m/default/api/users/${user.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(through.status).toBe(401);
    expect(
      (
        await app.inject(app.core, {
          method: 'GET',
          url: `/m/admin/api/users/${user.id}`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).not.toBe(200);
  });
});

describe('guessing passwords', () => {
  test('returns the same response for a wrong password and an unknown user', async () => {
    await app.call(usersApi.create, { token, body: { username: 'known', password: 'the right one' } });
    const answers: unknown[] = [];
    for (const username of ['known', 'unknown']) {
      await signInByPassword(await atSignIn(), app.endpoint, { username, password: 'the wrong one' }).catch(
        ({ status, body }) => answers.push([status, body]),
      );
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([422, { code: 'session.invalid_credentials' }]);
  });

  test('blocks even the right password after too many wrong guesses, in any browser', async () => {
    await app.call(usersApi.create, { token, body: { username: 'target', password: 'the right one' } });
    await app.write('default', (db) =>
      db
        .updateTable('sign_in_experiences')
        .set({ sentinel_policy: '{"maxAttempts":5,"lockoutDuration":10}' })
        .execute(),
    );
    const guess = async (password: string) =>
      signInByPassword(await atSignIn(), app.endpoint, { username: 'target', password }).then(
        () => 'in',
        ({ body }) => body.code,
      );
    const guesses = await Promise.all(Array.from({ length: 12 }, () => guess('a wrong guess')));
    expect(guesses.filter((code) => code === 'session.invalid_credentials')).toHaveLength(4);
    expect(guesses.filter((code) => code === 'session.verification_blocked_too_many_attempts')).toHaveLength(8);
    expect(await guess('the right one')).toBe('session.verification_blocked_too_many_attempts');
    await app.write('default', (db) => db.updateTable('sign_in_experiences').set({ sentinel_policy: '{}' }).execute());
  });

  test('reports too many attempts at the fifth wrong password of five', async () => {
    await app.call(usersApi.create, { token, body: { username: 'fifth', password: 'the right one' } });
    const policy = (sentinel_policy: string) =>
      app.write('default', (db) => db.updateTable('sign_in_experiences').set({ sentinel_policy }).execute());
    await policy('{"maxAttempts":5,"lockoutDuration":10}');
    const browser = await atSignIn();
    const codes: unknown[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const person = { username: 'fifth', password: 'a wrong guess' };
      codes.push(
        await signInByPassword(browser, app.endpoint, person).catch(({ status, body }) => [status, body.code]),
      );
    }
    expect(codes).toEqual([
      ...Array(4).fill([422, 'session.invalid_credentials']),
      [400, 'session.verification_blocked_too_many_attempts'],
    ]);
    await policy('{}');
  });

  test('rejects steps in the wrong order', async () => {
    const browser = await atSignIn();
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await browser.request(`${app.endpoint}/api/experience${path}`, {
        method,
        headers: { origin: app.endpoint, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return [response.status, ((await response.json().catch(() => ({}))) as { code?: string }).code];
    };
    expect(await send('POST', '/submit')).toEqual([404, 'session.interaction_not_found']);
    expect(await send('PUT', '', { interactionEvent: 'SignIn' })).toEqual([204, undefined]);
    expect(await send('POST', '/submit')).toEqual([404, 'session.identifier_not_found']);
    expect(await send('POST', '/identification', {})).toEqual([404, 'session.verification_session_not_found']);
    expect(await send('POST', '/identification', { verificationId: 'made-up' })).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    expect(await send('PUT', '/interaction-event', { interactionEvent: 'ForgotPassword' })).toEqual([
      400,
      'session.not_supported_for_forgot_password',
    ]);
    const proposal = { identifier: { type: 'username', value: 'sneaky' }, password: 'a long enough secret' };
    expect((await send('POST', '/verification/new-password-identity', proposal))[0]).toBe(200);
  });
});

test('signs in to another application of the tenant in the same session', async () => {
  const person = { username: 'single', password: 'signs on only once' };
  await app.call(usersApi.create, { token, body: person });
  const { browser } = await authorize({ ...demo(), person });
  const { body: other } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Other',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: ['http://localhost:9/cb'], postLogoutRedirectUris: [] },
    },
  });
  const query = new URLSearchParams({
    client_id: other.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://localhost:9/cb',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  expect(await browser.follow(`${app.endpoint}/oidc/auth?${query}`, ['http://localhost:9/cb'])).toContain('code=');
});
