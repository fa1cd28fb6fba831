// `npm start`: from a fresh clone to a running server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildStaleApps, hasFreshApps } from './build.mjs';
import { runChild } from './run-child.mjs';
import { childEnvironment, nodePath, prepare, root, runMain } from './runtime.mjs';

/**
 * V8 sizes its heap by the machine's memory and then rarely collects garbage; a server with small, short-lived objects
 * is as fast with less (docs/benchmarks.md). Flags in NODE_OPTIONS take precedence.
 */
function heapFlags() {
  const flags = JSON.parse(readFileSync(join(root, 'scripts', 'server-flags.json'), 'utf8'));
  return flags.filter((flag) => !process.env.NODE_OPTIONS?.includes(flag.split('=')[0]));
}

/** The server replaces this process, and gets its signals. Does not return. */
function becomeServer(args, env) {
  process.chdir(root);
  process.execve(nodePath(), ['node', '--disable-warning=ExperimentalWarning', ...args], {
    ...childEnvironment(),
    ...env,
  });
}

await runMain(async () => {
  const { values } = parseArgs({ options: { edition: { type: 'string', default: 'oss' } } });
  await prepare([{ isDone: hasFreshApps, work: buildStaleApps }]);
  const preload = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
  const args = [...heapFlags(), '--import', preload, join(root, 'server', 'dist', 'main.js')];
  // With more arenas for its few threads, glibc keeps about 5 MB that are not in use.
  const env = {
    EDITION: process.env.EDITION || values.edition,
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
    POSTERN_STARTER: String(process.pid),
  };
  if (process.execve) {
    becomeServer(args, env);
  }
  // Node before 22.15 cannot replace its process, so that this one stays, with about 45 MB.
  return runChild(args, { env, isServer: true });
});
