import { expect, test } from 'vitest';
import { printChosenLanguage, readChosenLanguage } from './chosen-language.ts';

test.each([
  { language: 'de', isNow: false },
  { language: 'zh-HK', isNow: true },
])('%j is preserved in the cookie', (chosen) => {
  expect(readChosenLanguage(printChosenLanguage(chosen))).toEqual(chosen);
});

test.each([undefined, '', 'd', 'de~later', '~now', 'de; path=/', '<b>', 'x'.repeat(36)])(
  '%j is not a valid choice',
  (value) => {
    expect(readChosenLanguage(value)).toBeUndefined();
  },
);
