import { expect, test } from 'vitest';
import { ownAddress } from './own-address.ts';

const origin = 'https://console.example';

test('keeps a console page with its query', () => {
  const address = ownAddress('/x1y2/tenant-settings/subscription?page=2', origin);
  expect(address?.pathname).toBe('/x1y2/tenant-settings/subscription');
  expect(address?.search).toBe('?page=2');
});

test.each([
  undefined,
  '',
  'x1y2',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('%s leads nowhere', (page) => {
  expect(ownAddress(page, origin)).toBeUndefined();
});
