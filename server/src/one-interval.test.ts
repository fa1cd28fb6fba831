import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Work that returns belongs into the queue of jobs; what must beat in a process goes through `platform/every.ts`. */
test('intervals are set in one file of the server', async () => {
  const users: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: import.meta.dirname })) {
    const isProduct = !/\.test\.ts$|testing/.test(path);
    if (isProduct && /\bsetInterval\s*\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8'))) {
      users.push(path);
    }
  }
  expect(users).toEqual(['platform/every.ts']);
});
