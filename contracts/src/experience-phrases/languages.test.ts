import { expect, test } from 'vitest';
import type { Translation } from '../experience/custom-phrases.ts';
import { supportedLanguages } from '../wire.ts';
import { en } from './en.ts';
import { phrasesOf } from './index.ts';

/** `signIn.titleFor` → the placeholders of its sentence. */
function namesOf(phrases: Translation, path = ''): Record<string, string[]> {
  return Object.assign(
    {},
    ...Object.entries(phrases).map(([key, value]) => {
      const here = path + key;
      return typeof value === 'object' && !Array.isArray(value)
        ? namesOf(value, `${here}.`)
        : { [here]: [...String(value).matchAll(/\{\{\w+\}\}/g)].map(String).sort() };
    }),
  );
}

test.each(supportedLanguages.filter((tag) => tag !== 'en'))('%s has all phrases of English', async (tag) => {
  const phrases = (await phrasesOf(tag)?.()) as Translation;
  const [own, english] = [namesOf(phrases), namesOf(en)];
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  // A language may omit a placeholder if its grammar requires it, but an unknown one would be shown unfilled.
  const unknown = Object.entries(own).filter(([path, names]) => names.some((name) => !english[path]?.includes(name)));
  expect(unknown).toEqual([]);
  expect(JSON.stringify(phrases)).not.toMatch(/""|!/);
});

test('finds a language by its tag in any case, and by its region; English needs no file', async () => {
  expect(phrasesOf('PT-pt')).toBe(phrasesOf('pt-PT'));
  expect(phrasesOf('pt-PT')).not.toBe(phrasesOf('pt-BR'));
  expect(phrasesOf('pt')).toBe(phrasesOf('pt-BR'));
  expect(phrasesOf('de-AT')).toBe(phrasesOf('de'));
  expect([phrasesOf('en'), phrasesOf('tlh'), phrasesOf('')]).toEqual([undefined, undefined, undefined]);
});
