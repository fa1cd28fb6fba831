import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { enqueueEach, type Job } from '#platform/jobs/jobs';
import type { ImportRecord } from './read-records.ts';
import { deleteOldImportFiles } from './store.ts';

const maxRecords = 1000;
const maxLength = 1024 * 1024;
/** A type that is never served. */
const contentType = 'application/x-postern-import';

const keyOf = (tenantId: string, fileId: string, part: number) => `${tenantId}/user-imports/${fileId}/${part}`;

/** Splits records into stored parts that can be read independently. */
export function createPartWriter({ storage, log }: Pick<App, 'storage' | 'log'>, tenantId: string, fileId: string) {
  let lines: string[] = [];
  let length = 0;
  let parts = 0;

  async function flush(): Promise<void> {
    if (lines.length === 0) {
      return;
    }
    try {
      await storage.put(keyOf(tenantId, fileId, parts), { body: Buffer.from(lines.join('\n')), contentType });
    } catch (error) {
      log.error({ err: error }, 'import upload failed');
      throw new AppError('storage.upload_error');
    }
    parts += 1;
    lines = [];
    length = 0;
  }

  return {
    async add(record: ImportRecord): Promise<void> {
      const line = JSON.stringify(record);
      lines.push(line);
      length += line.length;
      if (lines.length >= maxRecords || length >= maxLength) {
        await flush();
      }
    },
    /** Returns the number of parts. */
    async end(): Promise<number> {
      await flush();
      return parts;
    },
    /** The number of parts so far, for cleaning up. */
    count: () => parts,
  };
}

export async function readPart(
  { storage }: Pick<App, 'storage'>,
  tenantId: string,
  fileId: string,
  part: number,
): Promise<ImportRecord[]> {
  const file = await storage.get(keyOf(tenantId, fileId, part));
  if (!file) {
    throw new AppError('user_import.file_gone');
  }
  return Buffer.from(file.body)
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export async function removeParts(
  { storage }: Pick<App, 'storage'>,
  tenantId: string,
  fileId: string,
  parts: number,
): Promise<void> {
  for (let part = 0; part < parts; part += 1) {
    await storage.remove(keyOf(tenantId, fileId, part));
  }
}

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
