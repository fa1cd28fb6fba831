import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config';
import { ownHosts } from './custom-domains.ts';

test('names that only end like the endpoint are not names of the installation', () => {
  const isOwn = ownHosts(readConfig({ ENDPOINT: 'https://auth.postern.test' }));
  expect(isOwn('auth.postern.test')).toBe(true);
  for (const name of [
    'login.auth.postern.test',
    'myauth.postern.test',
    'postern.test',
    'auth.postern.test.evil.test',
  ]) {
    expect([name, isOwn(name)]).toEqual([name, false]);
  }
});

test.each([
  ['https://*.auth.postern.test', ['abc.auth.postern.test', 'a.b.auth.postern.test', 'auth.postern.test']],
  ['https://auth-*.postern.test', ['auth-abc.postern.test', 'postern.test']],
])('all names that %s covers are names of the installation', (ENDPOINT, names) => {
  const isOwn = ownHosts(readConfig({ EDITION: 'cloud', ENDPOINT }));
  for (const name of names) {
    expect([name, isOwn(name)]).toEqual([name, true]);
  }
  expect(isOwn('login.acme.example')).toBe(false);
  expect(isOwn('login.xauth.postern.test')).toBe(false);
});
