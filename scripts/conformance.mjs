// `npm run conformance`: runs the checks of the public conformance plans and writes the results to docs/conformance.md.
import { runChild } from './run-child.mjs';
import { runMain } from './runtime.mjs';
import { binOf } from './steps.mjs';

await runMain(() =>
  runChild([binOf('vitest'), 'run', 'server/src/conformance.test.ts'], { env: { POSTERN_WRITE_CONFORMANCE: '1' } }),
);
