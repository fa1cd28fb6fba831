import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contracts,connectors,server,experience,console,ui,scripts}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['./server/src/platform/testing/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: one worker runs the server under test, the other the next file.
    maxWorkers: 2,
    pool: 'forks',
  },
});
