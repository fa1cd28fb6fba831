import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { applicationsApi } from '@postern/contracts/access/applications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let token: string;
let applicationId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
beforeEach(async () => {
  applicationId = (await app.call(applicationsApi.create, { token, body: { name: 'A', type: 'SPA' } })).body.id;
});
afterAll(() => app.close());

const links = { termsOfUseUrl: null, privacyPolicyUrl: null };
const save = (body: Record<string, unknown>, id = applicationId) =>
  app.call(applicationBrandingApi.save, { token, params: { applicationId: id }, body: { ...links, ...body } });
const get = (id = applicationId) => app.call(applicationBrandingApi.get, { token, params: { applicationId: id } });

test('creates on the first save and updates only the given fields after that', async () => {
  const first = await save({
    color: { primaryColor: '#fff', isDarkModeEnabled: true },
    branding: { logoUrl: 'https://cdn.test/logo.svg' },
    displayName: 'The shop',
    customCss: 'body { color: red }',
    termsOfUseUrl: 'https://shop.test/terms',
  });
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    tenantId: 'default',
    applicationId,
    color: { primaryColor: '#fff', isDarkModeEnabled: true },
    branding: { logoUrl: 'https://cdn.test/logo.svg' },
    customCss: 'body { color: red }',
    termsOfUseUrl: 'https://shop.test/terms',
    privacyPolicyUrl: null,
    displayName: 'The shop',
  });
  const second = await save({ displayName: null, privacyPolicyUrl: '', branding: {} });
  expect(second.status).toBe(200);
  expect(second.body).toEqual({
    ...first.body,
    branding: {},
    displayName: null,
    termsOfUseUrl: null,
    privacyPolicyUrl: '',
  });
  expect((await get()).body).toEqual(second.body);
});

test('twenty concurrent first saves create it once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => save({ displayName: 'x' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
});

test('returns 404 if it does not exist', async () => {
  const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };
  expect(await get()).toMatchObject(missing);
  expect(await get('nothing')).toMatchObject(missing);
  expect(await save({}, 'nothing')).toMatchObject(missing);
});

test.each([
  { termsOfUseUrl: undefined },
  { termsOfUseUrl: 'javascript:alert(1)' },
  { privacyPolicyUrl: 'shop.test/privacy' },
  { termsOfUseUrl: `https://shop.test/${'x'.repeat(2048)}` },
  { branding: { logoUrl: 'data:image/svg+xml,<svg onload=alert(1)>' } },
  { branding: { other: 'https://cdn.test/x' } },
  { color: { primaryColor: 'red' } },
  { color: { primaryColor: '#12345' } },
  { displayName: 'x'.repeat(257) },
  { customCss: 'x'.repeat(65_537) },
  { unknown: 'x' },
])('rejects %j', async (body) => {
  expect(await save(body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  expect((await get()).status).toBe(404);
});

test.each([{ tenantId: 'admin' }, { applicationId: 'another' }])(
  'ignores %j, which belongs to the entity',
  async (body) => {
    expect(await save(body)).toMatchObject({ status: 201, body: { tenantId: 'default', applicationId } });
    expect((await get()).body).toMatchObject({ tenantId: 'default', applicationId });
  },
);

test('stores empty texts as null', async () => {
  await save({ displayName: 'The shop', customCss: 'body { color: red }' });
  expect((await save({ displayName: '', customCss: '' })).body).toMatchObject({ displayName: null, customCss: null });
  expect((await get()).body).toMatchObject({ displayName: null, customCss: null });
});

test('is deleted with its application', async () => {
  await save({});
  await app.call(applicationsApi.remove, { token, params: { id: applicationId } });
  const rows = await app.read('default', (db) =>
    db.selectFrom('application_sign_in_experiences').selectAll().where('application_id', '=', applicationId).execute(),
  );
  expect(rows).toEqual([]);
});

test('another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const created = await cloud.call(applicationsApi.create, { ...owner, body: { name: 'A', type: 'SPA' } });
    const params = { applicationId: created.body.id };
    await cloud.call(applicationBrandingApi.save, { ...owner, params, body: { ...links, displayName: 'Mine' } });
    expect((await cloud.call(applicationBrandingApi.get, { ...stranger, params })).status).toBe(404);
    expect((await cloud.call(applicationBrandingApi.save, { ...stranger, params, body: links })).status).toBe(404);
    expect((await cloud.call(applicationBrandingApi.get, { ...owner, params })).body.displayName).toBe('Mine');
  } finally {
    await cloud.close();
  }
});
