import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.admin.inject({ method: 'GET', url, headers: { host: 'admin.test', ...headers } });

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string);
const addressesIn = (html: string) => matches(html, /(?:href|src|data-index|data-operations)="(\/docs\/[^"]*)"/g);

/** All pages that can be reached by links, read once. */
let read: Promise<Map<string, string>> | undefined;
const readAll = () => {
  read ??= readPages();
  return read;
};

async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const known = new Set(['/docs/']);
  for (const url of known) {
    const { statusCode, payload } = await get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    pages.set(url, payload);
    for (const address of addressesIn(payload)) {
      if (!address.includes('/assets/')) {
        known.add(address.split('#')[0] as string);
      }
    }
  }
  return pages;
}

describe('the documentation', () => {
  test('links only to existing pages, headings and files', async () => {
    const pages = await readAll();
    expect([...pages.keys()]).toEqual(expect.arrayContaining(['/docs/operations', '/docs/contributing']));
    const ids = new Map([...pages].map(([url, html]) => [url, new Set(matches(html, / id="([^"]*)"/g))]));
    const found = new Map<string, boolean>();
    const isThere = async (address: string) => {
      const [path = '', id] = address.split('#');
      return path.includes('/assets/')
        ? (await get(path)).statusCode === 200
        : id === undefined || ids.get(path)?.has(id) === true;
    };
    const broken: string[] = [];
    for (const [url, html] of pages) {
      for (const address of new Set(addressesIn(html))) {
        const isFound = found.get(address) ?? (await isThere(address));
        found.set(address, isFound);
        if (!isFound) {
          broken.push(`${url}: ${address}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  test('needs no inline script or style, and its policy allows none', async () => {
    for (const [url, html] of await readAll()) {
      expect([url, /<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/.exec(html)?.[0]]).toEqual([url, undefined]);
    }
    const policy = String((await get('/docs/users')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  });

  test('only the API reference may call the tenants, and learns their addresses', async () => {
    const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
    const { endpoint } = app.app.config;
    expect(await policyOf('/docs/api/users')).toContain(`connect-src 'self' ${endpoint};`);
    expect(await policyOf('/docs/users')).toContain("connect-src 'self';");
    expect((await get('/docs/endpoints.json')).json()).toEqual({ endpoints: [endpoint] });
  });

  test('sends compressed pages to browsers that accept them', async () => {
    const { headers, rawPayload } = await get('/docs/api/users', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(rawPayload).toString()).toContain('id="getApiUsers"');
    expect(rawPayload.length).toBeLessThan(40_000);
    expect((await get('/docs/api/users')).headers['content-encoding']).toBeUndefined();
  });

  test('highlights code with classes', async () => {
    const { payload } = await get('/docs/custom-jwt');
    expect(payload).toContain('<span class="c-keyword">const</span>');
  });

  test('returns 304 to a browser that has the page', async () => {
    const { headers } = await get('/docs/users');
    expect((await get('/docs/users', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  test('returns a page for unknown paths and reads no other file', async () => {
    for (const path of ['nothing', '..%2fpackage', 'decisions/nothing', 'a/b/c', '404%00', 'x'.repeat(250), 'assets']) {
      const { statusCode, payload } = await get(`/docs/${path}`);
      expect([path, statusCode >= 400 && statusCode < 500]).toEqual([path, true]);
      expect(payload).not.toContain('"workspaces"');
    }
    expect((await get('/docs/nothing')).payload).toContain('<h1>Page not found</h1>');
  });

  test('also responds at the path of the file', async () => {
    expect((await get('/docs/users.md')).statusCode).toBe(200);
  });
});
