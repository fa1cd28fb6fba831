import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { accountApi } from '@postern/contracts/account/account';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredEndpoints } from '#platform/http/route';
import { openAccountCenter } from '#testing/account';
import { createClient, redirectUri } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

/** Attack 43: a third-party application with consent for the profile and the email address. */
let app: ListeningApp;
let manager: string;
let userId: string;
let token: string;

const person = { username: 'maya', password: 'correct horse battery' };
const identifiers = { primaryEmail: 'maya@fjord.example', primaryPhone: '4930123456' };

beforeAll(async () => {
  app = await listeningApp();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
  const created = await app.call(usersApi.create, { token: manager, body: { ...person, ...identifiers } });
  userId = created.body.id;
  token = await consentedToken();
});
afterAll(() => app.close());

/** The flow of the application: sign-in, consent page, code. */
async function consentedToken(): Promise<string> {
  const { id, config } = await createClient(app, manager, { type: 'Traditional', isThirdParty: true });
  await app.call(applicationConsentApi.addScopes, {
    token: manager,
    params: { applicationId: id },
    body: { userScopes: ['profile', 'email'] },
  });
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const browser = createBrowser();
  await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
  const consentPage = `${app.endpoint}/consent`;
  await browser.follow(await signInByPassword(browser, app.endpoint, person), [consentPage]);
  const answer = await browser.request(`${app.endpoint}/api/interaction/consent`, {
    method: 'POST',
    headers: { origin: app.endpoint, 'content-type': 'application/json' },
    body: '{}',
  });
  const { redirectTo } = (await answer.json()) as { redirectTo: string };
  const callback = await browser.follow(redirectTo, [redirectUri]);
  const tokens = await client.authorizationCodeGrant(config, new URL(callback), { pkceCodeVerifier: verifier });
  return tokens.access_token;
}

const operations = () => registeredEndpoints(app.app).filter(({ auth }) => auth.kind === 'account');
const label = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

const send = (contract: AnyEndpoint) =>
  app.inject(app.core, {
    method: contract.method,
    url: contract.path.replace(/:\w+/g, 'aaaaaaaaaaaa'),
    headers: {
      host: new URL(app.endpoint).host,
      authorization: `Bearer ${token}`,
      ...(contract.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(contract.body ? { payload: '{}' } : {}),
  });

test('rejects all writes of the account and verification APIs with 403 (attack 43)', async () => {
  const before = (await app.call(usersApi.get, { token: manager, params: { userId } })).body;
  const writes = operations().filter(({ method }) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(25);
  expect(writes.some(({ path }) => path.startsWith('/api/verifications/'))).toBe(true);
  for (const contract of writes) {
    const { status, body } = await send(contract);
    expect([label(contract), status, body]).toMatchObject([
      label(contract),
      403,
      { code: 'auth.third_party_application_forbidden' },
    ]);
  }
  expect((await app.call(usersApi.get, { token: manager, params: { userId } })).body).toEqual(before);
});

test('rejects the changes of the report: name, profile, password (attack 43)', async () => {
  const headers = { host: new URL(app.endpoint).host, authorization: `Bearer ${token}` };
  for (const [method, url, payload] of [
    ['PATCH', '/api/my-account', { name: 'Mallory', customData: { admin: true } }],
    ['PATCH', '/api/my-account/profile', { familyName: 'Mallory' }],
    ['POST', '/api/verifications/password', { password: person.password }],
    ['POST', '/api/my-account/password', { password: 'a phrase of the attacker' }],
  ] as const) {
    const { status } = await app.inject(app.core, { method, url, headers, payload });
    expect([url, status]).toEqual([url, 403]);
  }
});

test('returns only data with consent (attack 43)', async () => {
  const { status, body } = await app.call(accountApi.get, { token });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: userId, username: 'maya', primaryEmail: identifiers.primaryEmail });
  for (const hidden of ['primaryPhone', 'customData', 'identities', 'ssoIdentities', 'hasPassword']) {
    expect(body).not.toHaveProperty(hidden);
  }
  for (const contract of operations().filter((one) => one.method === 'GET' && one !== accountApi.get)) {
    const answer = await send(contract);
    expect([label(contract), answer.status >= 400 && answer.status < 500]).toEqual([label(contract), true]);
  }
});
