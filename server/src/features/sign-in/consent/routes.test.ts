import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { organizationsResource } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEditable } from '#testing/account';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
let config: client.Configuration;
let ledgerly: string;
let mayaId: string;
const maya = { username: 'maya', password: 'correct horse battery' };
const redirectUri = 'http://localhost:9/callback';
const invoices = 'https://invoices.example';
const organizations = 'urn:logto:scope:organizations';
const lost = { status: 400, body: { code: 'session.not_found' } };

/** A third-party application with a secret, for openid-client. */
async function thirdParty(name: string) {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name,
      type: 'Traditional',
      isThirdParty: true,
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  const issuer = new URL(`${app.endpoint}/oidc`);
  return client.discovery(issuer, body.id, secrets[0]?.value, undefined, { execute: [client.allowInsecureRequests] });
}

const mayAsk = (applicationId: string, body: Record<string, unknown>) =>
  app.call(applicationConsentApi.addScopes, { token, params: { applicationId }, body });

async function createPermissions(): Promise<string[]> {
  const { body: resource } = await app.call(resourcesApi.create, {
    token,
    body: { name: 'Invoices', indicator: invoices },
  });
  const ids: string[] = [];
  for (const [name, description] of [
    ['read:invoices', 'Read invoices'],
    ['send:invoices', 'Send invoices'],
    ['burn:invoices', 'Burn invoices'],
  ] as const) {
    const params = { resourceId: resource.id };
    const { body } = await app.call(resourcesApi.createScope, { token, params, body: { name, description } });
    ids.push(body.id);
  }
  return ids;
}

/** Two organizations of Maya and one without her; in the first she may read bills and send invoices. */
const createOrganizations = (sendInvoices: string) =>
  app.write('default', async (db) => {
    await sql`insert into organizations (id, name) values ('fjord', 'Fjord'), ('arctic', 'Arctic'), ('secret', 'Secret')`.execute(
      db,
    );
    await sql`insert into organization_users (organization_id, user_id) values ('fjord', ${mayaId}), ('arctic', ${mayaId})`.execute(
      db,
    );
    await sql`insert into organization_roles (id, name) values ('accountant', 'accountant')`.execute(db);
    await sql`insert into organization_scopes (id, name, description) values ('bills', 'read:bills', 'Read bills'), ('plans', 'read:plans', null)`.execute(
      db,
    );
    await sql`insert into organization_roles_scopes (organization_role_id, organization_scope_id) values ('accountant', 'bills')`.execute(
      db,
    );
    await sql`insert into organization_roles_resource_scopes (organization_role_id, scope_id) values ('accountant', ${sendInvoices})`.execute(
      db,
    );
    await sql`insert into organization_users_roles (organization_id, user_id, organization_role_id) values ('fjord', ${mayaId}, 'accountant')`.execute(
      db,
    );
  });

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const person = { ...maya, name: 'Maya Lindqvist', primaryEmail: 'maya@fjord.example' };
  mayaId = (await app.call(usersApi.create, { token, body: person })).body.id;
  const [read = '', send = '', burn = ''] = await createPermissions();
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'Reader', description: 'x', scopeIds: [read, burn] },
  });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [mayaId] } });
  await createOrganizations(send);
  config = await thirdParty('Ledgerly');
  ledgerly = config.clientMetadata().client_id;
  const given = {
    userScopes: ['profile', 'email', organizations],
    resourceScopes: [read],
    organizationResourceScopes: [send],
    organizationScopes: ['bills', 'plans'],
  };
  expect((await mayAsk(ledgerly, given)).status).toBe(201);
});
afterAll(() => app.close());

type Request = {
  scope: string;
  resource?: string[];
  browser?: Browser;
  by?: client.Configuration;
  params?: Record<string, string>;
};

/** Sends a browser to the application's request and through the sign-in if necessary. */
async function ask({ scope, resource = [], browser = createBrowser(), by = config, params = {} }: Request) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(by, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...params,
  });
  for (const one of resource) {
    url.searchParams.append('resource', one);
  }
  const stops = [`${app.endpoint}/consent`, redirectUri];
  const first = await browser.follow(url.href, [`${app.endpoint}/sign-in`, ...stops]);
  const reached = first.startsWith(`${app.endpoint}/sign-in`)
    ? await browser.follow(await signInByPassword(browser, app.endpoint, maya), stops)
    : first;
  const redeem = (callback: string) =>
    client.authorizationCodeGrant(by, new URL(callback), { pkceCodeVerifier: verifier, expectedState: state });
  return { browser, reached, redeem };
}

