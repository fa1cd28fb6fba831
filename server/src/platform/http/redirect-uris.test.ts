import { isRegisteredUri, RegisteredUri } from '@postern/contracts/fields';
import { describe, expect, test } from 'vitest';
import { cpuTime } from '../testing/measure.ts';
import { isUsableUri, matchesUri, originCheck, sharedSuffixOf } from './redirect-uris.ts';

const host = 'https://*.example.com/callback';
const path = 'https://app.example.com/*/callback';

test.each<[string, string, boolean]>([
  // Hosts: one or more characters of one label.
  [host, 'https://a.example.com/callback', true],
  [host, 'https://A.EXAMPLE.com:443/callback', true],
  [host, 'https://xn--bcher-kva.example.com/callback', true],
  [host, 'https://example.com/callback', false],
  [host, 'https://.example.com/callback', false],
  [host, 'https://a.b.example.com/callback', false],
  [host, 'https://a.example.com./callback', false],
  [host, 'https://a.example.com.evil.test/callback', false],
  [host, 'https://aexample.com/callback', false],
  [host, 'https://evil.test/.example.com/callback', false],
  [host, 'https://evil.test?.example.com/callback', false],
  [host, 'https://evil.test#.example.com/callback', false],
  [host, 'https://evil.test\\.example.com/callback', false],
  [host, 'https://evil.test%2f.example.com/callback', false],
  [host, 'https://evil%2etest.example.com/callback', false],
  [host, 'https://a.example.com@evil.test/callback', false],
  [host, 'https://evil@a.example.com/callback', false],
  [host, 'https://a。example.com/callback', false],
  [host, 'https://bücher.example.com/callback', false],
  // Everything else is equal.
  [host, 'http://a.example.com/callback', false],
  [host, 'https://a.example.com:8443/callback', false],
  [host, 'https://a.example.com/callback/', false],
  [host, 'https://a.example.com/callback?x=1', false],
  [host, 'https://a.example.com/callback#x', false],
  [host, 'https://a.example.com/Callback', false],
  ['https://*.example.com:8443/', 'https://a.example.com:8443/', true],
  ['https://*.example.com:8443/', 'https://a.example.com/', false],
  ['https://*.example.com/?a=1', 'https://a.example.com/?a=1', true],
  ['https://*.example.com/?a=1', 'https://a.example.com/?a=2', false],
  // No wildcard in a request.
  [host, host, false],
  [host, 'https://%2A.example.com/callback', false],
  [path, path, false],
  // Parts of a label, and more than one of them.
  ['https://pr-*.example.com', 'https://pr-1.example.com/', true],
  ['https://pr-*.example.com', 'https://pr-.example.com/', false],
  ['https://pr-*-x-*.example.com', 'https://pr-1-x-2.example.com/', true],
  ['https://pr-*-x-*.example.com', 'https://pr-x-x-x.example.com/', true],
  ['https://pr-*-x-*.example.com', 'https://pr--x-2.example.com/', false],
  ['https://a**.example.com', 'https://ab.example.com/', false],
  ['https://a**.example.com', 'https://abc.example.com/', true],
  ['https://*.*.example.com', 'https://a.b.example.com/', true],
  ['https://*.*.example.com', 'https://a.example.com/', false],
  // Paths: any text.
  [path, 'https://app.example.com/de/callback', true],
  [path, 'https://app.example.com/de/shop/callback', true],
  [path, 'https://app.example.com//callback', true],
  [path, 'https://app.example.com/callback', false],
  [path, 'https://app.example.com/x/../callback', false],
  [path, 'https://app.example.com/x/%2e%2e/callback', false],
  [path, 'https://app.example.com/x%2f..%2fcallback', false],
  [path, 'https://app.example.com/x\\callback', false],
  [path, 'https://app.example.com/de/callback?x=/callback', false],
  ['https://app.example.com/*', 'https://app.example.com', true],
  ['https://app.example.com/a*b*c', 'https://app.example.com/abbc', true],
  ['https://app.example.com/aXX*XXb', 'https://app.example.com/aXXXb', false],
  ['https://app.example.com/*abab*', 'https://app.example.com/aababb', true],
  ['https://app.example.com/*abac*', 'https://app.example.com/abababacx', true],
  ['https://app.example.com/*abac*', 'https://app.example.com/abababab', false],
  // Not as regular expressions.
  ['https://app.example.com/a.c/*', 'https://app.example.com/abc/x', false],
  ['https://app.example.com/(a+)+*', 'https://app.example.com/(a+)+', true],
  // Without wildcards, after normalization.
  ['https://app.example.com', 'https://APP.example.com:443/', true],
  ['https://app.example.com/x', 'https://app.example.com/x/', false],
  ['https://app.example.com/x', 'https://app.example.com/y/../x', false],
  ['com.example.app:/callback', 'com.example.app:/callback', true],
  ['com.example.app:/callback', 'com.example.app:/Callback', false],
  ['http://localhost:3000/x', 'http://localhost:3001/x', false],
  // Saved by hand: they never match.
  ['https://*.com/', 'https://evil.com/', false],
  ['https://*.com./', 'https://evil.com./', false],
  ['https://app.*/', 'https://app.test/', false],
  ['https://*.co.uk/', 'https://evil.co.uk/', false],
  ['https://*.vercel.app/', 'https://evil.vercel.app/', false],
  ['https://*.shop.co.uk/', 'https://a.shop.co.uk/', true],
])('%s and %s: %s', (registered, asked, isMatch) => {
  expect(matchesUri([registered], asked)).toBe(isMatch);
  expect(matchesUri(['https://other.example/', registered], asked)).toBe(isMatch);
});

