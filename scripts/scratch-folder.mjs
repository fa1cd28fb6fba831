import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

export const memory = '/dev/shm';
// The whole suite uses less than a third of it at a time.
const NEEDED = 6 * 1024 ** 3;

/**
 * A folder for the data of all tests, removed when this process ends. In memory if there is enough: the tests create,
 * copy and drop hundreds of databases, which need not be on disk.
 */
export function makeScratchFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'postern-scratch-'));
  // The same permissions as the temporary folder: PostgreSQL does not run as root and must be able to enter.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => process.exit(code));
  }
  return folder;
}

/** Whether the data of all tests fit into memory. */
export function hasRoomInMemory() {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > NEEDED && freemem() > NEEDED;
  } catch {
    // No such folder on this system: use the disk.
    return false;
  }
}
