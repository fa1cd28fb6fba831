import { expect, test } from 'vitest';
import { chooseVersion } from './choose-version.mjs';

test.each([
  ['major', '1.0.0'],
  ['minor', '0.3.0'],
  ['patch', '0.2.10'],
  ['0.10.0', '0.10.0'],
  ['0.2.9', '0.2.9'],
])('%s after 0.2.9 is %s', (wanted, expected) => {
  expect(chooseVersion('0.2.9', wanted)).toBe(expected);
});

test.each([undefined, '', 'next', 'v0.3.0', '0.3', '0.3.0-rc.1', '0.03.0'])('%s is not a version', (wanted) => {
  expect(() => chooseVersion('0.2.9', wanted)).toThrow('Usage: npm run release major|minor|patch|<version>');
});

test('a version lower than the current one is refused', () => {
  expect(() => chooseVersion('0.2.10', '0.2.9')).toThrow('0.2.9 is lower than 0.2.10, the version of this tree.');
});
