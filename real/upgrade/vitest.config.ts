import { defineConfig } from 'vitest/config';

/** `npm run test:upgrade`. Outside of `npm test`, because it builds another version and needs HAProxy. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['real/upgrade/*.test.ts'],
    globalSetup: ['./scripts/build.mjs'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
