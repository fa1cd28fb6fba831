import { createHash } from 'node:crypto';
import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { usersApi } from '@postern/contracts/people/users';
import { deviceCodeGrant } from '@postern/contracts/wire';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, redirectUri } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const html = { accept: 'text/html' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
});
afterAll(() => app.close());

const startDevice = async (more: Record<string, unknown> = {}) => {
  const device = await createClient(app, token, {
    type: 'Native',
    customClientMetadata: { isDeviceFlowEnabled: true },
    ...more,
  });
  return { ...device, ...(await client.initiateDeviceAuthorization(device.config, { scope: 'openid' })) };
};

async function read(response: Response) {
  const text = await response.text();
  const nonce = /nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  return { text, nonce, policy: response.headers.get('content-security-policy') ?? '', headers: response.headers };
}

const open = async (browser: Browser, path = '/oidc/device') =>
  read(await browser.request(`${app.endpoint}${path}`, { headers: html }));

async function send(browser: Browser, page: { text: string }, fields: Record<string, string>) {
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const body = new URLSearchParams({ xsrf, ...fields });
  return browser.request(`${app.endpoint}/oidc/device`, { method: 'POST', headers: html, body });
}

const enter = async (browser: Browser, userCode: string) =>
  read(await send(browser, await open(browser), { user_code: userCode }));

test('the code page needs no script, has a strict policy and is not stored', async () => {
  const { text, nonce, policy, headers } = await open(createBrowser());
  expect(text).not.toContain('<script');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain('script-src');
  expect(policy).not.toContain('unsafe');
  expect(headers.get('cache-control')).toContain('no-store');
  for (const [, found] of text.matchAll(/<style nonce="([^"]*)"/g)) {
    expect(found).toBe(nonce);
  }
  expect(text).toContain('<label for="user_code">');
  expect((await open(createBrowser())).nonce).not.toBe(nonce);
});

test('uses the language of the browser', async () => {
  const { text } = await open(createBrowser({ 'accept-language': 'de-AT,de;q=0.9' }));
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('Gerät verbinden');
});

test('distinguishes wrong, missing and used codes and keeps the input', async () => {
  const { user_code: userCode } = await startDevice();
  const browser = createBrowser();
  const wrong = await enter(browser, 'BBBB-"><script>');
  expect(wrong.text).toContain('This code is unknown.');
  expect(wrong.text).toContain('aria-invalid="true"');
  expect(wrong.text).toContain('value="BBBB-&#34;&#62;&#60;script&#62;"');
  expect(wrong.text).not.toContain('<script');
  expect(wrong.text).toMatch(/<title>This code is unknown\. .* · Connect a device<\/title>/);
  expect((await enter(browser, '')).text).toContain('Enter the code first.');
  const confirm = await enter(browser, userCode);
  await send(browser, confirm, { user_code: userCode, confirm: 'yes' });
  expect((await enter(createBrowser(), userCode)).text).toContain('This code was already used.');
});

test('a device needs no redirect URI', async () => {
  const { user_code: userCode } = await startDevice({
    oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
  });
  expect((await enter(createBrowser(), userCode)).text).toContain('Is this your device?');
});

test('accepts a code in lower case and without its dash', async () => {
  const { user_code: userCode } = await startDevice();
  const typed = userCode.replace('-', ' ').toLowerCase();
  expect((await enter(createBrowser(), typed)).text).toContain(`aria-hidden="true">${userCode}<`);
});

test('the confirmation shows the application with its branding and warns about the signed-in user', async () => {
  const { id, user_code: userCode } = await startDevice();
  await app.call(applicationBrandingApi.save, {
    token,
    params: { applicationId: id },
    body: { customCss: '.tv{}', termsOfUseUrl: null, privacyPolicyUrl: null },
  });
  const stranger = await enter(createBrowser(), userCode);
  expect(stranger.text).toContain('Test Native');
  expect(stranger.text).toContain('.tv{}');
  expect(stranger.text).toContain('Continue only if your own device shows the same code now.');
  expect(stranger.text).not.toContain('You are signed in, so');

  const browser = createBrowser();
  const web = await createClient(app, token, { type: 'SPA' });
  await authorize({ issuer: `${app.endpoint}/oidc`, clientId: web.id, redirectUri, person: ada, browser });
  expect((await enter(browser, userCode)).text).toContain('You are signed in, so');
});

