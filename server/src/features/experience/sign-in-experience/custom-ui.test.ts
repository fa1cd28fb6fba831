import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { fileForm } from '../../../platform/testing/form.ts';
import { makeZip } from '../../../platform/testing/zip.ts';
import { deleteUnusedCustomUi } from './custom-ui.store.ts';
import { findCustomUiFile } from './index.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

async function upload(daysAgo: number): Promise<string> {
  const zip = makeZip([
    { name: 'index.html', content: '<p>Mine</p>' },
    { name: 'app.js', content: '1' },
  ]);
  const { payload, headers } = fileForm({ name: 'pages.zip', type: 'application/zip', content: zip });
  const { body } = await app.inject(app.core, {
    method: 'POST',
    url: signInExperienceApi.uploadCustomUi.path,
    headers: { host: 'core.test', authorization: `Bearer ${token}`, ...headers },
    payload,
  });
  const { customUiAssetId: id } = body as { customUiAssetId: string };
  await app.write('default', (db) =>
    sql`update custom_ui_uploads set created_at = now() - ${daysAgo} * interval '1 day' where id = ${id}`.execute(db),
  );
  return id;
}

const use = (id: string) =>
  app.call(signInExperienceApi.update, { token, body: { customUiAssets: { id, createdAt: Date.now() } } });
async function clean() {
  await app.app.tenancy.system(deleteUnusedCustomUi);
  await app.worker.drain();
}
const filesOf = (id: string) =>
  Promise.all(
    ['index.html', 'app.js'].map(async (path) => Boolean(await findCustomUiFile(app.app, 'default', id, path))),
  );

test('deletes unused uploads with all their files after a month and keeps used and recent ones', async () => {
  const [old, used, recent] = [await upload(31), await upload(31), await upload(29)];
  await use(used);
  await clean();
  expect(await filesOf(old)).toEqual([false, false]);
  expect(await filesOf(used)).toEqual([true, true]);
  expect(await filesOf(recent)).toEqual([true, true]);
  await use(recent);
  await clean();
  expect(await filesOf(used)).toEqual([false, false]);
  expect(await filesOf(recent)).toEqual([true, true]);
});

test('a retry of the job deletes the files if the storage fails', async () => {
  const old = await upload(40);
  const remove = vi.spyOn(app.app.storage, 'remove').mockRejectedValueOnce(new Error('down'));
  await clean();
  expect(remove).toHaveBeenCalled();
  expect(await filesOf(old)).toEqual([true, true]);
  await app.app.tenancy.system((db) => sql`update jobs set due_at = now() where lease is null`.execute(db));
  await app.worker.drain();
  expect(await filesOf(old)).toEqual([false, false]);
});
