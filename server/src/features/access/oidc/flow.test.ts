import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import {
  managementApiIndicator,
  meApiIndicator,
  organizationAudience,
  organizationsResource,
} from '@postern/contracts/wire';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let token: string;
let spa: string;
const redirectUri = 'http://localhost:9/callback';
const ada = { username: 'ada', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { ...ada, name: 'Ada Lovelace', primaryEmail: 'ada@example.com' } });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://localhost:9/'] },
    },
  });
  spa = body.id;
});
afterAll(() => app.close());

const signIn = (more: Partial<Parameters<typeof authorize>[0]> = {}) =>
  authorize({ issuer: `${app.endpoint}/oidc`, clientId: spa, redirectUri, person: ada, ...more });

test('a user signs in to a relying party, which gets claims, refreshes and signs out', async () => {
  const { config, tokens, browser } = await signIn({ scope: 'openid profile email offline_access' });
  const claims = tokens.claims();
  expect(claims).toMatchObject({
    name: 'Ada Lovelace',
    username: 'ada',
    preferred_username: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    aud: spa,
  });
  expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('ES256');
  expect(decodeProtectedHeader(tokens.id_token ?? '')).not.toHaveProperty('typ');
  expect(claims).not.toHaveProperty('at_hash');
  const info = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
  expect(info).toMatchObject({ sub: claims?.sub, email: 'ada@example.com' });
  // Nobody has set a picture: some clients refuse `null`.
  expect([claims, info].filter((one) => one && 'picture' in one)).toEqual([]);

  const userId = claims?.sub ?? '';
  await app.call(usersApi.update, { token, params: { userId }, body: { profile: { preferredUsername: 'countess' } } });
  const renamed = await client.fetchUserInfo(config, tokens.access_token, userId);
  expect(renamed).toMatchObject({ username: 'ada', preferred_username: 'countess' });

  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  await client.tokenRevocation(config, refreshed.refresh_token ?? '');
  await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });

  const out = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: 'http://localhost:9/',
  });
  const page = await (await browser.request(out.href, { headers: { accept: 'text/html' } })).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const done = await browser.request(`${app.endpoint}/oidc/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(done.headers.get('location')).toMatch(/^http:\/\/localhost:9\/(\?.*)?$/);
});

test('a registration creates the account and signs in', async () => {
  const { tokens } = await signIn({
    person: { username: 'grace', password: 'nanoseconds are long' },
    event: 'Register',
  });
  expect(tokens.claims()).toMatchObject({ username: 'grace' });
  const { body } = await app.call(usersApi.list, { token, query: { 'search.username': 'grace' } });
  expect(body[0]).toMatchObject({ username: 'grace', applicationId: spa, hasPassword: true });
});

test('a code can be exchanged only once', async () => {
  const { config, callback, verifier, state } = await signIn();
  const again = client.authorizationCodeGrant(config, new URL(callback), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('the first administrator gets tokens for the management API, the me API and their tenant', async () => {
  const { config, tokens } = await authorize({
    issuer: `${app.adminEndpoint}/oidc`,
    clientId: 'admin-console',
    redirectUri: `${app.adminEndpoint}/console/callback`,
    person: { username: 'root', password: 'administrators choose well' },
    event: 'Register',
    scope:
      'openid offline_access profile all urn:logto:scope:organizations urn:logto:scope:organization_roles read:data write:data manage:tenant',
    resource: [managementApiIndicator('default'), meApiIndicator, organizationsResource],
  });
  expect(tokens.claims()).toMatchObject({ organizations: ['t-default'], organization_roles: ['t-default:admin'] });
  const management = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
    resource: managementApiIndicator('default'),
  });
  expect(decodeJwt(management.access_token)).toMatchObject({ aud: managementApiIndicator('default'), scope: 'all' });
  expect(decodeProtectedHeader(management.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
  expect((await app.call(usersApi.list, { token: management.access_token })).status).toBe(200);

  const organization = await client.refreshTokenGrant(config, management.refresh_token ?? '', {
    organization_id: 't-default',
  });
  const { aud, scope } = decodeJwt(organization.access_token);
  expect(aud).toBe(organizationAudience('t-default'));
  // RFC 6749 §3.3: their order has no meaning.
  expect(String(scope).split(' ').sort()).toEqual(['manage:tenant', 'read:data', 'write:data']);
  await expect(
    client.refreshTokenGrant(config, organization.refresh_token ?? '', { organization_id: 't-other' }),
  ).rejects.toMatchObject({
    error: 'access_denied',
    status: 403,
  });
});

test('a machine must name a resource and gets only the scopes of its roles', async () => {
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Sync', type: 'MachineToMachine' },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: machine.id } });
  const config = await client.discovery(new URL(`${app.endpoint}/oidc`), machine.id, secrets[0]?.value, undefined, {
    execute: [client.allowInsecureRequests],
  });
  await expect(client.clientCredentialsGrant(config, {})).rejects.toMatchObject({ error: 'invalid_target' });
  await expect(client.clientCredentialsGrant(config, { resource: 'https://nowhere.example' })).rejects.toMatchObject({
    error: 'invalid_target',
  });
  const parameters = { resource: managementApiIndicator('default'), scope: 'all' };
  const without = await client.clientCredentialsGrant(config, parameters);
  expect(without).not.toHaveProperty('scope');
  expect((await app.call(usersApi.list, { token: without.access_token })).body).toMatchObject({
    code: 'auth.forbidden',
  });
  await app.call(applicationsApi.update, { token, params: { id: machine.id }, body: { isAdmin: true } });
  const granted = await client.clientCredentialsGrant(config, parameters);
  expect(granted.scope).toBe('all');
  expect(granted.expires_in).toBe(3600);
});

test('named secrets work until they expire or are deleted; a JSON body works like a form', async () => {
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Job', type: 'MachineToMachine' },
  });
  const params = { id: machine.id };
  const { body: secret } = await app.call(applicationsApi.createSecret, {
    token,
    params,
    body: { name: 'ci', expiresAt: Date.now() + 3_600_000 },
  });
  const ask = async () => {
    const response = await fetch(`${app.endpoint}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: machine.id,
        client_secret: secret.value,
        resource: managementApiIndicator('default'),
      }),
    });
    return { status: response.status, body: await response.json() };
  };
  expect((await ask()).status).toBe(200);
  // Simulates that an hour has passed.
  vi.useFakeTimers({ toFake: ['Date'], now: secret.expiresAt ?? 0 });
  try {
    expect(await ask()).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'client secret has expired', code: 'oidc.invalid_request' },
    });
  } finally {
    vi.useRealTimers();
  }
  await app.call(applicationsApi.removeSecret, { token, params: { ...params, name: 'ci' } });
  expect(await ask()).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});
