import { wireTable } from '@postern/contracts/experience-phrases/wire/table';
import { expect, test } from 'vitest';
import en from './phrases.en.json';
import { loadAccountPhrases } from './phrases.ts';

const at = (path: string): unknown =>
  path.split('/').reduce<unknown>((group, key) => (group as Record<string, unknown> | undefined)?.[key], en);

const used = Object.entries(wireTable).flatMap(([key, { words = [], only }]) =>
  words.flatMap((path) => (path.startsWith('account/') ? [{ key, path: path.slice('account/'.length), only }] : [])),
);

test('keys of the wire replace sentences that exist, and fill their variables', () => {
  expect(used.length).toBeGreaterThan(80);
  for (const { key, path, only } of used) {
    const text = at(path);
    expect(text, `${key}: ${path}`).toEqual(expect.any(String));
    if (only) {
      expect(text, key).toContain(`{{${only}}}`);
    }
  }
});

test('the wording of a tenant is laid over the sentences', async () => {
  const words = await loadAccountPhrases('en', { common: { save: 'Keep' } });
  expect([words.common.save, words.common.add]).toEqual(['Keep', en.common.add]);
});
