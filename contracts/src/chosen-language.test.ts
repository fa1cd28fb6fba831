import { expect, test } from 'vitest';
import { printChosenLanguage, readChosenLanguage } from './chosen-language.ts';

test.each([
  { language: 'de', isNow: false },
  { language: 'zh-HK', isNow: true },
])('%j survives the cookie', (chosen) => {
  expect(readChosenLanguage(printChosenLanguage(chosen))).toEqual(chosen);
});

test.each([undefined, '', 'd', 'de~later', '~now', 'de; path=/', '<b>', 'x'.repeat(36)])('%j is no choice', (value) => {
  expect(readChosenLanguage(value)).toBeUndefined();
});
