import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { dynamicClientsApi } from '@postern/contracts/access/dynamic-clients';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, managementApiIndicator } from '@postern/contracts/wire';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';
import { deleteUnused } from './store.ts';

let app: ListeningApp;
let token: string;
const iris = { username: 'iris', password: 'correct horse battery' };
const notes = 'https://notes.example/mcp';
const scopes: Record<string, string> = {};

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

async function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers };
}

const register = (metadata: unknown, initial?: string) =>
  send('POST', `${app.endpoint}/oidc/reg`, metadata, initial ? { authorization: `Bearer ${initial}` } : {});
const manage = (method: string, made: Answer['body'], body?: unknown, bearer = made.registration_access_token) =>
  send(method, String(made.registration_client_uri), body, { authorization: `Bearer ${bearer}` });
const setPolicy = (body: Record<string, unknown>) => app.call(dynamicClientsApi.updatePolicy, { token, body });
/** What the published SDK of the Model Context Protocol sends. */
const program = {
  client_name: 'Notes assistant',
  redirect_uris: ['http://localhost:7777/oauth/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'notes:read',
};
const website = { ...program, redirect_uris: ['https://app.example.com/callback'] };

async function made(metadata: object = program): Promise<Answer['body']> {
  const answer = await register(metadata);
  expect([answer.status, answer.body]).toMatchObject([201, {}]);
  return answer.body;
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  const { body: user } = await app.call(usersApi.create, { token, body: iris });
  const { body: resource } = await app.call(resourcesApi.create, { token, body: { name: 'Notes', indicator: notes } });
  for (const name of ['notes:read', 'notes:write']) {
    const { body } = await app.call(resourcesApi.createScope, {
      token,
      params: { resourceId: resource.id },
      body: { name, description: name },
    });
    scopes[name] = body.id;
  }
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'writer', description: 'x', type: 'User', scopeIds: Object.values(scopes) },
  });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [user.id] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await setPolicy({ registration: 'open', allowedHosts: [], unusedDays: 30 });
  await app.write('default', (db) => sql`delete from throttle_counters`.execute(db));
});

describe('who may register', () => {
  test('no one by default, and the metadata of the server does not offer it', async () => {
    await app.write('default', (db) => sql`delete from dynamic_client_settings`.execute(db));
    const { status, body } = await register(program);
    expect([status, body]).toMatchObject([403, { error: 'access_denied', code: 'oidc.access_denied' }]);
    const offered = async () =>
      (await send('GET', `${app.endpoint}/oidc/.well-known/oauth-authorization-server`)).body.registration_endpoint;
    await expect.poll(offered).toBeUndefined();
    await setPolicy({ registration: 'token' });
    await expect.poll(offered).toBe(`${app.endpoint}/oidc/reg`);
  });

  test('only holders of an initial access token, as often as it allows', async () => {
    await setPolicy({ registration: 'token' });
    for (const answer of [await register(program), await register(program, 'wrong')]) {
      expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_token' }]);
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
    const created = await app.call(dynamicClientsApi.createToken, { token, body: { name: 'Partners', maxUses: 2 } });
    expect(created).toMatchObject({ status: 201, body: { name: 'Partners', maxUses: 2, uses: 0, expiresAt: null } });
    // Refused metadata does not use it up.
    expect((await register({ ...program, redirect_uris: [] }, created.body.value)).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(program, created.body.value)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 401, 401, 401, 401]);
    const { body: list } = await app.call(dynamicClientsApi.listTokens, { token });
    expect(list).toEqual([{ ...created.body, value: undefined, uses: 2 }]);
    const registered = answers.find(({ status }) => status === 201)?.body.client_id as string;
    const registration = await app.call(dynamicClientsApi.getRegistration, { token, params: { id: registered } });
    expect(registration.body).toMatchObject({ initialAccessTokenName: 'Partners', usedAt: null });
    const params = { id: created.body.id };
    expect((await app.call(dynamicClientsApi.removeToken, { token, params })).status).toBe(204);
    expect((await app.call(dynamicClientsApi.removeToken, { token, params })).status).toBe(404);
  });

  test('tokens expire, and their values are stored as digests', async () => {
    await setPolicy({ registration: 'token' });
    const refused = await app.call(dynamicClientsApi.createToken, { token, body: { name: 'Late', expiresAt: 1 } });
    expect(refused.status).toBe(400);
    const { body } = await app.call(dynamicClientsApi.createToken, {
      token,
      body: { name: 'Short', expiresAt: Date.now() + 3_600_000 },
    });
    const { rows } = await app.read('default', (db) =>
      sql`select count(*)::int as found from initial_access_tokens t where t::text like ${`%${body.value}%`}`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ found: 0 }]);
    await app.write('default', (db) =>
      sql`update initial_access_tokens set expires_at = now() where id = ${body.id}`.execute(db),
    );
    expect((await register(program, body.value)).status).toBe(401);
    await app.call(dynamicClientsApi.removeToken, { token, params: { id: body.id } });
  });

  test('no one at the tenant of administrators', async () => {
    const call = { token: await app.managementToken(adminTenantId), tenantId: adminTenantId };
    const policy = await app.call(dynamicClientsApi.updatePolicy, { ...call, body: { registration: 'open' } });
    expect(policy).toMatchObject({ status: 422, body: { code: 'dynamic_clients.not_for_admin_tenant' } });
    const answer = await send('POST', `${app.adminEndpoint}/oidc/reg`, program);
    expect(answer.status).toBe(403);
  });

  test('a network that registers too many has to wait', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await register(program)).status).toBe(201);
    }
    expect(await register(program)).toMatchObject({ status: 429, body: { error: 'slow_down' } });
  });
});

