import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plans } from './testing/conformance/plans.ts';
import { withResults } from './testing/conformance/print.ts';
import { createWorld, type World } from './testing/conformance/world.ts';

/** Runs the test modules of public conformance plans. `docs/conformance.md` lists them. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe.each(plans)('$id', ({ modules }) => {
  test.each(Object.entries(modules))('%s', async (_name, { check }) => {
    await check(world);
  });
});

test('docs/conformance.md shows these results', async () => {
  const path = join(import.meta.dirname, '../../docs/conformance.md');
  const page = await readFile(path, 'utf8');
  // `npm run conformance` sets this.
  if (process.env.POSTERN_WRITE_CONFORMANCE) {
    await writeFile(path, withResults(page, plans));
  } else {
    expect(page).toBe(withResults(page, plans));
  }
});
