import { createHash } from 'node:crypto';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findCustomUiFile } from '#features/experience/sign-in-experience';
import { type TestApp, testApp } from '#testing/test-app';
import { fileForm } from '../../../platform/testing/form.ts';
import { least } from '../../../platform/testing/measure.ts';
import { makeZip, type ZipEntry } from '../../../platform/testing/zip.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

async function upload(content: Buffer | string, { type = 'application/zip', tenantId = 'default' } = {}) {
  const { payload, headers } = fileForm({ name: 'pages.zip', type, content });
  const isAdmin = tenantId === 'admin';
  const bearer = isAdmin ? await app.managementToken('admin') : token;
  return app.inject(isAdmin ? app.admin : app.core, {
    method: 'POST',
    url: signInExperienceApi.uploadCustomUi.path,
    headers: { host: `${isAdmin ? 'admin' : 'core'}.test`, authorization: `Bearer ${bearer}`, ...headers },
    payload,
  });
}

async function useZip(entries: ZipEntry[]): Promise<string> {
  const { status, body } = await upload(makeZip(entries));
  expect([status, body]).toEqual([200, { customUiAssetId: expect.stringMatching(/^[\da-z]{8}$/) }]);
  const { customUiAssetId: id } = body as { customUiAssetId: string };
  const customUiAssets = { id, createdAt: Date.now() };
  expect((await app.call(signInExperienceApi.update, { token, body: { customUiAssets } })).status).toBe(200);
  return id;
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.core.inject({ method: 'GET', url, headers: { host: 'core.test', ...headers } });

const page: ZipEntry = { name: 'index.html', content: '<!doctype html><script>start()</script><p>Mine</p>' };

describe('custom pages of a tenant', () => {
  test('replace ours, with their files', async () => {
    await useZip([page, { name: 'assets/app.js', content: 'start()' }, { name: 'a b/ü.css', content: 'p{}' }]);
    const index = await get('/unknown-session');
    expect([index.statusCode, index.payload]).toEqual([200, page.content]);
    const script = await get('/assets/app.js');
    expect([script.payload, script.headers['content-type']]).toEqual(['start()', 'text/javascript; charset=utf-8']);
    expect((await get('/a%20b/%C3%BC.css?x=1')).payload).toBe('p{}');
    expect((await get('/assets/app.js', { 'if-none-match': String(script.headers.etag) })).statusCode).toBe(304);
  });

  test('can run their own scripts and call their own origin only', async () => {
    const policy = String((await get('/unknown-session')).headers['content-security-policy']);
    const hash = createHash('sha256').update('start()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    for (const part of ["connect-src 'self'", "worker-src 'none'", "object-src 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part);
    }
  });

  test('can load and call what the tenant adds, and ours cannot', async () => {
    const policy = async () => String((await get('/unknown-session')).headers['content-security-policy']);
    const save = (customUiCsp: object) =>
      app.call(signInExperienceApi.update, { token, body: { customUiCsp: customUiCsp as never } });
    const scriptSrc = [' https://CDN.example.com/ ', 'https://cdn.example.com', 'https://*.example.org/lib'];
    const saved = await save({ scriptSrc, connectSrc: ['wss://live.example.com'] });
    expect(saved.body.customUiCsp).toEqual({
      scriptSrc: ['https://cdn.example.com', 'https://*.example.org/lib'],
      connectSrc: ['wss://live.example.com'],
    });
    expect(await policy()).toMatch(
      /script-src 'self' 'sha256-[^']+' https:\/\/cdn.example.com https:\/\/\*.example.org\/lib;/,
    );
    expect(await policy()).toContain("connect-src 'self' wss://live.example.com;");
    await app.call(signInExperienceApi.update, { token, body: { customUiAssets: null } });
    expect(await policy()).not.toContain('example');
    await useZip([page]);
    expect((await save({ scriptSrc: [], connectSrc: [] })).status).toBe(200);
    expect(await policy()).not.toContain('example');
  });

  test.each([
    [{ scriptSrc: ["https://a.example; script-src 'unsafe-inline'"] }, 'semicolon_not_allowed'],
    [{ scriptSrc: ['https://a.example', "'unsafe-eval'"] }, 'csp_keyword_not_supported'],
    [{ scriptSrc: ['wss://a.example'] }, 'unsupported_scheme'],
    [{ connectSrc: ['https://a.example/?x'] }, 'disallowed_url_parts'],
    [{ connectSrc: ['  '] }, 'empty_source'],
  ])('refuse %j', async (customUiCsp, validationErrorCode) => {
    const { status, body } = await app.call(signInExperienceApi.update, { token, body: { customUiCsp } });
    const [directive] = Object.keys(customUiCsp);
    expect([status, body]).toMatchObject([
      400,
      { code: 'request.invalid_input', data: { directive, source: expect.any(String), validationErrorCode } },
    ]);
  });

  test.each([
    { styleSrc: [] },
    { scriptSrc: 'https://a.example' },
    { scriptSrc: [1] },
    { scriptSrc: [`https://a.example/${'x'.repeat(512)}`] },
    { connectSrc: Array.from({ length: 21 }, (_, index) => `https://a${index}.example`) },
    null,
  ])('refuse the shape of %j', async (customUiCsp) => {
    const { status, body } = await app.call(signInExperienceApi.update, {
      token,
      body: { customUiCsp: customUiCsp as never },
    });
    expect([status, body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
  });

  test('may have a base on their own origin; without one, an injected one has no effect', async () => {
    const policy = async () => String((await get('/unknown-session')).headers['content-security-policy']);
    expect(await policy()).toContain("base-uri 'none'");
    await useZip([{ name: 'index.html', content: '<!doctype html><base href="/"><p>Mine</p>' }]);
    expect(await policy()).toContain("base-uri 'self'");
    await useZip([page]);
  });

  test('cannot block the server with unclosed scripts (attack 36)', async () => {
    await useZip([{ name: 'index.html', content: '<script>'.repeat(250_000) }]);
    const took = await least(2000, async () => {
      const started = performance.now();
      expect((await get('/unknown-session')).statusCode).toBe(200);
      return performance.now() - started;
    });
    expect(took).toBeLessThan(2000);
    await useZip([page]);
  });

  test('require a running sign-in where ours do', async () => {
    const { statusCode, headers } = await get('/sign-in');
    expect([statusCode, headers.location]).toEqual([303, '/unknown-session']);
  });

  test('cannot replace the API', async () => {
    await useZip([page, { name: 'api/status', content: 'no' }, { name: 'oidc/jwks', content: 'no' }]);
    expect((await get('/api/status')).statusCode).toBe(204);
    expect((await get('/oidc/jwks')).json()).toHaveProperty('keys');
  });

  test('say that the storage fails, and not that the server is broken', async () => {
    await useZip([page]);
    const read = vi.spyOn(app.app.storage, 'get').mockRejectedValue(new Error('bucket.internal is down'));
    const answer = await get('/unknown-session');
    expect(await get('/unknown-session', { accept: 'application/json' }).then((one) => one.body)).toContain(
      'storage.download_error',
    );
    read.mockRestore();
    expect([answer.statusCode, answer.body.includes('bucket.internal')]).toEqual([502, false]);
  });

  test('can be packed in a folder', async () => {
    await useZip([
      { name: 'dist/index.html', content: 'Folded' },
      { name: 'dist/x.txt', content: 'x' },
    ]);
    expect((await get('/unknown-session')).payload).toBe('Folded');
    expect((await get('/x.txt')).payload).toBe('x');
  });

  test('that do not exist leave ours in place', async () => {
    await app.call(signInExperienceApi.update, { token, body: { customUiAssets: { id: 'zzzzzzzz', createdAt: 1 } } });
    expect((await get('/unknown-session')).payload).toContain('postern-settings');
    await app.call(signInExperienceApi.update, { token, body: { customUiAssets: { id: '../x', createdAt: 1 } } });
    expect((await get('/unknown-session')).payload).toContain('postern-settings');
  });

  test('give no access to files outside of them', async () => {
    await useZip([page]);
    for (const path of ['/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/a/../../x', '/%ff', '/\\..\\x']) {
      const { statusCode, payload } = await get(path);
      expect([path, [200, 400, 404].includes(statusCode), payload.includes('root:')]).toEqual([path, true, false]);
    }
  });
});

describe('malicious archives (attack 34)', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `f${index}` }));
  const bomb = Buffer.alloc(20 * 1024 * 1024);

  test.each<[string, string, () => Buffer | string]>([
    ['a path that climbs', 'invalid relative path', () => makeZip([page, { name: '../evil.js', content: 'x' }])],
    [
      'a path that climbs later',
      'invalid relative path',
      () => makeZip([page, { name: 'a/../../evil.js', content: 'x' }]),
    ],
    ['an absolute path', 'absolute path', () => makeZip([page, { name: '/etc/evil', content: 'x' }])],
    ['a path of Windows', 'absolute path', () => makeZip([page, { name: 'C:\\evil', content: 'x' }])],
    ['backslashes that climb', 'invalid relative path', () => makeZip([page, { name: '..\\evil', content: 'x' }])],
    [
      'a symbolic link',
      'contains a link',
      () => makeZip([page, { name: 'link', content: '/etc/passwd', mode: 0o120777 }]),
    ],
    [
      'a bomb that says its size',
      'larger than 100 MB',
      () => makeZip([page, ...[1, 2, 3, 4, 5, 6].map((n) => ({ name: `${n}`, content: bomb }))]),
    ],
    [
      'a file that is too large alone',
      'larger than 20 MB',
      () => makeZip([page, { name: 'x', content: Buffer.concat([bomb, bomb]) }]),
    ],
    [
      'a bomb that hides its size',
      'too many bytes',
      () => makeZip([page, { name: 'x', content: bomb, claimedSize: 10 }]),
    ],
    ['too many files', 'more than 1000 files', () => makeZip([page, ...many(1001)])],
    ['no index.html', 'needs an index.html', () => makeZip([{ name: 'home.html', content: 'x' }])],
    ['an empty archive', 'needs an index.html', () => makeZip([])],
    ['half an archive', 'cannot be read', () => makeZip([page]).subarray(0, 60)],
    ['no archive', 'cannot be read', () => 'PK and nothing more'],
    ['nothing', 'cannot be read', () => ''],
  ])('rejects %s', async (_, reason, make) => {
    const took = await least(5000, async () => {
      const started = performance.now();
      const answer = await upload(make());
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'guard.mime_type_not_allowed', details: expect.stringContaining(reason) },
      });
      return performance.now() - started;
    });
    expect(took).toBeLessThan(5000);
  });

  test('rejects other types and more than 20 MB', async () => {
    expect((await upload(makeZip([page]), { type: 'image/png' })).body).toMatchObject({
      code: 'guard.mime_type_not_allowed',
    });
    expect((await upload(Buffer.alloc(21 * 1024 * 1024))).body).toMatchObject({ code: 'guard.file_size_exceeded' });
  });

  test('rejects them for the admin tenant', async () => {
    expect(await upload(makeZip([page]), { tenantId: 'admin' })).toMatchObject({
      status: 400,
      body: { code: 'guard.not_allowed_for_admin_tenant' },
    });
  });
});

test('hides them from another tenant', async () => {
  const id = await useZip([page]);
  expect(await findCustomUiFile(app.app, 'default', id, 'index.html')).toBeDefined();
  expect(await findCustomUiFile(app.app, 'admin', id, 'index.html')).toBeUndefined();
  // The admin tenant always shows our pages, regardless of its settings.
  const customUiAssets = JSON.stringify({ id, createdAt: 1 });
  await app.write('admin', (db) =>
    db.updateTable('sign_in_experiences').set({ custom_ui_assets: customUiAssets }).execute(),
  );
  const { payload } = await app.admin.inject({
    method: 'GET',
    url: '/unknown-session',
    headers: { host: 'admin.test' },
  });
  expect(payload).toContain('postern-settings');
});
