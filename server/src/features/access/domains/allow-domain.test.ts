import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config';
import { allowDomain, targetOf } from './allow-domain.ts';

const config = readConfig({
  EDITION: 'cloud',
  ENDPOINT: 'https://*.auth.postern.test',
  ADMIN_ENDPOINT: 'https://console.postern.test',
});

test.each([
  ['Login.ACME.example', 'login.acme.example'],
  ['ACME.example', 'acme.example'],
  [' login.acme.example. ', 'login.acme.example'],
  ['login.bücher.example', 'login.xn--bcher-kva.example'],
  // The first letter is Cyrillic. It is stored and shown in ASCII, so nobody takes it for the Latin one.
  ['login.аcme.example', 'login.xn--cme-5cd.example'],
])('%s is stored as %s', (given, stored) => {
  expect(allowDomain(config, given)).toBe(stored);
});

test.each([
  'example',
  '*.acme.example',
  'login.*.example',
  '127.0.0.1',
  '10.0.0.1.1',
  '[::1]',
  'https://login.acme.example',
  'login.acme.example/path',
  'login.acme.example:443',
  'login.acme.example@evil.test',
  'login..example.com',
  '-login.acme.example',
  'login_.acme.example',
  'a.b.localhost',
  'printer.office.local',
  `${'a'.repeat(64)}.acme.example`,
  'login.acme.example\u0000',
  // Names of the operator.
  'console.postern.test',
  'auth.postern.test',
  'tenant.auth.postern.test',
  'a.b.auth.postern.test',
])('%s cannot be used', (given) => {
  expect(() => allowDomain(config, given)).toThrowError(
    expect.objectContaining({ code: 'domain.domain_is_not_allowed' }),
  );
});

test('a domain must point to the default endpoint of its own tenant', () => {
  expect(targetOf(config, 'abc123')).toBe('abc123.auth.postern.test');
});

test('an endpoint with an IP address cannot be the target of a record', () => {
  const plain = readConfig({ ENDPOINT: 'http://192.0.2.1:3001' });
  expect(() => targetOf(plain, 'default')).toThrowError(expect.objectContaining({ code: 'domain.not_configured' }));
});
