import { usersApi } from '@postern/contracts/people/users';
import { avatarsAnHour, userAssetsApi } from '@postern/contracts/records/user-assets';
import { avatarUploadsApi } from '@postern/contracts/sign-in/avatar-uploads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { fileForm } from '../../../platform/testing/form.ts';
import { findPictureType } from './find-picture-type.ts';

let app: TestApp;
let token: string;
const removed: string[] = [];
const password = 'a long enough secret';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const { removeSome } = app.app.storage;
  app.app.storage.removeSome = (folder, count) => {
    removed.push(folder);
    return removeSome(folder, count);
  };
  const field = { id: 'f-avatar', name: 'avatar', type: 'Url', required: false, config: '{}' };
  await app.write('default', (db) => db.insertInto('custom_profile_fields').values(field).execute());
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
  }),
);

const end = '0000000049454e44ae426082';
const png = Buffer.from(`89504e470d0a1a0a${end}`, 'hex');
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([8, 0, 0, 0]), Buffer.from('WEBPVP8 ')]);
const bmp = Buffer.concat([Buffer.from('BM'), Buffer.from([16, 0, 0, 0]), Buffer.alloc(10)]);

async function upload(person: Visitor, file: Partial<Parameters<typeof fileForm>[0]> = {}, address = '10.1.1.1') {
  const { payload, headers } = fileForm({ name: 'me.png', type: 'image/png', content: png, ...file }, 'file');
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url: avatarUploadsApi.upload.path,
    remoteAddress: address,
    headers: {
      host: 'core.test',
      origin: 'http://core.test',
      cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    payload,
  });
  return { status, url: (body as { url?: string }).url ?? '', code: (body as { code?: string }).code };
}

async function started(event: 'SignIn' | 'Register' | 'ForgotPassword' = 'Register'): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  await person.start(event);
  return person;
}

let people = 0;
async function identify(person: Visitor): Promise<string> {
  people += 1;
  const { body } = await person.step('POST', '/verification/new-password-identity', {
    identifier: { type: 'username', value: `pictured_${people}` },
    password,
  });
  expect((await person.identify(body.verificationId)).status).toBe(201);
  return (await person.step('GET', '/interaction')).body.userId;
}

const fetchFile = (address: string) =>
  app.core.inject({ method: 'GET', url: new URL(address).pathname, headers: { host: 'core.test' } });
const avatarOf = async (userId: string) =>
  (await app.call(usersApi.get, { token, params: { userId } })).body.avatar ?? '';
const choose = (person: Visitor, avatar: string) =>
  person.step('POST', '/profile', { type: 'extraProfile', values: { avatar } });

test('the service says that people can upload pictures', async () => {
  expect((await app.call(userAssetsApi.status, { token })).body.isExperienceAvatarUploadEnabled).toBe(true);
});

test('a picture from before the account exists is copied for the account that uses it', async () => {
  const person = await started();
  const { status, url } = await upload(person);
  expect(status).toBe(200);
  expect(url).toMatch(
    /^http:\/\/core\.test\/user-assets\/default\/_pending\/\d{4}-\d\d-\d\d\/avatar\/[\da-f]{32}\/[\da-z]{8}-me\.png$/,
  );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(url).toContain(`/_pending/${tomorrow}/`);
  expect((await fetchFile(url)).rawPayload.equals(png)).toBe(true);
  expect((await choose(person, url)).status).toBe(204);
  const userId = await identify(person);
  expect((await person.submit()).status).toBe(200);
  await app.worker.drain();
  const avatar = await avatarOf(userId);
  expect(avatar).toMatch(new RegExp(`/user-assets/default/${userId}/\\d{4}/\\d\\d/\\d\\d/[\\da-z]{8}-me\\.png$`));
  expect((await fetchFile(avatar)).rawPayload.equals(png)).toBe(true);
});

test('pictures that no registration has used are deleted after a day, and others are not', async () => {
  const [left, other] = [await started(), await started()];
  const abandoned = (await upload(left)).url;
  await choose(other, (await upload(other)).url);
  const userId = await identify(other);
  expect((await other.submit()).status).toBe(200);
  await app.worker.drain();
  expect((await fetchFile(abandoned)).statusCode).toBe(200);
  await app.write('default', (db) =>
    db.updateTable('jobs').set({ due_at: new Date() }).where('queue', '=', 'avatar-uploads.drop-pending').execute(),
  );
  await app.worker.drain();
  expect((await fetchFile(abandoned)).statusCode).toBe(404);
  expect((await fetchFile(await avatarOf(userId))).statusCode).toBe(200);
  expect(removed.every((folder) => folder.startsWith('default/_pending/'))).toBe(true);
});