test('escapes a hostile name', async () => {
  const { user_code: userCode } = await startDevice({ name: '<img src=x onerror=alert(1)>' });
  const { text } = await enter(createBrowser(), userCode);
  expect(text).not.toContain('<img');
  expect(text).toContain('&#60;img');
});

test('canceling on this page or on the consent page explains the result', async () => {
  const first = await startDevice();
  const browser = createBrowser();
  const confirm = await enter(browser, first.user_code);
  const cancelled = await read(await send(browser, confirm, { user_code: first.user_code, abort: 'yes' }));
  expect(cancelled.text).toContain('The device does not get access to your account.');

  const second = await startDevice({ type: 'Traditional', isThirdParty: true });
  const asked = await enter(browser, second.user_code);
  const { headers } = await send(browser, asked, { user_code: second.user_code, confirm: 'yes' });
  await browser.follow(new URL(headers.get('location') ?? '', app.endpoint).href, [`${app.endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, app.endpoint, ada), [`${app.endpoint}/consent`]);
  const answer = { method: 'DELETE', headers: { origin: app.endpoint } };
  const refused = await browser.request(`${app.endpoint}/api/interaction/consent`, answer);
  const { redirectTo } = (await refused.json()) as { redirectTo: string };
  const page = await read(await browser.request(redirectTo, { headers: html }));
  expect(page.text).toContain('The device does not get access to your account.');
});

test('a confirmed device gets nothing if the address of the person changes before it asks', async () => {
  const bob = { username: 'bob', password: 'correct horse battery' };
  const { body } = await app.call(usersApi.create, { token, body: bob });
  const confirmed = async () => {
    const device = await startDevice();
    const browser = createBrowser();
    const asked = await enter(browser, device.user_code);
    const { headers } = await send(browser, asked, { user_code: device.user_code, confirm: 'yes' });
    await browser.follow(new URL(headers.get('location') ?? '', app.endpoint).href, [`${app.endpoint}/sign-in`]);
    const redirectTo = await signInByPassword(browser, app.endpoint, bob);
    expect((await browser.request(redirectTo, { headers: html })).status).toBeLessThan(400);
    const { config, id: _id, secret: _secret, ...issued } = device;
    return () => client.pollDeviceAuthorizationGrant(config, { ...issued, interval: 0.001 });
  };
  const [poll, pollLater] = [await confirmed(), await confirmed()];
  expect((await poll()).access_token).toEqual(expect.any(String));
  await app.call(usersApi.update, { token, params: { userId: body.id }, body: { primaryEmail: 'bob@example.com' } });
  await expect(pollLater()).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('attack 53: a finished sign-in for a device is worth nothing after the password has changed', async () => {
  const eve = { username: 'eve', password: 'correct horse battery' };
  const { body } = await app.call(usersApi.create, { token, body: eve });
  const device = await startDevice();
  const browser = createBrowser();
  const asked = await enter(browser, device.user_code);
  const { headers } = await send(browser, asked, { user_code: device.user_code, confirm: 'yes' });
  await browser.follow(new URL(headers.get('location') ?? '', app.endpoint).href, [`${app.endpoint}/sign-in`]);
  const redirectTo = await signInByPassword(browser, app.endpoint, eve);
  await app.call(usersApi.setPassword, {
    token,
    params: { userId: body.id },
    body: { password: 'another phrase here' },
  });
  const followed = await browser.request(redirectTo, { headers: html });
  expect(followed.headers.get('location')).toContain('/sign-in');
  const answer = await fetch(`${app.endpoint}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: deviceCodeGrant,
      client_id: device.id,
      device_code: device.device_code,
    }),
  });
  expect(await answer.json()).toMatchObject({ error: 'authorization_pending' });
});

