// `npm run test:upgrade [ref]`: an upgrade from another version under load, and back: see docs/reliability.md.
import { installPackages } from './install-packages.mjs';
import { runChild } from './run-child.mjs';
import { root, runMain } from './runtime.mjs';

await runMain(async () => {
  installPackages(['haproxy']);
  process.chdir(root);
  const [ref] = process.argv.slice(2);
  return runChild(['node_modules/vitest/vitest.mjs', 'run', '--config', 'real/upgrade/vitest.config.ts'], {
    env: ref ? { POSTERN_UPGRADE_FROM: ref } : {},
  });
});
