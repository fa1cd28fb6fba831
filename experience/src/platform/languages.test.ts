import { expect, test } from 'vitest';
import { fill, loadLanguage } from './languages.ts';

test('a language that is unknown or does not arrive leaves English', async () => {
  expect(await loadLanguage(async () => 'Deutsch', 'English')).toBe('Deutsch');
  expect(await loadLanguage(undefined, 'English')).toBe('English');
  expect(await loadLanguage(() => Promise.reject(new Error('offline')), 'English')).toBe('English');
});

test('names are filled, and unknown ones stay visible', () => {
  expect(fill('{{min}} to {{max}}', { min: 8 })).toBe('8 to {{max}}');
});