async function consent(browser: Browser, method: string, body?: unknown, origin = app.endpoint) {
  const response = await browser.request(`${app.endpoint}/api/interaction/consent`, {
    method,
    headers: { origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const info = async (browser: Browser) => (await consent(browser, 'GET')).body as unknown as ConsentInfo;

async function allow(browser: Browser, organizationIds?: string[]): Promise<string> {
  const { status, body } = await consent(browser, 'POST', organizationIds ? { organizationIds } : {});
  expect(status).toBe(200);
  return browser.follow(String(body.redirectTo), [redirectUri]);
}

const everything = {
  scope: `openid offline_access profile email ${organizations} read:invoices send:invoices burn:invoices read:bills read:plans`,
  resource: [invoices, organizationsResource],
};

test('shows the application, the user, the requested scopes and where to continue', async () => {
  const { browser, reached } = await ask(everything);
  expect(reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
  const described = await info(browser);
  expect(described).toMatchObject({
    application: { id: ledgerly, name: 'Ledgerly', displayName: null },
    user: { id: mayaId, name: 'Maya Lindqvist', primaryEmail: 'maya@fjord.example' },
    redirectUri,
  });
  expect(described.isKnown).toBeUndefined();
  expect(described.missingOIDCScope?.toSorted()).toEqual(['email', 'profile', organizations]);
  const names = described.missingResourceScopes?.map(({ resource, scopes }) => [
    resource.name,
    scopes.map(({ description }) => description),
  ]);
  // Maya's role includes burning, but the application may not request it. She may send invoices only in Fjord, so that is
  // not in the general list, which has the permissions of the organization template (observed 2, row 16).
  expect(names).toEqual([
    ['Invoices', ['Read invoices']],
    [organizationsResource, ['Read bills', null]],
  ]);
  const inside = described.organizations?.map(({ name, missingResourceScopes }) => [
    name,
    missingResourceScopes?.flatMap(({ scopes }) => scopes.map((scope) => scope.name)),
  ]);
  expect(inside).toEqual([
    ['Arctic', []],
    ['Fjord', ['send:invoices', 'read:bills']],
  ]);
});

test('embeds the request in the first frame of the page', async () => {
  const { browser } = await ask(everything);
  const html = await (await browser.request(`${app.endpoint}/consent`)).text();
  const embedded = /id="postern-settings">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(embedded).consent).toEqual(await info(browser));
});

test('grants the requested scopes in the chosen organization only, and does not ask again', async () => {
  // Without the prompt, OpenID Connect issues no refresh token (Core §11).
  const { browser, redeem } = await ask({ ...everything, params: { prompt: 'consent' } });
  const tokens = await redeem(await allow(browser, ['fjord']));
  // She is in Arctic too, which is not revealed to the application.
  expect(tokens.claims()).toMatchObject({
    email: 'maya@fjord.example',
    name: 'Maya Lindqvist',
    organizations: ['fjord'],
  });
  const forApi = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: invoices });
  expect(decodeJwt(forApi.access_token)).toMatchObject({ aud: invoices, scope: 'read:invoices send:invoices' });
  const inFjord = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { organization_id: 'fjord' });
  expect(decodeJwt(inFjord.access_token)).toMatchObject({ aud: 'urn:logto:organization:fjord', scope: 'read:bills' });
  const refresh = tokens.refresh_token ?? '';
  await expect(client.refreshTokenGrant(config, refresh, { organization_id: 'arctic' })).rejects.toMatchObject({
    error: 'access_denied',
  });

  const again = await ask({ ...everything, browser });
  expect(again.reached).toMatch(/^http:\/\/localhost:9\/callback\?code=/);
});

test('user scopes that are taken from an application end with the next refresh, at userinfo and the account API (attack 55)', async () => {
  const by = await thirdParty('Shrinking');
  const { client_id: id } = by.clientMetadata();
  await mayAsk(id, { userScopes: ['profile', 'email', organizations] });
  const scope = `openid offline_access profile email ${organizations}`;
  const { browser, redeem } = await ask({ scope, by, params: { prompt: 'consent' } });
  const tokens = await redeem(await allow(browser, ['fjord']));
  const refresh = tokens.refresh_token ?? '';
  expect(tokens.claims()).toMatchObject({ email: 'maya@fjord.example', name: 'Maya Lindqvist' });
  const profile = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await (await fetch(`${app.endpoint}/api/my-account`, { headers })).json()) as Record<string, unknown>;
  };
  await app.call(accountCenterApi.update, { token, body: { enabled: true, fields: allEditable } });
  expect((await profile(tokens.access_token)).primaryEmail).toBe('maya@fjord.example');

  for (const scopeId of ['email', organizations]) {
    const params = { applicationId: id, scopeType: 'user-scopes' as const, scopeId };
    expect((await app.call(applicationConsentApi.removeScope, { token, params })).status).toBe(204);
  }

  const userinfo = await client.fetchUserInfo(by, tokens.access_token, mayaId);
  expect([userinfo.email, userinfo.organizations, userinfo.name]).toEqual([undefined, undefined, 'Maya Lindqvist']);
  expect((await profile(tokens.access_token)).primaryEmail).toBeUndefined();
  const next = await client.refreshTokenGrant(by, refresh);
  expect([next.claims()?.email, next.claims()?.organizations, next.scope]).toEqual([
    undefined,
    undefined,
    'openid offline_access profile',
  ]);
  expect((await profile(next.access_token)).primaryEmail).toBeUndefined();
  const newest = next.refresh_token ?? refresh;
  await expect(client.refreshTokenGrant(by, newest, { organization_id: 'fjord' })).rejects.toMatchObject({
    error: 'insufficient_scope',
  });
  for (const one of [tokens.access_token, next.access_token, newest]) {
    expect(await client.tokenIntrospection(by, one)).toMatchObject({ active: true, scope: expect.any(String) });
    const { scope: listed } = await client.tokenIntrospection(by, one);
    expect(new Set(listed?.split(' '))).toEqual(new Set(['openid', 'offline_access', 'profile']));
  }
});

