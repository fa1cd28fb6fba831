// `npm run test:slice <word> [--browser]`: runs the tests of one slice; with `--browser` also its browser specs.
import { parseArgs } from 'node:util';
import { buildStaleApps, hasFreshApps } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { runChild } from './run-child.mjs';
import { runMain, SetupError } from './runtime.mjs';
import { binOf } from './steps.mjs';

await runMain(async () => {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { browser: { type: 'boolean', default: false } },
  });
  if (words.length === 0)
    throw new SetupError('Usage: npm run test:slice <word> [-- --browser], such as: npm run test:slice users');
  const env = { CHROMIUM_PATH: await findChromium() };
  const code = await runChild([binOf('vitest'), 'run', ...words], { env });
  if (code !== 0 || !values.browser) return code;
  if (!hasFreshApps()) await buildStaleApps();
  return runChild([binOf('@playwright/test', 'playwright'), 'test', ...words], { env });
});
