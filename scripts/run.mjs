// `node scripts/run.mjs <script> [...args]`: any script of the project, with its Node and its packages in place.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runChild } from './run-child.mjs';
import { prepare, root, runMain, SetupError } from './runtime.mjs';

await runMain(async () => {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new SetupError('Usage: node scripts/run.mjs <script> [...args]');
  const path = resolve(root, script);
  if (!existsSync(path)) throw new SetupError(`There is no ${path}`);
  await prepare();
  return runChild([path, ...args]);
});
