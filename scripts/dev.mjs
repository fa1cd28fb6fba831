// `npm run dev`: both web apps from source with hot module replacement, behind the addresses of production. The server
// starts again when its code changes; requests wait for it meanwhile, and open pages keep their state.
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

/** The front is one more proxy before the server. */
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

/** Pages of the documentation are there when the browser loads them again. */
function watchDocs() {
  let running = Promise.resolve();
  const rebuild = () => {
    // Editors write other files beside the one they save, and remove them at once.
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
  // The terminal sends Ctrl-C to the server itself.
  process.on('SIGINT', () => isatty(0) || stop());
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
  await ended;
  closeDocs();
  fronts.core.close();
  fronts.admin.close();
  await webApps.close();
});
