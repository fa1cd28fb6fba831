import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

const ada = { username: 'ada', password: 'correct horse battery' };

let app: ListeningApp;
let first: string;
let second: string;

const callbackOf = (name: string) => `http://localhost:9/${name}`;

beforeAll(async () => {
  app = await listeningApp();
  const token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  const create = async (name: string) => {
    const oidcClientMetadata = { redirectUris: [callbackOf(name)], postLogoutRedirectUris: [] };
    const { body } = await app.call(applicationsApi.create, { token, body: { name, type: 'SPA', oidcClientMetadata } });
    return body.id;
  };
  [first, second] = [await create('first'), await create('second')];
});
afterAll(() => app.close());

const address = (clientId: string, name: string) =>
  `${app.endpoint}/oidc/auth?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: callbackOf(name),
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })}`;

/** Two applications ask in one browser, whose pages name one of them in a header. */
async function askTwice(named?: string) {
  const browser = createBrowser(named === undefined ? {} : { 'logto-app-id': named });
  for (const [id, name] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    await browser.follow(address(id, name), [`${app.endpoint}/sign-in`]);
  }
  return browser;
}

test('pages that name their application answer its request, not the latest of the browser', async () => {
  for (const [named, expected] of [
    [first, 'first'],
    [second, 'second'],
    [undefined, 'second'],
  ] as const) {
    const browser = await askTwice(named);
    const next = await signInByPassword(browser, app.endpoint, ada);
    expect(await browser.follow(next, ['http://localhost:9/'])).toContain(`${callbackOf(expected)}?code=`);
  }
});

test('an application that has not asked in this browser has no request', async () => {
  for (const named of ['unknown', 'demo-app', `${first}~`, first.toUpperCase()]) {
    const browser = await askTwice(named);
    const answer = await browser.request(`${app.endpoint}/api/experience`, {
      method: 'PUT',
      headers: { origin: app.endpoint, 'content-type': 'application/json' },
      body: JSON.stringify({ interactionEvent: 'SignIn' }),
    });
    expect([named, answer.status, await answer.json()]).toMatchObject([named, 400, { code: 'session.not_found' }]);
  }
});

test('the query of a call names the application too', async () => {
  const browser = await askTwice();
  const start = (query: string) =>
    browser.request(`${app.endpoint}/api/experience${query}`, {
      method: 'PUT',
      headers: { origin: app.endpoint, 'content-type': 'application/json' },
      body: JSON.stringify({ interactionEvent: 'SignIn' }),
    });
  expect((await start(`?app_id=${first}`)).status).toBe(204);
  expect((await start('?app_id=unknown')).status).toBe(400);
});
