import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Place } from './choose-place.ts';

/**
 * After a crash: stops the processes that still run on this cluster, then removes the files that would block the next
 * start. The caller holds the claim, so these processes have lost their server. PostgreSQL trusts the pid in its lock
 * files, which may now belong to any other process, so the files are removed.
 */
export async function removeLeftovers(place: Place): Promise<void> {
  const pidFile = join(place.data, 'postmaster.pid');
  const socket = join(place.socket, '.s.PGSQL.5432');
  if (!existsSync(pidFile) && !existsSync(`${socket}.lock`)) return;

  const postmaster = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined;
  await endProcesses(place.data, postmaster);
  for (const path of [pidFile, `${socket}.lock`, socket]) await rm(path, { force: true });
}

/**
 * Sends a fast shutdown to a postmaster. Orphaned children exit by themselves as soon as they notice, unless they are
 * busy.
 */
async function endProcesses(data: string, postmaster: number | undefined): Promise<void> {
  const isWhole = postmaster !== undefined && (await listProcesses(data)).includes(postmaster);
  if (isWhole) signal(postmaster, 'SIGINT');
  const hasGone = async () => (await listProcesses(data)).length === 0;
  if (await waitFor(hasGone, isWhole ? 10_000 : 500)) return;
  for (const pid of await listProcesses(data)) signal(pid, 'SIGKILL');
  if (!(await waitFor(hasGone, 2000))) throw new Error(`An old PostgreSQL still runs on ${data} and cannot be stopped`);
}

/** Every PostgreSQL process has the cluster as its working directory. */
async function listProcesses(data: string): Promise<number[]> {
  const folder = await realpath(data);
  if (process.platform !== 'linux') return listByCommand(folder);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === folder).map(Number);
}

/** Without /proc, only the postmaster is found, because its command line contains the folder. */
async function listByCommand(folder: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`bin/postgres -D ${folder}`))
    .map((line) => Number.parseInt(line, 10));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended in the meantime.
  }
}

async function waitFor(condition: () => Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
}