test('signing out works without scripts, and its only script has a nonce', async () => {
  const browser = createBrowser({ 'accept-language': 'de' });
  const web = await createClient(app, token, { type: 'SPA' });
  const signedIn = { issuer: `${app.endpoint}/oidc`, clientId: web.id, redirectUri, person: ada, browser };
  const { tokens } = await authorize(signedIn);
  const { text, nonce, policy } = await open(browser, `/oidc/session/end?id_token_hint=${tokens.id_token}`);
  expect(text).toContain('Sie werden abgemeldet');
  expect(text).toContain('form="op.logoutForm"');
  expect(policy).toContain(`script-src 'nonce-${nonce}'`);
  // The sign-out ends at the application, and browsers apply form-action to redirects too.
  expect(policy).not.toContain('form-action');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const confirmed = await browser.request(`${app.endpoint}/oidc/session/end/confirm`, {
    method: 'POST',
    headers: html,
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  const location = new URL(confirmed.headers.get('location') ?? '', app.endpoint);
  const done = await open(browser, location.pathname);
  expect(done.text).toContain('Sie sind abgemeldet');
});

test('two devices are connected in two tabs of a browser, each with its own pages', async () => {
  const browser = createBrowser();
  const tabs = [];
  for (const device of [await startDevice(), await startDevice()]) {
    tabs.push({ device, page: await open(browser) });
  }
  const asked = [];
  for (const { device, page } of tabs) {
    asked.push({ device, page: await read(await send(browser, page, { user_code: device.user_code })) });
  }
  // A page with a wrong code, and one that nobody uses, end no other.
  await enter(browser, 'WRONG');
  await open(browser);
  for (const { device, page } of asked) {
    const confirmed = await send(browser, page, { user_code: device.user_code, confirm: 'yes' });
    const next = new URL(confirmed.headers.get('location') ?? '/', app.endpoint);
    expect([next.pathname, next.searchParams.get('app_id')]).toEqual(['/sign-in', device.id]);
    // Each form counts once.
    expect((await send(browser, page, { user_code: device.user_code, confirm: 'yes' })).status).toBe(400);
  }
  const foreign = await send(createBrowser(), asked[0]?.page ?? { text: '' }, { user_code: 'AAAA-AAAA' });
  expect(foreign.status).toBe(400);
});

test('two sign-outs in two tabs of a browser lead to their own applications', async () => {
  const browser = createBrowser();
  const visits = [];
  for (const path of ['one', 'two']) {
    const uri = `http://localhost:9/${path}`;
    const oidcClientMetadata = { redirectUris: [redirectUri], postLogoutRedirectUris: [uri] };
    const { id } = await createClient(app, token, { type: 'SPA', oidcClientMetadata });
    visits.push({ uri, query: new URLSearchParams({ client_id: id, post_logout_redirect_uri: uri, state: path }) });
  }
  const confirm = async (page: { text: string }, fields: Record<string, string>) => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, ...fields });
    const url = `${app.endpoint}/oidc/session/end/confirm`;
    return (await browser.request(url, { method: 'POST', headers: html, body })).headers.get('location');
  };
  const pages = [];
  for (const { query } of visits) {
    pages.push(await open(browser, `/oidc/session/end?${query}`));
  }
  // Without a consent to sign out, so that the session stays.
  expect(await confirm(pages[0] ?? { text: '' }, {})).toBe(`${visits[0]?.uri}?state=one`);
  const second = pages[1] ?? { text: '' };
  expect(await confirm(second, { logout: 'yes' })).toBe(`${visits[1]?.uri}?state=two`);
  // The first tab has ended the session of the second one.
  expect(await confirm(second, { logout: 'yes' })).toBe(`${app.endpoint}/oidc/session/end/success`);
});

test('the policy allows exactly the script with which the engine submits a form', async () => {
  const browser = createBrowser();
  const web = await createClient(app, token, { type: 'Traditional' });
  const query = new URLSearchParams({
    client_id: web.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid',
  });
  await browser.follow(`${app.endpoint}/oidc/auth?${query}`, [`${app.endpoint}/sign-in`]);
  const resumed = await signInByPassword(browser, app.endpoint, ada);
  const posted = await read(await browser.request(resumed, { headers: html }));
  const withoutSession = await open(createBrowser(), '/oidc/session/end');
  for (const { text, policy } of [posted, withoutSession]) {
    const script = /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(script).toContain('submit()');
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).not.toContain('unsafe');
  }
});
