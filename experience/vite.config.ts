import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { importJsonAsModules } from './import-json-as-modules.ts';
import { prerenderProgram } from './prerender-program.ts';
import { runOnPreact } from './run-on-preact.ts';
import { showEditedPhrases } from './show-edited-phrases.ts';

/** The server puts a fresh value in its place for every page it sends. */
const nonce = '__POSTERN_NONCE__';

/** The translations of a page: `translations/<code>/<name>.json`. */
const translations: Record<string, readonly string[]> = {
  '/index.html': ['sign-in.sign-in.pages'],
  '/account.html': ['sign-in.sign-in.pages', 'account.account.pages'],
  '/setup.html': ['sign-in.sign-in.pages', 'people.setup.pages'],
  '/demo-app.html': ['sign-in.demo-app.pages'],
};

/** Pages that are files of their own, by the path they are opened at. */
const lazyPages: Record<string, string> = {
  '/src/steps/consent/consent-page.tsx': '/consent',
  '/src/steps/magic-link/magic-link-page.tsx': '/magic-link',
  '/src/steps/one-time-token/one-time-token-page.tsx': '/one-time-token',
  '/src/steps/switch-account/switch-account-page.tsx': '/switch-account',
};

/** Asks for the font and the phrases of the page's language, and for a page of its own, together with the script that will need them. */
function preload(): Plugin {
  return {
    name: 'postern:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, path }) {
        const files = Object.values(bundle);
        const font = files.find(({ fileName }) => /inter-latin.*\.woff2$/.test(fileName));
        const loaded: Record<string, string[]> = {};
        for (const file of files) {
          const source = file.type === 'chunk' ? (file.facadeModuleId?.replaceAll('\\', '/') ?? '') : '';
          const [, page] = Object.entries(lazyPages).find(([end]) => source.endsWith(end)) ?? [];
          const [, code, phrases = ''] = /\/translations\/([\w-]+)\/(.+)\.json$/.exec(source) ?? [];
          const language = translations[path]?.includes(phrases) ? code?.toLowerCase() : undefined;
          const phones = source.endsWith('/ui/src/phone-numbers.ts') ? 'phones' : undefined;
          const name = language ?? (path === '/index.html' ? (page ?? phones) : undefined);
          if (name) {
            loaded[name] = [...(loaded[name] ?? []), `/${file.fileName}`];
          }
        }
        const fontLink = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          href: `/${font?.fileName}`,
        };
        return [
          { tag: 'link', attrs: fontLink, injectTo: 'head' },
          { tag: 'script', attrs: { nonce }, children: preloadScript(loaded), injectTo: 'head' },
        ];
      },
    },
  };
}

type Graph = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

const parts = /\/(experience\/src\/(parts|platform)|contracts\/src)\//;

/** Whether a sign-in loads this file before anybody clicks. */
function isOfSignIn(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith('/experience/src/main.tsx')) {
    return true;
  }
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && isOfSignIn(importer, graph, seen));
}

/** What the sign-in pages share with the other applications is one file: many small ones would weigh more. */
const nameShared = (id: string, graph: Graph) => {
  const path = id.replaceAll('\\', '/');
  return parts.test(path) && isOfSignIn(path, graph) ? 'parts' : null;
};

/**
 * Only the page itself knows its language, which the server writes into the tag above, its path, and from the settings
 * before this script whether it may ask for phone numbers.
 */
function preloadScript(files: Record<string, string[]>): string {
  const link = `Object.assign(document.createElement('link'),{rel:'modulepreload',href,nonce:document.currentScript.nonce})`;
  const names = `const tag=document.documentElement.lang.toLowerCase(),names=[files[tag]||files[tag.split('-')[0]],files[location.pathname.slice((document.documentElement.dataset.prefix||'').length)],/"phone"[,\\]}]|"phone":true|"emailOrPhone"/.test(document.getElementById('postern-settings')?.textContent)&&files.phones].flat()`;
  return `(files=>{${names};for(const href of names)href&&document.head.append(${link})})(${JSON.stringify(files)})`;
}

export default defineConfig({
  // Pages name their files from the root of the host, and the server adds the prefix of its endpoint. Scripts and styles
  // name others relative to themselves.
  base: '/',
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  // The development server keeps React for its hot reloading.
  plugins: [
    react(),
    { ...runOnPreact(), apply: 'build' },
    preload(),
    importJsonAsModules(),
    showEditedPhrases(),
    prerenderProgram(),
  ],
  html: { cspNonce: nonce },
  build: {
    assetsDir: 'assets/experience',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'account.html', 'setup.html', 'demo-app.html'],
      // Preact changes far more rarely than our pages: browsers keep it from release to release.
      output: {
        codeSplitting: {
          groups: [{ name: 'preact', test: /node_modules[\\/]preact[\\/]/, priority: 1 }, { name: nameShared }],
        },
      },
    },
  },
});
