import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { interactionHeader, interactionParam } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/** Two tabs of one browser: each belongs to its own authorization request (attack 57). */
let app: TestApp;
let token: string;
let shop: { id: string; uri: string };
const password = 'the same in all tabs';
const email = 'tabs@example.com';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { username: 'tabs', primaryEmail: email, password } });
  await changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: ['email'], password: true, verify: true },
    signInMode: 'SignInAndRegister',
  });
  const uri = 'https://shop.example/callback';
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Shop', type: 'SPA', oidcClientMetadata: { redirectUris: [uri], postLogoutRedirectUris: [] } },
  });
  shop = { id: body.id, uri };
});
afterAll(() => app.close());

type Tab = {
  address: string;
  step: Visitor['step'];
  open(): Promise<{ status: number; location: unknown; text: string }>;
};

/** Opens an application in a new tab of the browser. */
async function openTab(browser: Visitor, params: Record<string, string> = {}): Promise<Tab> {
  const address = await browser.arrive(params);
  const name = new URL(address, 'http://core.test').searchParams.get(interactionParam) ?? '';
  expect(name).toMatch(/^[\w-]{16}$/);
  return {
    address,
    step: (method, path, body) => browser.step(method, path, body, { [interactionHeader]: name }),
    async open() {
      const answer = await app.core.inject({
        url: address,
        headers: {
          host: 'core.test',
          accept: 'text/html',
          cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        },
      });
      return { status: answer.statusCode, location: answer.headers.location, text: answer.payload };
    },
  };
}

const ofShop = (state: string) => ({ client_id: shop.id, redirect_uri: shop.uri, state });

async function byPassword({ step }: Tab): Promise<string> {
  const { body } = await step('POST', '/verification/password', {
    identifier: { type: 'email', value: email },
    password,
  });
  return body.verificationId;
}

async function byCode({ step }: Tab): Promise<string> {
  const identifier = { type: 'email', value: email };
  const sent = await step('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
  const { verificationId } = sent.body;
  const { code } = await lastMessage(app, email);
  await step('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
  return verificationId;
}

async function finish(browser: Visitor, tab: Tab, prove = byPassword): Promise<URL> {
  expect((await tab.step('PUT', '', { interactionEvent: 'SignIn' })).status).toBe(204);
  expect((await tab.step('POST', '/identification', { verificationId: await prove(tab) })).status).toBe(204);
  const { body } = await tab.step('POST', '/submit');
  return new URL(await browser.follow(body.redirectTo));
}

const stateOf = ({ searchParams }: URL) => [searchParams.get('state'), searchParams.get('code') !== null];

test.each([
  ['a password', byPassword],
  ['a code', byCode],
])('each tab answers its own application and both finish, with %s', async (_, prove) => {
  const browser = visitor(app);
  const first = await openTab(browser, { state: 'first' });
  const second = await openTab(browser, ofShop('second'));
  // The steps of both tabs take turns.
  await second.step('PUT', '', { interactionEvent: 'SignIn' });
  const proof = await prove(second);
  const arrived = await finish(browser, first, prove);
  expect([arrived.origin, ...stateOf(arrived)]).toEqual(['http://core.test', 'first', true]);
  expect((await second.step('POST', '/identification', { verificationId: proof })).status).toBe(204);
  const { body } = await second.step('POST', '/submit');
  const other = new URL(await browser.follow(body.redirectTo));
  expect([other.origin, ...stateOf(other)]).toEqual(['https://shop.example', 'second', true]);
});

test.each([
  ['without a session', false],
  ['with prompt=login', true],
])('two tabs of one application get their own state, %s', async (_, hasSession) => {
  const browser = visitor(app);
  if (hasSession) {
    await finish(browser, await openTab(browser));
  }
  const prompt: Record<string, string> = hasSession ? { prompt: 'login' } : {};
  const one = await openTab(browser, { ...prompt, ...ofShop('one') });
  const two = await openTab(browser, { ...prompt, ...ofShop('two') });
  expect(stateOf(await finish(browser, one))).toEqual(['one', true]);
  expect(stateOf(await finish(browser, two))).toEqual(['two', true]);
});

test('a tab that has finished has ended, and the other is not affected', async () => {
  const browser = visitor(app);
  const first = await openTab(browser, { state: 'first' });
  const second = await openTab(browser, ofShop('second'));
  await finish(browser, first);
  const { status, code } = await first.step('PUT', '', { interactionEvent: 'SignIn' });
  expect([status, code]).toEqual([400, 'session.not_found']);
  expect(await first.open()).toMatchObject({ status: 303, location: '/unknown-session' });
  expect(stateOf(await finish(browser, second))).toEqual(['second', true]);
});

test('a page of a tab is rendered for its own application, also after a reload', async () => {
  const browser = visitor(app);
  const first = await openTab(browser, ofShop('first'));
  await openTab(browser, { state: 'second' });
  for (const page of [await first.open(), await first.open()]) {
    expect(page.status).toBe(200);
    expect(page.text).toContain(`"application":{"id":"${shop.id}"`);
    expect(page.text).toContain(
      `"interaction":"${new URL(first.address, 'http://core.test').searchParams.get('interaction')}"`,
    );
  }
});

test('a page of a tab has the language that its own application asks for', async () => {
  const browser = visitor(app);
  const [plain, french] = [await openTab(browser), await openTab(browser, { ui_locales: 'fr' })];
  await openTab(browser, { ui_locales: 'de' });
  for (const [tab, language] of [
    [plain, 'en'],
    [french, 'fr'],
  ] as const) {
    expect((await tab.open()).text).toContain(`<html lang="${language}"`);
  }
});

test('a client that names no request answers the latest one', async () => {
  const browser = visitor(app);
  await openTab(browser, { state: 'first' });
  await openTab(browser, ofShop('second'));
  await browser.start('SignIn');
  const identifier = { type: 'email', value: email };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  await browser.identify(body.verificationId);
  const submitted = await browser.submit();
  expect(stateOf(new URL(await browser.follow(submitted.body.redirectTo)))).toEqual(['second', true]);
});

test('another browser cannot use the name of a request, nor a forged list of requests', async () => {
  const [browser, thief] = [visitor(app), visitor(app)];
  const tab = await openTab(browser);
  const name = new URL(tab.address, 'http://core.test').searchParams.get(interactionParam) ?? '';
  await openTab(thief);
  const use = () => thief.step('PUT', '', { interactionEvent: 'SignIn' }, { [interactionHeader]: name });
  expect((await use()).code).toBe('session.not_found');
  thief.cookies.set('postern_default_interactions', browser.cookies.get('postern_default_interactions') ?? '');
  expect((await use()).code).toBe('session.not_found');
});

test('the oldest of many requests of a browser is forgotten', async () => {
  const browser = visitor(app);
  const first = await openTab(browser, { state: 'first' });
  for (let count = 0; count < 12; count += 1) {
    await openTab(browser, { state: `later ${count}` });
  }
  expect((await first.step('PUT', '', { interactionEvent: 'SignIn' })).code).toBe('session.not_found');
});
