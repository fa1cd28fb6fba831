import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Scheduled work belongs in the job queue; timers of a process use `platform/every.ts`. */
test('only one file of the server sets intervals', async () => {
  const users: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: import.meta.dirname })) {
    const isProduct = !/\.test\.ts$|testing/.test(path);
    if (isProduct && /\bsetInterval\s*\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8'))) {
      users.push(path);
    }
  }
  expect(users).toEqual(['platform/jobs/every.ts']);
});
