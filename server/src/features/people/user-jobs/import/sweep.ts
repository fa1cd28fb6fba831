import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { enqueueEach, type Job } from '#platform/jobs';
import { deleteOldImportFiles } from './files.store.ts';
import { removeParts } from './keep-parts.ts';

export const removeFileQueue = 'user-jobs.remove-file';

/** Deletes the rows immediately; a job for each removes its parts from the storage. */
export async function sweepImportFiles(db: Db): Promise<void> {
  const files = await deleteOldImportFiles(db);
  await enqueueEach(
    db,
    removeFileQueue,
    files.map(({ tenantId, id, parts }) => ({ tenantId, payload: { id, parts } })),
  );
}

export async function removeImportFile({ tenantId = '', payload }: Job, app: App): Promise<undefined> {
  await removeParts(app, tenantId, String(payload.id), Number(payload.parts));
}
