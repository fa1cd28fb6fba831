import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud', CONTACT_EMAIL: 'help@fjord.example' });
});
afterAll(() => app.close());

const open = async (url: string) => {
  const { payload } = await app.admin.inject({ method: 'GET', url, headers: { host: 'admin.test' } });
  return payload.includes('postern-config') ? 'console' : 'sign-in page';
};

test('a one-time token that comes with an address is for the console; the sign-in pages get theirs with a hint', async () => {
  expect(await open('/one-time-token?one_time_token=abc&email=ada%40fjord.example')).toBe('console');
  expect(await open('/one-time-token?one_time_token=abc&login_hint=ada%40fjord.example')).toBe('sign-in page');
  expect(await open('/one-time-token?one_time_token=abc&login_hint=a&email=b')).toBe('sign-in page');
  expect(await open('/one-time-token')).toBe('sign-in page');
  expect(await open('/one-time-token/error?email=ada%40fjord.example')).toBe('sign-in page');
});

test('the console knows where to reach whoever runs the installation', async () => {
  const { payload } = await app.admin.inject({ method: 'GET', url: '/', headers: { host: 'admin.test' } });
  expect(payload).toContain('"contact":{"email":"help@fjord.example"}');
});