describe('what may be registered', () => {
  test.each([
    [{}, 'Native'],
    [{ redirect_uris: ['com.example.notes:/callback'] }, 'Native'],
    [{ redirect_uris: ['https://app.example.com/callback'] }, 'SPA'],
    [{ redirect_uris: ['https://app.example.com/callback'], application_type: 'native' }, 'Native'],
    [
      { redirect_uris: ['https://app.example.com/callback'], token_endpoint_auth_method: 'client_secret_basic' },
      'Traditional',
    ],
    [{ token_endpoint_auth_method: undefined }, 'Traditional'],
  ])('%j is a third-party application of the type %s', async (more, type) => {
    const { client_id: id, client_secret: secret } = await made({ ...program, ...more });
    const { body } = await app.call(applicationsApi.get, { token, params: { id: String(id) } });
    expect(body).toMatchObject({ name: 'Notes assistant', type, isThirdParty: true, isAdmin: false });
    expect(typeof secret === 'string').toBe(type === 'Traditional');
  });

  test.each([
    ['invalid_redirect_uri', { redirect_uris: ['http://app.example.com/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://*.example.com/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://user:pw@example.com/'] }],
    ['invalid_redirect_uri', { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://example.com/${at}`) }],
    ['invalid_redirect_uri', { post_logout_redirect_uris: ['http://app.example.com/'] }],
    ['invalid_client_metadata', { redirect_uris: 'https://example.com' }],
    ['invalid_client_metadata', { redirect_uris: [] }],
    ['invalid_client_metadata', { token_endpoint_auth_method: 'tls_client_auth' }],
    ['invalid_client_metadata', { token_endpoint_auth_method: 'private_key_jwt' }],
    [
      'invalid_client_metadata',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } },
    ],
    ['invalid_client_metadata', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://10.0.0.1/keys' }],
    ['invalid_client_metadata', { client_name: 7 }],
    ['invalid_client_metadata', { contacts: [`${'a'.repeat(20_000)}@example.com`] }],
    ['invalid_client_metadata', { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }],
  ])('%s: %j', async (error, more) => {
    const answer = await register({ ...program, ...more });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/) },
    ]);
    expect([error, 'invalid_redirect_uri']).toContain(answer.body.error);
  });

  test.each(['', '[]', 'null', '"x"', '{', `{"redirect_uris": ${'['.repeat(5000)}${']'.repeat(5000)}}`])(
    'a body that is no object is refused: %#',
    async (body) => {
      const { status } = await register(body);
      expect(status).toBe(400);
    },
  );

  test('names are plain text, and settings of the product are not taken from strangers', async () => {
    const { client_id: id, ...answer } = await made({
      ...program,
      client_name: ' Bank\u202e of\n\u200bNorth ',
      postern: { isThirdParty: false, type: 'MachineToMachine' },
      isThirdParty: false,
      scope: 'all',
      client_id: 'mine',
    });
    expect(answer).not.toHaveProperty('postern');
    const { body } = await app.call(applicationsApi.get, { token, params: { id: String(id) } });
    expect(body).toMatchObject({ name: 'Bank of North', type: 'Native', isThirdParty: true, customClientMetadata: {} });
  });

  test('hosts that the policy does not list are refused, programs on the device are not', async () => {
    await setPolicy({ allowedHosts: ['*.Example.com', 'claude.example'] });
    expect((await register(website)).status).toBe(201);
    expect((await register(program)).status).toBe(201);
    for (const host of ['example.com', 'app.example.com.evil.test', 'evilexample.com', 'sub.claude.example']) {
      const answer = await register({ ...program, redirect_uris: [`https://${host}/callback`] });
      expect([host, answer.status, answer.body.error]).toEqual([host, 400, 'invalid_redirect_uri']);
    }
    const wrong = await setPolicy({ allowedHosts: ['https://example.com'] });
    expect(wrong.status).toBe(400);
  });
});

