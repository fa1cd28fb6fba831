import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`. Outside of `npm test`, because it needs Debian's packages and some minutes. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['real/cluster/*.test.ts'],
    globalSetup: ['./scripts/build.mjs'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