test.each<[string, string, boolean]>([
  ['http://localhost:3000/x', 'http://localhost:49152/x', true],
  ['http://localhost/x', 'http://localhost:49152/x', true],
  ['http://127.0.0.1/x', 'http://127.0.0.1:49152/x', true],
  ['http://[::1]/x', 'http://[::1]:49152/x', true],
  ['http://localhost:3000/*', 'http://localhost:49152/x', true],
  ['http://localhost/x', 'http://127.0.0.1:49152/x', false],
  ['http://localhost/x', 'http://localhost:49152/y', false],
  ['http://localhost/x', 'http://localhost:49152/x?y', false],
  ['http://localhost/x', 'https://localhost:49152/x', false],
  ['https://localhost/x', 'https://localhost:49152/x', false],
  ['http://app.example.com/x', 'http://app.example.com:8080/x', false],
  ['http://localhost/x', 'http://localhost.:49152/x', false],
  ['http://localhost/x', 'http://127.1:49152/x', false],
])('with any port on this computer, %s and %s: %s', (registered, asked, isMatch) => {
  expect(matchesUri([registered], asked, true)).toBe(isMatch);
});

describe('the contract', () => {
  test.each([
    host,
    path,
    'https://pr-*-x-*.example.com:8443/*/b?c=d',
    'http://*.app.localhost:3000/',
    'http://127.0.0.1/*',
  ])('%s is accepted', (uri) => {
    expect(isRegisteredUri(uri)).toBe(true);
    expect(isUsableUri(uri)).toBe(true);
  });

  test.each([
    ['*', 'Use * only'],
    ['*://app.example.com/', 'Use * only'],
    ['http*://app.example.com/', 'Use * only'],
    ['https://app.example.com:*/', 'Use * only'],
    ['https://app.example.com/?x=*', 'Use * only'],
    ['com.example.app://*', 'Use * only'],
    ['com.example.app:/a*', 'Use * only'],
    ['https://app.example.com/#*', '#'],
    ['https://*@app.example.com/', '@'],
    ['https://*.example.com@evil.test/', '@'],
    ['https://*.example.com\\x', 'backslash'],
    ['https://app.example.com/*/../x', '. and ..'],
    ['https://app.example.com/*/%2E/x', '. and ..'],
    ['http://[::1]/*', 'IPv6'],
    ['https://*', 'last two parts'],
    ['https://*/callback', 'last two parts'],
    ['https://*.com', 'last two parts'],
    ['https://*.com./', 'last two parts'],
    ['https://*..com', 'last two parts'],
    ['https://app.*', 'last two parts'],
    ['https://app.example.com*', 'last two parts'],
    ['https://*.exam*le.com', 'last two parts'],
    ['https://%2A.example.com', 'plain host'],
  ])('%s is refused with advice', (uri, advice) => {
    expect(RegisteredUri.safeParse(uri).error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining(advice),
    ]);
  });

  test('knows suffixes where everybody gets a name', () => {
    expect(sharedSuffixOf('https://*.co.uk/')).toBe('co.uk');
    expect(sharedSuffixOf('https://*.*.co.uk/')).toBe('co.uk');
    expect(sharedSuffixOf('https://*.github.io/')).toBe('github.io');
    expect(sharedSuffixOf('https://*.shop.co.uk/')).toBeUndefined();
    expect(sharedSuffixOf('https://shop.co.uk/*')).toBeUndefined();
  });
});

test.each<[string, string, boolean]>([
  [host, 'https://a.example.com', true],
  [host, 'http://a.example.com', false],
  [host, 'https://a.example.com:8443', false],
  [host, 'https://a.example.com/', false],
  [host, 'https://a.b.example.com', false],
  [host, 'https://a.example.com.', false],
  [host, 'https://*.example.com', false],
  [host, 'https://x@a.example.com', false],
  [host, 'null', false],
  [path, 'https://app.example.com', true],
  ['https://*.co.uk/', 'https://evil.co.uk', false],
  ['com.example.app:/callback', 'null', false],
  ['https://app.example.com/x', 'https://app.example.com', true],
])('the origin of %s and %s: %s', (registered, origin, isMatch) => {
  expect(originCheck([registered])(origin)).toBe(isMatch);
});

test('256 long addresses are compared in linear time', async () => {
  const start = 'https://app.example.com/';
  const patterns = [
    Array.from({ length: 256 }, (_, at) => `${start}*${'a'.repeat(1000)}b${at}*`),
    Array.from({ length: 256 }, (_, at) => `${start}${'*a'.repeat(1000)}*b${at}`),
    Array.from({ length: 256 }, (_, at) => `${start.replace('app', '*')}${at}${'*a'.repeat(1000)}b`),
  ];
  const asked = `${start}${'a'.repeat(2000)}`;
  for (const uris of patterns) {
    expect(matchesUri(uris, asked)).toBe(false);
    const took = await cpuTime(() => {
      for (let round = 0; round < 50; round++) {
        matchesUri(uris, asked);
      }
    });
    expect(took / 50).toBeLessThan(100);
  }
});
