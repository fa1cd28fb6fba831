import { rm } from 'node:fs/promises';

/**
 * Removes a folder that a process may have written to a moment ago. A PostgreSQL that is ending can still create a file
 * while its folder is being emptied, so removing is tried again for a few seconds.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
