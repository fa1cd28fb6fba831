import { createHash } from 'node:crypto';
import { accountApi } from '@postern/contracts/account/account';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Visitor, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const setCenter = (body: object) => app.call(accountCenterApi.update, { token, body });
beforeEach(() => setCenter({ enabled: true, fields: { name: 'Edit', email: 'ReadOnly', phone: 'Off' } }));

const get = (url: string, headers: Record<string, string> = {}) =>
  app.core.inject({ method: 'GET', url, headers: { host: 'core.test', ...headers } });

type Answer = Awaited<ReturnType<typeof get>>;
const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);
const settingsOf = ({ payload }: Answer) =>
  JSON.parse(/id="postern-settings">(.*?)<\/script>/.exec(payload)?.[1] ?? '{}');

describe('the page', () => {
  test('has the field settings before sign-in on every path', async () => {
    for (const path of ['/account', '/account/profile', '/account/callback?code=x&state=y']) {
      const page = await get(path);
      expect([path, page.statusCode]).toEqual([path, 200]);
      expect(settingsOf(page)).toMatchObject({
        accountCenter: { enabled: true, fields: { name: 'Edit', email: 'ReadOnly', phone: 'Off' } },
      });
    }
  });

  test.each([
    ['sessions', '/devices'],
    ['email', '/sign-in'],
    ['phone', '/sign-in'],
    ['username', '/sign-in'],
    ['password', '/sign-in'],
    ['password/success', '/sign-in'],
    ['authenticator-app', '/security'],
    ['authenticator-app/replace', '/security'],
    ['backup-codes/generate', '/security'],
    ['backup-codes/regenerate', '/security'],
    ['backup-codes/manage', '/security'],
    ['passkey/add', '/security'],
    ['passkey/manage', '/security'],
    ['social/github', '/linked-accounts'],
    ['social/github/change', '/linked-accounts'],
    ['social/github/remove', '/linked-accounts'],
    ['social/github/success', '/linked-accounts'],
    ['callback/social/github?code=x', '/linked-accounts'],
    ['verified-action', ''],
  ])('of the path %s is %s', async (path, page) => {
    const { statusCode, headers } = await get(`/account/${path}`);
    expect([statusCode, headers.location]).toEqual([302, `/account${page}`]);
  });

  test.each(['profile', 'security', 'social', 'email/other', 'backup-codes'])(
    'of the path %s is sent itself',
    async (path) => expect((await get(`/account/${path}`)).statusCode).toBe(200),
  );

  test('of a provider takes a form, with texts only', async () => {
    const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
      app.core.inject({
        method: 'POST',
        url: '/account/callback/social/apple',
        headers: { host: 'core.test', 'content-type': type },
        payload,
      });
    const { statusCode, headers } = await post('code=a%26b&state=s');
    expect([statusCode, headers.location]).toEqual([303, '/account/callback/social/apple?code=a%26b&state=s']);
    const json = 'application/json';
    expect((await post('{"code":"a"}', json)).headers.location).toBe('/account/callback/social/apple?code=a');
    for (const refused of [
      await post('code=a&code=b'),
      await post('{"code":{"a":1}}', json),
      await post('{"code":null}', json),
      await post('["code"]', json),
      await post('code', 'text/plain'),
    ]) {
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'oidc.invalid_request']);
    }
  });

  test('has the style of the account center after that of the sign-in pages, and what people delete their account with', async () => {
    await app.call(signInExperienceApi.update, { token, body: { customCss: '.first {}' } });
    await setCenter({ customCss: '.second {}</style><script>', deleteAccountUrl: 'https://shop.example/leave' });
    const page = await get('/account');
    expect(page.payload).toMatch(/\.first \{\}\s*\.second \{\}<\\\/style>/);
    expect(page.payload).not.toContain('</style><script>');
    expect(settingsOf(page).accountCenter).toMatchObject({
      deleteAccountUrl: 'https://shop.example/leave',
      profileFields: null,
    });
    await app.call(signInExperienceApi.update, { token, body: { customCss: null } });
    await setCenter({ customCss: null, deleteAccountUrl: null });
  });

  test('is a 404 while the account center is off, without its fields', async () => {
    await setCenter({ enabled: false });
    const page = await get('/account');
    expect(page.statusCode).toBe(404);
    expect(settingsOf(page).accountCenter).toEqual({ enabled: false, fields: {} });
  });

  test('cannot be framed, is not cached and sends no referrer', async () => {
    const page = await get('/account');
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(settingsOf(page).previewOrigin).toBeUndefined();
  });

  test('allows no other origins, regardless of the sign-in pages', async () => {
    const config = { type: 'Turnstile', siteKey: 'key', secretKey: 'secret' } as const;
    await app.call(captchaApi.save, { token, body: { config } });
    await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: true } } });
    const page = await get('/account');
    expect(policyOf(page)).not.toContain('cloudflare');
    expect(settingsOf(page).experience.captchaConfig).toBeUndefined();
    expect(policyOf(await get('/unknown-session'))).toContain('cloudflare');
    await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: false } } });
  });

  test('shows no application name, nor does its sign-in', async () => {
    expect(settingsOf(await get('/account'))).not.toHaveProperty('application');
    const cookie = `postern_default_context=${encodeURIComponent(JSON.stringify({ appId: 'account-center' }))}`;
    expect(settingsOf(await get('/unknown-session', { cookie }))).not.toHaveProperty('application');
  });

  test('uses the language of the browser', async () => {
    const { payload } = await get('/account', { 'accept-language': 'ar' });
    expect(payload).toContain('<html lang="ar" dir="rtl"');
  });

  test('is our page even if the tenant has custom pages', async () => {
    await app.call(signInExperienceApi.update, { token, body: { customUiAssets: { id: 'zzzzzzzz', createdAt: 1 } } });
    expect(settingsOf(await get('/account'))).toHaveProperty('accountCenter');
    await app.call(signInExperienceApi.update, { token, body: { customUiAssets: null } });
  });

  test('does not exist on the admin origin', async () => {
    const page = await app.admin.inject({ method: 'GET', url: '/account', headers: { host: 'admin.test' } });
    expect(page.statusCode).toBe(404);
    expect(settingsOf(page)).not.toHaveProperty('accountCenter');
  });
});

