import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { applicationAccessApi } from '@postern/contracts/access/application-access';
import { type AdditionalScope, applicationsApi } from '@postern/contracts/access/applications';
import { idTokenApi } from '@postern/contracts/access/id-token';
import { rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Origin, type ProxyTest, startOrigin, startProxyTest } from '#testing/protected-apps';

let proxy: ProxyTest;
let origin: Origin;
let cookie: string;
const ada = { username: 'ada', password: 'correct horse battery' };
let adaId: string;
let shopId: string;

beforeAll(async () => {
  proxy = await startProxyTest();
  origin = await startOrigin({
    '/moved': (_request, response) => response.writeHead(302, { location: `${origin.address}/new?a=1#b` }).end(),
    '/away': (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/x' }).end(),
    '/cookies': (_request, response) =>
      response
        .writeHead(200, {
          'set-cookie': [
            'theme=dark; Path=/; Domain=127.0.0.1',
            'postern-proxy-session=stolen; Path=/',
            '__Host-POSTERN-proxy-session=stolen; Path=/; Secure',
            '=postern-proxy-session=stolen',
          ],
          'cache-control': 'public, max-age=60',
          'alt-svc': 'h3=":443"',
        })
        .end('ok'),
    '/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
    },
    '/cut': (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 50);
    },
  });
  adaId = await proxy.createUser(ada);
  shopId = (await proxy.create('shop', origin.address)).id;
  ({ cookie } = await proxy.signIn('shop', ada));
});
afterAll(async () => {
  await proxy?.app.close();
  await origin?.close();
});

const signedIn = (path: string, headers: Record<string, string> = {}) =>
  proxy.ask('shop', path, { headers: { cookie, ...headers } });
const lastSeen = () => origin.seen.at(-1);

test('sends a browser to the sign-in page and back to the page it asked for', async () => {
  const before = origin.seen.length;
  const { first, last } = await proxy.signIn('shop', ada, '/reports?year=2026');
  const asked = new URL(first.headers.location ?? '');
  expect(first.status).toBe(302);
  expect(`${asked.origin}${asked.pathname}`).toBe(`${proxy.app.endpoint}/oidc/auth`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `http://${proxy.hostOf('shop')}/sign-in-callback`,
    state: expect.any(String),
    nonce: expect.any(String),
  });
  expect(last).toMatchObject({
    status: 302,
    headers: { location: `http://${proxy.hostOf('shop')}/reports?year=2026`, 'cache-control': 'no-store' },
  });
  const session = (last.headers['set-cookie'] ?? []).find((line) => line.startsWith('postern-proxy-session='));
  expect(session).toMatch(/; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
  expect(origin.seen).toHaveLength(before);
});

