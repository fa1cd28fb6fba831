// `npm run dev`: serves both web apps from source with hot module replacement, on the same addresses as in production.
// The server restarts when its code changes; requests wait for it, and open pages keep their state.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { buildStaleDocs } from './build.mjs';
import { listen, openFront } from './dev/front.mjs';
import { openWebApps } from './dev/web-apps.mjs';
import { childEnvironment, nodePath, root, runMain } from './runtime.mjs';

const {
  EDITION: edition = 'oss',
  HOST: host = '127.0.0.1',
  PORT: port = '3001',
  ADMIN_PORT: adminPort = '3002',
  TRUST_PROXY: trusted = '',
} = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));

const addresses = {
  ENDPOINT: process.env.ENDPOINT || `http://${edition === 'cloud' ? '*.' : ''}localhost:${port}`,
  ADMIN_ENDPOINT: process.env.ADMIN_ENDPOINT || `http://localhost:${adminPort}`,
};

/** The front is one more proxy in front of the server. */
const trustedWithFront = /^\d*$/.test(trusted) ? String(Number(trusted) + 1) : `${trusted},127.0.0.1`;

function startServer(ports, entriesUrl) {
  const child = spawn(
    nodePath(),
    [
      '--disable-warning=ExperimentalWarning',
      '--watch',
      '--watch-preserve-output',
      join(root, 'scripts', 'dev-server.ts'),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...childEnvironment(),
        ...addresses,
        EDITION: edition,
        HOST: '127.0.0.1',
        PORT: String(ports.core),
        ADMIN_PORT: String(ports.admin),
        TRUST_PROXY: trustedWithFront,
        POSTERN_DEV_ENTRIES: entriesUrl,
      },
    },
  );
  const ended = new Promise((resolve) => {
    child.once('error', resolve).once('exit', resolve);
  });
  return { child, ended };
}

/** Rebuilds the documentation on changes, so that a reload shows them. */
function watchDocs() {
  let running = Promise.resolve();
  const rebuild = () => {
    // Editors write temporary files next to the saved one and remove them at once.
    running = running
      .then(() => sleep(100))
      .then(buildStaleDocs)
      .catch((error) => process.stderr.write(`${error.message}\n`));
  };
  const watchers = ['docs', join('scripts', 'docs')].map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => name?.startsWith('dist') || rebuild()),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

await runMain(async () => {
  await buildStaleDocs();
  const closeDocs = watchDocs();
  const webApps = await openWebApps(Object.values(addresses));
  const isForwarded = trusted !== '' && trusted !== '0';
  const fronts = { core: openFront(webApps, isForwarded), admin: openFront(webApps, isForwarded) };
  await listen(fronts.core.server, { host, port: Number(port) });
  await listen(fronts.admin.server, { host, port: Number(adminPort) });
  const { child, ended } = startServer(
    { core: await fronts.core.choosePort(), admin: await fronts.admin.choosePort() },
    webApps.entriesUrl,
  );
  const stop = () => child.kill('SIGTERM');
  // The terminal sends Ctrl-C to the server directly.
  process.on('SIGINT', () => isatty(0) || stop());
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
  await ended;
  closeDocs();
  fronts.core.close();
  fronts.admin.close();
  await webApps.close();
});
