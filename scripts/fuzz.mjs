// `npm run fuzz [target] [-- --runs N --seed S]`: tries random inputs. Inputs that reveal a defect are added to the corpus
// in server/src/testing/fuzz/corpus, which `npm test` tries again.
import { parseArgs } from 'node:util';
import { runChild } from './run-child.mjs';
import { runMain } from './runtime.mjs';
import { binOf } from './steps.mjs';

await runMain(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(Date.now()) } },
  });
  console.info(`Seed: ${values.seed}`);
  const env = {
    POSTERN_FUZZ_TARGET: positionals[0] ?? '',
    POSTERN_FUZZ_RUNS: values.runs,
    POSTERN_FUZZ_SEED: values.seed,
  };
  return runChild([binOf('vitest'), 'run', 'server/src/fuzz.test.ts'], { env });
});
