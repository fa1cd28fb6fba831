import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { fillTranslations } from './console/fill-translations.mjs';
import { chromiumFlags, chromiumPath } from './e2e/chromium.ts';
import { importJsonAsModules } from './experience/import-json-as-modules.ts';
import { runOnPreact } from './experience/run-on-preact.ts';

const screens = '**/*screens.test.tsx';
const exclude = ['**/node_modules/**', '**/dist/**', screens];

const parts = '{contracts,connectors,experience,console,ui,scripts}/**/*.test.{ts,tsx,mjs}';

/** What tests change for all files of their process: globals, and the translations of the console. */
const isSharedState = /\bstubGlobal\(|\bglobalThis\.\w+ = |\bi18next\b/;

/** Files that need a process of their own. The named ones depend on the modules that the process has loaded. */
const alone = [
  ...globSync(parts, { exclude: ['**/node_modules', '**/dist'] }).filter((file) =>
    isSharedState.test(readFileSync(file, 'utf8')),
  ),
  'console/src/platform/code/json.test.ts',
  'console/src/features/experience/sign-in-experience/shared/css-language.test.ts',
  'experience/src/platform/phones.test.ts',
];

/** Generous, so that no test fails on a machine that is five times slower or stands still for a while. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

const screenGroups = ['screens', 'cloud screens', 'page screens'];
const inProcesses = { sequence: { groupOrder: screenGroups.length } };

/** What the pages and their tests import. Paths of a package that are modules of their own are named too. */
const ofConsole: { dependencies: object } = JSON.parse(
  readFileSync(new URL('console/package.json', import.meta.url), 'utf8'),
);
const packagesOfConsole = [
  ...Object.keys(ofConsole.dependencies).filter((name) => !name.startsWith('@postern/')),
  ...['axe-core', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client', 'libphonenumber-js/min'],
];
const packagesOfPages = [
  ...['preact', 'preact/hooks', 'preact/jsx-runtime', 'preact/compat', 'preact/compat/client'],
  ...['axe-core', 'libphonenumber-js/min', 'oauth4webapi', 'zod'],
];

type Screens = {
  name: string;
  include: string;
  setupFiles?: string[];
  packages?: string[];
  plugins?: Plugin[];
};

/** Pages in a browser, against a fake API that answers by contract. */
const screensOf = ({
  name,
  include,
  setupFiles = [],
  packages = packagesOfConsole,
  plugins = [fillTranslations(fileURLToPath(new URL('.', import.meta.url)))],
}: Screens): TestProjectConfiguration => ({
  plugins,
  json: { namedExports: false, stringify: false },
  // As the build of the product: the development build of React takes five times as long.
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  optimizeDeps: {
    // Nothing is searched for: a package that is found late would be loaded a second time, in the middle of the tests.
    noDiscovery: true,
    include: packages,
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
  test: {
    name,
    include: [include],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles,
    ...patience,
    // One page for all files: loading the whole console takes longer than most of them.
    isolate: false,
    fileParallelism: true,
    // The groups run one after the other: the screens of an edition, and then everything that runs in two processes.
    sequence: { groupOrder: screenGroups.indexOf(name) },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      // This page lives for minutes, so compiling its code twice pays off, other than in journeys.
      provider: playwright({
        // As in journeys: nobody watches the transitions, and their colors are none of ours.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath: chromiumPath(),
          args: chromiumFlags.filter((flag) => !flag.startsWith('--js-flags')),
        },
      }),
      instances: [{ browser: 'chromium' }],
      commands: { setColorScheme: ({ page }, scheme: 'light' | 'dark') => page.emulateMedia({ colorScheme: scheme }) },
    },
  },
});

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
            './server/src/platform/testing/quick-passwords.ts',
            './server/src/platform/testing/quick-rsa-keys.ts',
            './server/src/platform/testing/wait-for-midnight.ts',
          ],
          ...patience,
          ...inProcesses,
          pool: 'forks',
          // Each file starts its own product. Loading the server again for each file would take half of the time.
          isolate: false,
          // Products are large and short-lived: with more room for new objects, the garbage collector copies fewer.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        test: {
          name: 'parts',
          include: [parts],
          exclude: [...exclude, ...alone],
          ...patience,
          ...inProcesses,
          pool: 'forks',
          isolate: false,
        },
      },
      { test: { name: 'alone', include: alone, exclude, ...patience, ...inProcesses, pool: 'forks' } },
      screensOf({
        name: 'screens',
        include: 'console/src/**/screens.test.tsx',
        setupFiles: ['./console/src/testing/open-source-edition.ts'],
      }),
      screensOf({
        name: 'cloud screens',
        include: 'console/src/**/cloud-screens.test.tsx',
        setupFiles: ['./console/src/testing/cloud-edition.ts'],
      }),
      screensOf({
        name: 'page screens',
        include: 'experience/src/**/screens.test.tsx',
        packages: packagesOfPages,
        plugins: [runOnPreact(), importJsonAsModules()],
      }),
    ],
  },
});
