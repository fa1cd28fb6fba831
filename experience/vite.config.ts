import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server puts a fresh value in its place for every page it sends. */
const nonce = '__POSTERN_NONCE__';

const phraseFolders: Record<string, string> = {
  '/index.html': '/src/locales/',
  '/demo-app.html': '/src/demo-app/locales/',
};

/** Asks for the font and the phrases of the page's language together with the script that will need them. */
function preload(): Plugin {
  return {
    name: 'postern:preload',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, path }) {
        const files = Object.values(bundle);
        const font = files.find(({ fileName }) => /inter-latin.*\.woff2$/.test(fileName));
        const phrases = files.flatMap((file) => {
          const source = file.type === 'chunk' ? file.facadeModuleId?.replaceAll('\\', '/') : undefined;
          const [, language] = source?.split(phraseFolders[path] ?? '') ?? [];
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
          { tag: 'script', attrs: { nonce }, children: preloadScript(Object.fromEntries(phrases)), injectTo: 'head' },
        ];
      },
    },
  };
}

/** Only the page itself knows its language: the server writes it into the tag above. */
function preloadScript(phrases: Record<string, string>): string {
  const link = `Object.assign(document.createElement('link'),{rel:'modulepreload',href,nonce:document.currentScript.nonce})`;
  const find = `const tag=document.documentElement.lang.toLowerCase(),href=files[tag]||files[tag.split('-')[0]]`;
  return `(files=>{${find};href&&document.head.append(${link})})(${JSON.stringify(phrases)})`;
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
