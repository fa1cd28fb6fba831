import { supportedLanguages } from '@postern/contracts/wire';
import { expect, test } from 'vitest';
import { fill, loadLanguage, nameLanguages } from './languages.ts';

test('a language that is unknown or does not arrive leaves English', async () => {
  expect(await loadLanguage(async () => 'Deutsch', 'English')).toBe('Deutsch');
  expect(await loadLanguage(undefined, 'English')).toBe('English');
  expect(await loadLanguage(() => Promise.reject(new Error('offline')), 'English')).toBe('English');
});

test('names are filled, and unknown ones stay visible', () => {
  expect(fill('{{min}} to {{max}}', { min: 8 })).toBe('8 to {{max}}');
});

test('languages are named in their own words, with the country only where it tells two apart', () => {
  const names = Object.fromEntries(
    nameLanguages([...supportedLanguages, 'de-AT', 'x']).map(({ tag, name }) => [tag, name]),
  );
  expect(names).toMatchObject({
    'pl-PL': 'Polski',
    'pt-BR': 'Português (Brasil)',
    'pt-PT': 'Português (Portugal)',
    'zh-CN': '简体中文',
    ar: 'العربية',
    de: 'Deutsch',
    'de-AT': 'Deutsch (Österreich)',
    x: 'x',
  });
  expect(nameLanguages(['ru', 'de', 'en']).map(({ tag }) => tag)).toEqual(['de', 'en', 'ru']);
});