describe('the application', () => {
  const verifier = 'v'.repeat(43);
  const person = { username: 'ada', password: 'a long phrase of words' };
  const request = {
    client_id: 'account-center',
    redirect_uri: 'http://core.test/account/callback',
    scope: 'openid profile email phone address custom_data identities',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
  const redeem = (payload: Record<string, string>) =>
    app.inject(app.core, {
      method: 'POST',
      url: '/oidc/token',
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: 'account-center', ...payload }).toString(),
    });

  async function signIn() {
    const browser = visitor(app);
    await browser.arrive(request);
    await browser.start('SignIn');
    const identifier = { type: 'username', value: person.username };
    const proof = await browser.step('POST', '/verification/password', { identifier, password: person.password });
    await browser.identify(proof.body.verificationId);
    const { body } = await browser.submit();
    const code = new URL(await browser.follow(body.redirectTo)).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', redirect_uri: request.redirect_uri, code };
    return { browser, answer: await redeem({ ...grant, code_verifier: verifier }) };
  }

  /** The page submits its form automatically. */
  async function signOut({ cookies }: Visitor, hint: string) {
    const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const query = new URLSearchParams({ client_id: 'account-center', id_token_hint: hint });
    const page = await get(`/oidc/session/end?${query}`, { cookie: cookie(), accept: 'text/html' });
    for (const { name, value } of page.cookies) {
      cookies.set(name, value);
    }
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.payload)?.[1] ?? '';
    await app.core.inject({
      method: 'POST',
      url: '/oidc/session/end/confirm',
      headers: { host: 'core.test', cookie: cookie(), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
  }

  beforeAll(() => app.call(usersApi.create, { token, body: { ...person, name: 'Ada' } }));

  test('signs in like any other application, and its token works for the account API', async () => {
    const { answer } = await signIn();
    const { access_token: own = '', refresh_token: refresh = '' } = answer.body as Record<string, string>;
    expect((await app.call(accountApi.get, { token: own })).body).toMatchObject({ name: 'Ada' });
    const renewed = await redeem({ grant_type: 'refresh_token', refresh_token: refresh });
    const { access_token: next = '' } = renewed.body as Record<string, string>;
    expect((await app.call(accountApi.get, { token: next })).status).toBe(200);
  });

  test('loses all tokens with the session of the browser, including refreshed ones', async () => {
    const { browser, answer } = await signIn();
    const {
      access_token: own = '',
      refresh_token: refresh = '',
      id_token: hint = '',
    } = answer.body as Record<string, string>;
    await signOut(browser, hint);
    expect((await app.call(accountApi.get, { token: own })).status).toBe(401);
    expect((await redeem({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(400);
  });

  test('redirects to its own page only', async () => {
    const query = new URLSearchParams({ ...request, response_type: 'code', redirect_uri: 'http://core.test/demo-app' });
    const { headers } = await get(`/oidc/auth?${query}`);
    expect(headers.location).toContain('/error?code=oidc.invalid_redirect_uri');
  });
});
