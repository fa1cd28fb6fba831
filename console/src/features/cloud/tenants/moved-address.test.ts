import { expect, test } from 'vitest';
import { movedAddress } from './moved-address.ts';

test('redirects tenant paths of pages outside of all tenants', () => {
  expect(movedAddress('/x1y2/profile')).toBe('/profile');
  expect(movedAddress('/x1y2/profile/change-password')).toBe('/profile/change-password');
  expect(movedAddress('/x1y2/callback')).toBe('/callback');
  expect(movedAddress('/x1y2/welcome')).toBe('/x1y2');
});
