import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { eicar, startClamd } from '../../../platform/testing/clamd.ts';
import { fileForm } from '../../../platform/testing/form.ts';
import { makeZip } from '../../../platform/testing/zip.ts';

let clamd: Awaited<ReturnType<typeof startClamd>>;
let app: TestApp;
let token: string;
const stored: string[] = [];

beforeAll(async () => {
  clamd = await startClamd();
  app = await testApp({ CLAMAV_ADDRESS: clamd.address });
  token = await app.managementToken();
  const { put } = app.app.storage;
  app.app.storage.put = async (key, file) => {
    stored.push(key);
    await put(key, file);
  };
});
afterAll(async () => {
  await app.close();
  await clamd.close();
});

async function send(url: string, file: Parameters<typeof fileForm>[0]) {
  const { payload, headers } = fileForm(file);
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url,
    headers: { host: 'core.test', authorization: `Bearer ${token}`, ...headers },
    payload,
  });
  return { status, code: (body as { code?: string }).code };
}

const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${text} --></svg>`;
const picture = (content: string | Buffer) =>
  send(userAssetsApi.upload.path, { name: 'logo.svg', type: 'image/svg+xml', content });

test('a file with malware is refused and not stored', async () => {
  expect(await picture(svg(eicar))).toEqual({ status: 400, code: 'guard.malware_found' });
  // The real scanner unpacks archives.
  clamd.state.answer = 'stream: Eicar-Test-Signature FOUND';
  const zip = makeZip([{ name: 'index.html', content: eicar }]);
  const pages = { name: 'pages.zip', type: 'application/zip', content: zip };
  expect(await send(signInExperienceApi.uploadCustomUi.path, pages)).toEqual({
    status: 400,
    code: 'guard.malware_found',
  });
  clamd.state.answer = undefined;
  expect(stored).toEqual([]);
  expect(app.logs.some((line) => line.includes('malware in an upload') && line.includes('Eicar-Test-Signature'))).toBe(
    true,
  );
});

test('the scanner gets the whole file', async () => {
  const content = Buffer.from(svg('x'.repeat(200_000)));
  expect((await picture(content)).status).toBe(200);
  expect(clamd.state.scanned.at(-1)?.equals(content)).toBe(true);
  expect(stored).toHaveLength(1);
});

test('without an answer of the scanner nothing is stored', async () => {
  const before = stored.length;
  clamd.state.answer = 'INSTREAM size limit exceeded. ERROR';
  expect(await picture(svg('a'))).toEqual({ status: 503, code: 'storage.scan_failed' });
  clamd.state.answer = undefined;
  await clamd.close();
  try {
    expect(await picture(svg('a'))).toEqual({ status: 503, code: 'storage.scan_failed' });
    expect(stored).toHaveLength(before);
  } finally {
    clamd = await startClamd();
  }
});
