import { expect, test } from 'vitest';
import { phrasesOf } from './index.ts';

test('finds a language by its tag in any case, and by its region; English needs no file', async () => {
  expect(phrasesOf('PT-pt')).toBe(phrasesOf('pt-PT'));
  expect(phrasesOf('pt-PT')).not.toBe(phrasesOf('pt-BR'));
  expect(phrasesOf('pt')).toBe(phrasesOf('pt-BR'));
  expect(phrasesOf('de-AT')).toBe(phrasesOf('de'));
  expect([phrasesOf('en'), phrasesOf('tlh'), phrasesOf('')]).toEqual([undefined, undefined, undefined]);
});
