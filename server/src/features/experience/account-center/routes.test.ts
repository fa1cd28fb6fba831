import { accountCenterApi, type UpdateAccountCenter } from '@postern/contracts/experience/account-center';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
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
const none = { deleteAccountUrl: null, customCss: null, profileFields: null };
const off = { tenantId: 'default', id: 'default', enabled: false, fields: {}, webauthnRelatedOrigins: [], ...none };
const everything = Object.fromEntries(
  ['name', 'avatar', 'profile', 'email', 'phone', 'password', 'username', 'social', 'customData', 'mfa'].map(
    (field) => [field, 'Edit'],
  ),
);
/** The settings of the admin tenant from the beginning. */
const ofAdmin = {
  ...off,
  tenantId: 'admin',
  enabled: true,
  fields: everything,
  profileFields: [{ name: 'name' }, { name: 'avatar' }],
};

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
  ['a script as an address', { deleteAccountUrl: 'javascript:alert(1)' }],
  ['an address that is too long', { deleteAccountUrl: `https://shop.example/${'x'.repeat(2048)}` }],
  ['a style that is too long', { customCss: 'x'.repeat(131_073) }],
  ['fields without names', { profileFields: ['shirt'] }],
  ['an unknown key', { nope: true }],
])('%s is a 400', async (_, body) => {
  expect((await change(body)).status).toBe(400);
});

test('the address, the style and the fields of the pages are stored, and removed again', async () => {
  await app.call(customProfileFieldsApi.createMany, {
    token,
    body: ['shirt', 'shoes'].map((name) => ({ name, type: 'Text', required: false })),
  });
  const given = {
    deleteAccountUrl: 'https://shop.example/leave?me=1',
    customCss: '.card { color: red }',
    profileFields: [{ name: 'shoes' }, { name: 'shirt' }],
    fields: { passkey: 'Edit' as const, session: 'ReadOnly' as const },
  };
  expect((await change(given)).body).toMatchObject(given);
  expect(await read()).toMatchObject(given);
  expect((await app.call(accountCenterApi.getPublic, {})).body).toMatchObject(given);
  await app.call(customProfileFieldsApi.remove, { token, params: { name: 'shoes' } });
  expect((await read()).profileFields).toEqual([{ name: 'shirt' }]);
  expect((await change({ deleteAccountUrl: '', customCss: '', profileFields: [] })).body).toMatchObject({
    deleteAccountUrl: null,
    customCss: null,
    profileFields: [],
  });
  expect((await change(none)).body).toMatchObject(none);
});

test('chosen fields must exist and occur once', async () => {
  expect(await change({ profileFields: [{ name: 'shirt' }, { name: 'nobody' }] })).toMatchObject({
    status: 400,
    body: { code: 'custom_profile_fields.entity_not_exists_with_names' },
  });
  expect(await change({ profileFields: [{ name: 'shirt' }, { name: 'shirt' }] })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid_input', data: { duplicateNames: ['shirt'] } },
  });
});

test('another tenant sees nothing', async () => {
  const { body } = await app.call(accountCenterApi.get, {
    tenantId: 'admin',
    token: await app.managementToken('admin'),
  });
  expect(body).toEqual(ofAdmin);
});

test('returns the settings without a token', async () => {
  const { body } = await change({ enabled: true, fields: { name: 'ReadOnly' } });
  expect(await app.call(accountCenterApi.getPublic, {})).toMatchObject({ status: 200, body });
  const admin = await app.call(accountCenterApi.getPublic, { tenantId: 'admin' });
  expect(admin.body).toEqual(ofAdmin);
});

test('returns the origins for passkeys without a token', async () => {
  const ask = async () => (await app.call(accountCenterApi.relatedOrigins, {})).body;
  const origins = ['https://shop.example', 'https://blog.example'];
  await app.call(accountCenterApi.update, { token, body: { webauthnRelatedOrigins: origins } });
  expect(await ask()).toEqual({ origins });
  await app.call(accountCenterApi.update, { token, body: { webauthnRelatedOrigins: [] } });
  expect(await ask()).toEqual({ origins: [] });
});
