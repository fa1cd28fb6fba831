import { expect, test } from 'vitest';
import { fallbackLanguage, preferredLanguage } from './languages.ts';

test('chooses the first preferred language that the console has', () => {
  expect(preferredLanguage([null, 'tlh', 'de-CH', 'en'])).toBe('de');
  expect(preferredLanguage(['en-GB', 'de'])).toBe('en');
  expect(preferredLanguage([null])).toBe(fallbackLanguage);
});
