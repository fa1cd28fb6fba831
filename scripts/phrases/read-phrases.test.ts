import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { flatten, readConstants } from './read-phrases.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('reads what an import reads', async () => {
  const folder = join(root, 'console/src/locales/de');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !['index.ts', 'first.ts'].includes(file));
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    expect(await readConstants(join(folder, file))).toEqual({ ...(await import(join(folder, file))) });
  }
  const english = join(root, 'contracts/src/experience-phrases/en.ts');
  expect(await readConstants(english)).toHaveProperty('en.signIn');
});

test('names texts by their path', () => {
  expect([...flatten({ a: { b: 'x', c: ['y', 'z'] } })]).toEqual([
    ['a.b', 'x'],
    ['a.c.0', 'y'],
    ['a.c.1', 'z'],
  ]);
});