describe('an application manages its registration (RFC 7592)', () => {
  test('reads, changes and deletes it, with a token that changes', async () => {
    const first = await made({ ...website, token_endpoint_auth_method: 'client_secret_post' });
    const read = await manage('GET', first);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({ ...first, client_id_issued_at: undefined });
    const {
      registration_access_token: _token,
      registration_client_uri: _uri,
      client_id_issued_at: _at,
      client_secret_expires_at: _end,
      ...own
    } = first;
    const changed = await manage('PUT', first, { ...own, client_name: 'Renamed' });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { client_name: 'Renamed', client_secret: first.client_secret },
    ]);
    expect(changed.body.registration_access_token).not.toBe(first.registration_access_token);
    expect((await manage('GET', first)).status).toBe(401);
    const wrong = await manage('PUT', changed.body, { ...own, client_secret: 'another' });
    expect(wrong.status).toBe(400);
    const other = await manage('PUT', changed.body, {
      ...own,
      client_secret: undefined,
      token_endpoint_auth_method: 'none',
    });
    expect([other.status, other.body.error]).toEqual([400, 'invalid_client_metadata']);
    const far = await manage('PUT', changed.body, { ...own, redirect_uris: ['http://10.0.0.1/'] });
    expect([far.status, far.body.error]).toEqual([400, 'invalid_redirect_uri']);
    expect((await manage('DELETE', changed.body)).status).toBe(204);
    expect((await manage('GET', changed.body)).status).toBe(401);
    const gone = await app.call(applicationsApi.get, { token, params: { id: String(first.client_id) } });
    expect(gone.status).toBe(404);
  });

  test('what administrators decided about it stays, and it has no permissions of its own', async () => {
    const registered = await made(website);
    const params = { id: String(registered.client_id) };
    const addresses = { redirectUris: website.redirect_uris, postLogoutRedirectUris: [] };
    const decided = { subjectType: 'pairwise' as const, ...addresses };
    const update = await app.call(applicationsApi.update, {
      token,
      params,
      body: { oidcClientMetadata: decided, customClientMetadata: { isDpopRequired: true, maxAllowedGrants: 2 } },
    });
    expect(update.status).toBe(200);
    const {
      registration_access_token: _token,
      registration_client_uri: _uri,
      client_id_issued_at: _at,
      ...own
    } = registered;
    const changed = await manage('PUT', registered, { ...own, redirect_uris: ['https://app.example.com/next'] });
    expect(changed.status).toBe(200);
    expect((await app.call(applicationsApi.get, { token, params })).body).toMatchObject({
      oidcClientMetadata: { subjectType: 'pairwise', redirectUris: ['https://app.example.com/next'] },
      customClientMetadata: { isDpopRequired: true, maxAllowedGrants: 2 },
    });
    const added = await app.call(applicationConsentApi.addScopes, {
      token,
      params: { applicationId: params.id },
      body: { userScopes: ['email'] },
    });
    expect(added).toMatchObject({ status: 422, body: { code: 'dynamic_clients.permissions_are_shared' } });
  });

  test('its token ends with the application, whoever deletes that', async () => {
    const count = async () => {
      const { rows } = await app.read('default', (db) =>
        sql<{ n: number }>`select count(*)::int as n from oidc_models where model = 'RegistrationAccessToken'`.execute(
          db,
        ),
      );
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    const [one, two] = [await made(), await made()].map(({ client_id: id }) => String(id));
    expect(await count()).toBe(before + 2);
    await app.call(applicationsApi.remove, { token, params: { id: one ?? '' } });
    await app.write('default', (db) =>
      sql`update registered_clients set unused_until = now() - interval '1 minute' where application_id = ${two}`.execute(
        db,
      ),
    );
    await app.app.tenancy.system(deleteUnused);
    expect(await count()).toBe(before);
  });

  test('a token is for its own application only', async () => {
    const [one, two] = [await made(), await made()];
    expect((await manage('GET', one, undefined, two.registration_access_token)).status).toBe(401);
    // The engine takes a token away that was used for another application.
    expect((await manage('GET', two)).status).toBe(401);
    const { body: own } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'Ours',
        type: 'SPA',
        oidcClientMetadata: { redirectUris: ['https://ours.example.com/cb'], postLogoutRedirectUris: [] },
      },
    });
    const uri = `${app.endpoint}/oidc/reg/${own.id}`;
    expect((await manage('DELETE', { ...one, registration_client_uri: uri })).status).toBe(401);
    expect((await app.call(applicationsApi.get, { token, params: { id: own.id } })).status).toBe(200);
  });

  test('an application that an administrator deleted cannot come back', async () => {
    const one = await made();
    const id = String(one.client_id);
    await app.call(applicationsApi.remove, { token, params: { id } });
    expect((await manage('PUT', one, { ...program, client_id: id })).status).toBe(401);
    expect((await app.call(applicationsApi.get, { token, params: { id } })).status).toBe(404);
  });

  test('existing registrations stay when registering is turned off', async () => {
    const one = await made();
    await setPolicy({ registration: 'off' });
    expect((await manage('GET', one)).status).toBe(200);
    expect((await manage('DELETE', one)).status).toBe(204);
  });

  test('pages of any origin may register', async () => {
    const { headers, status } = await send('OPTIONS', `${app.endpoint}/oidc/reg`, undefined, {
      origin: 'https://inspector.example',
      'access-control-request-method': 'POST',
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    expect((await register(program)).headers.get('access-control-allow-credentials')).toBeNull();
  });
});

