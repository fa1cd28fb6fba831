import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';

/** Production has no mailbox: without a connector no messages are sent. */
let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp({ NODE_ENV: 'production' });
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

test('keeps the change if the notice cannot be sent', async () => {
  const person = await newOwner(app, manager, { primaryEmail: 'unreachable@example.com' });
  const { status } = await app.call(accountApi.setPassword, {
    token: person.token,
    headers: await person.permit(),
    body: { password: 'another long phrase of words' },
  });
  expect(status).toBe(204);
  await expect.poll(() => app.logs.join('')).toContain('account notice failed');
});

test('rejects a code without a connector with a clear error', async () => {
  const { token } = await newOwner(app, manager);
  const identifier = { type: 'email', value: 'new@example.com' } as const;
  const { status, body } = await app.call(accountVerificationsApi.sendCode, { token, body: { identifier } });
  expect([status, body]).toMatchObject([501, { code: 'connector.not_found' }]);
});

test('allows any origin on the account API, and only the console on the management API', async () => {
  const originOf = async (url: string) => {
    const { headers } = await app.inject(app.core, {
      method: 'OPTIONS',
      url,
      headers: { host: 'core.test', origin: 'https://spa.example', 'access-control-request-method': 'GET' },
    });
    return headers['access-control-allow-origin'];
  };
  expect(await originOf('/api/my-account')).toBe('https://spa.example');
  expect(await originOf('/api/verifications/password')).toBe('https://spa.example');
  expect(await originOf('/api/my-accounts')).toBeUndefined();
  expect(await originOf('/api/users')).toBeUndefined();
});
