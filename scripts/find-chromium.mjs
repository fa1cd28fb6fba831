import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The same browser without windows: a sixth less work per page.
const WINDOWLESS = '/usr/bin/chromium-headless-shell';
const KNOWN_PATHS = [
  WINDOWLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of Chromium; installs it if it is missing. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which does not exist`);
  if (named) return named;
  if (!existsSync(WINDOWLESS)) installWithApt('chromium-headless-shell');
  for (const install of [() => undefined, () => installWithApt('chromium'), installWithPlaywright]) {
    install();
    const found = await findInstalled();
    if (found) return found;
  }
  throw new Error('Chromium was not found and could not be installed. Install it and set CHROMIUM_PATH');
}

async function findInstalled() {
  return [...KNOWN_PATHS, await playwrightPath()].find((path) => path && existsSync(path));
}

async function playwrightPath() {
  // Imported lazily: finding a browser must work without the packages.
  const playwright = await import('@playwright/test').catch(() => undefined);
  return playwright?.chromium.executablePath();
}

/** Debian's package includes the system libraries that Playwright's browser would lack. */
function installWithApt(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  runVisibly('apt-get', ['update', '-qq']);
  runVisibly('apt-get', ['install', '-y', '-qq', name]);
}

const installWithPlaywright = () => runVisibly('npx', ['playwright', 'install', 'chromium']);

/** On stderr, because a program may read the caller's stdout. */
function runVisibly(command, args) {
  process.stderr.write(`• ${command} ${args.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
}
