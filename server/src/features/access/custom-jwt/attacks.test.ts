import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

/**
 * Attack 35: scripts that try to escape or exhaust resources. All run through the API, in the sandbox that tokens use.
 */
let app: TestApp;
let open: TestApp;
let tokens: Map<TestApp, string>;

beforeAll(async () => {
  app = await testApp();
  open = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  tokens = new Map([
    [app, await app.managementToken()],
    [open, await open.managementToken()],
  ]);
});
afterAll(() => Promise.all([app.close(), open.close()]));

async function run(body: string, on: TestApp = app) {
  const answer = await on.call(customJwtApi.testReport, {
    token: tokens.get(on),
    body: {
      tokenType: 'access-token',
      token: { jti: 'x' },
      context: { user: { id: 'abc' } },
      environmentVariables: { KEY: 'value' },
      script: `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {\n${body}\n};`,
    },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}
const claimsOf = async (body: string, on?: TestApp) => (await run(body, on)).claims;
const failureOf = async (body: string, on?: TestApp) => (await run(body, on)).failure?.message;

describe('escape attempts', () => {
  test.each([
    'require("fs")',
    'process.env',
    'module.exports',
    'Buffer.from("x")',
    'setTimeout(() => 1)',
    'std.open("/")',
  ])('%s is not defined', async (expression) =>
    expect(await failureOf(`return { a: ${expression} };`)).toMatch(/is not defined/),
  );

  test('import cannot load modules', async () => {
    for (const name of ['fs', 'node:fs', './x.js', 'data:text/javascript,export default 1']) {
      expect(await failureOf(`return { a: await import(${JSON.stringify(name)}) };`)).toMatch(/could not load module/);
    }
    expect(await failureOf('import fs from "fs";')).toMatch(/SyntaxError/);
  });

  test('adds only fetch and console to the language', async () => {
    const claims = await claimsOf(`return { names: Object.getOwnPropertyNames(globalThis) };`);
    const names = claims?.names as string[];
    expect(names).toEqual(expect.arrayContaining(['fetch', 'console', 'JSON']));
    expect(
      names.filter((name) =>
        /^(process|require|module|global|Worker|Deno|Bun|WebAssembly|performance|navigator|os|std|print|scriptArgs)$/.test(
          name,
        ),
      ),
    ).toEqual([]);
  });

  test('constructor.constructor stays inside the sandbox', async () => {
    const claims = await claimsOf(`
      const global = fetch.constructor.constructor('return this')();
      const viaApi = api.denyAccess.constructor('return this')();
      const viaError = (() => { try { null.x } catch (e) { return e.constructor.constructor('return typeof process')() } })();
      const viaLog = console.log.constructor('return typeof require')();
      return { same: global === globalThis && viaApi === globalThis, viaError, viaLog };`);
    expect(claims).toEqual({ same: true, viaError: 'undefined', viaLog: 'undefined' });
  });

  test('polluted prototypes affect neither the host nor the next run', async () => {
    await claimsOf(`
      Object.prototype.polluted = 'yes';
      Array.prototype.polluted = 'yes';
      JSON.stringify = () => '{"stolen":true}';
      Promise.prototype.then = () => undefined;
      globalThis.left = 'behind';
      return JSON.parse('{"__proto__":{"polluted":"yes"},"a":{"__proto__":{"polluted":"yes"}},"constructor":{"prototype":{}}}');`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(([] as unknown as Record<string, unknown>).polluted).toBeUndefined();
    expect(
      await claimsOf('return { a: String({}.polluted), b: String(globalThis.left), c: JSON.stringify(1) };'),
    ).toEqual({
      a: 'undefined',
      b: 'undefined',
      c: '1',
    });
  });

  test('ignores __proto__ in the result', async () => {
    const claims = await claimsOf(
      `return JSON.parse('{"__proto__":{"admin":true},"deep":{"__proto__":{"admin":true},"a":1}}');`,
    );
    expect(JSON.stringify(claims)).toBe('{"deep":{"a":1}}');
  });

  test('a script cannot fake its result or messages of the host', async () => {
    const claims = await claimsOf(`
      const seen = [];
      const trap = new Proxy(function () {}, { apply: (_, self, args) => { seen.push(args.length); } });
      String.prototype.slice = trap; Array.prototype.map = trap;
      return { seen: seen.length >= 0 };`);
    expect(claims).toEqual({ seen: true });
  });
});

describe('resource limits', () => {
  const tooLong = 'The script took longer than 3 seconds.';

  test.each([
    ['loops', 'while (true) {}', 'while (true) await null;'],
    ['getters and patterns', 'return { get a() { for (;;) {} } };', '/(a+)+$/.test("a".repeat(50) + "b"); return {};'],
    [
      'memory',
      'const hog = []; while (true) hog.push(new Array(1e6).fill(1));',
      'let s = ["x"]; for (;;) s = s.concat(s);',
    ],
  ])('endless %s are aborted, and the next script runs', async (_what, ...bodies) => {
    const failures = await Promise.all(bodies.map((body) => failureOf(body)));
    expect(failures).toEqual(bodies.map(() => expect.stringMatching(/longer than 3 seconds|more than 64 MB/)));
    expect(await claimsOf('return { fine: true };')).toEqual({ fine: true });
  });

  test('an endless script does not block fifty concurrent ones', async () => {
    // Both threads that a tenant may use are running.
    await Promise.all([claimsOf('return {};'), claimsOf('return {};')]);
    let through = 0;
    const endless = failureOf('for (;;) {}').then((message) => ({ message, through }));
    const others = Array.from({ length: 49 }, async () => {
      const claims = await claimsOf('return { a: 1 };');
      through += 1;
      return claims;
    });
    const atItsEnd = await endless;
    expect(atItsEnd.message).toBe(tooLong);
    // All of them on an idle machine; a busy one must not fail the test.
    expect(atItsEnd.through).toBeGreaterThan(5);
    expect(await Promise.all(others)).toEqual(others.map(() => ({ a: 1 })));
  });

  test('reports a promise that never settles at once', async () => {
    const { failure, milliseconds } = await run('await new Promise(() => {});');
    expect(failure?.message).toMatch(/never resolves/);
    expect(milliseconds).toBeLessThan(2000);
  });

  test.each([
    ['deep recursion', 'const f = (n) => f(n + 1) + 1; return { a: f(0) };'],
    ['deep JSON', 'return { a: JSON.parse("[".repeat(50000) + "]".repeat(50000)) };'],
    ['a deep result', 'let a = {}; for (let n = 0; n < 20000; n += 1) a = { a }; return a;'],
    ['a circle', 'const a = {}; a.a = a; return a;'],
    ['huge text', 'return { a: "x".repeat(2 ** 28) };'],
    ['a huge buffer', 'return { a: new Uint8Array(2 ** 30).length };'],
    ['a huge result', 'return { a: "x".repeat(16400) };'],
    ['a big number of claims', 'return Object.fromEntries(Array.from({ length: 5000 }, (_, n) => ["k" + n, n]));'],
    ['a number JSON does not know', 'return { a: 10n };'],
  ])('%s is rejected, and the next script runs', async (_what, body) => {
    expect(await failureOf(body)).toBeTruthy();
    expect(await claimsOf('return { fine: true };')).toEqual({ fine: true });
  });

  test('accepts a result up to the limit', async () => {
    expect(JSON.stringify(await claimsOf('return { a: "x".repeat(16000) };'))).toHaveLength(16_008);
  });

  test('limits the output of a script', async () => {
    const { output } = await run('for (let n = 0; n < 5000; n += 1) console.log("x".repeat(5000)); return {};');
    expect(output.length).toBeLessThanOrEqual(100);
    expect(output.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(20_000);
  });
});

describe('a script that replaces the methods of texts', () => {
  const replaced = `String.prototype.slice = function () { return 'y'.repeat(2 ** 20); };`;

  test('cannot make its error, its denial or its output long', async () => {
    const failed = await run(`${replaced} throw new Error('x');`);
    expect(failed.failure?.message.length).toBeLessThanOrEqual(1200);
    const denied = await run(`${replaced} api.denyAccess('x');`);
    expect(denied.denied).toHaveLength(500);
    const printed = await run(`${replaced} console.log('x'); return {};`);
    expect(printed.output.map(({ text }) => text.length)).toEqual([2000]);
    const early = await open.call(customJwtApi.testReport, {
      token: tokens.get(open),
      body: {
        tokenType: 'client-credentials',
        token: {},
        script: `${replaced} throw new Error('x');`,
      } as never,
    });
    expect([early.status, (early.body.failure?.message ?? '').length <= 1200]).toEqual([200, true]);
  });

  test('cannot make an error of something else than texts', async () => {
    const { failure } = await run(`String.prototype.slice = () => ({ a: [1] }); throw new Error('x');`);
    expect(failure?.message).toBe('The script threw an error without a message.');
  });

  test('cannot set the headers of the connection', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(String(request.headers.host));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await claimsOf(
      `String.prototype.toLowerCase = function () { return String(this); };
       await fetch('http://${host}/', { headers: { Host: 'intranet.example' } }); return {};`,
      open,
    );
    server.close();
    expect(seen).toEqual([host]);
  });
});

describe('unusual results', () => {
  test.each([
    ['toJSON that answers a text', 'return { toJSON: () => "text" };'],
    ['toJSON that answers a list', 'return { toJSON: () => [1] };'],
    ['toJSON that throws', 'return { toJSON() { throw new Error("no"); } };'],
    ['a proxy that throws', 'return new Proxy({}, { ownKeys() { throw new Error("no"); } });'],
    ['an object of a class', 'return new (class A { a = 1; })();'],
    ['a map', 'return new Map([["a", 1]]);'],
    ['a function', 'return () => 1;'],
    ['a getter that throws', 'return { get a() { throw { get message() { throw 1; } }; } };'],
  ])('%s', async (_what, body) => {
    const { claims, failure } = await run(body);
    expect(claims).toBeUndefined();
    expect(failure?.message).toBeTruthy();
  });

  test('awaits a thenable and reads a proxy once, inside the sandbox', async () => {
    expect(await claimsOf('return { then: (keep) => keep({ a: 1 }) };')).toEqual({ a: 1 });
    expect(await claimsOf('return new Proxy({ a: 1 }, {});')).toEqual({ a: 1 });
  });
});

describe('network access', () => {
  let server: Server;
  let origin: string;
  const seen: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      if (request.url === '/redirect') {
        response.writeHead(302, { location: `${origin}/secret` }).end();
      } else if (request.url === '/big') {
        response.end('x'.repeat(300_000));
      } else if (request.url === '/slow') {
        setTimeout(() => response.end('late'), 10_000).unref();
      } else {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () => {
          response.writeHead(200, { 'content-type': 'application/json', 'x-plan': 'pro' });
          response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://10.0.0.1/',
    'http://2130706433/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http://user:pass@example.com/',
    'nonsense',
  ])('rejects %s', async (url) => {
    expect(await failureOf(`await fetch(${JSON.stringify(url)}); return {};`)).toMatch(/^TypeError: fetch failed: /);
  });

  test('cannot reach the server of the product', async () => {
    expect(await failureOf(`await fetch('${origin}/secret'); return {};`)).toMatch(/not a public address/);
    expect(seen).toEqual([]);
  });

  test('returns a redirect to the script without following it', async () => {
    const claims = await claimsOf(
      `const r = await fetch('${origin}/redirect'); return { status: r.status, to: r.headers.get('location') };`,
      open,
    );
    expect(claims).toEqual({ status: 302, to: `${origin}/secret` });
    expect(seen).not.toContain('GET /secret');
  });

  test('sends method, headers and body, and the response can be read', async () => {
    const claims = await claimsOf(
      `const r = await fetch('${origin}/x', { method: 'post', headers: { 'X-Key': environmentVariables.KEY, Host: 'evil.test' }, body: 'hello' });
      const { method, headers, body } = await r.json();
      return { ok: r.ok, plan: r.headers.get('X-Plan'), method, key: headers['x-key'], host: headers.host !== 'evil.test', body };`,
      open,
    );
    expect(claims).toEqual({ ok: true, plan: 'pro', method: 'POST', key: 'value', host: true, body: 'hello' });
  });

  test('limits the number of requests, the response size and the methods', async () => {
    const many = `let n = 0; try { for (;;) { await fetch('${origin}/x'); n += 1; } } catch (e) { return { n, m: e.message }; }`;
    expect(await claimsOf(many, open)).toEqual({ n: 5, m: 'fetch failed: a script may make 5 requests' });
    expect(await failureOf(`await fetch('${origin}/big'); return {};`, open)).toMatch(/larger than 256 KB/);
    expect(await failureOf(`await fetch('${origin}/x', { method: 'TRACE' }); return {};`, open)).toMatch(/method/);
    expect(await failureOf(`await fetch('${origin}/x', { headers: { 'a b': 'x' } }); return {};`, open)).toMatch(
      /fetch failed/,
    );
    expect(
      await failureOf(`await fetch('${origin}/x', { method: 'POST', body: 'x'.repeat(70000) }); return {};`, open),
    ).toMatch(/longer/);
  });

  test('waiting for a response counts toward the time limit', async () => {
    expect(await failureOf(`await fetch('${origin}/slow'); return {};`, open)).toMatch(/longer than 3 seconds/);
  });
});
