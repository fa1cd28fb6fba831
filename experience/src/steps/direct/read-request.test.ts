import { expect, test } from 'vitest';
import { fallbackOf, readCookie } from './read-request.ts';

test.each([
  ['?fallback=register', '/register'],
  ['', '/sign-in'],
  ['?fallback=//evil.example', '/sign-in'],
  ['?fallback=../api', '/sign-in'],
  ['?fallback=single-sign-on', '/sign-in'],
])('%s falls back to %s', (search, expected) => {
  expect(fallbackOf(search)).toBe(expected);
});

test('finds a cookie by its exact name', () => {
  expect(readCookie('x_a=1; a=2; b=3', 'a')).toBe('2');
  expect(readCookie('x_a=1', 'a')).toBeUndefined();
  expect(readCookie('a=', 'a')).toBeUndefined();
});
