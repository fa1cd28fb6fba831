import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type Claim = { release(): void };

/** Another process uses the folder. */
export class FolderInUseError extends Error {}

/**
 * Makes this process the only owner of a folder, or throws with the current owner.
 *
 * Node has no flock, so this uses SQLite's write lock: the kernel grants it to exactly one process and releases it when
 * that process dies in any way, so there are no stale locks. The lock file is never removed (otherwise two processes
 * could lock two different files), and nothing else may open it: closing any handle on it drops the lock.
 */
export async function claimFolder(folder: string): Promise<Claim> {
  const pidFile = join(folder, 'server.pid');
  const lock = await awaitLock(join(folder, 'server.lock'));
  if (!lock) throw new FolderInUseError(`Another Postern server${describeOwner(pidFile)} is already using ${folder}`);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

/** Waits a moment for a process that was just killed, so that an immediate restart succeeds. */
async function awaitLock(path: string): Promise<DatabaseSync | undefined> {
  const end = Date.now() + 1000;
  for (;;) {
    const lock = takeLock(path);
    if (lock || Date.now() > end) return lock;
    await sleep(50);
  }
}

function takeLock(path: string): DatabaseSync | undefined {
  const lock = openLock(path);
  try {
    // Nothing is ever written, so no rollback journal on disk is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function openLock(path: string): DatabaseSync {
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Two processes may start at once.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw new Error(`${path} cannot be opened by this user`, { cause: error });
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

function describeOwner(pidFile: string): string {
  try {
    return ` (pid ${Number.parseInt(readFileSync(pidFile, 'utf8'), 10)})`;
  } catch {
    return '';
  }
}