test('a token outside of organizations has no permissions from organizations that were not granted', async () => {
  const by = await thirdParty('Narrow');
  const { client_id: id } = by.clientMetadata();
  const { body: given } = await app.call(applicationConsentApi.listScopes, {
    token,
    params: { applicationId: ledgerly },
  });
  const send = given.organizationResourceScopes.flatMap(({ scopes }) => scopes.map((scope) => scope.id));
  await mayAsk(id, { userScopes: [organizations], organizationResourceScopes: send });
  const { browser, redeem } = await ask({
    scope: `openid offline_access ${organizations} send:invoices`,
    resource: [invoices],
    by,
    params: { prompt: 'consent' },
  });
  // Her role in Fjord allows to send invoices; she grants the application Arctic only.
  const tokens = await redeem(await allow(browser, ['arctic']));
  const outside = await client.refreshTokenGrant(by, tokens.refresh_token ?? '', { resource: invoices });
  expect(decodeJwt(outside.access_token).scope ?? '').toBe('');
  const params = { id, userId: mayaId };
  await app.call(applicationConsentApi.addConsentOrganizations, {
    token,
    params,
    body: { organizationIds: ['fjord'] },
  });
  const inside = await client.refreshTokenGrant(by, tokens.refresh_token ?? '', { resource: invoices });
  expect(decodeJwt(inside.access_token)).toMatchObject({ scope: 'send:invoices' });
});

test('lists only new scopes in a later request', async () => {
  const first = await ask({ scope: 'openid profile' });
  await allow(first.browser);
  const second = await ask({ scope: 'openid profile email', browser: first.browser });
  expect(second.reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
  expect(await info(first.browser)).toMatchObject({ missingOIDCScope: ['email'], isKnown: true });
});

test('lists nothing for a request that only signs in', async () => {
  const by = await thirdParty('Modest');
  const { browser } = await ask({ scope: 'openid offline_access', by });
  const described = await info(browser);
  expect(described.missingOIDCScope).toBeUndefined();
  expect(described.organizations).toBeUndefined();
  expect(described.missingResourceScopes).toEqual([]);
});

test('reports a rejection to the application and grants nothing', async () => {
  const { browser } = await ask(everything);
  const { status, body } = await consent(browser, 'DELETE');
  expect(status).toBe(200);
  const callback = new URL(await browser.follow(String(body.redirectTo), [redirectUri]));
  expect(callback.searchParams.get('error')).toBe('access_denied');
  expect(callback.searchParams.has('code')).toBe(false);
  // The request was already answered: there is nothing left to decide.
  expect(await consent(browser, 'POST', {})).toMatchObject(lost);
});

test('rejects organizations of others and stores nothing of the attempt', async () => {
  const by = await thirdParty('Curious');
  const { client_id: id } = by.clientMetadata();
  await mayAsk(id, { userScopes: [organizations] });
  const { browser } = await ask({ scope: `openid ${organizations}`, by });
  for (const organizationIds of [['fjord', 'secret'], ['no-such-one']]) {
    expect(await consent(browser, 'POST', { organizationIds })).toMatchObject({
      status: 422,
      body: { code: 'organization.require_membership' },
    });
  }
  const kept = await app.read('default', (db) =>
    db.selectFrom('application_consent_organizations').selectAll().where('application_id', '=', id).execute(),
  );
  expect(kept).toEqual([]);
});

test('rejects an answer from another origin', async () => {
  const { browser } = await ask(everything);
  for (const origin of ['https://evil.example', 'null', `${app.endpoint}.evil.example`]) {
    for (const [method, body] of [['GET'], ['POST', {}], ['DELETE']] as const) {
      expect(await consent(browser, method, body, origin), `${method} from ${origin}`).toMatchObject({
        status: 403,
        body: { code: 'auth.forbidden' },
      });
    }
  }
  expect((await consent(browser, 'GET')).status).toBe(200);
});

test('shows and accepts nothing without a request that waits for consent', async () => {
  const nobody = createBrowser();
  const { href } = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    prompt: 'login',
  });
  const beforeSignIn = createBrowser();
  await beforeSignIn.follow(href, [`${app.endpoint}/sign-in`]);
  for (const browser of [nobody, beforeSignIn]) {
    expect(await consent(browser, 'GET')).toMatchObject(lost);
    expect(await consent(browser, 'POST', {})).toMatchObject(lost);
    expect(await consent(browser, 'DELETE')).toMatchObject(lost);
  }
  const page = await nobody.request(`${app.endpoint}/consent`);
  expect(page.headers.get('location')).toBe('/unknown-session');
});

