import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Group members can enter but not list the folder. As root, the group is that of the embedded database
 * (`choose-place.ts`).
 */
const groupAccess = 0o710;

async function restrict(path: string, wanted: number, allowed = wanted): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o777 & ~allowed) !== 0) {
    await chmod(path, wanted);
  }
}

/**
 * Creates DATA_DIR, or removes the permissions of other users from an existing one, its files and its uploads. A folder
 * of another user stays unchanged; `tell` gets a line about it.
 */
export async function makePrivate(dataDir: string, tell: (line: string) => void): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await restrict(dataDir, 0o700, process.getuid?.() === 0 ? groupAccess : 0o700);
    for (const entry of await readdir(dataDir, { withFileTypes: true })) {
      if (entry.isFile()) {
        await restrict(join(dataDir, entry.name), 0o600);
      } else if (entry.isDirectory() && entry.name === 'files') {
        await restrict(join(dataDir, entry.name), 0o700);
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') {
      throw error;
    }
    tell(`${dataDir} belongs to another user, so other users may be able to read it`);
  }
}
