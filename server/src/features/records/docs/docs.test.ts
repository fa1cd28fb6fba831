import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.admin.inject({ method: 'GET', url, headers: { host: 'admin.test', ...headers } });

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string);
const addressesIn = (html: string) => matches(html, /(?:href|src|data-index)="(\/docs\/[^"]*)"/g);

async function readAll(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/docs/'];
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    const { statusCode, payload } = await get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    pages.set(url, payload);
    const linked = addressesIn(payload).map((address) => address.split('#')[0] as string);
    waiting.push(...new Set(linked.filter((one) => !one.includes('/assets/') && !pages.has(one))));
  }
  return pages;
}

describe('the documentation', () => {
  test('links only to existing pages, headings and files', async () => {
    const pages = await readAll();
    expect([...pages.keys()]).toEqual(expect.arrayContaining(['/docs/operations', '/docs/contributing']));
    for (const [url, html] of pages) {
      for (const address of addressesIn(html)) {
        const [path = '', id] = address.split('#');
        const isThere = path.includes('/assets/')
          ? (await get(path)).statusCode === 200
          : id === undefined || pages.get(path)?.includes(`id="${id}"`);
        expect([url, address, isThere]).toEqual([url, address, true]);
      }
    }
  });

  test('needs no inline script or style, and its policy allows none', async () => {
    for (const [url, html] of await readAll()) {
      expect([url, /<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/.exec(html)?.[0]]).toEqual([url, undefined]);
    }
    const policy = String((await get('/docs/users')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
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