test('forwards with the identity of the user and the address of the client', async () => {
  const answer = await signedIn('/hello?x=%20y', { 'x-custom': 'kept', cookie: `${cookie}; theme=dark` });
  expect(answer).toMatchObject({ status: 200, body: 'origin /hello?x=%20y 0' });
  const seen = lastSeen();
  expect(seen?.headers).toMatchObject({
    host: new URL(origin.address).host,
    'x-forwarded-host': proxy.hostOf('shop'),
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '127.0.0.1',
    'x-custom': 'kept',
    cookie: 'theme=dark',
  });
  const jwks = (await (await fetch(`${proxy.app.endpoint}/oidc/jwks`)).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(String(seen?.headers['logto-id-token']), createLocalJWKSet(jwks), {
    issuer: `${proxy.app.endpoint}/oidc`,
  });
  expect(payload).toMatchObject({ sub: adaId, username: 'ada' });
});

test('forwards the user in plain headers if the application wants it, and never those of the client', async () => {
  const fake = {
    'x-forwarded-user': 'root',
    X_Forwarded_Email: 'root@example.com',
    'x-forwarded-preferred-username': 'root',
  };
  const identity = () =>
    Object.fromEntries(
      Object.entries(lastSeen()?.headers ?? {}).filter(([name]) => /^x.forwarded.(user|email|pref)/.test(name)),
    );
  await signedIn('/hello', fake);
  expect(identity()).toEqual({});
  const token = await proxy.app.managementToken();
  const set = (hasIdentityHeaders: boolean) =>
    proxy.app.call(applicationsApi.update, {
      token,
      params: { id: shopId },
      body: { protectedAppMetadata: { hasIdentityHeaders } },
    });
  const setEmail = (primaryEmail: string | null) =>
    proxy.app.call(usersApi.update, { token, params: { userId: adaId }, body: { primaryEmail } });
  await set(true);
  await setEmail('ada@example.com');
  ({ cookie } = await proxy.signIn('shop', ada));
  await signedIn('/hello', fake);
  expect(identity()).toEqual({
    'x-forwarded-user': adaId,
    'x-forwarded-preferred-username': 'ada',
    'x-forwarded-email': 'ada@example.com',
  });
  await setEmail(null);
  await set(false);
});

test('the ID token has the claims of additional scopes, if ID tokens of the tenant contain them', async () => {
  const token = await proxy.app.managementToken();
  const set = (additionalScopes: AdditionalScope[]) =>
    proxy.app.call(applicationsApi.update, {
      token,
      params: { id: shopId },
      body: { protectedAppMetadata: { additionalScopes } },
    });
  const claims = async () => {
    await signedIn('/hello');
    return decodeJwt(String(lastSeen()?.headers['logto-id-token']));
  };
  await proxy.app.call(usersApi.patchCustomData, {
    token,
    params: { userId: adaId },
    body: { customData: { size: 38 } },
  });
  expect(await claims()).not.toHaveProperty('roles');
  await set(['roles', 'custom_data']);
  // A change has an effect with the next request; no person has to sign in again.
  expect(await claims()).toMatchObject({ sub: adaId, roles: [] });
  expect(await claims()).not.toHaveProperty('custom_data');
  const { first } = await proxy.signIn('shop', ada);
  expect(new URL(first.headers.location ?? '').searchParams.get('scope')).toBe(
    'openid profile email roles custom_data',
  );
  const { body: before } = await proxy.app.call(idTokenApi.get, { token });
  await proxy.app.call(idTokenApi.save, { token, body: { enabledExtendedClaims: ['custom_data'] } });
  ({ cookie } = await proxy.signIn('shop', ada));
  const own = await claims();
  expect(own).toMatchObject({ custom_data: { size: 38 } });
  expect(own).not.toHaveProperty('roles');
  await set([]);
  expect(await claims()).not.toHaveProperty('custom_data');
  await proxy.app.call(idTokenApi.save, { token, body: before });
});

test('only users with a role, or members of an organization, reach the origin if the application says so', async () => {
  const token = await proxy.app.managementToken();
  const set = (protectedAppMetadata: object) =>
    proxy.app.call(applicationsApi.update, { token, params: { id: shopId }, body: { protectedAppMetadata } });
  const { body: role } = await proxy.app.call(rolesApi.create, {
    token,
    body: { name: 'Shop', description: 'Shop', type: 'User' },
  });
  const { body: organization } = await proxy.app.call(organizationsApi.create, { token, body: { name: 'Shop' } });
  const statusOf = async () => (await signedIn('/hello')).status;
  await set({ allowedRoleIds: [role.id] });
  const before = origin.seen.length;
  expect(await signedIn('/hello')).toMatchObject({ status: 403, body: expect.stringContaining('no_access') });
  expect(origin.seen).toHaveLength(before);
  await proxy.app.call(userRolesApi.assign, { token, params: { userId: adaId }, body: { roleIds: [role.id] } });
  expect(await statusOf()).toBe(200);
  await set({ allowedOrganizationIds: [organization.id] });
  expect(await statusOf()).toBe(403);
  await proxy.app.call(organizationMembersApi.add, {
    token,
    params: { id: organization.id },
    body: { userIds: [adaId] },
  });
  expect(await statusOf()).toBe(200);
  await proxy.app.call(rolesApi.remove, { token, params: { id: role.id } });
  expect(await statusOf()).toBe(403);
  await set({ pageRules: [{ path: '^/admin' }] });
  await signedIn('/hello');
  // A public page is served without the identity of a user who has no access.
  expect(lastSeen()?.headers['logto-id-token']).toBeUndefined();
  await set({ allowedRoleIds: [], allowedOrganizationIds: [], pageRules: [] });
  expect(await statusOf()).toBe(200);
});

test('attack: a session ends at once for users who may no longer use the application, also when it is limited later', async () => {
  const token = await proxy.app.managementToken();
  const none = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
  const allow = (userIds: string[], organizationIds: string[] = []) =>
    proxy.app.call(applicationAccessApi.save, {
      token,
      params: { applicationId: shopId },
      body: { ...none, userIds, organizationIds },
    });
  const limit = (appLevelAccessControlEnabled: boolean) =>
    proxy.app.call(applicationsApi.update, { token, params: { id: shopId }, body: { appLevelAccessControlEnabled } });
  const statusOf = async () => (await signedIn('/hello')).status;
  const { body: organization } = await proxy.app.call(organizationsApi.create, { token, body: { name: 'Nobody' } });
  await allow([], [organization.id]);
  expect(await statusOf()).toBe(200);
  expect((await limit(true)).status).toBe(200);
  const before = origin.seen.length;
  expect(await signedIn('/hello')).toMatchObject({ status: 403, body: expect.stringContaining('no_access') });
  expect(origin.seen).toHaveLength(before);
  await allow([adaId]);
  expect(await statusOf()).toBe(200);
  const stream = get(`${proxy.app.endpoint}/events`, { headers: { host: proxy.hostOf('shop'), cookie } });
  const [events] = await once(stream, 'response');
  const closed = once(events.resume(), 'close');
  events.on('error', () => undefined);
  await allow([], [organization.id]);
  await closed;
  expect(await statusOf()).toBe(403);
  await limit(false);
  expect(await statusOf()).toBe(200);
});

test('translates redirects and limits cookies of the origin', async () => {
  expect((await signedIn('/moved')).headers.location).toBe(`http://${proxy.hostOf('shop')}/new?a=1#b`);
  expect((await signedIn('/away')).headers.location).toBe('https://elsewhere.example/x');
  const { headers } = await signedIn('/cookies');
  expect(headers['set-cookie']).toEqual(['theme=dark; Path=/']);
  expect(headers['cache-control']).toBe('private, max-age=60');
  expect(headers['alt-svc']).toBeUndefined();
});

test('streams an upload of 50 MB, with a length and in chunks', async () => {
  const size = 50 * 1024 * 1024;
  const body = randomBytes(size);
  const answer = await proxy.ask('shop', '/upload', { method: 'POST', headers: { cookie }, body });
  expect(answer.body).toBe(`origin /upload ${size}`);
  const chunked = await new Promise<string>((resolve, reject) => {
    const headers = { host: proxy.hostOf('shop'), cookie };
    const sent = httpRequest(
      { port: proxy.port, host: '127.0.0.1', path: '/chunks', method: 'PUT', headers },
      (got) => {
        let text = '';
        got.on('data', (chunk) => {
          text += chunk;
        });
        got.on('end', () => resolve(text));
      },
    );
    sent.on('error', reject);
    for (let part = 0; part < 50; part += 1) {
      sent.write(body.subarray(part * 1_048_576, (part + 1) * 1_048_576));
    }
    sent.end();
  });
  expect(chunked).toBe(`origin /chunks ${size}`);
  expect(lastSeen()?.headers['transfer-encoding']).toBe('chunked');
});

test('passes server-sent events on as they are sent', async () => {
  const [answer] = await once(
    get({ port: proxy.port, host: '127.0.0.1', path: '/events', headers: { host: proxy.hostOf('shop'), cookie } }),
    'response',
  );
  const [chunk] = await once(answer, 'data');
  expect(String(chunk)).toBe('data: one\n\n');
  answer.destroy();
});

test('ends the response when the origin breaks off, so that the client does not take it for whole', async () => {
  await expect(signedIn('/cut')).rejects.toThrow(/aborted|socket hang up/);
});

const socketRequest = (host: string, headers: string[]) =>
  [
    'GET /socket HTTP/1.1',
    `host: ${host}`,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '\r\n',
  ].join('\r\n');

test('connects WebSockets with a session, and refuses those without', async () => {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(socketRequest(proxy.hostOf('shop'), [`cookie: ${cookie}`]));
  const [head] = await once(socket, 'data');
  expect(String(head)).toContain('HTTP/1.1 101');
  expect(String(head)).toContain('sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  const mask = Buffer.from([1, 2, 3, 4]);
  const text = Buffer.from('hello').map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | 5]), mask, text]));
  const [echo] = (await once(socket, 'data')) as [Buffer];
  expect(echo.subarray(2).toString()).toBe('hello');
  expect(lastSeen()?.headers['logto-id-token']).toEqual(expect.any(String));
  socket.destroy();

  const before = origin.seen.length;
  expect(await proxy.raw(socketRequest(proxy.hostOf('shop'), []))).toMatch(/^HTTP\/1\.1 401 /);
  const foreign = [`cookie: ${cookie}`, 'origin: http://evil.apps.localhost'];
  expect(await proxy.raw(socketRequest(proxy.hostOf('shop'), foreign))).toMatch(/^HTTP\/1\.1 401 /);
  expect(origin.seen).toHaveLength(before);
});

