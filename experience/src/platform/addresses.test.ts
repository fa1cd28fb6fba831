import { expect, test } from 'vitest';
import { hostOf, isPicture, isWebAddress } from './addresses.ts';

test('only addresses of the web become links', () => {
  expect(isWebAddress('https://ledgerly.example/terms')).toBe(true);
  for (const address of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '/relative', '']) {
    expect(isWebAddress(address), address).toBe(false);
  }
});

test('only pictures become pictures', () => {
  expect(isPicture('data:image/svg+xml,<svg/>')).toBe(true);
  expect(isPicture('data:image/png;base64,AAAA')).toBe(true);
  expect(isPicture('http://localhost/logo.png')).toBe(true);
  for (const address of ['data:text/html,<script>alert(1)</script>', 'javascript:alert(1)', 'data:imagehtml,x']) {
    expect(isPicture(address), address).toBe(false);
  }
});

test('an address is named by its host, that of an installed application by its scheme', () => {
  expect(hostOf('https://user@ledgerly.example:8443/callback?x')).toBe('ledgerly.example:8443');
  expect(hostOf('com.ledgerly.app://callback')).toBe('com.ledgerly.app');
  expect(hostOf('')).toBeUndefined();
});
