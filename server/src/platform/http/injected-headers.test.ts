import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config';
import { injectedHeadersOf } from './injected-headers.ts';

const from = (remoteAddress: string, headers: Record<string, string | string[]>) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const given = { 'x-logto-cf-country': 'DE', 'x-logto-cf-city': ' Berlin ', 'x-other': 'no' };

test.each([
  [{}, '127.0.0.1', {}],
  [{ TRUST_PROXY: '1' }, '203.0.113.9', { country: 'DE', city: 'Berlin' }],
  [{ TRUST_PROXY: '10.0.0.0/8' }, '10.1.2.3', { country: 'DE', city: 'Berlin' }],
  [{ TRUST_PROXY: '10.0.0.0/8' }, '203.0.113.9', {}],
])('with %j, headers of %s count as %j', (env, address, expected) => {
  expect(injectedHeadersOf(readConfig(env), from(address, given))).toEqual(expected);
});

test('other headers replace the usual ones', () => {
  const config = readConfig({
    TRUST_PROXY: '1',
    INJECTED_HEADER_MAPPING_JSON: '{"country": "X-Other", "plan": "x-plan"}',
  });
  expect(injectedHeadersOf(config, from('10.0.0.1', { ...given, 'x-plan': ['a', 'b'] }))).toEqual({ country: 'no' });
  expect(injectedHeadersOf(config, from('10.0.0.1', { 'x-other': 'x'.repeat(5000) })).country).toHaveLength(256);
});

test.each(['[]', 'country', '{"country": 7}', '{"country": "not a header"}', '{"__proto__x y": "x"}', '{"a": ""}'])(
  'INJECTED_HEADER_MAPPING_JSON=%s is refused at the start',
  (text) => {
    expect(() => readConfig({ INJECTED_HEADER_MAPPING_JSON: text })).toThrow(/INJECTED_HEADER_MAPPING_JSON/);
  },
);
