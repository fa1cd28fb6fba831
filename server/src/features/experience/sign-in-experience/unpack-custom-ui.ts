import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { contentTypeOf } from '#platform/http/pages';
import { newId } from '#platform/secrets/ids';

/** A file is sent from memory, so a single file has a lower limit than all files together. */
const limits = { files: 1000, fileBytes: 20 * 1024 * 1024, unpackedBytes: 100 * 1024 * 1024, pathLength: 512 };

/** Each response with a page names the hashes of its scripts, so pages have a lower limit than other files. */
export const maxPageBytes = 2 * 1024 * 1024;

function refuse(details: string): AppError {
  return new AppError('guard.mime_type_not_allowed', { details });
}

/** The key is a digest of the path, so no path can refer to another file. */
const keyOf = (tenantId: string, assetId: string, path: string) =>
  `${tenantId}/custom-ui/${assetId}/${createHash('sha256').update(path).digest('hex')}`;

export type CustomUiUpload = { id: string; keys: string[] };

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

function checkEntry(entry: Entry): void {
  const { fileName } = entry;
  const parts = fileName.split('/');
  if (fileName.length > limits.pathLength || /[\\\p{Cc}:]/u.test(fileName) || parts.includes('..') || parts[0] === '') {
    throw refuse('A file in the archive has a path outside the archive.');
  }
  if (isLink(entry)) {
    throw refuse('The archive contains a link. Replace it with the file.');
  }
  if (entry.uncompressedSize > limits.fileBytes) {
    throw refuse(`A file in the archive is larger than ${limits.fileBytes / 1024 / 1024} MB.`);
  }
  if (entry.uncompressedSize > maxPageBytes && contentTypeOf(fileName).startsWith('text/html')) {
    throw refuse(`A page in the archive is larger than ${maxPageBytes / 1024 / 1024} MB.`);
  }
  if (entry.isEncrypted()) {
    throw refuse('The archive is encrypted.');
  }
}

/** Archives often contain a single top-level folder, which is used as the root. */
function rootOf(entries: Entry[]): string {
  const names = entries.map(({ fileName }) => fileName);
  if (names.includes('index.html')) {
    return '';
  }
  const root = `${names[0]?.split('/')[0]}/`;
  if (names.every((name) => name.startsWith(root)) && names.includes(`${root}index.html`)) {
    return root;
  }
  throw refuse('The archive needs an index.html.');
}

async function listEntries(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > limits.files) {
    throw refuse(`The archive contains more than ${limits.files} files.`);
  }
  const entries: Entry[] = [];
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    checkEntry(entry);
    // The directory may understate the number and the sizes; reading a file checks its size again.
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpackedBytes || entries.length >= limits.files) {
      throw refuse(`Unpacked, the archive is larger than ${limits.unpackedBytes / 1024 / 1024} MB.`);
    }
    if (!entry.fileName.endsWith('/')) {
      entries.push(entry);
    }
  }
  return entries;
}

/** Errors of the library are problems of the archive, not of the server. */
async function readArchive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError
      ? error
      : refuse(`The archive cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}`);
  }
}

/**
 * Unpacks a zip file into the storage of the tenant. Returns its new id and the files. Checks the directory before
 * reading files, and stops if a file is larger than the directory says (attack 34).
 */
export async function unpackCustomUi(app: App, tenantId: string, zip: Buffer): Promise<CustomUiUpload> {
  const assetId = newId().slice(0, 8);
  const archive = await readArchive(() => fromBufferPromise(zip, { lazyEntries: true }));
  const entries = await readArchive(() => listEntries(archive));
  const root = rootOf(entries);
  const keys: string[] = [];
  for (const entry of entries) {
    const path = entry.fileName.slice(root.length);
    const key = keyOf(tenantId, assetId, path);
    keys.push(key);
    const body = await readArchive(async () => buffer(await archive.openReadStreamPromise(entry)));
    try {
      await app.storage.put(key, { body, contentType: contentTypeOf(path) });
    } catch (error) {
      app.log.error({ err: error }, 'custom UI upload failed');
      throw new AppError('storage.upload_error');
    }
  }
  return { id: assetId, keys };
}

/** A file of the tenant's custom UI; undefined for unknown ids and paths. */
export async function findCustomUiFile(app: App, tenantId: string, assetId: string, path: string) {
  if (!/^[\da-z]{8}$/.test(assetId)) {
    return undefined;
  }
  try {
    return await app.storage.get(keyOf(tenantId, assetId, path));
  } catch (err) {
    app.log.error({ err, tenantId }, 'file of custom UI not read');
    throw new AppError('storage.download_error');
  }
}
