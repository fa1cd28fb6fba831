import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { openFrame } from '#testing/session-frame';
import { visitor } from '#testing/sign-in';
import { testApp } from '#testing/test-app';
import { type Browser, createBrowser } from '../../../../platform/testing/browser.ts';

const origin = 'https://shop.example';
const redirectUri = `${origin}/callback`;
const ada = { username: 'ada', password: 'correct horse battery' };
const bob = { username: 'bob', password: 'correct horse battery' };
const limits = { maxMinutes: null, idleMinutes: null, maxSessions: null };

let app: ListeningApp;
let token: string;
let party: { client_id: string; client_secret: string };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  await app.call(usersApi.create, { token, body: bob });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      oidcClientMetadata: {
        redirectUris: [redirectUri, 'http://localhost:9/callback'],
        postLogoutRedirectUris: [origin],
      },
    },
  });
  party = { client_id: body.id, client_secret: await defaultSecretOf(app, token, body.id) };
});
afterAll(() => app.close());

const offer = (offersSessionChecks: boolean) =>
  app.call(sessionPolicyApi.save, { token, body: { ...limits, offersSessionChecks } });

const discovery = async () =>
  (await (await fetch(`${app.endpoint}/oidc/.well-known/openid-configuration`)).json()) as Record<string, string>;

/** Another person than before: the engine ends the session by a form that submits itself. */
async function resume(browser: Browser, url: string, stops: string[]): Promise<string> {
  const answer = await browser.request(url, { headers: { accept: 'text/html' } });
  const location = answer.headers.get('location');
  if (location) {
    return browser.follow(new URL(location, url).href, stops);
  }
  const page = await answer.text();
  const fields = [...page.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  const done = await browser.request(/action="([^"]*)"/.exec(page)?.[1] ?? '', {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return browser.follow(new URL(done.headers.get('location') ?? '', url).href, stops);
}

async function signIn(browser: Browser, more: Record<string, string> = {}, person = ada) {
  const query = new URLSearchParams({
    client_id: party.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    ...more,
  });
  const address = query.get('redirect_uri') ?? '';
  const stops = [`${app.endpoint}/sign-in`, address];
  let reached = await browser.follow(`${app.endpoint}/oidc/auth?${query}`, stops);
  if (!reached.startsWith(address)) {
    reached = await resume(browser, await signInByPassword(browser, app.endpoint, person), stops);
  }
  return new URL(reached).searchParams;
}

