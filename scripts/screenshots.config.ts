import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

const inTests = (name: string) => fileURLToPath(new URL(`../e2e/${name}`, import.meta.url));

/** The browser and the product of the browser tests, for the file that takes pictures. */
export default defineConfig({
  ...config,
  testDir: inTests(''),
  testMatch: 'take-screenshots.ts',
  globalSetup: inTests('start-postgres.ts'),
  reporter: 'line',
  workers: 1,
});
