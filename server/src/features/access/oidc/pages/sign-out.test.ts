import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { usersApi } from '@postern/contracts/people/users';
import { demoAppId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '#platform/testing/browser';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

const origin = 'http://app.example';
const redirectUri = `${origin}/callback`;
const home = `${origin}/bye`;
const [person, other] = ['leaver', 'stayer'].map((username) => ({ username, password: 'signs out again soon' }));

let app: ListeningApp;
let token: string;
let own: Application;
let foreign: Application;
let browser: Browser;
let idToken: string;
let idTokenOfOther: string;

const create = async (isThirdParty: boolean): Promise<Application> => {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop <1>',
      type: isThirdParty ? 'Traditional' : 'SPA',
      isThirdParty,
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [home] },
    },
  });
  return body;
};

async function signIn(one: { username: string; password: string } | undefined) {
  const session = await authorize({
    issuer: `${app.endpoint}/oidc`,
    redirectUri,
    person: one ?? { username: '', password: '' },
    clientId: own.id,
  });
  return { browser: session.browser, idToken: session.tokens.id_token ?? '' };
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  [own, foreign] = [await create(false), await create(true)];
  for (const body of [person, other]) {
    await app.call(usersApi.create, { token, body: body ?? {} });
  }
  idTokenOfOther = (await signIn(other)).idToken;
  ({ browser, idToken } = await signIn(person));
});
afterAll(() => app.close());

/** What the page does: the script submits the form, or the person has to press the button. */
async function open(query: Record<string, string>, headers: Record<string, string> = {}) {
  const address = `${app.endpoint}/oidc/session/end?${new URLSearchParams(query)}`;
  const response = await browser.request(address, { headers: { accept: 'text/html', ...headers } });
  const page = await response.text();
  return { page, isSilent: page.includes('requestSubmit') };
}

const fromApp = { referer: `${origin}/` };
const atHome = () => ({ client_id: own.id, post_logout_redirect_uri: home });

test.each<[string, () => Record<string, string>, Record<string, string>, boolean]>([
  ['an ID token of the person', () => ({ id_token_hint: idToken }), {}, true],
  ['an ID token of another person', () => ({ id_token_hint: idTokenOfOther }), {}, false],
  ['nothing, as a link on any page', () => ({}), {}, false],
  ['nothing, from a page of the application', () => ({}), fromApp, false],
  ['an application and its address, from its page', atHome, fromApp, true],
  ['an application and its address, from its form', atHome, { origin, referer: 'http://evil.example/' }, true],
  ['an application and its address, from another page', atHome, { referer: 'http://evil.example/' }, false],
  ['an application and its address, from a page that looks alike', atHome, { referer: `${origin}.evil.test/` }, false],
  ['an application and its address, from no page', atHome, {}, false],
  ['an application and its address, from a frame without origin', atHome, { origin: 'null', ...fromApp }, false],
  [
    'the address of an application of the session, from its page',
    () => ({ post_logout_redirect_uri: home }),
    fromApp,
    true,
  ],
  [
    'the address of an application of the session, from another page',
    () => ({ post_logout_redirect_uri: home }),
    { referer: 'http://evil.example/' },
    false,
  ],
  ['an address that no application has', () => ({ post_logout_redirect_uri: `${home}/else` }), fromApp, false],
  ['an application without an address', () => ({ client_id: own.id }), fromApp, false],
  ['a third-party application', () => ({ client_id: foreign.id, post_logout_redirect_uri: home }), fromApp, false],
  ['another application, from a page of this server', atHome, { 'sec-fetch-site': 'same-origin' }, false],
  [
    'an application of this server, from its page',
    () => ({ client_id: demoAppId, post_logout_redirect_uri: `${app.endpoint}/demo-app` }),
    { 'sec-fetch-site': 'same-origin' },
    true,
  ],
])('with %s', async (_name, query, headers, expected) => {
  const { page, isSilent } = await open(query(), headers);
  expect(page).toContain('id="op.logoutForm"');
  expect(isSilent).toBe(expected);
});

test('the question names the application as text', async () => {
  const { page } = await open(atHome());
  expect(page).toContain('Shop &#60;1&#62;');
  expect(page).not.toContain('Shop <1>');
});

test('a tenant may ask before every sign-out', async () => {
  const limits = { maxMinutes: null, idleMinutes: null, maxSessions: null };
  const saved = await app.call(sessionPolicyApi.save, { token, body: { ...limits, alwaysConfirmSignOut: true } });
  expect(saved.body.alwaysConfirmSignOut).toBe(true);
  expect((await open({ id_token_hint: idToken })).isSilent).toBe(false);
  // Programs that do not know the setting leave it as it is.
  expect((await app.call(sessionPolicyApi.save, { token, body: limits })).body.alwaysConfirmSignOut).toBe(true);
  await app.call(sessionPolicyApi.save, { token, body: { ...limits, alwaysConfirmSignOut: false } });
  expect((await open({ id_token_hint: idToken })).isSilent).toBe(true);
});

test('the person who confirms is signed out and returns to the application, also if it names only its address', async () => {
  const { page } = await open({ post_logout_redirect_uri: home, state: 'kept' });
  expect(page).toContain('Shop &#60;1&#62;');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const done = await browser.request(`${app.endpoint}/oidc/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect([done.status, done.headers.get('location')]).toEqual([303, `${home}?state=kept`]);
  // Without a session there is nothing to ask.
  expect((await open({})).page).not.toContain('Sign out?');
});
