import { expect, test } from 'vitest';
import { hostOf, isPicture, isWebAddress } from './addresses.ts';

test('only http(s) URLs become links', () => {
  expect(isWebAddress('https://ledgerly.example/terms')).toBe(true);
  for (const address of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '/relative', '']) {
    expect(isWebAddress(address), address).toBe(false);
  }
});

test('only image URLs become pictures', () => {
  expect(isPicture('data:image/svg+xml,<svg/>')).toBe(true);
  expect(isPicture('data:image/png;base64,AAAA')).toBe(true);
  expect(isPicture('http://localhost/logo.png')).toBe(true);
  for (const address of ['data:text/html,<script>alert(1)</script>', 'javascript:alert(1)', 'data:imagehtml,x']) {
    expect(isPicture(address), address).toBe(false);
  }
});

test('names a URL by its host, and that of a native application by its scheme', () => {
  expect(hostOf('https://user@ledgerly.example:8443/callback?x')).toBe('ledgerly.example:8443');
  expect(hostOf('com.ledgerly.app://callback')).toBe('com.ledgerly.app');
  expect(hostOf('')).toBeUndefined();
});
