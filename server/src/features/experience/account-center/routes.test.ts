import { accountCenterApi, type UpdateAccountCenter } from '@postern/contracts/experience/account-center';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const read = async () => (await app.call(accountCenterApi.get, { token })).body;
const change = (body: UpdateAccountCenter & Record<string, unknown>) =>
  app.call(accountCenterApi.update, { token, body });
const off = { tenantId: 'default', id: 'default', enabled: false, fields: {}, webauthnRelatedOrigins: [] };

test('is off at first, and after an empty change', async () => {
  expect(await read()).toEqual(off);
  expect((await change({})).body).toEqual(off);
});

test('replaces fields completely, and origins without duplicates', async () => {
  await change({ enabled: true, fields: { name: 'Edit', email: 'ReadOnly' } });
  const origins = ['https://a.test', 'https://b.test', 'https://a.test'];
  const { body } = await change({ fields: { email: 'Off', mfa: 'Edit' }, webauthnRelatedOrigins: origins });
  expect(body).toEqual({
    ...off,
    enabled: true,
    fields: { email: 'Off', mfa: 'Edit' },
    webauthnRelatedOrigins: ['https://a.test', 'https://b.test'],
  });
  expect(await read()).toEqual(body);
});

test('keeps fields if they are not given', async () => {
  await change({ fields: { name: 'Edit', phone: 'ReadOnly' } });
  expect((await change({ enabled: false })).body.fields).toEqual({ name: 'Edit', phone: 'ReadOnly' });
  expect((await change({ enabled: true, fields: {} })).body.fields).toEqual({});
});

test('account deletion is off by default, and included only while it is allowed', async () => {
  expect(await read()).not.toHaveProperty('deleteAccount');
  expect((await change({ deleteAccount: true })).body).toMatchObject({ deleteAccount: true });
  await change({ fields: { name: 'Edit' } });
  expect(await read()).toMatchObject({ deleteAccount: true });
  expect((await change({ deleteAccount: false })).body).not.toHaveProperty('deleteAccount');
});

test.each<[string, Record<string, unknown>]>([
  ['no switch', { deleteAccount: 'Edit' }],
  ['an unknown field', { fields: { shoeSize: 'Edit' } }],
  ['an unknown access', { fields: { name: 'Write' } }],
  ['an origin with a path', { webauthnRelatedOrigins: ['https://a.test/path'] }],
  ['an unknown key', { nope: true }],
])('%s is a 400', async (_, body) => {
  expect((await change(body)).status).toBe(400);
});

test('another tenant sees nothing', async () => {
  const { body } = await app.call(accountCenterApi.get, {
    tenantId: 'admin',
    token: await app.managementToken('admin'),
  });
  expect(body).toEqual({ ...off, tenantId: 'admin' });
});

test('returns the settings without a token', async () => {
  const { body } = await change({ enabled: true, fields: { name: 'ReadOnly' } });
  expect(await app.call(accountCenterApi.getPublic, {})).toMatchObject({ status: 200, body });
  const admin = await app.call(accountCenterApi.getPublic, { tenantId: 'admin' });
  expect(admin.body).toEqual({ ...off, tenantId: 'admin' });
});

test('returns the origins for passkeys without a token', async () => {
  const ask = async () => (await app.call(accountCenterApi.relatedOrigins, {})).body;
  const origins = ['https://shop.example', 'https://blog.example'];
  await app.call(accountCenterApi.update, { token, body: { webauthnRelatedOrigins: origins } });
  expect(await ask()).toEqual({ origins });
  await app.call(accountCenterApi.update, { token, body: { webauthnRelatedOrigins: [] } });
  expect(await ask()).toEqual({ origins: [] });
});
