import { describe, expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

describe('the chosen language', () => {
  const supported = ['en', 'de', 'pt-BR', 'zh-CN'];
  test.each<[string[], string]>([
    [['de-AT'], 'de'],
    [['PT-br'], 'pt-BR'],
    [['pt'], 'pt-BR'],
    [['fr', 'de'], 'de'],
    [['fr'], 'en'],
    [[], 'en'],
    [['zh-TW'], 'zh-CN'],
    [['*'], 'en'],
  ])('%j: %s', (preferred, expected) => expect(chooseLanguage(preferred, supported, 'en')).toBe(expected));

  test.each<[string, string]>([
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-Hant-HK', 'zh-HK'],
    ['zh-MO', 'zh-HK'],
    ['zh-tw', 'zh-TW'],
    ['zh-not a tag', 'zh-CN'],
    ['pt', 'pt-BR'],
    ['pt-AO', 'pt-BR'],
    ['pt_pt', 'pt-PT'],
    ['EN_us', 'en'],
  ])('%s falls back to %s', (wanted, expected) =>
    expect(chooseLanguage([wanted], ['en', 'pt-BR', 'pt-PT', 'zh-CN', 'zh-HK', 'zh-TW'], 'en')).toBe(expected),
  );
});
