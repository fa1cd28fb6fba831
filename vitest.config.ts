import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**'];

/** Nobody promised to be done by then: a machine that is five times slower, or stands still for a while, fails nothing. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    // Two cores: one worker runs the server under test, the other the next file.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude,
          globalSetup: ['./scripts/build.mjs', './server/src/platform/testing/postgres.ts'],
          setupFiles: [
            './server/src/platform/testing/connect-in-time.ts',
            './server/src/platform/testing/wait-for-midnight.ts',
          ],
          ...patience,
          pool: 'forks',
          // Each test makes a product of its own; loading the server anew for every file would take half of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'parts',
          include: ['{contracts,connectors,experience,console,ui,scripts}/**/*.test.{ts,tsx,mjs}'],
          exclude,
          ...patience,
          pool: 'forks',
        },
      },
    ],
  },
});