test('answers 401 without a session where a sign-in page cannot be shown', async () => {
  const before = origin.seen.length;
  expect(await proxy.ask('shop', '/api', { headers: { accept: 'application/json' } })).toMatchObject({ status: 401 });
  const post = { method: 'POST', headers: proxy.html, body: 'x=1' };
  expect(await proxy.ask('shop', '/form', post)).toMatchObject({ status: 401 });
  const fetched = { headers: { accept: 'text/html', 'sec-fetch-mode': 'cors' } };
  expect(await proxy.ask('shop', '/fragment', fetched)).toMatchObject({ status: 401 });
  expect(origin.seen).toHaveLength(before);
});

test('signs out: the session ends, and the sign-in pages end theirs', async () => {
  const { cookie: own } = await proxy.signIn('shop', ada);
  const { status, headers } = await proxy.ask('shop', '/sign-out', { headers: { cookie: own, ...proxy.html } });
  expect(status).toBe(302);
  const target = new URL(headers.location ?? '');
  expect(target.pathname).toBe('/oidc/session/end');
  expect(target.searchParams.get('post_logout_redirect_uri')).toBe(`http://${proxy.hostOf('shop')}`);
  expect(target.searchParams.get('id_token_hint')).toEqual(expect.any(String));
  expect((await proxy.ask('shop', '/', { headers: { cookie: own } })).status).toBe(401);
});

