import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './e2e/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-postgres.ts',
  fullyParallel: true,
  workers: 2,
  // The longest journeys take 50 s on two busy cores. Waiting long costs nothing where all is well, and a machine that
  // does something else for a while is no defect.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    // Nobody watches: frames of a transition cost time, and colours halfway through one are no colours of ours.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every step costs a third of the time; ask for one with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: chromiumFlags,
    },
  },
});
