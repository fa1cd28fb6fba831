import { randomBytes } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Origin, type ProxyTest, startOrigin, startProxyTest } from '#testing/protected-apps';

/** Attack 47: the proxy. The origin sees nothing without a session where the rules demand one. */
let proxy: ProxyTest;
let origin: Origin;
let cookie: string;
const ada = { username: 'ada', password: 'correct horse battery' };

beforeAll(async () => {
  proxy = await startProxyTest();
  origin = await startOrigin();
  await proxy.createUser(ada);
  await proxy.create('shop', origin.address);
  await proxy.create('other', origin.address);
  const { id } = await proxy.create('partly', origin.address);
  await proxy.app.call(applicationsApi.update, {
    token: proxy.token,
    params: { id },
    body: { protectedAppMetadata: { pageRules: [{ path: '^/admin' }] } },
  });
  ({ cookie } = await proxy.signIn('shop', ada));
});
afterAll(async () => {
  await proxy?.app.close();
  await origin?.close();
});
beforeEach(() => {
  origin.seen.length = 0;
});

const host = (subDomain = 'shop') => `host: ${proxy.hostOf(subDomain)}`;
const send = (lines: string[], body = '') => proxy.raw(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`);
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test('attack 47: identity headers of a client never arrive, in any spelling', async () => {
  const spellings = ['Logto-ID-Token', 'logto-id-token', 'LOGTO_ID_TOKEN', 'Logto.ID.Token', 'X-Logto-ID-Token'];
  const forged = [...spellings, 'Postern-User', 'X-Forwarded-For', 'X_Forwarded_Host', 'Forwarded', 'X-Real-IP', 'Via'];
  const lines = forged.flatMap((name) => [`${name}: forged`, `${name}: forged again`]);
  // Without a session, on a path that needs none.
  expect(statusOf(await send(['GET /open HTTP/1.1', host('partly'), ...lines]))).toBe(200);
  expect(origin.seen[0]?.rawHeaders.join(' ')).not.toContain('forged');
  expect(origin.seen[0]?.headers).not.toHaveProperty('logto-id-token');
  // With one: exactly our value, even if the client declares the header to be of the connection.
  const own = [
    'GET /open HTTP/1.1',
    host(),
    `cookie: ${cookie}`,
    'connection: logto-id-token, x-forwarded-for',
    ...lines,
  ];
  expect(statusOf(await send(own))).toBe(200);
  const { rawHeaders = [], headers } = origin.seen[1] ?? {};
  expect(rawHeaders.filter((name, index) => index % 2 === 0 && /logto/i.test(name))).toHaveLength(1);
  expect(headers?.['logto-id-token']).toMatch(/^ey/);
  expect(headers?.['x-forwarded-for']).toBe('127.0.0.1');
});

test.each([
  '/admin',
  '/ADMIN',
  '//admin',
  '/./admin',
  '/x/../admin',
  '/%2e/admin',
  '/x/%2E%2E/admin',
  '/x%2fadmin',
  '/x%5cadmin',
  '/x\\admin',
  '/%61dmin',
  '/;/admin',
  '/x;/../admin',
  '/admin%00',
  '/x%3f/../admin',
])('attack 47: page rules cannot be avoided by spelling the path %s', async (path) => {
  expect([400, 401]).toContain(statusOf(await send([`GET ${path} HTTP/1.1`, host('partly')])));
  expect(origin.seen).toEqual([]);
});

test('page rules leave other paths open, without an identity', async () => {
  expect((await proxy.ask('partly', '/open?x=//admin')).body).toBe('origin /open?x=//admin 0');
  expect((await proxy.ask('partly', '/admin/users', { headers: proxy.html })).status).toBe(302);
  expect(origin.seen).toHaveLength(1);
});

test('attack 47: the host decides, and only one host is accepted', async () => {
  const withCookie = `cookie: ${cookie}`;
  expect(statusOf(await send(['GET / HTTP/1.1', host(), host('other'), withCookie]))).toBe(400);
  expect(statusOf(await send(['GET http://evil.example/ HTTP/1.1', host(), withCookie]))).toBe(400);
  expect(statusOf(await send(['GET / HTTP/1.1', 'host: evil.example', `x-forwarded-${host()}`, withCookie]))).toBe(404);
  const nested = `host: a.${proxy.hostOf('shop')}`;
  expect(statusOf(await send(['GET / HTTP/1.1', nested, withCookie]))).toBe(404);
  expect(origin.seen).toEqual([]);
});

test('attack 47: a session is valid for one application only', async () => {
  expect((await proxy.ask('other', '/', { headers: { cookie } })).status).toBe(401);
  expect(origin.seen).toEqual([]);
});

test('attack 47: a session cookie that a sibling host added beside ours is not used', async () => {
  const tossed = `${cookie}; ${cookie.split('=')[0]}=${randomBytes(32).toString('hex')}`;
  expect((await proxy.ask('shop', '/', { headers: { cookie: tossed } })).status).toBe(401);
  expect(origin.seen).toEqual([]);
});

test('attack 47: the session cookie never reaches the origin', async () => {
  await proxy.ask('shop', '/', { headers: { cookie: `a=1; ${cookie}; =${cookie}; b=2` } });
  await proxy.ask('partly', '/open', { headers: { cookie: `${cookie}; c=3` } });
  expect(origin.seen.at(-1)?.headers.cookie).toBe('c=3');
  expect(JSON.stringify(origin.seen)).not.toContain(cookie.split('=')[1]);
});

const smuggled = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';

test.each([
  ['two lengths', ['content-length: 5', 'content-length: 40']],
  ['a length and chunks', ['content-length: 40', 'transfer-encoding: chunked']],
  ['chunks and a length', ['transfer-encoding: chunked', 'content-length: 40']],
  ['an unknown coding', ['transfer-encoding: xchunked']],
  ['two codings', ['transfer-encoding: gzip, chunked']],
  ['a coding twice', ['transfer-encoding: chunked', 'transfer-encoding: chunked']],
  ['a space before the colon', ['transfer-encoding : chunked']],
  ['a line feed in a name', ['x\n: y', 'transfer-encoding: chunked']],
  ['a folded header', ['transfer-encoding:\r\n chunked']],
  ['a negative length', ['content-length: -1']],
  ['a hexadecimal length', ['content-length: 0x10']],
])('attack 47: request smuggling by %s is refused', async (_name, headers) => {
  const answer = await send(['POST /post HTTP/1.1', host(), `cookie: ${cookie}`, ...headers], `0\r\n\r\n${smuggled}`);
  expect(statusOf(answer)).toBe(400);
  expect(origin.seen.filter(({ url }) => url === '/smuggled')).toEqual([]);
});

test.each(['DELETE', 'OPTIONS', 'GET', 'POST'])(
  'attack 47: the body of a %s in chunks stays a body',
  async (method) => {
    const lines = [`${method} /post HTTP/1.1`, host(), `cookie: ${cookie}`, 'transfer-encoding: chunked'];
    const size = smuggled.length.toString(16);
    expect(statusOf(await send(lines, `${size}\r\n${smuggled}\r\n0\r\n\r\n`))).toBe(200);
    expect(origin.seen.map(({ url, body }) => [url, body])).toEqual([['/post', smuggled.length]]);
  },
);

test('attack 47: only WebSockets may change the protocol', async () => {
  const h2c = ['upgrade: h2c', 'http2-settings: AAMAAABkAARAAAAAAAIAAAAA'];
  const answer = await proxy.raw(
    ['GET /admin HTTP/1.1', host('partly'), 'connection: Upgrade, HTTP2-Settings', ...h2c, '\r\n'].join('\r\n'),
  );
  expect(statusOf(answer)).toBe(405);
  expect(statusOf(await send(['TRACE / HTTP/1.1', host(), `cookie: ${cookie}`]))).toBe(405);
  expect(origin.seen).toEqual([]);
});

test('a sign-in ends only in the browser that began it, and once', async () => {
  const { begun, callback } = await proxy.signIn('shop', ada);
  expect((await proxy.ask('shop', callback, { headers: proxy.html })).status).toBe(400);
  expect((await proxy.ask('shop', callback, { headers: { ...proxy.html, cookie: begun } })).status).toBe(400);
  expect((await proxy.ask('other', callback, { headers: { ...proxy.html, cookie: begun } })).status).toBe(400);
  expect(origin.seen).toEqual([]);
});

test('a sign-in returns to its own host, whatever the path looks like', async () => {
  const { last } = await proxy.signIn('shop', ada, '//evil.example/%0d%0aset-cookie:x');
  expect(last.headers.location).toBe(`http://${proxy.hostOf('shop')}//evil.example/%0d%0aset-cookie:x`);
});

