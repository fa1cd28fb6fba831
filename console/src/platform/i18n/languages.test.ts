import { expect, test } from 'vitest';
import { fallbackLanguage, languages, loadFirst, loadGroup, preferredLanguage } from './languages.ts';

test('chooses the first preferred language that the console has', () => {
  expect(preferredLanguage([null, 'tlh', 'de-CH', 'en'])).toBe('de');
  expect(preferredLanguage(['en-GB', 'de'])).toBe('en');
  expect(preferredLanguage([null])).toBe(fallbackLanguage);
});

test.each(languages)('$name has phrases', async ({ code }) => {
  expect(Object.keys(await loadFirst(code))).toContain('nav');
  expect(await loadGroup(code, 'users')).toHaveProperty('users');
});