test('opens the registration page', async () => {
  const { headers } = await proxy.ask('shop', '/register', { headers: proxy.html });
  expect(new URL(headers.location ?? '').searchParams.get('first_screen')).toBe('register');
});

test('a session ends at once when the user is suspended, on every node, and open responses with it', async () => {
  const bob = { username: 'bob', password: 'correct horse battery' };
  const bobId = await proxy.createUser(bob);
  const { cookie: own } = await proxy.signIn('shop', bob);
  const node = await proxy.app.another();
  const askNode = async () =>
    (await node.proxy?.inject({ url: '/', headers: { host: proxy.hostOf('shop'), cookie: own } }))?.statusCode;
  expect((await proxy.ask('shop', '/', { headers: { cookie: own } })).status).toBe(200);
  expect(await askNode()).toBe(200);
  const headers = { host: proxy.hostOf('shop'), cookie: own };
  const [stream] = await once(get({ port: proxy.port, host: '127.0.0.1', path: '/events', headers }), 'response');
  const closed = new Promise((resolve) => stream.on('error', resolve).on('close', resolve).resume());
  const body = { isSuspended: true };
  await proxy.app.call(usersApi.setSuspended, { token: proxy.token, params: { userId: bobId }, body });
  expect((await proxy.ask('shop', '/', { headers: { cookie: own } })).status).toBe(401);
  expect(await askNode()).toBe(401);
  await closed;
});

