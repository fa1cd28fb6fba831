import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, targets } from './testing/fuzz/fuzz.ts';
import { Defect, type FuzzWorld, type Target } from './testing/fuzz/target.ts';
import { createFuzzWorld } from './testing/fuzz/world.ts';

/** `npm run fuzz` sets these; `npm test` tries a part, always the same. */
const { POSTERN_FUZZ_TARGET: wanted, POSTERN_FUZZ_RUNS: runs, POSTERN_FUZZ_SEED: seed = '1' } = process.env;
const chosen = targets.filter(({ name }) => !wanted || name === wanted);
const hour = 3_600_000;
/** Requests wait for the database, so several at a time take less time. In order if `npm test` tries them. */
const lanes = runs ? 6 : 1;

let world: FuzzWorld;
beforeAll(async () => {
  world = await createFuzzWorld();
});
afterAll(() => world.app.close());

function report({ name }: Target, count: number, defects: number, { user, system }: NodeJS.CpuUsage): void {
  const statuses = [...world.statuses].sort().map(([status, times]) => `${status}: ${times}`);
  const answers = statuses.length > 0 ? `, answers ${statuses.join(', ')}` : '';
  console.info(`${name}: ${count} inputs, ${defects} defects, ${Math.round((user + system) / 1e6)} s CPU${answers}`);
}

test.each(chosen)(
  '$name: no input causes a crash or a 500',
  { timeout: runs ? 12 * hour : 120_000 },
  async (target) => {
    const started = process.cpuUsage();
    const count = Number(runs ?? target.slice);
    world.statuses.clear();
    const defects = await fuzz(target, world, { runs: count, seed: Number(seed), isKept: runs !== undefined, lanes });
    if (runs) {
      report(target, count, defects.length, process.cpuUsage(started));
    }
    expect(defects).toEqual([]);
  },
);

test('reports each defect once, with a short input', async () => {
  const target: Target = {
    name: 'example',
    slice: 0,
    open: async () => ({
      inputs: fc.constantFrom('a', 'bca', 'long', 'fine'),
      run: async (input) => {
        if (String(input).includes('a')) {
          throw new Defect('contains an a');
        }
        if (input === 'long') {
          throw new TypeError('too long');
        }
      },
    }),
  };
  const defects = await fuzz(target, world, { runs: 2000, seed: 1 });
  const signatures = defects.map(({ signature }) => signature).sort();
  expect(signatures).toEqual(['contains an a', 'crash: TypeError: too long']);
  expect(defects.find(({ signature }) => signature === 'contains an a')?.input).toBe('a');
});
