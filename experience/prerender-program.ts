import { build, type Plugin } from 'vite';
import { runOnPreact } from './run-on-preact.ts';

/**
 * After the pages, builds the program with which the server puts the first page into the HTML: one classic script, which
 * runs in a context of its own. It has the ending of no file that browsers load.
 */
export function prerenderProgram(): Plugin {
  return {
    name: 'postern:prerender-program',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins: [runOnPreact()],
        // All packages are part of the file.
        ssr: { noExternal: true, target: 'webworker' },
        build: {
          ssr: 'src/prerender/main.tsx',
          outDir: 'dist/server',
          target: 'node24',
          minify: true,
          rolldownOptions: {
            // Workers start in browsers only.
            transform: { define: { 'import.meta': '{}' } },
            output: { format: 'iife', entryFileNames: 'prerender.cjs', codeSplitting: false },
          },
        },
      });
    },
  };
}
