import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '#platform/config/config';
import { regionOf } from '#platform/config/regions';

type StoredFile = { body: Uint8Array; contentType: string };

/** Storage for uploads. The server generates the keys, as `tenantId/random.ext`. */
export type Storage = {
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
  /**
   * Removes files of a tenant or of one of its users, at least `count` if there are that many. Returns the number
   * removed; 0 if none is left.
   */
  removeSome(folder: string, count: number): Promise<number>;
};

/** No part starts with a dot, so a key cannot escape the folder or, as part of a URL, the bucket. */
const safeKey = /^[\w-]+(?:\/[\w-][\w.-]*)+$/;

function requireSafeKey(key: string): void {
  if (!safeKey.test(key)) {
    throw new Error('Unsafe storage key.');
  }
}

function guarded(storage: Storage): Storage {
  return {
    async put(key, file) {
      requireSafeKey(key);
      await storage.put(key, file);
    },
    async remove(key) {
      requireSafeKey(key);
      await storage.remove(key);
    },
    async removeSome(tenantId, count) {
      requireSafeKey(`${tenantId}/x`);
      return storage.removeSome(tenantId, count);
    },
    get: async (key) => (safeKey.test(key) ? storage.get(key) : undefined),
  };
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function localStorage(folder: string): Storage {
  return {
    async put(key, { body, contentType }) {
      const path = join(folder, key);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeFile(path, body, { mode: 0o600 });
        await writeFile(`${path}.type`, contentType, { mode: 0o600 });
      } catch (error) {
        // A full disk leaves a part of the file, which would take the last space.
        await Promise.all([rm(path, { force: true }), rm(`${path}.type`, { force: true })]);
        throw error;
      }
    },
    async get(key) {
      const path = join(folder, key);
      try {
        const [body, contentType] = await Promise.all([readFile(path), readFile(`${path}.type`, 'utf8')]);
        return { body, contentType };
      } catch (error) {
        if (isMissing(error)) {
          return undefined;
        }
        throw error;
      }
    },
    async remove(key) {
      const path = join(folder, key);
      await Promise.all([rm(path, { force: true }), rm(`${path}.type`, { force: true })]);
    },
    async removeSome(tenantId) {
      const path = join(folder, tenantId);
      try {
        const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
        await rm(path, { recursive: true, force: true });
        return files.filter(({ name }) => !name.endsWith('.type')).length;
      } catch (error) {
        if (isMissing(error)) {
          return 0;
        }
        throw error;
      }
    },
  };
}

type Bucket = Pick<
  Extract<Config['storage'], { kind: 's3' }>,
  'endpoint' | 'region' | 'bucket' | 'accessKeyId' | 'secretAccessKey'
>;

function s3Storage(options: Bucket): Storage {
  const { accessKeyId, secretAccessKey, region } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const urlOf = (key: string) => `${options.endpoint}/${options.bucket}/${key}`;
  return {
    async put(key, { body, contentType }) {
      const response = await client.fetch(urlOf(key), {
        method: 'PUT',
        body: Buffer.from(body),
        headers: { 'content-type': contentType },
      });
      if (!response.ok) {
        throw new Error(`S3 answered ${response.status} to a write.`);
      }
    },
    async get(key) {
      const response = await client.fetch(urlOf(key));
      if (response.status === 404) {
        return undefined;
      }
      if (!response.ok) {
        throw new Error(`S3 answered ${response.status} to a read.`);
      }
      return {
        body: new Uint8Array(await response.arrayBuffer()),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
      };
    },
    async remove(key) {
      const response = await client.fetch(urlOf(key), { method: 'DELETE' });
      if (!response.ok && response.status !== 404) {
        throw new Error(`S3 answered ${response.status} to a deletion.`);
      }
    },
    async removeSome(tenantId, count) {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': String(count), prefix: `${tenantId}/` });
      const response = await client.fetch(`${options.endpoint}/${options.bucket}?${query}`);
      if (!response.ok) {
        throw new Error(`S3 answered ${response.status} to a listing.`);
      }
      // Our keys contain no characters that XML escapes.
      const keys = [...(await response.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].flatMap(([, key]) => key ?? []);
      await Promise.all(keys.map((key) => this.remove(key)));
      return keys.length;
    },
  };
}

/** Chooses the storage by region: each key starts with the tenant id, which contains the region. */
function byRegion({ regions }: Pick<Config, 'regions'>, home: Storage): Storage {
  const ofRegion = new Map(regions.flatMap(({ code, storage }) => (storage ? [[code, s3Storage(storage)]] : [])));
  const of = (key: string) => ofRegion.get(regionOf(regions, key.split('/')[0] ?? '')?.code ?? '') ?? home;
  return {
    put: (key, file) => of(key).put(key, file),
    get: (key) => of(key).get(key),
    remove: (key) => of(key).remove(key),
    removeSome: (folder, count) => of(folder).removeSome(folder, count),
  };
}

export function createStorage(config: Pick<Config, 'storage' | 'dataDir' | 'regions'>): Storage {
  const { storage, dataDir } = config;
  const home = storage.kind === 's3' ? s3Storage(storage) : localStorage(join(dataDir, 'files'));
  return guarded(byRegion(config, home));
}
