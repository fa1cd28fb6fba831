import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let client: { client_id: string; client_secret: string };
const person = { username: 'rosa', password: 'a good long secret' };
const redirectUri = 'http://localhost:9/callback';
const resource = 'https://tools.example.com';

beforeAll(async () => {
  app = await listeningApp();
  const token = await app.managementToken();
  await app.call(usersApi.create, { token, body: person });
  await app.call(resourcesApi.create, { token, body: { name: 'Tools', indicator: resource } });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Agent',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  client = { client_id: body.id, client_secret: secrets[0]?.value ?? '' };
});
afterAll(() => app.close());

const address = (more: Record<string, string>) => {
  const query = { client_id: client.client_id, redirect_uri: redirectUri, response_type: 'code', ...more };
  return `${app.endpoint}/oidc/auth?${new URLSearchParams(query)}`;
};

async function exchange(callback: string) {
  const code = new URL(callback).searchParams.get('code') ?? '';
  const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  const response = await fetch(`${app.endpoint}/oidc/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

test('a request without scope signs in, and the token response names the scope that it got', async () => {
  const browser = createBrowser();
  await browser.follow(address({}), [`${app.endpoint}/sign-in`]);
  const callback = await browser.follow(await signInByPassword(browser, app.endpoint, person), [redirectUri]);
  const { status, body } = await exchange(callback);
  expect([status, body.scope, body.token_type]).toEqual([200, 'openid', 'Bearer']);
  const headers = { authorization: `Bearer ${body.access_token}` };
  expect((await fetch(`${app.endpoint}/oidc/me`, { headers })).status).toBe(200);

  // The same in a browser that is signed in, for a resource and with an empty scope.
  const requests: Record<string, string>[] = [{ resource }, { resource, scope: '' }, { scope: 'offline_access' }];
  for (const more of requests) {
    const again = await exchange(await browser.follow(address(more), [redirectUri]));
    expect(again.status).toBe(200);
    if ('resource' in more) {
      expect(decodeJwt(again.body.access_token ?? '').aud).toBe(resource);
    }
  }
});

test('parameters that need openid are still refused without it', async () => {
  const response = await createBrowser().request(address({ nonce: 'x' }), { headers: { accept: 'text/html' } });
  const { searchParams } = new URL(response.headers.get('location') ?? '', app.endpoint);
  expect(searchParams.get('error')).toBe('invalid_request');
});
