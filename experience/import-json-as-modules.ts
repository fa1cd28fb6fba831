import type { Plugin } from 'vite';

/**
 * Without a build, Vite makes modules of JSON files. A browser that is asked for JSON by an import attribute refuses them, and
 * the pages would be in English.
 */
export function importJsonAsModules(): Plugin {
  return {
    name: 'postern:import-json-as-modules',
    apply: 'serve',
    transform: {
      order: 'pre',
      filter: { id: /\/contracts\/src\/experience-phrases\/index\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(", { with: { type: 'json' } }", ''), map: null }),
    },
  };
}
