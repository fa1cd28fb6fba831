import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fillTranslations } from './fill-translations.mjs';
import { splitContracts } from './split-contracts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  // Relative addresses: the server decides where the console is and completes the addresses in index.html.
  base: './',
  plugins: [react(), splitContracts(root), fillTranslations(root)],
  // Texts are only read as a whole.
  json: { namedExports: false, stringify: false },
  html: { cspNonce: '__POSTERN_NONCE__' },
  build: {
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs in a handful of files; what only some need stays in chunks of its own.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: 'libraries',
              test: /node_modules\/(@tanstack|i18next|react-i18next|use-sync-external-store)\/|vite\/preload-helper/,
              priority: 2,
            },
            // Only forms need it.
            { name: 'zod', test: /node_modules\/zod\//, priority: 4 },
            { name: 'icons', test: /node_modules\/@tabler\//, tags: ['$initial'], priority: 3 },
            {
              name: 'platform',
              tags: ['$initial'],
              test: /src\/(paths|platform\/(client|feedback|i18n\/(?!groups)|page|plan|router|session\/(?!protocol)|shell|theme|ui))\//,
              priority: 2,
            },
            // The page that most people see first, with the cards that the list of guides also shows.
            {
              name: 'first-page',
              test: /src\/features\/(people\/get-started\/get-started-page|access\/guides\/(arrange|guide-cards))/,
              priority: 1,
            },
            { name: 'more-icons', test: /node_modules\/@tabler\//, priority: 1 },
            { name: 'more-platform', test: /src\/platform\/(client|feedback|page|plan|shell|ui)/, priority: 0 },
            { name: 'lists', test: /src\/platform\/list\//, priority: 0 },
            { name: 'forms', test: /src\/platform\/(detail|form)\//, priority: 0 },
            // These are always loaded. Without this group they were 35 files of a few hundred bytes.
            {
              name: 'start',
              test: /src\/features\/(.*\/)?(index\.tsx?|places\.ts)$|\/(connectors|sign-in-experience-settings|users)\.ts\?plain$/,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
