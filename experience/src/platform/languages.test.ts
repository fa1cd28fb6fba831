import { supportedLanguages } from '@postern/contracts/wire';
import { expect, test } from 'vitest';
import { fill, loadLanguage, nameLanguages } from './languages.ts';

test('falls back to English for an unknown or unavailable language', async () => {
  expect(await loadLanguage(async () => 'Deutsch', 'English')).toBe('Deutsch');
  expect(await loadLanguage(undefined, 'English')).toBe('English');
  expect(await loadLanguage(() => Promise.reject(new Error('offline')), 'English')).toBe('English');
});

test('fills placeholders and keeps unknown ones visible', () => {
  expect(fill('{{min}} to {{max}}', { min: 8 })).toBe('8 to {{max}}');
});

test('shows native language names, with the country only where needed', () => {
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
