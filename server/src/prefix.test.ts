import { request as httpRequest } from 'node:http';
import { applicationsApi } from '@postern/contracts/access/applications';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { adminConsoleAppId } from '@postern/contracts/wire';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from './platform/testing/browser.ts';
import { createClient, redirectUri } from './testing/clients.ts';
import { authorize, freePort, type ListeningApp } from './testing/flows.ts';
import { createAuthenticator } from './testing/passkeys.ts';
import { changeSettings, lastMessage, visitor, ways } from './testing/sign-in.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const person = { username: 'ada', password: 'correct horse battery' };

/** The product on one port, with the sign-in pages and the console below paths of the same host. */
async function onOnePort(path: string, adminPath: string, more: Record<string, string> = {}): Promise<ListeningApp> {
  const port = await freePort();
  const [endpoint, adminEndpoint] = [`http://localhost:${port}${path}`, `http://localhost:${port}${adminPath}`];
  const ports = { PORT: `${port}`, ADMIN_PORT: `${port}` };
  const app = await testApp({ ...ports, ENDPOINT: endpoint, ADMIN_ENDPOINT: adminEndpoint, ...more });
  await app.core.listen({ host: '127.0.0.1', port });
  return { ...app, endpoint, adminEndpoint };
}

/** Sends the path as it is; `fetch` would resolve `..`. */
function rawGet(app: ListeningApp, path: string, headers: Record<string, string> = {}) {
  const { port } = new URL(app.endpoint);
  return new Promise<{ status: number; location: string | undefined; body: string }>((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', port, path, headers: { accept: 'text/html', ...headers } });
    call.once('error', reject);
    call.once('response', async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, body });
    });
    call.end();
  });
}

