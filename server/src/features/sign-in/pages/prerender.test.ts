import { captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const byUsername = ways({ identifier: 'username', password: true });

async function openPage(params: Record<string, string> = {}, language = 'en'): Promise<string> {
  const guest = visitor(app);
  const url = await guest.arrive(params);
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: 'core.test', cookie, 'accept-language': language };
  const { payload } = await app.core.inject({ method: 'GET', url, headers });
  return /<div id="root">([\s\S]*?)<noscript>/.exec(payload)?.[1] ?? '';
}

test('the HTML of the first page has its form, in the language of the browser', async () => {
  await changeSettings(app, { signInMode: 'SignInAndRegister', signIn: byUsername });
  expect(await openPage()).toMatch(/<label for="([\w-]+)">Username<\/label>.*<input [^>]*id="\1" name="identifier"/);
  const german = await openPage({}, 'de-CH,de;q=0.9');
  expect(german).toContain('>Benutzername</label>');
  expect(german).toContain('<option lang="de" value="de" selected>');
});

test('a phone number has the country of the browser, without a list of all', async () => {
  await changeSettings(app, { signIn: ways({ identifier: 'phone', password: true }) });
  const page = await openPage({}, 'de-AT');
  expect(page).toContain('<span aria-hidden="true">+43</span>');
  expect(page.match(/<option value="AT" selected>/g)).toHaveLength(1);
  expect(page).not.toContain('<option value="DE"');
  await changeSettings(app, { signIn: byUsername });
});

test('a form that is sent before the scripts are there puts nothing into the address', async () => {
  const page = await openPage();
  expect(page.match(/<form [^>]*>/g)).toEqual([expect.stringContaining('method="dialog"')]);
  expect(page).not.toContain('style=');
});

test('texts of the request are no markup', async () => {
  const page = await openPage({ login_hint: '"><img src=x onerror=alert(1)>', state: '<script>' });
  expect(page).toContain('name="identifier"');
  expect(page).not.toMatch(/<img|<script>/);
});

test('pages that are rendered at the same time have their own language and address', async () => {
  const asked = Array.from({ length: 24 }, (_, index) => ({ isNew: index % 3 === 0, isGerman: index % 2 === 0 }));
  const pages = await Promise.all(
    asked.map(({ isNew, isGerman }) => openPage(isNew ? { first_screen: 'register' } : {}, isGerman ? 'de' : 'en')),
  );
  const buttons = pages.map((page) => /<button type="submit"[^>]*>([^<]*)/.exec(page)?.[1]);
  const [signIn, anmelden] = [buttons[1], buttons[2]];
  const [register, registrieren] = [buttons[3], buttons[0]];
  expect(new Set([signIn, anmelden, register, registrieren]).size).toBe(4);
  expect(buttons).toEqual(
    asked.map(({ isNew, isGerman }) => {
      const [english, german] = isNew ? [register, registrieren] : [signIn, anmelden];
      return isGerman ? german : english;
    }),
  );
});

test('with the built-in captcha, whose line is loaded later, the form is there too', async () => {
  const token = await app.managementToken();
  const config = { type: 'ProofOfWork', difficulty: 'Low' } as const;
  await app.call(captchaApi.save, { token, body: { config } });
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: true } } });
  for (const page of [await openPage(), await openPage()]) {
    expect(page).toContain('name="identifier"');
    expect(page).toMatch(/<p [^>]*class="captcha-line"/);
  }
  await app.call(captchaApi.remove, { token });
});

test('pages that show what a tab remembers, and the preview, are rendered by the browser', async () => {
  for (const url of ['/sign-in?preview=true', '/callback/x', '/mfa-binding']) {
    const { payload } = await app.core.inject({ method: 'GET', url, headers: { host: 'core.test' } });
    expect([url, payload.includes('<div id="root"></div>')]).toEqual([url, true]);
  }
});
