import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { findPasswordIssues } from './check.ts';

let service: Server;
let app: TestApp;
const asked: { url: string; padding: string | undefined }[] = [];
let answer: { status: number; body: string } = { status: 200, body: '' };

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push({ url: request.url ?? '', padding: request.headers['add-padding']?.toString() });
    response.statusCode = answer.status;
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  app = await testApp({ PWNED_PASSWORDS_URL: `http://127.0.0.1:${port}/range/`, ALLOW_PRIVATE_EGRESS: 'true' });
});
afterAll(async () => {
  service.close();
  await app.close();
});
beforeEach(() => {
  asked.length = 0;
});

const codes = async (password: string, policy = {}) =>
  (await findPasswordIssues(app.app, password, policy, {})).map(({ code }) => code);

test('detects a password in the range and sends only five characters of its digest', async () => {
  const password = 'kW9$rTzmQ breached';
  const digest = digestOf(password);
  answer = { status: 200, body: `${'A'.repeat(35)}:3\r\n${digest.slice(5).toLowerCase()}:12\r\n` };
  expect(await codes(password)).toEqual(['password_rejected.pwned']);
  expect(asked).toEqual([{ url: `/range/${digest.slice(0, 5)}`, padding: 'true' }]);
});

test('ignores padding and other passwords of the range', async () => {
  const password = 'kW9$rTzmQ fine';
  answer = { status: 200, body: `${digestOf(password).slice(5)}:0\r\n${'B'.repeat(35)}:9` };
  expect(await codes(password)).toEqual([]);
});

test.each([
  ['a failing service', { status: 503, body: '' }],
  ['a service that sends too much', { status: 200, body: 'x'.repeat(2_000_000) }],
  ['a service that sends nonsense', { status: 200, body: '<html>' }],
])('uses only the built-in list with %s', async (_, given) => {
  answer = given;
  expect(await codes('kW9$rTzmQ fine')).toEqual([]);
  expect(await codes('helloworld')).toContain('password_rejected.pwned');
});

test('makes no request for passwords in the built-in list, or if the policy does not check breaches', async () => {
  await codes('helloworld');
  await codes('kW9$rTzmQ fine', { rejects: { pwned: false } });
  expect(asked).toEqual([]);
});

test('cannot reach a private service unless the operator allows it', async () => {
  const { config } = app;
  const guarded = await app.another({
    ALLOW_PRIVATE_EGRESS: 'false',
    PWNED_PASSWORDS_URL: config.pwnedPasswordsUrl ?? '',
  });
  expect(await findPasswordIssues(guarded.app, 'kW9$rTzmQ fine', {}, {})).toEqual([]);
  expect(asked).toEqual([]);
});
