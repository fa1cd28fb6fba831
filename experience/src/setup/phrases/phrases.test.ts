import { supportedLanguages } from '@postern/contracts/wire';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { loadSetupPhrases } from './index.ts';

/** Every sentence by its path. */
function flatten(value: unknown, path = ''): [string, string][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => flatten(inner, path ? `${path}.${name}` : name))
    : [[path, String(value)]];
}

const namesIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort();

test.each(supportedLanguages)('%s says all that English says, with the same names to fill in', async (language) => {
  const phrases = new Map(flatten(await loadSetupPhrases(language)));
  for (const [path, text] of flatten(en)) {
    const said = phrases.get(path) ?? '';
    expect([path, said.trim() !== '', namesIn(said)]).toEqual([path, true, namesIn(text)]);
  }
  expect(phrases.size).toBe(flatten(en).length);
});
