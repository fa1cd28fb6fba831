import type { Plugin } from 'vite';

/** Preact runs the same components and weighs a tenth. */
export function runOnPreact(): Plugin {
  return {
    name: 'postern:preact',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
          { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
          { find: /^react(-dom)?$/, replacement: 'preact/compat' },
        ],
      },
    }),
  };
}
