import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../server/src/testing/flows.ts';
import { type ProxyTest, startProxyTest } from '../server/src/testing/protected-apps.ts';
import { startApache } from './apache.ts';
import { type Program, removeFolder, temporaryFolder } from './program.ts';

const ada = { username: 'ada', password: 'correct horse battery' };
const text = 'Postern signs people in. '.repeat(4000);

let proxy: ProxyTest;
let apache: Program;
let folder: string;
let cookie: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const port = await freePort();
  const started = await startApache(
    folder,
    port,
    `AddOutputFilterByType DEFLATE text/plain
Header always set X-Seen-Host "expr=%{HTTP_HOST}"
Header always set X-Seen-Token "expr=%{req:Logto-ID-Token}"`,
  );
  apache = started.program;
  await mkdir(join(started.documents, 'docs'));
  await writeFile(join(started.documents, 'docs/index.html'), 'the documents');
  await writeFile(join(started.documents, 'long.txt'), text);
  proxy = await startProxyTest();
  await proxy.createUser(ada);
  await proxy.create('site', `http://127.0.0.1:${port}`);
  ({ cookie } = await proxy.signIn('site', ada));
});
afterAll(async () => {
  await apache?.stop();
  await proxy?.app.close();
  await (folder && removeFolder(folder));
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  proxy.ask('site', path, { method, headers: { cookie, ...headers } });

test('Apache sees its own host and the ID token, and its directory redirects lead to the protected host', async () => {
  const page = await ask('/docs/');
  expect([page.status, page.body], apache.output()).toEqual([200, 'the documents']);
  expect(page.headers['x-seen-host']).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(page.headers['x-seen-token']).toMatch(/^eyJ/);
  const moved = await ask('/docs');
  expect([moved.status, moved.headers.location]).toEqual([301, `http://${proxy.hostOf('site')}/docs/`]);
});

test('conditional requests, ranges, HEAD and compression of Apache pass through', async () => {
  const whole = await ask('/long.txt');
  expect(whole.body).toBe(text);
  const etag = String(whole.headers.etag);
  const unchanged = await ask('/long.txt', { 'if-none-match': etag });
  expect([unchanged.status, unchanged.body]).toEqual([304, '']);
  const part = await ask('/long.txt', { range: 'bytes=0-6' });
  expect([part.status, part.body, part.headers['content-range']]).toEqual([206, 'Postern', `bytes 0-6/${text.length}`]);
  const head = await ask('/long.txt', {}, 'HEAD');
  expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', String(text.length)]);
  const packed = await ask('/long.txt', { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.body.length).toBeLessThan(text.length / 10);
});

test('nothing of Apache is shown without a session', async () => {
  const page = await proxy.ask('site', '/docs/', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers['x-seen-host']]).toEqual([302, undefined]);
});
