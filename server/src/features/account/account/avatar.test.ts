import { accountApi } from '@postern/contracts/account/account';
import { accountAvatarApi, maxAvatarBytes } from '@postern/contracts/account/account-avatar';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { avatarsAnHour } from '@postern/contracts/records/user-assets';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';
import { fileForm } from '../../../platform/testing/form.ts';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.call(accountCenterApi.update, { token: manager, body: { enabled: true, fields: allEditable } }));

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

async function upload(token: string, file: Partial<Parameters<typeof fileForm>[0]> = {}) {
  const { payload, headers } = fileForm({ name: 'me.png', type: 'image/png', content: png, ...file }, 'file');
  const answer = await app.inject(app.core, {
    method: 'POST',
    url: accountAvatarApi.upload.path,
    headers: { host: 'core.test', authorization: `Bearer ${token}`, ...headers },
    payload,
  });
  return { status: answer.status, body: answer.body as { avatar: string; code?: string } };
}

const fetchFile = (address: string) =>
  app.core.inject({ method: 'GET', url: new URL(address).pathname, headers: { host: 'core.test' } });

test('sets the uploaded picture and removes the previous file', async () => {
  const owner = await newOwner(app, manager);
  const first = await upload(owner.token);
  expect(first.status).toBe(200);
  expect(first.body.avatar).toContain(`/user-assets/default/${owner.id}/`);
  expect((await fetchFile(first.body.avatar)).rawPayload.equals(png)).toBe(true);

  const second = await upload(owner.token);
  expect((await app.call(accountApi.get, { token: owner.token })).body.avatar).toBe(second.body.avatar);
  expect((await fetchFile(first.body.avatar)).statusCode).toBe(404);
  expect((await fetchFile(second.body.avatar)).statusCode).toBe(200);
});

test('removes the files of a deleted user only', async () => {
  const [gone, other] = [await newOwner(app, manager), await newOwner(app, manager)];
  const [theirs, kept] = [(await upload(gone.token)).body.avatar, (await upload(other.token)).body.avatar];
  await app.call(usersApi.remove, { token: manager, params: { userId: gone.id } });
  await app.worker.drain();
  expect((await fetchFile(theirs)).statusCode).toBe(404);
  expect((await fetchFile(kept)).statusCode).toBe(200);
});

test('keeps the file of another user even if its address was set as the own picture', async () => {
  const [one, other] = [await newOwner(app, manager), await newOwner(app, manager)];
  const { avatar } = (await upload(one.token)).body;
  await app.call(accountApi.update, { token: other.token, body: { avatar } });
  await upload(other.token);
  expect((await fetchFile(avatar)).statusCode).toBe(200);
});

test.each([
  [
    'an SVG',
    { type: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    'guard.mime_type_not_allowed',
  ],
  ['an archive', { type: 'application/zip', content: 'PK\x03\x04' }, 'guard.mime_type_not_allowed'],
  ['a page that calls itself a picture', { content: '<script>alert(1)</script>' }, 'guard.mime_type_not_allowed'],
  [
    'a file that is too large',
    { content: Buffer.concat([png, Buffer.alloc(maxAvatarBytes)]) },
    'guard.file_size_exceeded',
  ],
])('rejects %s', async (_, file, code) => {
  const { token } = await newOwner(app, manager);
  expect(await upload(token, file)).toMatchObject({ status: 400, body: { code } });
});

test('requires an editable picture and the scope', async () => {
  const owner = await newOwner(app, manager);
  const bare = await accountToken(app, owner, 'openid email');
  expect(await upload(bare)).toMatchObject({ status: 400, body: { code: 'auth.unauthorized' } });
  await app.call(accountCenterApi.update, { token: manager, body: { fields: { avatar: 'ReadOnly' } } });
  expect((await upload(owner.token)).body.code).toBe('account_center.field_not_editable');
});

test('rejects tokens of the management API and of another tenant', async () => {
  expect((await upload(manager)).status).toBe(401);
  expect((await upload(await app.managementToken('admin'))).status).toBe(401);
});

describe('pictures that are only stored', () => {
  const end = '0000000049454e44ae426082';
  const picture = Buffer.from(`89504e470d0a1a0a${end}`, 'hex');

  async function store(token: string, content: string | Buffer = picture) {
    const { payload, headers } = fileForm({ name: 'My face (1).png', type: 'image/png', content }, 'file');
    const { status, body } = await app.inject(app.core, {
      method: 'POST',
      url: accountAvatarApi.store.path,
      headers: { host: 'core.test', authorization: `Bearer ${token}`, ...headers },
      payload,
    });
    return { status, url: (body as { url?: string }).url ?? '', code: (body as { code?: string }).code };
  }

  test('have an address that can be set as the picture', async () => {
    const owner = await newOwner(app, manager);
    const { status, url } = await store(owner.token);
    expect(status).toBe(200);
    expect(url).toMatch(
      new RegExp(`/user-assets/default/${owner.id}/\\d{4}/\\d\\d/\\d\\d/[\\da-z]{8}-My_face_1_\\.png$`),
    );
    expect((await fetchFile(url)).rawPayload.equals(picture)).toBe(true);
    const { body } = await app.call(accountApi.update, { token: owner.token, body: { avatar: url } });
    expect(body.avatar).toBe(url);
    // The next picture removes it.
    await upload(owner.token);
    expect((await fetchFile(url)).statusCode).toBe(404);
  });

  test('need the scope first, then an editable picture', async () => {
    const owner = await newOwner(app, manager);
    await app.call(accountCenterApi.update, { token: manager, body: { fields: { avatar: 'ReadOnly' } } });
    const bare = await accountToken(app, owner, 'openid email');
    expect(await store(bare)).toMatchObject({ status: 401, code: 'auth.unauthorized' });
    expect(await store(owner.token)).toMatchObject({ status: 400, code: 'account_center.field_not_editable' });
  });

  test('are pictures, and not too many', async () => {
    const owner = await newOwner(app, manager);
    expect((await store(owner.token, '<svg xmlns="http://www.w3.org/2000/svg"/>')).code).toBe(
      'guard.mime_type_not_allowed',
    );
    expect((await store(owner.token, Buffer.concat([picture, Buffer.alloc(20 * 1024 * 1024)]))).code).toBe(
      'guard.file_size_exceeded',
    );
    for (let count = 2; count < avatarsAnHour.person; count += 1) {
      expect((await store(owner.token)).status).toBe(200);
    }
    expect(await store(owner.token)).toMatchObject({ status: 429, code: 'storage.too_many_uploads' });
    const other = await newOwner(app, manager);
    expect((await store(other.token)).status).toBe(200);
  });

  test('are refused for tokens of the management API', async () => {
    expect((await store(manager)).status).toBe(401);
  });
});
