import { expect, test } from 'vitest';
import { compareScopes } from './compare-scopes.ts';

test('a token with the expected scopes is as it should be, in any order', () => {
  expect(compareScopes(['read:data', 'write:data'], 'write:data  read:data')).toBe('same');
});

test('a left-out scope means what was asked for', () => {
  expect(compareScopes(['all'], undefined)).toBe('same');
});

test('one missing scope outweighs one too many', () => {
  expect(compareScopes(['all'], '')).toBe('missing');
  expect(compareScopes(['read:data', 'write:data'], 'read:data manage:tenant')).toBe('missing');
});

test('a scope too many is noticed', () => {
  expect(compareScopes(['read:data'], 'read:data manage:tenant')).toBe('extra');
});
