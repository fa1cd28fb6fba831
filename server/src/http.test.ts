import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { requestIdHeader } from '@postern/contracts/wire';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { createServer } from './platform/http/http.ts';
import { createLog } from './platform/observe/log.ts';
import { createMetrics } from './platform/observe/metrics.ts';
import { cpuTime, least } from './platform/testing/measure.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { createMachine } from './testing/tokens.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const page = (url: string, headers: Record<string, string> = {}) =>
  app.core.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

describe('every API response', () => {
  test('has an ETag, and If-None-Match returns 304 without a body', async () => {
    const first = await app.call(usersApi.list, { token });
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await app.call(usersApi.list, { token, headers: { 'if-none-match': etag } });
    expect([again.status, again.body]).toEqual([304, '']);
    await app.call(usersApi.create, { token, body: { name: 'New' } });
    expect((await app.call(usersApi.list, { token, headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  test('to HEAD is the one to GET without its body', async () => {
    const node = await app.another();
    const origin = await node.core.listen({ host: '127.0.0.1', port: 0 });
    const paths = ['/api/users', '/api/nothing', '/oidc/jwks', '/sign-in', '/healthz', '/api/changes'];
    for (const path of paths) {
      const ask = (method: string) =>
        fetch(`${origin}${path}`, { method, redirect: 'manual', headers: { authorization: `Bearer ${token}` } });
      const [head, get] = [await ask('HEAD'), await ask('GET')];
      expect([path, head.status, await head.text()]).toEqual([path, get.status, '']);
      for (const name of ['content-type', 'etag', 'cache-control']) {
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
      }
      expect([path, head.headers.get('content-length') ?? '0']).toEqual([
        path,
        get.headers.get('content-length') ?? '0',
      ]);
      await get.body?.cancel();
    }
    expect((await fetch(`${origin}/api/users`, { method: 'HEAD' })).status).toBe(401);
  });

  test('is not stored by browsers, unless it is public', async () => {
    const etag = String((await app.call(usersApi.list, { token })).headers.etag);
    const asked: Record<string, string>[] = [{}, { 'if-none-match': etag }];
    for (const headers of asked) {
      expect((await app.call(usersApi.list, { token, headers })).headers['cache-control']).toBe('no-store');
    }
    const settings = await app.core.inject('/api/.well-known/sign-in-exp');
    expect(settings.headers['cache-control']).toBe('private, no-cache');
  });

  test('uses the language of the query, then Accept-Language by weight, then English', async () => {
    const message = async (query: Record<string, string>, language?: string) => {
      const headers: Record<string, string> = language ? { 'accept-language': language } : {};
      const { body } = await app.call(usersApi.list, { query, headers });
      return (body as unknown as { message: string }).message;
    };
    expect(await message({})).toMatch(/Authorization header is missing/);
    expect(await message({}, 'de-CH;q=0.9, en;q=0.4')).toMatch(/Authorization-Header fehlt/);
    expect(await message({}, 'de;q=0.1, en')).toMatch(/is missing/);
    expect(await message({ locale: 'de' }, 'en')).toMatch(/fehlt/);
    expect(await message({ locale: 'xx' }, 'de')).toMatch(/fehlt/);
    expect(await message({}, 'tlh')).toMatch(/is missing/);
  });

  test('reports input errors field by field', async () => {
    const { body } = await app.call(applicationsApi.create, {
      token,
      body: { name: '', type: 'SPA', oidcClientMetadata: { redirectUris: ['x'], postLogoutRedirectUris: [] } },
    });
    expect(body).toMatchObject({
      code: 'guard.invalid_input',
      details: expect.stringMatching(/^name: [\s\S]*oidcClientMetadata\.redirectUris\.0: /),
    });
    const issue = (...path: (string | number)[]) => ({ path, code: expect.any(String), message: expect.any(String) });
    expect((body as unknown as { data: unknown }).data).toEqual({
      issues: [issue('name'), issue('oidcClientMetadata', 'redirectUris', 0)],
    });
  });

  test.each<[string, InjectOptions]>([
    ['a query', { method: 'GET', url: '/api/.well-known/phrases?lng=a&lng=b' }],
    ['a body that no contract has read', { method: 'POST', url: '/api/users', payload: '{"name":"a\\u0000b"}' }],
    ['an address', { method: 'GET', url: '/api/users?search=%00' }],
  ])('lists the issues of %s', async (_, options) => {
    const { status, body } = await app.inject(app.core, {
      ...options,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'guard.invalid_input',
        message: expect.any(String),
        data: { issues: [{ path: expect.any(Array), code: expect.any(String), message: expect.any(String) }] },
      },
    ]);
  });

  test('returns 404 with a code for an unknown path and 415 for an unknown body type', async () => {
    expect(await app.inject(app.core, { method: 'GET', url: '/api/nothing' })).toMatchObject({
      status: 404,
      body: { code: 'request.not_found' },
    });
    const answer = await app.inject(app.core, {
      method: 'POST',
      url: '/api/users',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/xml' },
      payload: '<a/>',
    });
    expect(answer).toMatchObject({ status: 415, body: { code: 'request.unsupported_media_type' } });
  });

  test.each([
    ['/api/users/%zz', 400, 'request.malformed_url'],
    ['/api/%E0%A4%A', 400, 'request.malformed_url'],
    ['/oidc/%', 400, 'request.malformed_url'],
    ['/%c0', 400, 'request.malformed_url'],
  ])('has our error body for the malformed URL %s', async (url, status, code) => {
    for (const server of [app.core, app.admin]) {
      const answer = await app.inject(server, { method: 'GET', url, headers: { 'accept-language': 'de' } });
      expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(/Adresse/) } });
      expect(answer.body).not.toHaveProperty('statusCode');
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(answer.headers).toHaveProperty(requestIdHeader);
    }
  });

  test.each([
    ['keys of one object', `{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":1`).join()}}`],
    ['keys of many objects', `[${Array.from({ length: 50_000 }, () => '{"a":1}').join()}]`],
    ['values', `{"customData":{"list":[${'1,'.repeat(200_000)}1]}}`],
  ])('rejects too many %s before building them', async (_, payload) => {
    const send = () =>
      app.inject(app.core, {
        method: 'POST',
        url: '/api/users',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload,
      });
    expect(await send()).toMatchObject({ status: 413, body: { code: 'request.body_too_large' } });
    expect(await least(200, () => cpuTime(send))).toBeLessThan(200);
  });

  test('names unknown keys without listing all of them', async () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, 1]));
    const answer = await app.call(usersApi.create, { token, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    expect(JSON.stringify(answer.body).length).toBeLessThan(2000);
  });
});

test('a request target may be absolute, and its host counts; two hosts are refused (RFC 9112 §3.2)', async () => {
  const node = await app.another();
  await node.core.listen({ host: '127.0.0.1', port: 0 });
  const { port } = node.core.server.address() as AddressInfo;
  const send = (target: string, ...hosts: string[]) =>
    new Promise<string>((resolve, reject) => {
      const head = [
        `GET ${target} HTTP/1.1`,
        ...hosts.map((host) => `Host: ${host}`),
        `Authorization: Bearer ${token}`,
      ];
      let text = '';
      connect(port, '127.0.0.1')
        .on('data', (part) => {
          text += part;
        })
        .on('end', () => resolve(text))
        .on('error', reject)
        .write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    });
  const statusOf = (text: string) => Number(text.split(' ')[1]);
  const { host } = new URL(app.app.endpointOf('default'));
  for (const target of ['/api/users?page=1', `http://${host}/api/users?page=1`, `HTTP://${host}/api/users?page=1`]) {
    const answer = await send(target, target.startsWith('/') ? host : 'other.example');
    expect([target, statusOf(answer)]).toEqual([target, 200]);
    expect(answer).toContain(`<http://${host}/api/users?page=1`);
    expect(answer).not.toContain('other.example');
  }
  expect(statusOf(await send(`http://${host}`, host))).toBeLessThan(500);
  for (const hosts of [
    [host, 'other.example'],
    [host, host],
  ]) {
    const answer = await send('/api/users', ...hosts);
    expect([statusOf(answer), answer.includes('request.malformed_http')]).toEqual([400, true]);
    expect(statusOf(await send('/oidc/jwks', ...hosts))).toBe(400);
  }
});

test('TRACE is not supported on any address', async () => {
  for (const server of [app.core, app.admin]) {
    for (const url of ['/', '/api/users', '/oidc/token', '/sign-in']) {
      const { status, body } = await app.inject(server, {
        method: 'TRACE' as 'GET',
        url,
        headers: { 'x-canary': 'echo' },
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).not.toContain('echo');
    }
  }
});

test('responses have HSTS for a year with subdomains if the address is https, and not otherwise', async () => {
  const policyOf = async (endpoint: string) => {
    const server = createServer({
      config: readConfig({ ENDPOINT: endpoint }),
      log: createLog('silent'),
      metrics: createMetrics(),
      isStopping: () => false,
      tenantClass: 'default',
      endpoint,
    });
    // Errors of the router have it too.
    const answers = [await server.inject('/unknown'), await server.inject('/%')];
    return answers.map(({ headers }) => headers['strict-transport-security']);
  };
  const policy = 'max-age=31536000; includeSubDomains';
  expect(await policyOf('https://auth.example.com')).toEqual([policy, policy]);
  expect(await policyOf('http://localhost:3001')).toEqual([undefined, undefined]);
});

describe('the IP address of a caller', () => {
  const addressOf = async (trusted: string, headers: Record<string, string>, remoteAddress = '10.0.0.1') => {
    const config = readConfig({ TRUST_PROXY: trusted });
    const server = createServer({
      config,
      log: createLog('silent'),
      metrics: createMetrics(),
      isStopping: () => false,
      tenantClass: 'default',
      endpoint: config.endpoint,
    });
    server.get('/address', async ({ ip }) => ip);
    return (await server.inject({ method: 'GET', url: '/address', headers, remoteAddress })).payload;
  };
  const forwarded = { 'x-forwarded-for': '192.0.2.66, 198.51.100.7, 10.0.0.2' };

  test.each([
    ['false', '10.0.0.1'],
    ['1', '10.0.0.2'],
    ['2', '198.51.100.7'],
    ['10.0.0.0/8', '198.51.100.7'],
    ['10.0.0.1', '10.0.0.2'],
    ['172.16.0.0/12', '10.0.0.1'],
  ])('with TRUST_PROXY=%s comes from the trusted proxies, never from headers of the caller', async (trusted, ip) => {
    expect(await addressOf(trusted, forwarded)).toBe(ip);
  });
});

test.each([
  ['GET / NONSENSE\r\n\r\n', 400, 'request.malformed_http'],
  [`GET / HTTP/1.1\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'request.header_too_large'],
])('rejects invalid HTTP with our error body: %.20s', async (text, status, code) => {
  await app.core.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const { port } = app.core.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const answer = (await socket.setEncoding('utf8').toArray()).join('');
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ code, message: expect.any(String) });
});

describe('pages', () => {
  test('have a fresh nonce in a strict policy, and every script has it', async () => {
    const nonces = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const { headers, payload } = await page('/unknown-session');
      const policy = String(headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain('unsafe');
      const scripts = payload.match(/<script(?![^>]*application\/json)[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.every((tag) => tag.includes(`nonce="${nonce}"`))).toBe(true);
      expect(payload).not.toContain('__POSTERN_NONCE__');
    }
    expect(nonces.size).toBe(3);
  });

  test('embed the settings so that no value can break out (attack 34)', async () => {
    const hostile = '</script><script>alert(1)</script>';
    await app.write('default', (db) =>
      db
        .updateTable('sign_in_experiences')
        .set({
          support_email: hostile,
          custom_css: 'a{}</style><img src=x onerror=alert(1)>',
          branding: JSON.stringify({ favicon: '"><script>alert(1)</script>' }),
        })
        .execute(),
    );
    const { payload } = await page('/unknown-session');
    expect(payload).not.toContain('<script>alert(1)');
    expect(payload).not.toContain('</style><img');
    const settings =
      /<script type="application\/json" id="postern-settings">([\s\S]*?)<\/script>/.exec(payload)?.[1] ?? '';
    expect(JSON.parse(settings).experience.supportEmail).toBe(hostile);
  });

  test('use the language of the browser, and assets are immutable and compressed', async () => {
    const { payload } = await page('/unknown-session', { 'accept-language': 'de' });
    expect(payload).toContain('<html lang="de"');
    const asset = /src="(\/assets\/experience\/[^"]+\.js)"/.exec(payload)?.[1] ?? '';
    const get = (headers: Record<string, string>) => app.core.inject({ method: 'GET', url: asset, headers });
    const plain = await get({});
    const packed = { gzip: gunzipSync, 'br, gzip': brotliDecompressSync };
    for (const [accepted, unpack] of Object.entries(packed)) {
      const file = await get({ 'accept-encoding': accepted });
      expect(file.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': accepted.split(',')[0],
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      });
      expect(unpack(file.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(file.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      const known = { 'if-none-match': String(file.headers.etag) };
      expect((await get({ ...known, 'accept-encoding': accepted })).statusCode).toBe(304);
      expect((await get(known)).statusCode).toBe(200);
    }
    for (const path of [
      '/assets/experience/..%2f..%2findex.html',
      '/assets/experience/%2e%2e/%2e%2e/package.json',
      '/assets/experience/nothing.js',
      `/assets/experience/${'long'.repeat(100)}.js`,
    ]) {
      expect((await app.core.inject({ method: 'GET', url: path })).statusCode).toBe(404);
    }
  });

  test('return 404 with a page for an unknown path; the console has its own', async () => {
    expect((await page('/no/such/page')).statusCode).toBe(404);
    const console = await app.admin.inject({ method: 'GET', url: '/console/anything/deep' });
    expect([console.statusCode, console.payload.includes('src="/console/assets/')]).toEqual([200, true]);
    // No address in it depends on the depth of the page.
    expect(console.payload).not.toMatch(/(src|href)="(?!\/|https?:|data:)/);
    expect(String(console.headers['content-security-policy'])).toContain("base-uri 'none'");
    expect((await app.admin.inject({ method: 'GET', url: '/' })).headers.location).toBe('/console');
  });

  test('include the documentation', async () => {
    const index = await app.admin.inject({ method: 'GET', url: '/docs/' });
    const links = [...index.payload.matchAll(/href="(\/docs\/[\w-]+)"/g)].map((match) => match[1] as string);
    expect(links).toEqual(expect.arrayContaining(['/docs/help', '/docs/operations', '/docs/changelog']));
    for (const link of links) {
      expect([link, (await app.admin.inject({ method: 'GET', url: link })).statusCode]).toEqual([link, 200]);
    }
    expect((await app.admin.inject({ method: 'GET', url: '/docs/..%2fpackage' })).statusCode).toBe(404);
  });
});

test('metrics are for the own network, or for those with the token', async () => {
  const ask = (server: FastifyInstance, headers: Record<string, string>, remoteAddress = '10.1.2.3') =>
    server.inject({ method: 'GET', url: '/metrics', headers, remoteAddress }).then(({ statusCode }) => statusCode);
  expect(await ask(app.admin, {})).toBe(200);
  expect(await ask(app.admin, {}, '93.184.216.34')).toBe(401);
  // An unknown proxy: the client may be anywhere.
  expect(await ask(app.admin, { 'x-forwarded-for': '10.1.2.3' })).toBe(401);
  const metricsToken = 'a-token-for-prometheus';
  const { admin } = await app.another({ METRICS_TOKEN: metricsToken });
  expect(await ask(admin, {})).toBe(401);
  expect(await ask(admin, { authorization: 'Bearer another-token-here' })).toBe(401);
  expect(await ask(admin, { authorization: `Bearer ${metricsToken}` }, '93.184.216.34')).toBe(200);
  const behindProxy = await app.another({ TRUST_PROXY: '1' });
  expect(await ask(behindProxy.admin, { 'x-forwarded-for': '93.184.216.34' })).toBe(401);
  expect(await ask(behindProxy.admin, { 'x-forwarded-for': '10.1.2.3' })).toBe(200);
});

test('refused requests are logged with who, where and why, and without text of the caller', async () => {
  // A separate one: only twenty refusals a second are logged, and other tests have some too.
  const quiet = await testApp();
  onTestFinished(() => quiet.close());
  const strong = await quiet.managementToken();
  const weak = await createMachine(quiet, 'default', []);
  const subject = JSON.parse(Buffer.from(weak.split('.')[1] ?? '', 'base64url').toString()).sub;
  const refused = () =>
    quiet.logs
      .map((line) => JSON.parse(line))
      .filter(({ level, msg }) => level === 'info' && msg === 'request refused');
  await quiet.call(usersApi.list, { token: weak });
  await quiet.call(usersApi.create, { token: strong, body: { username: '<canary>' } });
  await quiet.core.inject({ method: 'GET', url: '/scim/v2/canary/Users' });
  await quiet.call(usersApi.get, { token: strong, params: { userId: 'canary' } });
  expect(refused()).toMatchObject([
    { status: 403, reason: 'auth.forbidden', method: 'GET', route: '/api/users', ip: '127.0.0.1', callerId: subject },
    { status: 400, reason: 'guard.invalid_input', method: 'POST', route: '/api/users' },
    { status: 401, method: 'GET', route: '/scim/v2/:connectorId/Users', requestId: expect.any(String) },
  ]);
  expect(JSON.stringify(refused())).not.toContain('canary');
});

test('no log line contains secrets of requests (attack 21)', async () => {
  const canary = 'canary-password-9f3b';
  const { body } = await app.call(usersApi.create, { token, body: { username: 'logged', password: canary } });
  await app.call(usersApi.verifyPassword, {
    token,
    params: { userId: body.id },
    body: { password: `${canary}-wrong` },
  });
  app.app.log.info(
    { password: canary, headers: { authorization: canary, cookie: canary }, deep: { body: { client_secret: canary } } },
    'a careless line',
  );
  const logs = app.logs.join('\n');
  expect(logs).toContain('a careless line');
  expect(logs).not.toContain(canary);
  expect(logs).not.toContain(token);
});