const frame = () => fetch(`${app.endpoint}/oidc/session/check`);
const cookiesOf = (browser: Browser) =>
  [...(browser.cookies.get(new URL(app.endpoint).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

/** What the frame answers to the page of the application. */
async function check(browser: Browser, state: string | null, from = origin, clientId = party.client_id) {
  const ask = openFrame(await (await frame()).text(), cookiesOf(browser));
  return (await ask(`${clientId} ${state}`, from))?.text;
}

async function signOut(browser: Browser) {
  const page = await (
    await browser.request(`${app.endpoint}/oidc/session/end`, { headers: { accept: 'text/html' } })
  ).text();
  await browser.request(`${app.endpoint}/oidc/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '', logout: 'yes' }),
  });
}

test('is off by default: no frame, no parameter and no cookie', async () => {
  const browser = createBrowser();
  expect((await signIn(browser)).has('session_state')).toBe(false);
  expect(cookiesOf(browser)).not.toContain('_browser=');
  expect(await discovery()).not.toHaveProperty('check_session_iframe');
  const answer = await frame();
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'invalid_request' }]);
});

describe('while the tenant offers it', () => {
  beforeEach(async () => {
    const { body } = await offer(true);
    expect(body.offersSessionChecks).toBe(true);
  });
  afterEach(async () => {
    await offer(false);
  });

  test('discovery names the frame, which any site may embed and which loads nothing', async () => {
    expect(await discovery()).toMatchObject({ check_session_iframe: `${app.endpoint}/oidc/session/check` });
    const answer = await frame();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(await answer.text()) ?? [];
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors https:/);
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([200, null]);
    // Saving the policy without the setting keeps it.
    const { body } = await app.call(sessionPolicyApi.save, { token, body: limits });
    expect(body.offersSessionChecks).toBe(true);
  });

  test('the state fits until the person signs out', async () => {
    const browser = createBrowser();
    const state = (await signIn(browser)).get('session_state');
    expect(state).toMatch(/^[\w-]{43}\.[\w-]{12}$/);
    expect(await check(browser, state)).toBe('unchanged');
    const again = (await signIn(browser, { prompt: 'none' })).get('session_state');
    expect(again).not.toBe(state);
    expect([await check(browser, state), await check(browser, again)]).toEqual(['unchanged', 'unchanged']);
    // The same person proves who they are once more.
    await signIn(browser, { prompt: 'login' });
    expect(await check(browser, state)).toBe('unchanged');
    await signOut(browser);
    expect(cookiesOf(browser)).not.toMatch(/_browser=./);
    expect(await check(browser, state)).toBe('changed');
    const fresh = (await signIn(browser)).get('session_state');
    expect([await check(browser, state), await check(browser, fresh)]).toEqual(['changed', 'unchanged']);
  });

  test('the state does not fit after another person signed in', async () => {
    const browser = createBrowser();
    const state = (await signIn(browser)).get('session_state');
    const other = (await signIn(browser, { prompt: 'login' }, bob)).get('session_state');
    expect([await check(browser, state), await check(browser, other)]).toEqual(['changed', 'unchanged']);
  });

  test('fits only for the application, its origin and this browser', async () => {
    const browser = createBrowser();
    const state = (await signIn(browser)).get('session_state');
    expect(await check(browser, state, 'https://evil.example')).toBe('changed');
    expect(await check(browser, state, `${origin}:444`)).toBe('changed');
    expect(await check(browser, state, origin, 'another')).toBe('changed');
    expect(await check(createBrowser(), state)).toBe('changed');
    const local = (await signIn(browser, { redirect_uri: 'http://localhost:9/callback' })).get('session_state');
    expect(await check(browser, local, 'http://localhost:9')).toBe('unchanged');
  });

  test('the frame answers its embedder only, with nothing but one of three words', async () => {
    const browser = createBrowser();
    const state = (await signIn(browser)).get('session_state') ?? '';
    const ask = openFrame(await (await frame()).text(), cookiesOf(browser));
    const right = `${party.client_id} ${state}`;
    expect(await ask(right, origin)).toEqual({ text: 'unchanged', origin });
    expect(await ask(right, origin, {})).toBeUndefined();
    expect(await ask(right, 'null')).toBeUndefined();
    expect(await ask({ client: right }, origin)).toBeUndefined();
    for (const wrong of [
      '',
      ' ',
      party.client_id,
      `${right} more`,
      `${right}.more`,
      `${party.client_id} x.y`,
      'x'.repeat(600),
    ]) {
      expect([wrong, await ask(wrong, origin)]).toEqual([wrong, { text: 'error', origin }]);
    }
  });

  test('neither the parameter nor the cookie contains anything of the session', async () => {
    const browser = createBrowser();
    const params = await signIn(browser);
    const answer = await fetch(`${app.endpoint}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...party,
        grant_type: 'authorization_code',
        code: params.get('code') ?? '',
        redirect_uri: redirectUri,
      }),
    });
    const { sub = '' } = decodeJwt(((await answer.json()) as { id_token: string }).id_token);
    const rows = await app.read('default', (db) =>
      db.selectFrom('oidc_models').select(['id', 'uid']).where('account_id', '=', sub).execute(),
    );
    const [, cookie = ''] = /_browser=([^;]*)/.exec(cookiesOf(browser)) ?? [];
    expect(cookie).toMatch(/^[\w-]{43}$/);
    for (const { id, uid } of rows) {
      expect(`${cookie} ${params}`).not.toContain(id);
      expect(`${cookie} ${params}`).not.toContain(uid ?? 'no uid');
    }
  });

  test('an answer without a sign-in has no state', async () => {
    const params = await signIn(createBrowser(), { prompt: 'none' });
    expect([params.get('error'), params.has('session_state')]).toEqual(['login_required', false]);
  });
});

test('on https frames of other sites get the cookie, and no other one', async () => {
  const secure = await testApp({ ENDPOINT: 'https://auth.example.com', ADMIN_ENDPOINT: 'https://console.example.com' });
  try {
    const own = await secure.managementToken();
    await secure.call(usersApi.create, { token: own, body: ada });
    await secure.call(sessionPolicyApi.save, { token: own, body: { ...limits, offersSessionChecks: true } });
    const person = visitor(secure);
    await person.arrive({ redirect_uri: 'https://auth.example.com/demo-app' });
    await person.start('SignIn');
    const identifier = { type: 'username', value: 'ada' };
    const { body } = await person.step('POST', '/verification/password', { identifier, password: ada.password });
    await person.identify(body.verificationId);
    const url = new URL((await person.submit()).body.redirectTo);
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await secure.core.inject({ url: url.pathname + url.search, headers: { host: url.host, cookie } });
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    const open = lines.filter((line) => /samesite=none/i.test(line));
    expect(open).toEqual([expect.stringMatching(/^__Host-postern_default_browser=[\w-]{43};.*Path=\/; Secure$/)]);
    expect(open[0]).not.toMatch(/httponly/i);
    expect(lines.filter((line) => !/httponly/i.test(line))).toEqual(open);
  } finally {
    await secure.close();
  }
});
