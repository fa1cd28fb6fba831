import { applicationsApi } from '@postern/contracts/access/applications';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { usersApi } from '@postern/contracts/people/users';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../platform/testing/browser.ts';

const redirectUri = 'http://localhost:9/callback';
const ada = { username: 'ada', password: 'correct horse battery' };

type Query = Record<string, string>;

let app: ListeningApp;
let token: string;
let party: { client_id: string; client_secret: string };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  party = { client_id: body.id, client_secret: await defaultSecretOf(app, token, body.id) };
});
afterAll(() => app.close());

const address = (more: Query) =>
  `${app.endpoint}/oidc/auth?${new URLSearchParams({
    client_id: party.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    ...more,
  })}`;

const start = (browser: Browser, more: Query = {}) =>
  browser.follow(address(more), [`${app.endpoint}/sign-in`, redirectUri]);

const finish = async (browser: Browser) =>
  browser.follow(await signInByPassword(browser, app.endpoint, ada), [redirectUri]);

async function request(form: Query): Promise<Query> {
  const body = new URLSearchParams({ ...party, ...form });
  return (await (await fetch(`${app.endpoint}/oidc/token`, { method: 'POST', body })).json()) as Query;
}

const redeem = (reached: string) =>
  request({
    grant_type: 'authorization_code',
    code: new URL(reached).searchParams.get('code') ?? reached,
    redirect_uri: redirectUri,
  });

/** How a request ends: with a sign-in page, or at the application with a code or an error. */
async function outcome(browser: Browser, more: Query): Promise<string> {
  const reached = await start(browser, more);
  const params = new URL(reached).searchParams;
  return reached.startsWith(redirectUri) ? (params.get('error') ?? (params.has('code') ? 'code' : reached)) : 'sign-in';
}

async function signedIn() {
  const browser = createBrowser();
  await start(browser);
  await finish(browser);
  return browser;
}

describe('max_age and prompt', () => {
  test('a sign-in that is too old is repeated once, and auth_time says when', async () => {
    const browser = await signedIn();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 });
    try {
      expect(await outcome(browser, { max_age: '60' })).toBe('code');
      for (const max_age of ['10', '0']) {
        expect([max_age, await outcome(browser, { max_age })]).toEqual([max_age, 'sign-in']);
        expect([max_age, await outcome(browser, { max_age, prompt: 'none' })]).toEqual([max_age, 'login_required']);
      }
      for (const more of [
        { max_age: '0' },
        { prompt: 'login' },
        { max_age: '0', prompt: 'login consent' },
      ] as Query[]) {
        expect(await start(browser, more)).toContain('/sign-in');
        const claims = decodeJwt((await redeem(await finish(browser))).id_token ?? '');
        expect(Math.abs(Number(claims.auth_time) - Date.now() / 1000)).toBeLessThan(15);
      }
      expect(await outcome(browser, { max_age: '10', prompt: 'none' })).toBe('code');
    } finally {
      vi.useRealTimers();
    }
  });

  test('other values are refused', async () => {
    const browser = await signedIn();
    for (const max_age of ['-1', '1.5', 'ten', '1e400', '9007199254740993']) {
      expect([max_age, await outcome(browser, { max_age })]).toEqual([max_age, 'invalid_request']);
    }
    for (const prompt of ['none login', 'login none', 'none none consent', 'select_account', 'login unknown']) {
      expect([prompt, await outcome(browser, { prompt })]).toEqual([prompt, 'invalid_request']);
    }
    expect(await outcome(createBrowser(), { prompt: 'none' })).toBe('login_required');
    expect(await outcome(createBrowser(), { prompt: 'none', max_age: '0' })).toBe('login_required');
  });

  test('an essential auth_time is answered, and it is in the ID token without a request too', async () => {
    const browser = await signedIn();
    for (const more of [{ claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) }, {}] as Query[]) {
      const claims = decodeJwt((await redeem(await start(browser, more))).id_token ?? '');
      expect(claims.auth_time).toEqual(expect.any(Number));
    }
  });
});

describe('display and languages', () => {
  test('every display is shown as a page, also one that does not exist', async () => {
    for (const display of ['page', 'popup', 'touch', 'wap', 'hologram']) {
      const browser = createBrowser();
      expect([display, await outcome(browser, { display })]).toEqual([display, 'sign-in']);
      expect(await finish(browser)).toContain('code=');
    }
  });

  test('the first known language of the request wins, and others change nothing', async () => {
    const languageOf = async (ui_locales: string) => {
      const browser = createBrowser();
      const url = await start(browser, { ui_locales });
      const page = await (await browser.request(url, { headers: { accept: 'text/html' } })).text();
      return /<html[^>]* lang="([^"]*)"/.exec(page)?.[1];
    };
    expect(await languageOf('fr')).toBe('fr');
    expect(await languageOf('fr-CA de')).toBe('fr');
    expect(await languageOf('xx-unknown de')).toBe('de');
    for (const other of ['xx', '"><script>', '*', ' ', 'a'.repeat(500)]) {
      expect([other, await languageOf(other)]).toEqual([other, 'en']);
    }
  });
});

describe('a rotation of the keys during a flow', () => {
  const rotate = async (rotationGracePeriod: number) => {
    const { status } = await app.call(signingKeysApi.rotate, {
      token,
      params: { keyType: 'private-keys' },
      body: { rotationGracePeriod },
    });
    token = await app.managementToken();
    expect(status).toBe(200);
  };
  const verify = async (idToken: string | undefined) => {
    const keys = (await (await fetch(`${app.endpoint}/oidc/jwks`)).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(idToken ?? '', createLocalJWKSet(keys), { audience: party.client_id });
    return { payload, kid: decodeProtectedHeader(idToken ?? '').kid };
  };

  test('codes and refresh tokens from before are redeemed, and the published keys verify every ID token', async () => {
    const browser = createBrowser();
    const scope = 'openid offline_access';
    await start(browser, { scope, prompt: 'login consent' });
    await rotate(0);
    const callback = await finish(browser);
    await rotate(0);
    const tokens = await redeem(callback);
    const first = await verify(tokens.id_token);
    await rotate(0);
    // The key that signed it still verifies, and signs no more.
    expect((await verify(tokens.id_token)).payload).toEqual(first.payload);
    const refreshed = await request({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' });
    const next = await verify(refreshed.id_token);
    expect(next.payload.sub).toBe(first.payload.sub);
    expect(next.kid).not.toBe(first.kid);
    // As a hint, it still names the person.
    const hint = { prompt: 'none', id_token_hint: tokens.id_token ?? '' };
    expect(await outcome(browser, hint)).toBe('code');
  });
});