test('a picture after the account was created belongs to its files', async () => {
  const person = await started();
  const userId = await identify(person);
  const { url } = await upload(person);
  expect(url).toContain(`/user-assets/default/${userId}/`);
  expect((await choose(person, url)).status).toBe(204);
  expect((await person.submit()).status).toBe(200);
  expect(await avatarOf(userId)).toBe(url);
});

test('the pending picture of another registration is not copied', async () => {
  const stranger = await started();
  const { url } = await upload(stranger);
  const person = await started();
  await choose(person, url);
  const userId = await identify(person);
  expect((await person.submit()).status).toBe(200);
  await app.worker.drain();
  expect(await avatarOf(userId)).toBe(url);
});

test('an address that is no web address is refused', async () => {
  expect((await choose(await started(), 'javascript:alert(1)')).code).toBe('request.invalid_input');
});

test('only people who register may upload', async () => {
  expect(await upload(await started('SignIn'))).toMatchObject({
    status: 400,
    code: 'session.invalid_interaction_type',
  });
  expect(await upload(await started('ForgotPassword'))).toMatchObject({
    status: 400,
    code: 'session.not_supported_for_forgot_password',
  });
  const fresh = visitor(app);
  await fresh.arrive();
  expect((await upload(fresh)).code).toBe('session.interaction_not_found');
  expect((await upload(visitor(app))).status).toBeGreaterThanOrEqual(400);
});

describe('attack 34', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  test.each<[string, Partial<Parameters<typeof fileForm>[0]>]>([
    ['an SVG', { type: 'image/svg+xml', name: 'x.svg', content: svg }],
    ['an SVG that calls itself a PNG', { content: svg }],
    ['a page that begins like a PNG', { content: Buffer.concat([png.subarray(0, 8), Buffer.from('<script>')]) }],
    ['a page behind a PNG', { content: Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]) }],
    ['an archive behind a GIF', { content: Buffer.concat([Buffer.from('GIF89a'), Buffer.from('PK\x03\x04')]) }],
    ['a WebP with another length', { content: Buffer.concat([webp, Buffer.from('more')]) }],
    ['a BMP with another length', { content: Buffer.concat([bmp, Buffer.from('more')]) }],
    ['nothing', { content: '' }],
    ['a few bytes', { content: 'BM' }],
  ])('%s is refused', async (_, file) => {
    expect(await upload(await started(), file)).toMatchObject({ status: 400, code: 'guard.mime_type_not_allowed' });
  });

  test('more than 20 MB are refused', async () => {
    const content = Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)]);
    expect(await upload(await started(), { content })).toMatchObject({ status: 400, code: 'guard.file_size_exceeded' });
  });

  test('the content decides the type, whatever is declared', async () => {
    const { url } = await upload(await started(), { type: 'text/html', name: 'x.html' });
    const { headers } = await fetchFile(url);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test.each(['../../../admin/x.png', '..\\..\\x.png', '.htaccess', '%2e%2e%2fx', `${'n'.repeat(300)}.png`])(
    'the name %s stays in its folder',
    async (name) => {
      const { url } = await upload(await started(), { name });
      const file = url.split('/').at(-1) ?? '';
      expect(file).toMatch(/^[\da-z]{8}-[\w][\w.-]{0,127}$/);
      expect(url.split('/')).toHaveLength(10);
      expect((await fetchFile(url)).statusCode).toBe(200);
    },
  );
});

test('pictures of all types are recognised', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
  const gif = Buffer.from('474946383961010001000000002c000000003b', 'hex');
  expect([png, jpeg, gif, webp, bmp].map(findPictureType)).toEqual([
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/bmp',
  ]);
});

test('one registration, and one network, cannot upload without end', async () => {
  const person = await started();
  for (let count = 0; count < avatarsAnHour.person; count += 1) {
    expect((await upload(person, {}, '10.2.2.2')).status).toBe(200);
  }
  expect(await upload(person, {}, '10.3.3.3')).toMatchObject({ status: 429, code: 'storage.too_many_uploads' });
  const other = await started();
  expect((await upload(other, {}, '10.2.2.2')).status).toBe(200);
});

test('a storage that fails returns 500, and registrations continue', async () => {
  const { put } = app.app.storage;
  app.app.storage.put = async () => {
    throw new Error('no answer');
  };
  try {
    expect(await upload(await started())).toMatchObject({ status: 500, code: 'storage.upload_error' });
  } finally {
    app.app.storage.put = put;
  }
});
