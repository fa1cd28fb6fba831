import { expect, test } from 'vitest';
import { isNoTarget, isPublicName } from './is-public-name.ts';

test('DNS records can point to public names only', () => {
  for (const host of ['auth.example.com', 'example.com.', 'xn--bcher-kva.example.com', 'a.example.app']) {
    expect(isPublicName(host), host).toBe(true);
  }
  for (const host of [
    'localhost',
    'a.apps.localhost',
    'postern',
    'printer.local',
    'idp.internal',
    '10.0.0.1',
    '[::1]',
  ]) {
    expect(isPublicName(host), host).toBe(false);
  }
});

test('no record points to this machine or to a number, but networks may have names of their own', () => {
  for (const host of ['localhost', 'a.apps.localhost', '10.0.0.1', '[::1]']) {
    expect(isNoTarget(host), host).toBe(true);
  }
  for (const host of ['auth.example.com', 'idp.internal']) {
    expect(isNoTarget(host), host).toBe(false);
  }
});