/** Signs Iris in to a registered application. Returns where the consent page is, and how to go on. */
async function askFor(registered: Answer['body'], scope: string, resource = notes) {
  const config = await client.discovery(
    new URL(`${app.endpoint}/oidc`),
    String(registered.client_id),
    undefined,
    client.None(),
    { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  // Any port of the device, as native programs choose one when they start.
  const redirectUri = 'http://localhost:9/oauth/callback';
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: `openid offline_access ${scope}`,
    prompt: 'consent',
    resource,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const browser = createBrowser();
  const reached = await browser.follow(url.href, [`${app.endpoint}/sign-in`, redirectUri]);
  if (reached.startsWith(redirectUri)) {
    return { error: new URL(reached).searchParams };
  }
  const resumed = await signInByPassword(browser, app.endpoint, iris);
  const page = await browser.follow(resumed, [`${app.endpoint}/consent`, redirectUri]);
  if (page.startsWith(redirectUri)) {
    return { error: new URL(page).searchParams };
  }
  const consent = `${app.endpoint}/api/interaction/consent`;
  const info = (await (await browser.request(consent)).json()) as Record<string, unknown>;
  return {
    info,
    async allow() {
      const headers = { 'content-type': 'application/json', origin: app.endpoint };
      const answer = await browser.request(consent, { method: 'POST', headers, body: '{}' });
      const { redirectTo } = (await answer.json()) as { redirectTo: string };
      const callback = await browser.follow(redirectTo, [redirectUri]);
      const tokens = await client.authorizationCodeGrant(
        config,
        new URL(callback),
        { pkceCodeVerifier: verifier },
        { resource },
      );
      return { tokens, config };
    },
  };
}

describe('what a registered application gets', () => {
  const addScopes = (body: object) => app.call(dynamicClientsApi.addScopes, { token, body });
  const removeScope = (scopeType: 'resource-scopes' | 'user-scopes', scopeId: string) =>
    app.call(dynamicClientsApi.removeScope, { token, params: { scopeType, scopeId } });

  test('nothing but the person, until an administrator allows more', async () => {
    const asked = await askFor(await made(), 'notes:read email');
    expect(asked.info ?? Object.fromEntries(asked.error ?? [])).not.toHaveProperty('missingOIDCScope');
    expect(asked.info?.missingResourceScopes ?? []).toEqual([]);
  });

  test('what the person allows of what the administrator allows, and no longer than that', async () => {
    const both = [scopes['notes:read'] ?? '', scopes['notes:write'] ?? ''];
    expect((await addScopes({ resourceScopes: both, userScopes: ['email'] })).status).toBe(201);
    expect((await addScopes({ resourceScopes: both })).status).toBe(201);
    expect((await app.call(dynamicClientsApi.listScopes, { token })).body).toMatchObject({
      userScopes: ['email'],
      resourceScopes: [{ resource: { indicator: notes }, scopes: [{ name: 'notes:read' }, { name: 'notes:write' }] }],
      organizationScopes: [],
      organizationResourceScopes: [],
    });
    const registered = await made();
    const { info, allow } = await askFor(registered, 'notes:read notes:write email');
    expect(info).toMatchObject({
      application: { name: 'Notes assistant', isUnverified: true },
      redirectUri: 'http://localhost:9/oauth/callback',
      missingOIDCScope: ['email'],
    });
    const { tokens, config } = (await allow?.()) ?? expect.unreachable();
    expect(tokens.scope?.split(' ').sort()).toEqual(['notes:read', 'notes:write']);
    const { body } = await app.call(dynamicClientsApi.getRegistration, {
      token,
      params: { id: String(registered.client_id) },
    });
    expect(body.usedAt).toEqual(expect.any(Number));
    expect((await removeScope('resource-scopes', scopes['notes:write'] ?? '')).status).toBe(204);
    expect((await removeScope('resource-scopes', scopes['notes:write'] ?? '')).status).toBe(404);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: notes });
    expect(refreshed.scope).toBe('notes:read');
    await removeScope('resource-scopes', scopes['notes:read'] ?? '');
    await removeScope('user-scopes', 'email');
  });

  test('never the management API', async () => {
    const { body: resources } = await app.call(resourcesApi.list, { token, query: { includeScopes: 'true' } });
    const all = resources
      .find(({ indicator }) => indicator === managementApiIndicator('default'))
      ?.scopes?.find(({ name }) => name === 'all');
    const refused = await addScopes({ resourceScopes: [all?.id ?? ''] });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'application.consent_management_api_scopes_not_allowed' },
    });
    const unknown = await addScopes({ resourceScopes: ['nothing'] });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'application.user_consent_scopes_not_found' } });
    const asked = await askFor(await made(), 'all', managementApiIndicator('default'));
    expect(asked.info?.missingResourceScopes ?? []).toEqual([]);
  });

  test('it cannot get tokens without a person', async () => {
    const secretive = await made({ ...website, token_endpoint_auth_method: 'client_secret_post' });
    for (const grant of ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange']) {
      const body = new URLSearchParams({
        grant_type: grant,
        client_id: String(secretive.client_id),
        client_secret: String(secretive.client_secret),
        subject_token: 'x',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      });
      const response = await fetch(`${app.endpoint}/oidc/token`, { method: 'POST', body });
      expect([grant, response.status, await response.json()]).toMatchObject([
        grant,
        400,
        { error_description: 'This application is not allowed to use this `grant_type`.' },
      ]);
    }
  });
});

test('applications that no one has used are deleted, and those that someone uses stay', async () => {
  const [used, unused, fresh] = [await made(), await made(), await made()].map(({ client_id: id }) => String(id));
  await app.write('default', async (db) => {
    await sql`update registered_clients set unused_until = null, used_at = now() where application_id = ${used}`.execute(
      db,
    );
    await sql`update registered_clients set unused_until = now() - interval '1 minute' where application_id = ${unused}`.execute(
      db,
    );
  });
  expect(await app.app.tenancy.system(deleteUnused)).toBe(false);
  const statuses = await Promise.all(
    [used, unused, fresh].map(
      async (id) => (await app.call(applicationsApi.get, { token, params: { id: id ?? '' } })).status,
    ),
  );
  expect(statuses).toEqual([200, 404, 200]);
});

test('a published client registers itself', async () => {
  const config = await client.dynamicClientRegistration(
    new URL(`${app.endpoint}/oidc`),
    { client_name: 'openid-client', redirect_uris: ['https://rp.example.com/cb'] },
    undefined,
    { execute: [client.allowInsecureRequests] },
  );
  expect(config.clientMetadata()).toMatchObject({ client_id: expect.any(String), client_secret: expect.any(String) });
});