describe('below two paths of one host and port', () => {
  let app: ListeningApp;
  let origin: string;
  let token: string;

  beforeAll(async () => {
    app = await onOnePort('/auth', '/auth-admin');
    origin = new URL(app.endpoint).origin;
    token = await app.managementToken();
    await app.call(usersApi.create, { token, body: { ...person, primaryEmail: 'ada@example.com' } });
  });
  afterAll(() => app.close());

  test('a relying party signs a user in, refreshes and signs out, and everything stays below the path', async () => {
    const { id, config } = await createClient(app, token, { type: 'SPA' });
    const metadata = config.serverMetadata();
    expect(metadata.issuer).toBe(`${app.endpoint}/oidc`);
    for (const [name, value] of Object.entries(metadata)) {
      if (name.endsWith('_endpoint') || name === 'jwks_uri') {
        expect(String(value)).toMatch(`${app.endpoint}/oidc/`);
      }
    }
    const cookies: string[] = [];
    const jar = createBrowser();
    const browser = {
      ...jar,
      request: async (url: string, init?: RequestInit) => {
        const response = await jar.request(url, init);
        cookies.push(...response.headers.getSetCookie());
        return response;
      },
    };
    const { tokens } = await authorize({ issuer: `${app.endpoint}/oidc`, clientId: id, redirectUri, person, browser });
    expect(tokens.claims()?.iss).toBe(`${app.endpoint}/oidc`);
    await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTruthy();

    const query = new URLSearchParams({
      client_id: id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      prompt: 'login',
    });
    const begun = await browser.request(`${app.endpoint}/oidc/auth?${query}`);
    expect(begun.headers.get('location')).toMatch(/^\/auth\/sign-in\?/);
    const out = await browser.request(`${app.endpoint}/oidc/session/end?client_id=${id}`);
    expect(await out.text()).toContain(`action="${app.endpoint}/oidc/session/end/confirm"`);
    expect(cookies.length).toBeGreaterThan(3);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/auth(?:\/[^;]*)?(?:;|$)/i);
    }
  });

  test('the console signs its first administrator in, with its own issuer', async () => {
    const { tokens, browser } = await authorize({
      issuer: `${app.adminEndpoint}/oidc`,
      clientId: adminConsoleAppId,
      redirectUri: `${app.adminEndpoint}/console/callback`,
      person: { username: 'root', password: 'another long phrase of words' },
      event: 'Register',
    });
    expect(tokens.claims()?.iss).toBe(`${app.adminEndpoint}/oidc`);
    const page = await browser.request(`${app.adminEndpoint}/console`);
    const html = await page.text();
    expect(html).toContain('"prefix":"/auth-admin"');
    expect(page.headers.get('content-security-policy')).toContain(`frame-src 'self' ${app.endpoint}/;`);
    const [, script = ''] = /src="(\/auth-admin\/console\/assets\/index-[^"]+\.js)"/.exec(html) ?? [];
    expect((await fetch(new URL(script, app.adminEndpoint))).status).toBe(200);
    const home = await fetch(app.adminEndpoint, { redirect: 'manual' });
    expect(home.headers.get('location')).toBe('/auth-admin/console');
  });

  test('pages load their files below the path', async () => {
    for (const endpoint of [app.endpoint, app.adminEndpoint]) {
      const { pathname } = new URL(endpoint);
      const html = await (await fetch(`${endpoint}/unknown-session`)).text();
      expect(html).toContain(`data-prefix="${pathname}"`);
      const files = [...html.matchAll(/<(?:script|link|img)\b[^>]*?\s(?:src|href)="(\/[^"]+)"/g)].map(
        ([, path]) => path,
      );
      expect(files.length).toBeGreaterThan(3);
      for (const path of files) {
        expect(path).toMatch(new RegExp(`^${pathname}/assets/`));
        expect((await fetch(`${origin}${path}`)).status).toBe(200);
      }
    }
    const docs = await (await fetch(`${app.adminEndpoint}/docs`)).text();
    expect(docs).toContain('href="/auth-admin/docs/operations"');
    expect(docs).not.toContain('="/docs/');
  });

  test('addresses for other programs contain the path', async () => {
    const saml = await app.call(samlApplicationsApi.create, { token, body: { name: 'Wiki' } });
    const xml = await fetch(`${app.endpoint}${pathOf(samlApplicationsApi.metadata, { id: saml.body.id })}`);
    const text = await xml.text();
    expect(text).toContain(`entityID="${app.endpoint}/saml/${saml.body.id}"`);
    expect(text.match(/Location="([^"]+)"/g)?.every((one) => one.includes(app.endpoint))).toBe(true);
    const openApi = await fetch(`${app.endpoint}/api/swagger.json`);
    expect(await openApi.json()).toMatchObject({ servers: [{ url: app.endpoint }] });
    const list = await fetch(`${app.endpoint}/api/users?page=1&page_size=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(list.headers.get('link')).toContain(`<${app.endpoint}/api/users?page=1&page_size=1>; rel="first"`);
  });

  test('clients that follow RFC 8414 find the metadata of both issuers', async () => {
    for (const endpoint of [app.endpoint, app.adminEndpoint]) {
      const config = await client.discovery(new URL(`${endpoint}/oidc`), 'any', undefined, undefined, {
        algorithm: 'oauth2',
        execute: [client.allowInsecureRequests],
      });
      expect(config.serverMetadata().issuer).toBe(`${endpoint}/oidc`);
    }
  });

  test('a token bound to a key is accepted with a proof for the address that the client uses', async () => {
    const machine = await createClient(app, token, {
      type: 'MachineToMachine',
      customClientMetadata: { isDpopRequired: true },
    });
    await app.call(applicationsApi.update, { token, params: { id: machine.id }, body: { isAdmin: true } });
    const handle = client.getDPoPHandle(machine.config, await client.randomDPoPKeyPair('ES256'));
    const parameters = { resource: 'https://default.logto.app/api', scope: 'all' };
    const { access_token: bound } = await client.clientCredentialsGrant(machine.config, parameters, { DPoP: handle });
    const ask = (url: string) =>
      client.fetchProtectedResource(machine.config, bound, new URL(url), 'GET', null, undefined, { DPoP: handle });
    expect((await ask(`${app.endpoint}/api/users`)).status).toBe(200);
    // The proof names the address without the path, as a neighbor on the same host could get it.
    expect((await ask(`${origin}/api/users`)).status).toBe(401);
  });

  test('passkeys belong to the host, and links in messages contain the path', async () => {
    await changeSettings(app, {
      signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
      mfa: { factors: ['WebAuthn'], policy: 'NoPrompt' },
    });
    const ada = visitor(app);
    await ada.arrive({ redirect_uri: `${app.endpoint}/demo-app` });
    await ada.start('SignIn');
    await ada.identify(await ada.proveAddress('SignIn', 'email', 'ada@example.com'));
    const { link } = await lastMessage(app, 'ada@example.com');
    expect(link).toMatch(`${app.endpoint}/magic-link#`);
    const begun = await ada.step('POST', '/verification/web-authn/registration');
    const { verificationId, registrationOptions } = begun.body;
    expect(registrationOptions.rp.id).toBe('localhost');
    const payload = createAuthenticator().register(registrationOptions.challenge, { rpId: 'localhost', origin });
    const added = await ada.step('POST', '/verification/web-authn/registration/verify', { verificationId, payload });
    expect([added.status, added.code]).toEqual([200, undefined]);
  });

  test('other origins cannot use the cookies of a sign-in', async () => {
    const answer = (headers: Record<string, string>) =>
      fetch(`${app.endpoint}/api/experience`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ interactionEvent: 'SignIn' }),
      });
    expect((await answer({ origin: 'http://evil.example' })).status).toBe(403);
    expect((await answer({ origin: app.endpoint })).status).toBe(403);
    expect((await answer({ origin })).status).not.toBe(403);
  });

  test.each([
    '/authx',
    '/authx/oidc/jwks',
    '/auth-adminx/console',
    '/auth%2foidc/jwks',
    '/auth/%2e%2e/oidc/jwks',
    '/auth/../auth-admin/console',
    '/auth//oidc/jwks',
    '/auth/auth/oidc/jwks',
    '/AUTH/oidc/jwks',
    '//auth/oidc/jwks',
    '/auth;/oidc/jwks',
    '/auth\\oidc/jwks',
  ])('%s is not a path of the product', async (path) => {
    const { status, body } = await rawGet(app, path);
    expect(status).toBe(404);
    expect(body).not.toContain('"keys"');
  });

  test.each(['/auth//evil.example', '/auth//evil.example/..', '/auth/\\evil.example', '/auth/%5cevil.example'])(
    '%s does not redirect to another host',
    async (path) => {
      const { location } = await rawGet(app, path, { host: 'evil.example' });
      expect(new URL(location ?? '/', app.endpoint).origin).toBe(origin);
    },
  );

  test('a custom domain does not serve the console', async () => {
    const domain = { host: 'login.customer.example' };
    for (const path of ['/auth-admin/console', '/auth-admin/metrics', '/auth-admin/oidc/jwks']) {
      expect([path, (await rawGet(app, path, domain)).status]).toEqual([path, 404]);
    }
  });

  test('health checks of the machine need no path, and the metrics are only below the console', async () => {
    for (const path of ['/healthz', '/auth/healthz']) {
      expect([path, (await rawGet(app, path)).status]).toEqual([path, 204]);
    }
    for (const path of ['/readyz', '/auth-admin/readyz']) {
      expect([path, (await rawGet(app, path)).status]).toEqual([path, 200]);
    }
    expect((await rawGet(app, '/auth/metrics')).status).toBe(404);
    expect((await rawGet(app, '/metrics')).status).toBe(404);
    expect((await rawGet(app, '/auth-admin/metrics')).status).toBe(200);
  });

  test('the host is shared, so no response decides on HSTS for it', async () => {
    const secure = await testApp({ ENDPOINT: 'https://example.com/auth', ADMIN_ENDPOINT: 'https://example.com/admin' });
    try {
      for (const server of [secure.core, secure.admin]) {
        expect((await server.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
      }
    } finally {
      await secure.close();
    }
  });
});

