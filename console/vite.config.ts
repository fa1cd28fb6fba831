import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the server decides where the console lives and says so with <base>.
  base: './',
  plugins: [react()],
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
              test: /node_modules\/(@tanstack|i18next|react-i18next|zod|use-sync-external-store)\//,
              priority: 2,
            },
            { name: 'icons', test: /node_modules\/@tabler\//, priority: 2 },
            {
              name: 'platform',
              test: /src\/platform\/(client|feedback|i18n|list|page|plan|router|session\/(?!protocol)|shell|theme|ui)/,
              priority: 1,
            },
            { name: 'forms', test: /src\/platform\/(detail|form)\//, priority: 0 },
            // Both are always loaded. Without these groups they were 35 files of a few hundred bytes.
            { name: 'paths', test: /src\/paths\//, priority: 2 },
            { name: 'start', test: /src\/features\/(.*\/)?(index\.tsx?|places\.ts)$/, priority: 0 },
          ],
        },
      },
    },
  },
});
