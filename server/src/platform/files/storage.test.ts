import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config';
import { createStorage, type Storage } from './storage.ts';

const picture = { body: new Uint8Array([0, 255, 13, 10, 0]), contentType: 'image/png' };
const unsafe = [
  '../secret',
  'tenant/../../secret',
  'tenant/..',
  'tenant/.hidden',
  '/etc/passwd',
  'tenant',
  'tenant/',
  'tenant//a',
  'tenant\\..\\a',
  'tenant/a\0.png',
  '',
  'tenant/%2e%2e/a',
];

describe('local disk', () => {
  let folder: string;
  let storage: Storage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postern-storage-'));
    await writeFile(join(folder, 'secret'), 'secret');
    storage = createStorage(readConfig({ DATA_DIR: folder }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('stores and returns a file unchanged, readable by this account only', async () => {
    await storage.put('tenant/2026/a-b_c.png', picture);
    const found = await storage.get('tenant/2026/a-b_c.png');
    expect([new Uint8Array(found?.body ?? []), found?.contentType]).toEqual([picture.body, 'image/png']);
    expect((await stat(join(folder, 'files/tenant/2026/a-b_c.png'))).mode & 0o077).toBe(0);
  });

  test('returns undefined for a missing file', async () => {
    expect(await storage.get('tenant/none.png')).toBeUndefined();
    expect(await storage.get('tenant/2026/a-b_c.png/deeper')).toBeUndefined();
  });

  test('removes a file completely; removing it again is not an error', async () => {
    await storage.put('tenant/gone/a.png', picture);
    await storage.remove('tenant/gone/a.png');
    await storage.remove('tenant/gone/a.png');
    expect(await storage.get('tenant/gone/a.png')).toBeUndefined();
    expect(await readdir(join(folder, 'files/tenant/gone'))).toEqual([]);
  });

  test('removes all files of a tenant and none of other tenants', async () => {
    for (const key of ['leaver/a.png', 'leaver/2026/b.png', 'leaver/2026/01/c.png', 'leaver2/a.png']) {
      await storage.put(key, picture);
    }
    expect([await storage.removeSome('leaver', 2), await storage.removeSome('leaver', 2)]).toEqual([3, 0]);
    expect(await storage.get('leaver/2026/b.png')).toBeUndefined();
    expect(await storage.get('leaver2/a.png')).toBeDefined();
    for (const tenantId of ['', '.', '..', 'a/..', '../leaver2']) {
      await expect(storage.removeSome(tenantId, 2)).rejects.toThrow('Unsafe');
    }
  });

  test.each(unsafe)('rejects the key %j', async (key) => {
    const before = await readdir(folder, { recursive: true });
    await expect(storage.put(key, picture)).rejects.toThrow('Unsafe');
    await expect(storage.remove(key)).rejects.toThrow('Unsafe');
    expect(await storage.get(key)).toBeUndefined();
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });
});

describe('S3', () => {
  type Call = { method: string; url: string; headers: IncomingHttpHeaders };
  const calls: Call[] = [];
  const objects = new Map<string, { body: Buffer; type: string }>();
  let storage: Storage;

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    calls.push({ method, url, headers });
    const body = await buffer(request);
    if (url.endsWith('forbidden.png')) {
      response.writeHead(403).end();
    } else if (method === 'PUT') {
      objects.set(url, { body, type: String(headers['content-type']) });
      response.end();
    } else if (url.startsWith('/bucket?')) {
      const query = new URL(url, 'http://s3.test').searchParams;
      const keys = [...objects.keys()].map((key) => key.slice('/bucket/'.length));
      const found = keys
        .filter((key) => key.startsWith(query.get('prefix') ?? ''))
        .slice(0, Number(query.get('max-keys')));
      const contents = found.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
      response
        .writeHead(query.get('prefix') === 'forbidden/' ? 403 : 200)
        .end(`<ListBucketResult>${contents}</ListBucketResult>`);
    } else if (method === 'DELETE') {
      response.writeHead(objects.delete(url) ? 204 : 404).end();
    } else {
      const found = objects.get(url);
      response.writeHead(found ? 200 : 404, found ? { 'content-type': found.type } : {}).end(found?.body);
    }
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    storage = createStorage(
      readConfig({
        STORAGE: 's3',
        S3_ENDPOINT: `${endpoint}/`,
        S3_REGION: 'eu-central-1',
        S3_BUCKET: 'bucket',
        S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        S3_SECRET_ACCESS_KEY: 'canary',
      }),
    );
  });
  afterAll(() => void server.close());

  test('stores and returns a file; calls are signed and do not contain the key', async () => {
    await storage.put('tenant/a.png', picture);
    const found = await storage.get('tenant/a.png');
    expect([found?.body, found?.contentType]).toEqual([picture.body, 'image/png']);
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /bucket/tenant/a.png',
      'GET /bucket/tenant/a.png',
    ]);
    for (const { headers } of calls) {
      expect(headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=\S*host\S*, Signature=[\da-f]{64}$/,
      );
      expect(JSON.stringify(headers)).not.toContain('canary');
    }
  });

  test('returns undefined for a missing file and throws on a rejected call', async () => {
    expect(await storage.get('tenant/none.png')).toBeUndefined();
    await expect(storage.get('tenant/forbidden.png')).rejects.toThrow('S3 answered 403 to a read.');
    await expect(storage.put('tenant/forbidden.png', picture)).rejects.toThrow('S3 answered 403 to a write.');
    await expect(storage.remove('tenant/forbidden.png')).rejects.toThrow('S3 answered 403 to a deletion.');
  });

  test('removes a file; removing it again is not an error', async () => {
    await storage.put('tenant/gone.png', picture);
    await storage.remove('tenant/gone.png');
    await storage.remove('tenant/gone.png');
    expect(await storage.get('tenant/gone.png')).toBeUndefined();
  });

  test('removes all files of a tenant in steps and none of other tenants', async () => {
    for (const key of ['leaver/a.png', 'leaver/2026/b.png', 'leaver/c.png', 'leaver2/a.png']) {
      await storage.put(key, picture);
    }
    const removed: number[] = [];
    do {
      removed.push(await storage.removeSome('leaver', 2));
    } while (removed.at(-1) !== 0);
    expect(removed).toEqual([2, 1, 0]);
    expect(await storage.get('leaver/2026/b.png')).toBeUndefined();
    expect(await storage.get('leaver2/a.png')).toBeDefined();
    await expect(storage.removeSome('forbidden', 2)).rejects.toThrow('S3 answered 403 to a listing.');
    await expect(storage.removeSome('..', 2)).rejects.toThrow('Unsafe');
  });

  test.each(unsafe)('rejects the key %j', async (key) => {
    const before = calls.length;
    await expect(storage.put(key, picture)).rejects.toThrow('Unsafe');
    await expect(storage.remove(key)).rejects.toThrow('Unsafe');
    expect(await storage.get(key)).toBeUndefined();
    expect(calls).toHaveLength(before);
  });

  test('stores files of a region with its own bucket there, and all others in the home storage', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'postern-storage-'));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const region = {
      id: 'US',
      name: 'West US',
      country: 'US',
      databaseUrl: 'postgres://postern:hunter2@db.us.example/postern',
      storage: { bucket: 'bucket', accessKeyId: 'us-key', secretAccessKey: 'us-secret', endpoint },
    };
    const both = createStorage(readConfig({ EDITION: 'cloud', DATA_DIR: folder, REGIONS: JSON.stringify([region]) }));
    objects.clear();
    await both.put('us12345678/a.png', picture);
    await both.put('abcdef/a.png', picture);
    expect([...objects.keys()]).toEqual(['/bucket/us12345678/a.png']);
    expect(calls.at(-1)?.headers.authorization).toContain('us-key');
    expect((await both.get('us12345678/a.png'))?.contentType).toBe('image/png');
    expect(await readdir(join(folder, 'files'))).toEqual(['abcdef']);
    expect(await both.removeSome('us12345678', 10)).toBe(1);
    expect(objects.size).toBe(0);
    await rm(folder, { recursive: true });
  });
});
