import { uploadTypes, userAssetsApi } from '@postern/contracts/records/user-assets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { fileForm } from '../../../platform/testing/form.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

function send(file: Parameters<typeof fileForm>[0], { bearer = token, part = 'file' } = {}) {
  const { payload, headers } = fileForm(file, part);
  return app.inject(app.core, {
    method: 'POST',
    url: userAssetsApi.upload.path,
    headers: { host: 'core.test', authorization: `Bearer ${bearer}`, ...headers },
    payload,
  });
}

const fetchFile = (url: string, host = 'core.test') =>
  app.core.inject({ method: 'GET', url: new URL(url, 'http://core.test').pathname, headers: { host } });

test('returns the allowed types and size', async () => {
  const { body } = await app.call(userAssetsApi.status, { token });
  expect(body).toEqual({
    status: 'ready',
    allowUploadMimeTypes: [...uploadTypes],
    maxUploadFileSize: 20_971_520,
    isExperienceAvatarUploadEnabled: true,
  });
});

test('an upload is public', async () => {
  const { status, body } = await send({ name: 'My logo (1).png', type: 'image/png', content: png });
  const { url } = body as { url: string };
  expect([status, url]).toEqual([
    200,
    expect.stringMatching(
      /^http:\/\/core\.test\/user-assets\/default\/[\da-z]+\/\d{4}\/\d\d\/\d\d\/[\da-z]{8}\/My_logo_1_\.png$/,
    ),
  ]);
  const file = await fetchFile(url);
  expect(file.rawPayload.equals(png)).toBe(true);
  expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
});

test('a full disk returns 503 and is no fault of the request', async () => {
  const { put } = app.app.storage;
  app.app.storage.put = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  try {
    const { status, body, headers } = await send({ name: 'logo.png', type: 'image/png', content: png });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'server.cannot_write' });
    expect(headers['retry-after']).toBeDefined();
  } finally {
    app.app.storage.put = put;
  }
});

describe('attack 34', () => {
  test('an SVG with a script cannot run it', async () => {
    const content = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    const { body } = await send({ name: 'logo.svg', type: 'image/svg+xml', content });
    const { headers } = await fetchFile((body as { url: string }).url);
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'content-disposition': 'attachment' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
    expect(headers['content-security-policy']).not.toContain('script-src');
  });

  test.each([
    ['a page', 'text/html', '<script>alert(1)</script>'],
    ['a script', 'text/javascript', 'alert(1)'],
    ['a page that calls itself a picture', 'image/png', '<script>alert(1)</script>'],
    ['a page that calls itself an archive', 'application/zip', '<html>'],
    ['nothing at all', 'image/png', ''],
  ])('rejects %s', async (_, type, content) => {
    expect(await send({ name: 'x', type, content })).toMatchObject({
      status: 400,
      body: { code: 'guard.mime_type_not_allowed' },
    });
  });

  test.each(['../../../etc/passwd', '..\\..\\x.png', '.htaccess', '....//x', '%2e%2e%2fx'])(
    'the name %s stays in its folder',
    async (name) => {
      const { status, body } = await send({ name, type: 'image/png', content: png });
      expect(status).toBe(200);
      const { url } = body as { url: string };
      expect(url.split('/')).toHaveLength(11);
      expect((await fetchFile(url)).statusCode).toBe(200);
    },
  );

  test('no path leaves the uploads', async () => {
    for (const path of ['../../etc/passwd', 'default/../admin/x', 'default/custom-ui/aaaaaaaa/x', 'default', '']) {
      expect((await fetchFile(`/user-assets/${path}`)).statusCode).toBe(404);
    }
  });
});

test('rejects more than 20 MB, with or without a content length', async () => {
  const content = Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)]);
  expect(await send({ name: 'x.png', type: 'image/png', content })).toMatchObject({
    status: 400,
    body: { code: 'guard.file_size_exceeded' },
  });
});

test('returns 400 for anything but a form with one file', async () => {
  expect((await send({ name: 'x.png', type: 'image/png', content: png }, { part: 'other' })).status).toBe(400);
  for (const [type, payload] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=a', '--b\r\n'],
    ['application/json', '{}'],
  ] as const) {
    const { status } = await app.inject(app.core, {
      method: 'POST',
      url: userAssetsApi.upload.path,
      headers: { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    });
    expect([type, status]).toEqual([type, 400]);
  }
});

test('other endpoints do not accept forms', async () => {
  const { payload, headers } = fileForm({ name: 'x.png', type: 'image/png', content: png });
  const { status } = await app.inject(app.core, {
    method: 'POST',
    url: '/api/applications',
    headers: { host: 'core.test', authorization: `Bearer ${token}`, ...headers },
    payload,
  });
  expect(status).toBe(415);
});

test('another tenant sees nothing', async () => {
  const { body } = await send({ name: 'x.png', type: 'image/png', content: png });
  const { pathname } = new URL((body as { url: string }).url);
  const { statusCode } = await app.admin.inject({ method: 'GET', url: pathname, headers: { host: 'admin.test' } });
  expect(statusCode).toBe(404);
  const foreign = await app.managementToken('admin');
  expect((await send({ name: 'x.png', type: 'image/png', content: png }, { bearer: foreign })).status).toBe(401);
});
