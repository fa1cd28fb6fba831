// `node scripts/run.mjs [--built] <script> [...args]`: runs any script of the project after installing Node and
// packages, and with `--built` after the builds of `npm start`.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildStaleApps, hasFreshApps } from './build.mjs';
import { runChild } from './run-child.mjs';
import { prepare, root, runMain, SetupError } from './runtime.mjs';

await runMain(async () => {
  const isBuilt = process.argv[2] === '--built';
  const [script, ...args] = process.argv.slice(isBuilt ? 3 : 2);
  if (!script) throw new SetupError('Usage: node scripts/run.mjs [--built] <script> [...args]');
  const path = resolve(root, script);
  if (!existsSync(path)) throw new SetupError(`There is no ${path}`);
  await prepare(isBuilt ? [{ isDone: hasFreshApps, work: buildStaleApps }] : []);
  return runChild([path, ...args]);
});
