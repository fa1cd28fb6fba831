import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server puts a fresh value in its place for every page it sends. */
const nonce = '__POSTERN_NONCE__';

const phraseFolders: Record<string, string> = {
  '/index.html': '/src/locales/',
  '/demo-app.html': '/src/demo-app/locales/',
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
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, path }) {
        const files = Object.values(bundle);
        const font = files.find(({ fileName }) => /inter-latin.*\.woff2$/.test(fileName));
        const loaded = files.flatMap((file) => {
          const source = file.type === 'chunk' ? file.facadeModuleId?.replaceAll('\\', '/') : undefined;
          const [, language] = source?.split(phraseFolders[path] ?? '') ?? [];
          const [, page] = Object.entries(lazyPages).find(([end]) => source?.endsWith(end)) ?? [];
          if (page && path === '/index.html') {
            return [[page, `/${file.fileName}`]];
          }
          return language ? [[language.replace('.ts', '').toLowerCase(), `/${file.fileName}`]] : [];
        });
        const fontLink = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          href: `/${font?.fileName}`,
        };
        return [
          { tag: 'link', attrs: fontLink, injectTo: 'head' },
          { tag: 'script', attrs: { nonce }, children: preloadScript(Object.fromEntries(loaded)), injectTo: 'head' },
        ];
      },
    },
  };
}

/** Only the page itself knows its language, which the server writes into the tag above, and its path. */
function preloadScript(files: Record<string, string>): string {
  const link = `Object.assign(document.createElement('link'),{rel:'modulepreload',href,nonce:document.currentScript.nonce})`;
  const names = `const tag=document.documentElement.lang.toLowerCase(),names=[files[tag]||files[tag.split('-')[0]],files[location.pathname]]`;
  return `(files=>{${names};for(const href of names)href&&document.head.append(${link})})(${JSON.stringify(files)})`;
}

export default defineConfig({
  base: '/',
  plugins: [react(), preload()],
  html: { cspNonce: nonce },
  build: {
    assetsDir: 'assets/experience',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'demo-app.html'],
      // React changes far more rarely than our pages: browsers keep it from release to release.
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
});
