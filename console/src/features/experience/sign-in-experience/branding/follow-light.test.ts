import { darkBrandOf } from '@postern/contracts/brand';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';
import { expect, test } from 'vitest';
import { followingDark } from './follow-light.ts';

test('the default dark color follows the first change of the light one', () => {
  expect(followingDark(defaultBrandColor, '#0E6B5C', defaultDarkBrandColor)).toBe(darkBrandOf('#0E6B5C'));
});

test('a derived dark color follows further changes, in any spelling', () => {
  expect(followingDark('#0e6b5c', '#B3261E', darkBrandOf('#0E6B5C').toLowerCase())).toBe(darkBrandOf('#B3261E'));
});

test('a dark color set by hand stays', () => {
  expect(followingDark('#0E6B5C', '#B3261E', '#FFFFFF')).toBeUndefined();
});

test('an incomplete light color changes nothing', () => {
  expect(followingDark('#0E6B5C', '#B32', darkBrandOf('#0E6B5C'))).toBe(darkBrandOf('#BB3322'));
  expect(followingDark('#0E6B5C', '#B3261', darkBrandOf('#0E6B5C'))).toBeUndefined();
});
