import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './choose-place.ts';
import { connect, createDatabase } from './connect.ts';
import type { Binaries } from './prepare-binaries.ts';
import { runAs, spawnOptions } from './run-as.ts';

export type Postmaster = {
  pid: number;
  /** Resolves with the exit reason when the process has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/** Written to postgresql.conf once, so that operators can change them there. */
const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '100',
  max_wal_size: '512MB',
  synchronous_commit: 'on',
  fsync: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The application reports failed statements; their details contain personal data.
  log_min_messages: 'log',
};

/** Uses a temporary folder until the cluster is complete, so that an interrupted initdb leaves no partial cluster. */
export async function createCluster(place: Place, binaries: Binaries): Promise<void> {
  for (const name of await readdir(place.home))
    if (name.startsWith('data.new-')) await rm(join(place.home, name), { recursive: true });
  const unfinished = await mkdtemp(join(place.home, 'data.new-'));
  if (place.account) await chown(unfinished, place.account.uid, place.account.gid);
  const { ok, output } = await runAs(place.account, binaries.initdb, [
    ...['-D', unfinished, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums'],
    // The builtin provider sorts and folds the same on every machine; libc differs between systems.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
    ...Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
  ]);
  if (!ok) throw new Error(`The database could not be created in ${place.data}: ${output.trim()}`);
  await rename(unfinished, place.data);
}

export async function launch(place: Place, binaries: Binaries): Promise<Postmaster> {
  const logStart = rotateLog(place.log);
  const child = spawnPostgres(place, binaries);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  if (!child.pid) throw new Error(`PostgreSQL could not be started: ${await ended}`);

  const watcher = spawnWatcher(child.pid, place);
  const postmaster = { pid: child.pid, ended: ended.finally(() => endWatcher(watcher)), stop: () => stop(child) };
  try {
    await waitUntilReady(place, child);
  } catch (error) {
    await postmaster.stop();
    const tail = readFileSync(place.log, 'utf8').slice(logStart).trim().split('\n').slice(-5).join('\n');
    throw new Error(`PostgreSQL did not start (log: ${place.log})\n${tail}`, { cause: error });
  }
  return postmaster;
}

function spawnPostgres(place: Place, binaries: Binaries): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${place.socket.replaceAll('"', '""')}"`,
    port: '5432',
    logging_collector: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openLog(place.log);
  // A separate session: Ctrl-C in the terminal must not stop the database before the server has drained.
  const child = spawn(binaries.postgres, ['-D', place.data, ...args], {
    ...spawnOptions(place.account),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

const openLog = (path: string) =>
  openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);

const LARGEST_LOG = 10 * 1024 * 1024;

/** Keeps one older log. Returns the offset at which the lines of this start begin. */
function rotateLog(path: string): number {
  const size = existsSync(path) ? statSync(path).size : 0;
  if (size <= LARGEST_LOG) return size;
  renameSync(path, `${path}.1`);
  return 0;
}

/**
 * A shell that reads from a pipe of this process. When this process dies, the pipe closes and the shell stops
 * PostgreSQL.
 */
function spawnWatcher(pid: number, place: Place): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', 'read _; kill -INT "$0"', String(pid)], {
    ...spawnOptions(place.account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a watcher, the next start stops the leftover processes.
  watcher.once('error', () => undefined);
  watcher.stdin?.once('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return watcher;
}

async function endWatcher(watcher: ChildProcess): Promise<void> {
  if (!watcher.pid || hasEnded(watcher)) return;
  watcher.ref();
  watcher.kill('SIGKILL');
  await once(watcher, 'exit');
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function waitUntilReady(place: Place, child: ChildProcess): Promise<void> {
  // Crash recovery may have to replay all of max_wal_size.
  const end = Date.now() + 300_000;
  for (;;) {
    const answer = isReady(place, child) ? await connect(place.socket) : 'not yet';
    if (answer === 'ready') return;
    if (answer === 'no database') await createDatabase(place.socket);
    else if (hasEnded(child)) throw new Error('PostgreSQL ended while starting');
    else if (Date.now() > end) throw new Error('PostgreSQL did not answer in time');
    else await sleep(10);
  }
}

/** The same check as in pg_ctl. Connecting earlier fills the log with errors. */
function isReady(place: Place, child: ChildProcess): boolean {
  try {
    const lines = readFileSync(join(place.data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === child.pid && lines.some((line) => line.trim() === 'ready');
  } catch {
    return false;
  }
}

/** Tries a fast shutdown first, then an immediate one, then SIGKILL. */
async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const quit = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  const kill = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await exit;
  clearTimeout(quit);
  clearTimeout(kill);
}
