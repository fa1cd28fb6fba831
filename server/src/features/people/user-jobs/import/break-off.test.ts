import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { userImportsApi } from '@postern/contracts/people/user-imports';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ListeningApp, listeningApp } from '#testing/flows';

let app: ListeningApp;
let token: string;
/** A separate folder: other tests store their files in the default one. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-break-off-'));
  vi.stubEnv('TMPDIR', folder);
  app = await listeningApp();
  token = await app.managementToken();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const kept = async () => (await readdir(folder)).filter((name) => name.startsWith('postern-import-'));

test('cleans up an aborted upload without logging a server error', async () => {
  const upload = request(`${app.endpoint}${userImportsApi.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  });
  upload.on('error', () => undefined);
  upload.write('email,name\n');
  upload.write('a@example.com,A\n'.repeat(5000));
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), { timeout: 20_000 });
  upload.destroy();
  await vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 20_000 });
  await setTimeout(100);
  expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
});
