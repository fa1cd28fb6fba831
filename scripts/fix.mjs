// `npm run fix [file …]`: formats files, sorts imports, and corrects what the linter can correct safely.
import { runChild } from './run-child.mjs';
import { runMain } from './runtime.mjs';
import { binOf } from './steps.mjs';

await runMain(() => {
  const files = process.argv.slice(2);
  return runChild([binOf('@biomejs/biome', 'biome'), 'check', '--write', ...(files.length > 0 ? files : ['.'])]);
});
