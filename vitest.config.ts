import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**'];

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
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
    ],
  },
});