test.each<[string, (app: { id: string; roleId: string; userId: string }) => Promise<unknown>]>([
  [
    'the role of the user is removed',
    ({ roleId, userId }) => proxy.app.call(userRolesApi.remove, { token: proxy.token, params: { userId, roleId } }),
  ],
  [
    'the application is limited to another role',
    async ({ id }) => {
      const { body: role } = await proxy.app.call(rolesApi.create, {
        token: proxy.token,
        body: { name: 'Others', description: 'x' },
      });
      const body = { protectedAppMetadata: { allowedRoleIds: [role.id] } };
      await proxy.app.call(applicationsApi.update, { token: proxy.token, params: { id }, body });
    },
  ],
  [
    'the application is deleted',
    ({ id }) => proxy.app.call(applicationsApi.remove, { token: proxy.token, params: { id } }),
  ],
])(
  'an open WebSocket ends when %s',
  async (what, change) => {
    const name = what.replaceAll(' ', '-').slice(0, 20).replace(/-$/, '');
    const person = { username: name.replaceAll('-', '_'), password: 'correct horse battery' };
    const userId = await proxy.createUser(person);
    const { body: role } = await proxy.app.call(rolesApi.create, {
      token: proxy.token,
      body: { name: `Readers of ${name}`, description: 'x' },
    });
    await proxy.app.call(userRolesApi.assign, { token: proxy.token, params: { userId }, body: { roleIds: [role.id] } });
    const { id } = await proxy.create(name, origin.address);
    const body = { protectedAppMetadata: { allowedRoleIds: [role.id] } };
    await proxy.app.call(applicationsApi.update, { token: proxy.token, params: { id }, body });
    const { cookie: own } = await proxy.signIn(name, person);
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(socketRequest(proxy.hostOf(name), [`cookie: ${own}`]));
    const [head] = await once(socket, 'data');
    expect(String(head)).toContain('HTTP/1.1 101');
    const closed = once(socket.resume(), 'close');
    await change({ id, roleId: role.id, userId });
    await closed;
  },
  30_000,
);

test('a session lasts as long as the application says, and not longer than its grant', async () => {
  const { id } = await proxy.create('brief', origin.address);
  const body = { protectedAppMetadata: { sessionDuration: 90 } };
  await proxy.app.call(applicationsApi.update, { token: proxy.token, params: { id }, body });
  const { last, cookie: own } = await proxy.signIn('brief', ada);
  expect(String(last.headers['set-cookie'])).toContain('Max-Age=90;');
  await proxy.app.write('default', (db) =>
    db
      .updateTable('oidc_models')
      .set({ expires_at: new Date(0) })
      .where('model', '=', 'Grant')
      .execute(),
  );
  expect((await proxy.ask('brief', '/', { headers: { cookie: own } })).status).toBe(401);
  ({ cookie } = await proxy.signIn('shop', ada));
});

test('shows a page when the origin is down, in the language of the browser', async () => {
  const dead = await startOrigin();
  await proxy.create('dead', dead.address);
  await dead.close();
  const { cookie: own } = await proxy.signIn('dead', ada);
  const headers = { ...proxy.html, cookie: own, 'accept-language': 'de' };
  const page = await proxy.ask('dead', '/', { headers });
  expect(page.status).toBe(502);
  expect(page.body).toContain('<html lang="de" dir="ltr">');
  expect(page.body).toContain('App dead ist nicht erreichbar');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const data = await proxy.ask('dead', '/', { headers: { cookie: own } });
  expect(JSON.parse(data.body)).toMatchObject({ code: 'origin_down' });
});

test('answers 404 for hosts that no application has', async () => {
  expect((await proxy.ask('nobody', '/', { headers: proxy.html })).status).toBe(404);
  expect(await proxy.raw('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
});
