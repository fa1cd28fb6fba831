import { defineConfig } from 'vitest/config';

/** `npm run test:real`. Outside of `npm test`, because it needs Debian's packages. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['real/*.test.ts'],
    globalSetup: ['./scripts/build.mjs', './server/src/platform/testing/postgres.ts'],
    setupFiles: ['./server/src/platform/testing/connect-in-time.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
