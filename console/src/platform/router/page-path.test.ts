import { expect, test } from 'vitest';
import { fillPath, parseSearch, stringifySearch } from './page-path.ts';

test('path parameters are filled in and encoded', () => {
  expect(fillPath('applications/$id/settings', { id: 'a/b?c' })).toBe('applications/a%2Fb%3Fc/settings');
});

test('a query survives a round trip through an object', () => {
  const text = '?page=2&types=SPA&types=Native&search=a+b%26c&sign_up=';
  expect(parseSearch(text)).toEqual({ page: '2', types: ['SPA', 'Native'], search: 'a b&c', sign_up: '' });
  expect(stringifySearch(parseSearch(text))).toBe(text);
});

test('omits unset values', () => {
  expect(stringifySearch({ page: undefined, types: [] })).toBe('');
});
