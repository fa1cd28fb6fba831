// `npm start`: from a fresh clone to a running server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildStaleApps, hasFreshApps } from './build.mjs';
import { runChild } from './run-child.mjs';
import { prepare, root, runMain } from './runtime.mjs';

/**
 * V8 sizes its heap by the machine's memory and then rarely collects garbage; a server with small, short-lived objects
 * is as fast with less (docs/benchmarks.md). Flags in NODE_OPTIONS take precedence.
 */
function heapFlags() {
  const flags = JSON.parse(readFileSync(join(root, 'scripts', 'server-flags.json'), 'utf8'));
  return flags.filter((flag) => !process.env.NODE_OPTIONS?.includes(flag.split('=')[0]));
}

await runMain(async () => {
  const { values } = parseArgs({ options: { edition: { type: 'string', default: 'oss' } } });
  await prepare([{ isDone: hasFreshApps, work: buildStaleApps }]);
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
  return runChild([...heapFlags(), '--import', preload, join(root, 'server', 'dist', 'main.js')], {
    env: { EDITION: process.env.EDITION || values.edition, POSTERN_STARTER: String(process.pid) },
    isServer: true,
  });
});