test('hides the request from a user who was suspended meanwhile', async () => {
  const { browser } = await ask(everything);
  const suspend = (isSuspended: boolean) =>
    app.write('default', (db) =>
      db.updateTable('users').set({ is_suspended: isSuspended }).where('id', '=', mayaId).execute(),
    );
  await suspend(true);
  expect(await consent(browser, 'GET')).toMatchObject(lost);
  expect(await (await browser.request(`${app.endpoint}/consent`)).text()).not.toContain('maya@fjord.example');
  await suspend(false);
});

test('restarts the same request with a sign-in to switch accounts', async () => {
  const { browser } = await ask({ ...everything, params: { ui_locales: 'de' } });
  const { switchAccountUri = '' } = await info(browser);
  const { searchParams } = new URL(switchAccountUri);
  expect(searchParams.get('prompt')).toBe('login consent');
  expect(searchParams.getAll('resource')).toEqual(everything.resource);
  const reached = await browser.follow(switchAccountUri, [`${app.endpoint}/sign-in`, redirectUri]);
  expect(reached).toContain('/sign-in');
});

test('escapes malicious names, so that they cannot close the embedding element', async () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
  const by = await thirdParty(hostile);
  await mayAsk(by.clientMetadata().client_id, { userScopes: ['profile'] });
  const { browser } = await ask({ scope: 'openid profile', by });
  const html = await (await browser.request(`${app.endpoint}/consent`)).text();
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img');
  expect((await info(browser)).application.name).toBe(hostile);
});

test('hides data from another tenant', async () => {
  const { browser } = await ask(everything);
  const cookies = browser.cookies.get(new URL(app.endpoint).host);
  const cookie = [...(cookies ?? [])].map(([name, value]) => `${name.replace('default', 'admin')}=${value}`).join('; ');
  const response = await fetch(`${app.adminEndpoint}/api/interaction/consent`, { headers: { cookie } });
  expect({ status: response.status, body: await response.json() }).toMatchObject(lost);
});

test('attack 53: a parked consent page grants nothing after the session of its person has ended', async () => {
  const by = await thirdParty('Parked');
  const { client_id: id } = by.clientMetadata();
  await mayAsk(id, { userScopes: [organizations] });
  const { browser, reached } = await ask({ scope: `openid ${organizations}`, by });
  expect(reached.split('?')[0]).toBe(`${app.endpoint}/consent`);
  await app.call(userSessionsApi.removeAll, { token, params: { userId: mayaId } });
  expect(await consent(browser, 'GET')).toMatchObject(lost);
  expect(await consent(browser, 'POST', { organizationIds: ['fjord'] })).toMatchObject(lost);
  const kept = await app.read('default', async (db) => [
    ...(await db
      .selectFrom('application_consent_organizations')
      .select('user_id')
      .where('application_id', '=', id)
      .execute()),
    ...(await db.selectFrom('oidc_models').select('model').where('account_id', '=', mayaId).execute()),
  ]);
  expect(kept).toEqual([]);
});