test('private origins are refused unless the operator allows them, also by name and after saving', async () => {
  const strict = await startProxyTest({ ALLOW_PRIVATE_EGRESS: 'false' });
  try {
    await expect(strict.create('inner', origin.address)).rejects.toThrow('guard.invalid_input');
    await expect(strict.create('metadata', 'http://169.254.169.254')).rejects.toThrow('guard.invalid_input');
    await strict.createUser(ada);
    const { id } = await strict.create('later', 'https://unknown.invalid');
    // As if the name had pointed elsewhere when it was saved.
    for (const address of [origin.address, origin.address.replace('127.0.0.1', 'localhost')]) {
      await strict.app.write('default', (db) =>
        db
          .updateTable('applications')
          .set({
            protected_app_metadata: JSON.stringify({
              host: strict.hostOf('later'),
              origin: address,
              sessionDuration: 900,
              pageRules: [],
            }),
          })
          .where('id', '=', id)
          .execute(),
      );
      await expect.poll(async () => (await strict.signIn('later', ada)).last.headers['set-cookie']).toBeDefined();
      const { cookie: own } = await strict.signIn('later', ada);
      expect((await strict.ask('later', '/', { headers: { cookie: own } })).status).toBe(502);
    }
    expect(origin.seen).toEqual([]);
  } finally {
    await strict.app.close();
  }
});
