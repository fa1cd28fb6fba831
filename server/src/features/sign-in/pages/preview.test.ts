import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.core.inject({ method: 'GET', url, headers: { host: 'core.test', ...headers } });

type Answer = Awaited<ReturnType<typeof get>>;
const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);
const settingsOf = ({ payload }: Answer) =>
  JSON.parse(/id="postern-settings">(.*?)<\/script>/.exec(payload)?.[1] ?? '{}');

test('allows framing of the preview by the console only', async () => {
  const { origin } = new URL(app.app.config.adminEndpoint);
  const preview = await get('/sign-in?preview=true');
  expect(preview.statusCode).toBe(200);
  expect(policyOf(preview)).toMatch(new RegExp(`frame-ancestors ${origin}$`));
  expect(preview.headers['x-frame-options']).toBeUndefined();
  expect(settingsOf(preview).previewOrigin).toBe(origin);
});

test('allows framing of the preview of the account center, also while it is off', async () => {
  const { origin } = new URL(app.app.config.adminEndpoint);
  const preview = await get('/account?preview=true');
  expect(preview.statusCode).toBe(200);
  expect(policyOf(preview)).toMatch(new RegExp(`frame-ancestors ${origin}$`));
  expect(settingsOf(preview)).toMatchObject({ previewOrigin: origin, accountCenter: { enabled: false } });
  expect((await get('/account')).statusCode).toBe(404);
});

test('forbids framing of all other pages, which accept no messages', async () => {
  for (const path of [
    '/unknown-session',
    '/account',
    '/invitation/x?preview=true',
    '/demo-app',
    '/register/none',
    '/callback/x',
  ]) {
    const page = await get(path);
    expect([path, policyOf(page).includes("frame-ancestors 'none'")]).toEqual([path, true]);
    expect([path, page.headers['x-frame-options']]).toEqual([path, 'DENY']);
    expect([path, settingsOf(page).previewOrigin]).toEqual([path, undefined]);
  }
});

test('ignores the branding of the application that this browser signed in to', async () => {
  const cookie = `postern_default_context=${encodeURIComponent(JSON.stringify({ appId: 'demo-app', uiLocales: 'de' }))}`;
  expect(settingsOf(await get('/unknown-session', { cookie }))).toMatchObject({ language: 'de', application: {} });
  const shown = settingsOf(await get('/sign-in?preview=true', { cookie }));
  expect([shown.language, shown.application]).toEqual(['en', undefined]);
});

test('shows our page in the preview even if the tenant has custom pages', async () => {
  const token = await app.managementToken();
  const customUiAssets = { id: 'zzzzzzzz', createdAt: 1 };
  await app.call(signInExperienceApi.update, { token, body: { customUiAssets } });
  expect(settingsOf(await get('/sign-in?preview=true'))).toHaveProperty('previewOrigin');
});

test('allows the console to frame the sign-in pages only', async () => {
  const page = await app.admin.inject({ method: 'GET', url: '/console', headers: { host: 'admin.test' } });
  expect(policyOf(page)).toContain(`frame-src 'self' ${app.app.config.endpoint};`);
  expect(policyOf(page)).toContain("frame-ancestors 'none'");
});
