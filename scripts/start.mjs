// `npm start`: everything from a fresh clone to a running server.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildStaleApps, hasFreshApps } from './build.mjs';
import { runChild } from './run-child.mjs';
import { prepare, root, runMain } from './runtime.mjs';

await runMain(async () => {
  const { values } = parseArgs({ options: { edition: { type: 'string', default: 'oss' } } });
  await prepare([{ isDone: hasFreshApps, work: buildStaleApps }]);
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
  return runChild(['--import', preload, join(root, 'server', 'src', 'main.ts')], {
    env: { EDITION: process.env.EDITION || values.edition, POSTERN_STARTER: String(process.pid) },
    isServer: true,
  });
});
