import { languageCookie } from '@postern/contracts/chosen-language';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { supportedLanguages } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const detect = (autoDetect: boolean) =>
  app.call(signInExperienceApi.update, { token, body: { languageInfo: { autoDetect, fallbackLanguage: 'en' } } });
beforeEach(() => detect(true));

const cookie = languageCookie('default');
const context = (uiLocales: string) =>
  `postern_default_context=${encodeURIComponent(JSON.stringify({ appId: 'demo-app', uiLocales }))}`;

async function settingsAt(url: string, ...cookies: string[]) {
  const headers = { host: 'core.test', 'accept-language': 'de', cookie: cookies.join('; ') };
  const { payload } = await app.core.inject({ method: 'GET', url, headers });
  const settings = JSON.parse(/id="postern-settings">(.*?)<\/script>/.exec(payload)?.[1] ?? '{}');
  return { ...settings, html: /<html [^>]*>/.exec(payload)?.[0] };
}
const languageAt = async (...cookies: string[]) => (await settingsAt('/unknown-session', ...cookies)).language;

test('offers all supported languages', async () => {
  expect((await settingsAt('/unknown-session')).languages).toEqual(expect.arrayContaining([...supportedLanguages]));
});

test('prefers the chosen language over the browser, even if detection is off', async () => {
  expect(await languageAt()).toBe('de');
  expect(await languageAt(`${cookie}=fr`)).toBe('fr');
  await detect(false);
  expect(await languageAt()).toBe('en');
  expect(await languageAt(`${cookie}=ar`)).toBe('ar');
  expect((await settingsAt('/account', `${cookie}=ar`)).html).toContain('dir="rtl"');
});

test('uses the language of the application unless the user chose one during this sign-in', async () => {
  expect(await languageAt(`${cookie}=fr`, context('es'))).toBe('es');
  expect(await languageAt(`${cookie}=fr~now`, context('es'))).toBe('fr');
});

test('ends the precedence of the choice with the next authorization request and keeps the language', async () => {
  const person = visitor(app);
  person.cookies.set(cookie, 'fr~now');
  await person.arrive({ ui_locales: 'es' });
  expect(person.cookies.get(cookie)).toBe('fr');
});

test.each(['xx', '..%2f', '"><script>', 'fr~later', ''])('ignores the cookie %j', async (value) => {
  expect(await languageAt(`${cookie}=${value}`)).toBe('de');
});

test('uses the choice on the pages of the engine if they support it', async () => {
  const headers = { host: 'core.test', 'accept-language': 'en', accept: 'text/html', cookie: `${cookie}=de` };
  const { payload } = await app.core.inject({ method: 'GET', url: '/oidc/device', headers });
  expect(payload).toContain('lang="de"');
});

test('stores the choice per tenant, and ignores it in the preview', async () => {
  expect(await languageAt(`${languageCookie('admin')}=fr`)).toBe('de');
  expect((await settingsAt('/sign-in?preview=true', `${cookie}=fr~now`)).language).toBe('de');
});
