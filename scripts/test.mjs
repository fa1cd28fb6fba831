// `npm test`: runs everything from a fresh clone, including the browser. The last line is `N passed, N failed`.
import { join } from 'node:path';
import { buildStaleApps, hasFreshApps } from './build.mjs';
import { runChild } from './run-child.mjs';
import { prepare, root, runMain } from './runtime.mjs';

await runMain(async () => {
  await prepare([{ isDone: hasFreshApps, work: buildStaleApps }]);
  return runChild([join(root, 'scripts', 'test-all.mjs'), ...process.argv.slice(2)]);
});
