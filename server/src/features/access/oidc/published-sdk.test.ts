import LogtoClient, { type Storage, UserScope } from '@logto/node';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

/** The published SDK of the wire must work unchanged. */
let app: ListeningApp;
let token: string;
const redirectUri = 'http://localhost:9/callback';
const person = { username: 'sdk_user', password: 'the client nobody here wrote' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { ...person, name: 'Sdk User', primaryEmail: 'sdk@example.com' } });
});
afterAll(() => app.close());

function memoryStorage(): Storage<string> {
  const values = new Map<string, string>();
  return {
    getItem: async (key) => values.get(key) ?? null,
    setItem: async (key, value) => void values.set(key, value),
    removeItem: async (key) => void values.delete(key),
  };
}

test('@logto/node signs in, reads claims and userinfo, gets tokens for a resource, and signs out', async () => {
  const { body: web } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Web',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://localhost:9/'] },
    },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: web.id } });
  const visited: string[] = [];
  const client = new LogtoClient(
    {
      endpoint: app.endpoint,
      appId: web.id,
      appSecret: secrets[0]?.value,
      scopes: [UserScope.Email, UserScope.CustomData, UserScope.Organizations],
      resources: [managementApiIndicator('default')],
    },
    { storage: memoryStorage(), navigate: (url: string) => void visited.push(url) },
  );
  expect(await client.isAuthenticated()).toBe(false);
  await client.signIn(redirectUri);
  const browser = createBrowser();
  await browser.follow(visited[0] ?? '', [`${app.endpoint}/sign-in`]);
  const callback = await browser.follow(await signInByPassword(browser, app.endpoint, person), [redirectUri]);
  await client.handleSignInCallback(callback);

  expect(await client.isAuthenticated()).toBe(true);
  expect(await client.getIdTokenClaims()).toMatchObject({
    email: 'sdk@example.com',
    username: 'sdk_user',
    name: 'Sdk User',
  });
  expect(await client.fetchUserInfo()).toMatchObject({
    email: 'sdk@example.com',
    custom_data: {},
    organization_data: [],
  });
  const opaque = await client.getAccessToken();
  expect(opaque.split('.')).toHaveLength(1);
  const resource = await client.getAccessToken(managementApiIndicator('default'));
  expect(resource.split('.')).toHaveLength(3);
  await expect(client.getOrganizationToken('nowhere')).rejects.toMatchObject({ code: 'oidc.access_denied' });

  await client.signOut('http://localhost:9/');
  expect(visited.at(-1)).toContain('/oidc/session/end');
  expect(await client.isAuthenticated()).toBe(false);
});
