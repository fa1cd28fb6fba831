// Vite's development servers of both web apps. They do not listen themselves: their files and the connections for hot
// reload go through the fronts.
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../runtime.mjs';
import { listen } from './front.mjs';

const apps = ['console', 'experience'];
const baseOf = (app) => `/@dev/${app}/`;
const nonce = '__POSTERN_NONCE__';

/**
 * Pages without scripts need links to styles, which Vite adds by script. The links are in a comment that only those
 * pages read.
 */
const pagesWithoutScripts = [
  'src/platform/theme.css',
  'src/parts/page.css',
  'src/parts/button.css',
  'src/parts/form.css',
]
  .map((file) => `<link rel="stylesheet" href="${baseOf('experience')}${file}" nonce="${nonce}">`)
  .join('');

/** Vite adds the base only to absolute URLs; relative ones would be resolved against the URL of the page. */
const entry = (app) => ({
  name: 'postern:dev-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => {
      const absolute = html.replaceAll('href="../', `href="/@fs${root}/`).replaceAll('src="./', 'src="/');
      return app === 'experience' ? absolute.replace('</head>', `<!-- ${pagesWithoutScripts} --></head>`) : absolute;
    },
  },
});

async function openWebApp(app, hub, hosts) {
  const require = createRequire(join(root, app, 'package.json'));
  const { createServer: createVite } = await import(pathToFileURL(require.resolve('vite')).href);
  return createVite({
    root: join(root, app),
    base: baseOf(app),
    // The server behind the front decides what is a page.
    appType: 'custom',
    cacheDir: join(root, '.cache', 'vite', app),
    clearScreen: false,
    plugins: [entry(app)],
    server: {
      middlewareMode: true,
      hmr: { server: hub },
      allowedHosts: hosts,
      // node_modules may be a link into another clone.
      fs: { allow: [root, dirname(realpathSync(join(root, 'node_modules')))] },
    },
  });
}

/** `http://*.auth.example.com` matches every host below `.auth.example.com`. */
const hostsOf = (addresses) =>
  addresses.map((address) => new URL(address.replace('*.', 'any.')).hostname.replace(/^any/, ''));

export async function openWebApps(addresses) {
  const servers = {};
  // The server reads the HTML entries from here.
  const hub = createServer(async (request, response) => {
    const [, app, file] = request.url.split('/');
    try {
      const html = await readEntry(servers[app], join(root, app), file);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const port = await listen(hub, { host: '127.0.0.1', port: 0 });
  for (const app of apps) servers[app] = await openWebApp(app, hub, hostsOf(addresses));
  return {
    entriesUrl: `http://127.0.0.1:${port}`,
    of: (url) => servers[apps.find((app) => url.startsWith(baseOf(app)))],
    upgrade: (...args) => hub.emit('upgrade', ...args),
    async close() {
      await Promise.all(Object.values(servers).map((server) => server.close()));
      hub.close();
      hub.closeAllConnections();
    },
  };
}

async function readEntry(server, folder, file) {
  return server.transformIndexHtml(`/${file}`, await readFile(join(folder, file), 'utf8'));
}
