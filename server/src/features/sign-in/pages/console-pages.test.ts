import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud', CONTACT_EMAIL: 'help@fjord.example' });
});
afterAll(() => app.close());

const open = async (url: string) => {
  const { payload } = await app.admin.inject({ method: 'GET', url, headers: { host: 'admin.test' } });
  return payload.includes('postern-config') ? 'console' : 'sign-in page';
};

test('sends one-time tokens with an address to the console, and those with a hint to the sign-in pages', async () => {
  expect(await open('/one-time-token?one_time_token=abc&email=ada%40fjord.example')).toBe('console');
  expect(await open('/one-time-token?one_time_token=abc&login_hint=ada%40fjord.example')).toBe('sign-in page');
  expect(await open('/one-time-token?one_time_token=abc&login_hint=a&email=b')).toBe('sign-in page');
  expect(await open('/one-time-token')).toBe('console');
  expect(await open('/one-time-token?one_time_token=abc')).toBe('console');
  expect(await open('/one-time-token/error?email=ada%40fjord.example')).toBe('sign-in page');
});

test('shows the support contact of the installation in the console', async () => {
  const { payload } = await app.admin.inject({ method: 'GET', url: '/', headers: { host: 'admin.test' } });
  expect(payload).toContain('"contact":{"email":"help@fjord.example"}');
});
