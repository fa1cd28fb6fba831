import { expect, test } from 'vitest';
import { compareScopes } from './compare-scopes.ts';

test('accepts a token with the expected scopes, in any order', () => {
  expect(compareScopes(['read:data', 'write:data'], 'write:data  read:data')).toBe('same');
});

test('a missing scope parameter means the requested scopes', () => {
  expect(compareScopes(['all'], undefined)).toBe('same');
});

test('a missing scope takes precedence over an extra one', () => {
  expect(compareScopes(['all'], '')).toBe('missing');
  expect(compareScopes(['read:data', 'write:data'], 'read:data manage:tenant')).toBe('missing');
});

test('detects an extra scope', () => {
  expect(compareScopes(['read:data'], 'read:data manage:tenant')).toBe('extra');
});