test.each([
  ['', '/admin'],
  ['/auth', ''],
  ['/auth', '/auth/admin'],
  ['/auth/core', '/auth'],
])('one path inside the other: sign-in pages at "%s", console at "%s"', async (path, adminPath) => {
  const app = await onOnePort(path, adminPath);
  try {
    for (const endpoint of [app.endpoint, app.adminEndpoint]) {
      for (const algorithm of ['oidc', 'oauth2'] as const) {
        const config = await client.discovery(new URL(`${endpoint}/oidc`), 'any', undefined, undefined, {
          algorithm,
          execute: [client.allowInsecureRequests],
        });
        expect(config.serverMetadata().issuer).toBe(`${endpoint}/oidc`);
      }
    }
    expect((await rawGet(app, `${adminPath}/console`)).body).toContain(`src="${adminPath}/console/assets/`);
    expect((await rawGet(app, `${path}/console`)).status).toBe(404);
    expect((await rawGet(app, `${path}/demo-app`)).status).toBe(200);
  } finally {
    await app.close();
  }
});

describe('one port for two hosts', () => {
  const issuerOf = async (app: ListeningApp, headers: Record<string, string>) => {
    const { status, body } = await rawGet(app, '/oidc/.well-known/openid-configuration', headers);
    expect(status).toBe(200);
    return JSON.parse(body).issuer as string;
  };
  const hosts = { ENDPOINT: 'https://auth.example.com', ADMIN_ENDPOINT: 'https://console.example.com' };
  const [core, admin] = [`${hosts.ENDPOINT}/oidc`, `${hosts.ADMIN_ENDPOINT}/oidc`];

  test.each(['1', '127.0.0.0/8'])('the host decides, also from a trusted proxy (%s)', async (proxies) => {
    const app = await onOnePort('', '/x', { ...hosts, TRUST_PROXY: proxies });
    const listening = { ...app, endpoint: `http://localhost:${app.config.port}` };
    try {
      expect(await issuerOf(listening, { host: 'auth.example.com' })).toBe(core);
      expect(await issuerOf(listening, { host: 'console.example.com' })).toBe(admin);
      expect(await issuerOf(listening, { host: 'Console.Example.com.:443' })).toBe(admin);
      expect(await issuerOf(listening, { host: 'console.example.com.evil.example' })).toBe(core);
      expect(await issuerOf(listening, { host: 'a:1', 'x-forwarded-host': 'console.example.com' })).toBe(admin);
    } finally {
      await app.close();
    }
  });

  test.each(['false', '10.0.0.0/8'])('a header of an unknown proxy does not count (%s)', async (proxies) => {
    const app = await onOnePort('', '/x', { ...hosts, TRUST_PROXY: proxies });
    const listening = { ...app, endpoint: `http://localhost:${app.config.port}` };
    try {
      const headers = { host: 'auth.example.com', 'x-forwarded-host': 'console.example.com' };
      expect(await issuerOf(listening, headers)).toBe(core);
    } finally {
      await app.close();
    }
  });

  test('in the cloud edition every other host is a tenant', async () => {
    const cloud = { EDITION: 'cloud', ENDPOINT: 'https://*.example.com', ADMIN_ENDPOINT: 'https://cloud.example.com' };
    const app = await onOnePort('', '/x', cloud);
    const listening = { ...app, endpoint: `http://localhost:${app.config.port}` };
    try {
      expect(await issuerOf(listening, { host: 'cloud.example.com' })).toBe('https://cloud.example.com/oidc');
      expect((await rawGet(listening, '/sign-in', { host: 'nobody.example.com' })).status).toBe(404);
    } finally {
      await app.close();
    }
  });
});

test('a proxy may remove the path, and browsers still stay below it', async () => {
  const app: TestApp = await testApp({
    ENDPOINT: 'https://example.com/auth',
    ADMIN_ENDPOINT: 'https://example.com/a/b',
  });
  try {
    const page = await app.core.inject({ url: '/sign-in', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers.location]).toEqual([303, '/auth/unknown-session']);
    const query = 'client_id=demo-app&response_type=code&scope=openid&redirect_uri=https://example.com/auth/demo-app';
    const proof = `code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`;
    const begun = await app.core.inject(`/oidc/auth?${query}&${proof}`);
    expect(begun.headers.location).toMatch(/^\/auth\/sign-in\?/);
    expect(begun.cookies.map(({ path }) => path)).toEqual(
      begun.cookies.map(() => expect.stringMatching(/^\/auth(\/|$)/)),
    );
    const missing = await app.core.inject({ url: '/oidc/auth?client_id=none', headers: { accept: 'text/html' } });
    expect(missing.headers.location).toMatch(/^\/auth\/error\?/);
    expect((await app.admin.inject('/')).headers.location).toBe('/a/b/console');
  } finally {
    await app.close();
  }
});
