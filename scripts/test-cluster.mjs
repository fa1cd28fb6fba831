// `npm run test:cluster [word]`: faults of a whole cluster, with programs from Debian's packages: see docs/reliability.md.
import { installPackages } from './install-packages.mjs';
import { runChild } from './run-child.mjs';
import { root, runMain } from './runtime.mjs';

await runMain(async () => {
  installPackages(['etcd-server', 'haproxy', 'libfaketime', 'patroni', 'pgbouncer', 'postgresql']);
  process.chdir(root);
  return runChild([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'real/cluster/vitest.config.ts',
    ...process.argv.slice(2),
  ]);
});
