// `npm run screenshots`: takes the pictures in docs/images again, from the product with sample data.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { root } from './runtime.mjs';
import { binOf } from './steps.mjs';

const { status } = spawnSync(
  process.execPath,
  [binOf('@playwright/test', 'playwright'), 'test', '--config', join(root, 'scripts', 'screenshots.config.ts')],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: await findChromium() } },
);
process.exitCode = status ?? 1;
