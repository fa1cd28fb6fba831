import { expect, test } from 'vitest';
import { judgeSource } from './judge-source.ts';

test.each([
  ['https://cdn.example.com', 'https://cdn.example.com'],
  ['  HTTPS://CDN.Example.com/  ', 'https://cdn.example.com'],
  ['https://cdn.example.com:8443/lib/', 'https://cdn.example.com:8443/lib/'],
  ['https://*.example.com/a', 'https://*.example.com/a'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ["https://cdn.example.com/a b,c'd", 'https://cdn.example.com/a%20b%2Cc%27d'],
  ['https://localhost', 'https://localhost'],
])('%j becomes %j', (given, source) => {
  expect(judgeSource('scriptSrc', given, true)).toEqual({ source });
});

test.each([
  ['', 'empty_source'],
  ['   ', 'empty_source'],
  ["https://a.example; script-src 'unsafe-inline'", 'semicolon_not_allowed'],
  ["'unsafe-inline'", 'csp_keyword_not_supported'],
  ["'nonce-abc'", 'csp_keyword_not_supported'],
  ['*', 'malformed_url'],
  ['a.example', 'malformed_url'],
  ['https://', 'malformed_url'],
  ['https://a.example https://b.example', 'malformed_url'],
  ['https://anna@a.example', 'disallowed_url_parts'],
  ['https://a.example/?x=1', 'disallowed_url_parts'],
  ['https://a.example/#x', 'disallowed_url_parts'],
  ['http://a.example', 'unsupported_scheme'],
  ['data:text/javascript,1', 'unsupported_scheme'],
  ['https:', 'malformed_url'],
  ['blob:https://a.example/x', 'unsupported_scheme'],
  ['wss://a.example', 'unsupported_scheme'],
  ['http://localhost:3000', 'unsupported_scheme'],
  ['https://*', 'malformed_wildcard_host'],
  ['https://*.com', 'malformed_wildcard_host'],
  ['https://a.*.example.com', 'malformed_wildcard_host'],
  ['https://com', 'malformed_host'],
  ['https://[::1]', 'malformed_host'],
  ['https://a_b.example.com', 'malformed_host'],
  ['https://a.example.', 'malformed_host'],
])('%j is refused: %s', (given, fault) => {
  expect(judgeSource('scriptSrc', given, true)).toEqual({ fault });
});

test('calls may use wss, and development may use a port of this machine', () => {
  expect(judgeSource('connectSrc', 'wss://a.example', true)).toEqual({ source: 'wss://a.example' });
  expect(judgeSource('scriptSrc', 'http://localhost:3000', false)).toEqual({ source: 'http://localhost:3000' });
  expect(judgeSource('scriptSrc', 'http://localhost', false)).toEqual({ fault: 'unsupported_scheme' });
  expect(judgeSource('scriptSrc', 'http://127.0.0.1:3000', false)).toEqual({ fault: 'unsupported_scheme' });
});

test('what could end a source, a directive or a policy is encoded or refused', () => {
  for (let code = 0; code < 0x180; code += 1) {
    const judged = judgeSource('scriptSrc', `https://a.example/x${String.fromCharCode(code)}y`, true);
    if ('source' in judged) {
      expect(judged.source).toMatch(/^https:\/\/a\.example\/[\w\-./~%!$&()*+=:@]*$/);
    }
  }
});
