import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { deleteOldImportFiles } from './files.store.ts';
import { removeParts } from './keep-parts.ts';

/** Rows go with their parts; if the storage fails, all of it is tried again at the next run. */
export async function sweepImportFiles(db: Db, app: App): Promise<void> {
  for (const { tenantId, id, parts } of await deleteOldImportFiles(db)) {
    await removeParts(app, tenantId, id, parts);
  }
}
