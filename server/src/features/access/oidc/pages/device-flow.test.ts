import { type ApplicationType, applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { consentApi } from '@postern/contracts/sign-in/consent';
import { deviceCodeGrant } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../../platform/testing/browser.ts';

const ada = { username: 'ada', password: 'correct horse battery' };
const html = { accept: 'text/html' };

let app: ListeningApp;
let token: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
});
afterAll(() => app.close());

const create = (type: ApplicationType, isThirdParty = false) =>
  app.call(applicationsApi.create, {
    token,
    body: { name: 'Television', type, isThirdParty, customClientMetadata: { isDeviceFlow: true } },
  });

async function post(path: string, fields: Record<string, string>) {
  const response = await fetch(`${app.endpoint}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Enters the code on another device and confirms it; returns where the browser goes next. */
async function confirm(browser: Browser, userCode: string): Promise<string> {
  const address = `${app.endpoint}/oidc/device`;
  const page = await (await browser.request(address, { headers: html })).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ xsrf, user_code: userCode, confirm: 'yes' });
  const response = await browser.request(address, { method: 'POST', headers: html, body });
  return new URL(response.headers.get('location') ?? '', app.endpoint).href;
}

test('only native applications are for devices, and stay so', async () => {
  for (const type of ['SPA', 'Traditional', 'MachineToMachine'] as const) {
    expect(await create(type)).toMatchObject({ status: 422, body: { code: 'application.device_flow_native_only' } });
  }
  const { body: device } = await create('Native');
  expect(device.customClientMetadata).toEqual({ isDeviceFlow: true });
  const { body: other } = await app.call(applicationsApi.create, { token, body: { name: 'App', type: 'Native' } });
  const change = (id: string, customClientMetadata: object) =>
    app.call(applicationsApi.update, { token, params: { id }, body: { customClientMetadata } });
  const fixed = { status: 422, body: { code: 'application.device_flow_not_changeable' } };
  expect(await change(device.id, { isDeviceFlow: false })).toMatchObject(fixed);
  expect(await change(device.id, { idTokenTtl: 600 })).toMatchObject(fixed);
  expect(await change(other.id, { isDeviceFlow: true })).toMatchObject(fixed);
  expect((await change(device.id, { isDeviceFlow: true, idTokenTtl: 600 })).status).toBe(200);
  expect((await change(other.id, { isDeviceFlow: false, idTokenTtl: 600 })).status).toBe(200);
  const renamed = await app.call(applicationsApi.update, { token, params: { id: device.id }, body: { name: 'TV' } });
  expect([renamed.status, renamed.body.customClientMetadata.isDeviceFlow]).toEqual([200, true]);
});

test('a device shows the short address, and gets tokens and refreshes after the person has signed in', async () => {
  const { body: device } = await create('Native');
  const started = await post('/oidc/device/auth', { client_id: device.id, scope: 'openid offline_access' });
  const { user_code: userCode = '', device_code: code = '' } = started.body;
  expect([started.status, started.body]).toMatchObject([
    200,
    {
      verification_uri: `${app.endpoint}/device`,
      verification_uri_complete: `${app.endpoint}/device?user_code=${userCode}`,
      expires_in: 600,
    },
  ]);
  const poll = () => post('/oidc/token', { client_id: device.id, grant_type: deviceCodeGrant, device_code: code });
  expect([(await poll()).body.error]).toEqual(['authorization_pending']);
  const browser = createBrowser();
  await browser.follow(await confirm(browser, userCode), [`${app.endpoint}/sign-in`]);
  await browser.request(await signInByPassword(browser, app.endpoint, ada), { headers: html });
  const tokens = await poll();
  expect([tokens.status, tokens.body]).toMatchObject([200, { refresh_token: expect.any(String) }]);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token ?? '' };
  expect((await post('/oidc/token', { client_id: device.id, ...refresh })).status).toBe(200);
  expect([(await poll()).body.error]).toEqual(['invalid_grant']);
  await flushLogs(app.app);
  const { body: logs } = await app.call(auditApi.list, { token, query: { applicationId: device.id } });
  expect(logs.map(({ key }) => key)).toContain('ExchangeTokenBy.DeviceCode');
});

test('a device gets no authorization codes, whatever redirect URIs it has', async () => {
  const { body: device } = await create('Native');
  const redirectUri = 'http://localhost:9/callback';
  const body = { oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] } };
  expect((await app.call(applicationsApi.update, { token, params: { id: device.id }, body })).status).toBe(200);
  const query = new URLSearchParams({
    client_id: device.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const response = await createBrowser().request(`${app.endpoint}/oidc/auth?${query}`, { headers: html });
  const { origin, searchParams } = new URL(response.headers.get('location') ?? '', app.endpoint);
  expect([origin, searchParams.get('error'), searchParams.get('error_description'), searchParams.get('code')]).toEqual([
    new URL(redirectUri).origin,
    expect.stringMatching(/^(invalid_request|unauthorized_client)$/),
    expect.stringContaining('response_type'),
    null,
  ]);
});

test('the short address passes on a code and nothing else', async () => {
  const visit = async (query: string) =>
    (await fetch(`${app.endpoint}/device${query}`, { redirect: 'manual' })).headers.get('location');
  expect(await visit('')).toBe('/oidc/device');
  expect(await visit('?user_code=ABCD-EFGH&xsrf=x')).toBe('/oidc/device?user_code=ABCD-EFGH');
  expect(await visit('?user_code=A%26b%3D%0d%0a&user_code=B')).toBe('/oidc/device?user_code=A%26b%3D%0D%0A');
});

test('the last page has an address of its own', async () => {
  const { status, headers } = await fetch(`${app.endpoint}/device/success`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, '/oidc/device/success']);
  const page = await fetch(`${app.endpoint}/device/success`, { headers: { ...html, 'accept-language': 'de' } });
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain('<html lang="de"');
  expect(text).not.toContain('<form');
  expect((await fetch(`${app.endpoint}/oidc/device/success`, { method: 'POST' })).status).toBe(404);
});

test('the consent to a third-party device names no redirect URI', async () => {
  const { body: device } = await create('Native', true);
  const started = await post('/oidc/device/auth', { client_id: device.id, scope: 'openid' });
  const browser = createBrowser();
  await browser.follow(await confirm(browser, started.body.user_code ?? ''), [`${app.endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, app.endpoint, ada), [`${app.endpoint}/consent`]);
  const answer = await browser.request(`${app.endpoint}${consentApi.get.path}`, { headers: { origin: app.endpoint } });
  const described = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, described]).toMatchObject([200, { application: { id: device.id } }]);
  expect(described).not.toHaveProperty('redirectUri');
});
