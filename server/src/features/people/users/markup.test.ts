import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:image/svg+xml,<svg onload="x">',
  'vbscript:x',
  '//evil.example/x',
])('attack 34: rejects %s as a picture of a user', async (avatar) => {
  const { id: userId } = (await app.call(usersApi.create, { token, body: {} })).body;
  for (const answer of [
    await app.call(usersApi.create, { token, body: { avatar } }),
    await app.call(usersApi.update, { token, params: { userId }, body: { avatar } }),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  }
});

test('attack 34: returns markup in a name as text with headers that prevent rendering', async () => {
  const name = '</script><img src=x onerror=alert(1)>{{name}}';
  const { body } = await app.call(usersApi.create, { token, body: { name, customData: { [name]: name } } });
  const read = await app.call(usersApi.get, { token, params: { userId: body.id } });
  expect(read.body).toMatchObject({ name, customData: { [name]: name } });
  expect(read.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

test('attack 36: accepts text that contains an escaped NUL', async () => {
  const customData = { pattern: String.raw`[\u0000-\u001f]`, path: String.raw`C:\\u0000` };
  const { status, body } = await app.call(usersApi.create, { token, body: { customData } });
  expect([status, body.customData]).toEqual([200, customData]);
  const refused = await app.call(usersApi.create, { token, body: { customData: { a: `${customData.path}\0` } } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
});

test.each(['\u200b', '\u202e', '\u00ad', '\u2060', '\u0007', '\u{e0041}'])(
  'attack 16: the invisible character %j does not create a second address',
  async (letter) => {
    const { id: userId } = (await app.call(usersApi.create, { token, body: {} })).body;
    const take = (primaryEmail: string) =>
      app.call(usersApi.update, { token, params: { userId }, body: { primaryEmail } });
    expect((await take('mike@example.com')).status).toBe(200);
    expect(await take(`mi${letter}ke@example.com`)).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
    // Host name normalization removes some of them.
    await take(`mike@exa${letter}mple.com`);
    await take(`mike@example.com${letter}`);
    const { body } = await app.call(usersApi.get, { token, params: { userId } });
    expect(body.primaryEmail).toBe('mike@example.com');
    await app.call(usersApi.remove, { token, params: { userId } });
  },
);
