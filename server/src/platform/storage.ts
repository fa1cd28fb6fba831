import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from './config.ts';

export type StoredFile = { body: Uint8Array; contentType: string };

/** Where uploads live. Keys are made by us, as `tenantId/random.ext`. */
export type Storage = {
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
};

const safeKey = /^[\w-]+(?:\/[\w-][\w.-]*)+$/;

function localStorage(folder: string): Storage {
  function pathOf(key: string): string {
    const path = normalize(join(folder, key));
    if (!safeKey.test(key) || !path.startsWith(folder + sep)) {
      throw new Error('Unsafe storage key.');
    }
    return path;
  }
  return {
    async put(key, { body, contentType }) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, body, { mode: 0o600 });
      await writeFile(`${path}.type`, contentType, { mode: 0o600 });
    },
    async get(key) {
      if (!safeKey.test(key)) {
        return undefined;
      }
      const path = pathOf(key);
      try {
        const [body, contentType] = await Promise.all([readFile(path), readFile(`${path}.type`, 'utf8')]);
        return { body, contentType };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          return undefined;
        }
        throw error;
      }
    },
  };
}

function s3Storage(options: Extract<Config['storage'], { kind: 's3' }>): Storage {
  const client = new AwsClient({ ...options, service: 's3' });
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
  };
}

export function createStorage(config: Config): Storage {
  return config.storage.kind === 's3' ? s3Storage(config.storage) : localStorage(join(config.dataDir, 'files'));
}
