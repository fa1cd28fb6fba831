import { type CreateUserView, maxUserViews, userViewsApi } from '@postern/contracts/people/user-views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
/** Two administrators of the same tenant. */
let maya: string;
let oskar: string;

beforeAll(async () => {
  app = await testApp();
  [maya, oskar] = [await app.managementToken(), await app.managementToken()];
});
afterAll(() => app.close());

const create = (token: string, body: CreateUserView) => app.call(userViewsApi.create, { token, body });
const list = async (token: string) => (await app.call(userViewsApi.list, { token })).body;
const update = (token: string, id: string, body: Partial<CreateUserView>) =>
  app.call(userViewsApi.update, { token, params: { id }, body });
const remove = (token: string, id: string) => app.call(userViewsApi.remove, { token, params: { id } });
const named = async (token: string, name: string) => (await list(token)).find((view) => view.name === name);

const missing = { status: 404, body: { code: 'entity.not_found' } };

test('creates, reads, updates and deletes a view', async () => {
  const { status, body } = await create(maya, {
    name: '  Asleep ',
    filters: { lastSignInTo: '-90d', neverSignedIn: 'true', roleId: ['a', 'b'], search: '%x%' },
    columns: ['contact', 'latest'],
    sort: '-lastSignInAt',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^\w{21}$/),
    name: 'Asleep',
    isShared: false,
    isMine: true,
    isDefault: false,
    filters: { lastSignInTo: '-90d', neverSignedIn: 'true', roleId: ['a', 'b'], search: '%x%' },
    columns: ['contact', 'latest'],
    sort: '-lastSignInAt',
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  const changed = await update(maya, body.id, { name: 'Sleeping', filters: {}, sort: null });
  expect(changed.body).toMatchObject({ name: 'Sleeping', filters: {}, columns: ['contact', 'latest'], sort: null });
  expect((await update(maya, body.id, {})).status).toBe(200);
  expect((await remove(maya, body.id)).status).toBe(204);
  expect(await remove(maya, body.id)).toMatchObject(missing);
  expect(await list(maya)).toEqual([]);
});

describe('rejects invalid views', () => {
  test.each<Record<string, unknown>>([
    {},
    { name: ' ' },
    { name: 'x'.repeat(65) },
    { name: 'x', ownerId: 'somebody' },
    { name: 'x', sort: 'password' },
    { name: 'x', columns: ['passwordEncrypted'] },
    { name: 'x', filters: { isSuspended: true } },
    { name: 'x', filters: { password: 'x' } },
    { name: 'x', filters: { createdFrom: 'yesterday' } },
  ])('%j', async (body) => {
    expect(await create(maya, body as CreateUserView)).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });
});

describe('visibility', () => {
  test('shows a private view to its owner only', async () => {
    const { body } = await create(maya, { name: 'Private', sort: null });
    expect(await named(oskar, 'Private')).toBeUndefined();
    expect(await update(oskar, body.id, { name: 'Mine now' })).toMatchObject(missing);
    expect(await update(oskar, body.id, { isDefault: true })).toMatchObject(missing);
    expect(await remove(oskar, body.id)).toMatchObject(missing);
    expect(await named(maya, 'Private')).toBeDefined();
  });

  test('shows a shared view to everyone, but only its owner can stop sharing it', async () => {
    const { body } = await create(maya, { name: 'Shared', isShared: true, sort: null });
    expect(await named(oskar, 'Shared')).toMatchObject({ isShared: true, isMine: false, isDefault: false });
    expect((await update(oskar, body.id, { columns: ['id'], isDefault: true })).body).toMatchObject({
      columns: ['id'],
      isMine: false,
      isDefault: true,
    });
    expect(await named(maya, 'Shared')).toMatchObject({ columns: ['id'], isDefault: false });
    expect(await update(oskar, body.id, { isShared: false })).toMatchObject({
      status: 403,
      body: { code: 'user_view.not_yours' },
    });
    await update(maya, body.id, { isShared: false });
    expect(await named(oskar, 'Shared')).toBeUndefined();
    await update(maya, body.id, { isShared: true });
    // A view that was hidden meanwhile is no longer their default.
    expect(await named(oskar, 'Shared')).toMatchObject({ isDefault: false });
    expect((await remove(oskar, body.id)).status).toBe(204);
    expect(await named(maya, 'Shared')).toBeUndefined();
  });

  test('has one default view at a time', async () => {
    const { body: first } = await create(maya, { name: 'First', isDefault: true, sort: null });
    expect(first.isDefault).toBe(true);
    const { body: second } = await create(maya, { name: 'Second', isDefault: true, sort: null });
    expect([await named(maya, 'First'), await named(maya, 'Second')]).toMatchObject([
      { isDefault: false },
      { isDefault: true },
    ]);
    await update(maya, first.id, { isDefault: false });
    expect(await named(maya, 'Second')).toMatchObject({ isDefault: true });
    await update(maya, second.id, { isDefault: false });
    expect((await list(maya)).filter(({ isDefault }) => isDefault)).toEqual([]);
  });
});

test('requires unique names per person', async () => {
  await create(maya, { name: 'Twice', sort: null });
  const inUse = { status: 422, body: { code: 'user_view.name_in_use' } };
  expect(await create(maya, { name: 'Twice', sort: null })).toMatchObject(inUse);
  expect((await create(oskar, { name: 'Twice', sort: null })).status).toBe(200);
  const { body } = await create(maya, { name: 'Once', sort: null });
  expect(await update(maya, body.id, { name: 'Twice' })).toMatchObject(inUse);
});

test('limits the number of views, also for parallel requests', async () => {
  const token = await app.managementToken();
  const names = Array.from({ length: maxUserViews + 5 }, (_, index) => `View ${index}`);
  const answers = await Promise.all(names.map((name) => create(token, { name, sort: null })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxUserViews);
  expect(answers.filter(({ body }) => 'code' in body && body.code === 'user_view.too_many')).toHaveLength(5);
  expect((await list(token)).filter(({ isMine }) => isMine)).toHaveLength(maxUserViews);
});

test('hides views of another tenant', async () => {
  const { body } = await create(maya, { name: 'Ours', isShared: true, sort: null });
  const theirs = { token: await app.managementToken('admin'), tenantId: 'admin' };
  expect((await app.call(userViewsApi.list, theirs)).body).toEqual([]);
  const params = { id: body.id };
  expect(await app.call(userViewsApi.update, { ...theirs, params, body: { name: 'Stolen' } })).toMatchObject(missing);
  expect(await app.call(userViewsApi.remove, { ...theirs, params })).toMatchObject(missing);
  expect(await named(oskar, 'Ours')).toBeDefined();
});
