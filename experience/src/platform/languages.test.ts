import { expect, test } from 'vitest';
import { fill, loadLanguage } from './languages.ts';

const others = { de: async () => 'Deutsch', fr: () => Promise.reject(new Error('offline')) };

test.each([
  ['de', 'Deutsch'],
  ['de-AT', 'Deutsch'],
  ['pl-PL', 'English'],
  ['', 'English'],
])('%s is read in %s', async (tag, expected) => {
  expect(await loadLanguage(tag, others, 'English')).toBe(expected);
});

test('a language that does not arrive leaves English', async () => {
  expect(await loadLanguage('fr', others, 'English')).toBe('English');
});

test('names are filled, and unknown ones stay visible', () => {
  expect(fill('{{min}} to {{max}}', { min: 8 })).toBe('8 to {{max}}');
});
