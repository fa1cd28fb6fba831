import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { findPersonalAccessToken } from './index.ts';

let app: TestApp;
let token: string;
let userId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
beforeEach(async () => {
  userId = (await app.call(usersApi.create, { token, body: {} })).body.id;
});
afterAll(() => app.close());

const create = (body: { name: string; expiresAt?: number | null }, of = userId) =>
  app.call(personalAccessTokensApi.create, { token, params: { userId: of }, body });
const list = (of = userId) => app.call(personalAccessTokensApi.list, { token, params: { userId: of } });
const rename = (name: string, next: string) =>
  app.call(personalAccessTokensApi.rename, { token, params: { userId, name }, body: { name: next } });
const remove = (name: string) => app.call(personalAccessTokensApi.remove, { token, params: { userId, name } });
const find = (value: string) => app.read('default', (db) => findPersonalAccessToken(db, value));

test('creates, lists, renames and deletes a token', async () => {
  const { status, body } = await create({ name: 'Laptop' });
  expect(status).toBe(201);
  expect(body).toEqual({
    tenantId: 'default',
    userId,
    name: 'Laptop',
    value: expect.stringMatching(/^pat_[\dA-Za-z]{32}$/),
    createdAt: expect.any(Number),
    expiresAt: null,
  });
  expect((await list()).body).toEqual([body]);
  const renamed = await rename('Laptop', 'Büro / oben');
  expect(renamed).toMatchObject({ status: 200, body: { ...body, name: 'Büro / oben' } });
  expect((await remove('Büro / oben')).status).toBe(204);
  expect((await list()).body).toEqual([]);
  expect(await find(body.value)).toBeUndefined();
});

test('a name of maximum length works in a path', async () => {
  const name = 'ü'.repeat(256);
  expect((await create({ name })).status).toBe(201);
  expect((await remove(name)).status).toBe(204);
});

test('finds the user and the expiration of a value', async () => {
  const expiresAt = Date.now() + 60_000;
  const { body } = await create({ name: 'Short', expiresAt });
  expect(body.expiresAt).toBe(expiresAt);
  expect(await find(body.value)).toEqual({ userId, name: 'Short', expiresAt });
  for (const wrong of [`${body.value}x`, body.value.slice(0, -1), '', 'pat_', 'pat_\0', "pat_' or 1=1"]) {
    expect(await find(wrong)).toBeUndefined();
  }
});

test.each([
  ['the year 10000', 253_402_300_800_000],
  ['the last time there is', 8.64e15],
])('can expire at %s', async (_, expiresAt) => {
  const { status, body } = await create({ name: 'Long', expiresAt });
  expect([status, body.expiresAt]).toEqual([201, expiresAt]);
  expect((await list()).body).toMatchObject([{ name: 'Long', expiresAt }]);
});

test('names are unique per user, not across users', async () => {
  await create({ name: 'Twice' });
  const taken = { status: 422, body: { code: 'user.personal_access_token_name_exists' } };
  expect(await create({ name: 'Twice' })).toMatchObject(taken);
  await create({ name: 'Other' });
  expect(await rename('Other', 'Twice')).toMatchObject(taken);
  const { body: other } = await app.call(usersApi.create, { token, body: {} });
  expect((await create({ name: 'Twice' }, other.id)).status).toBe(201);
});

test('creates a token once for twenty concurrent requests with the same name (attack 38)', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Race' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  expect((await list()).body).toHaveLength(1);
});

test('deleting a user deletes the tokens', async () => {
  const { body } = await create({ name: 'Gone' });
  await app.call(usersApi.remove, { token, params: { userId } });
  expect(await find(body.value)).toBeUndefined();
});

describe('rejects', () => {
  test.each<[Record<string, unknown>, number, string]>([
    [{}, 400, 'guard.invalid_input'],
    [{ name: '' }, 400, 'guard.invalid_input'],
    [{ name: 'x'.repeat(257) }, 400, 'guard.invalid_input'],
    [{ name: 'x', value: 'pat_mine' }, 400, 'guard.invalid_input'],
    [{ name: 'x', expiresAt: 9e15 }, 400, 'guard.invalid_input'],
    [{ name: 'x', expiresAt: 0 }, 400, 'request.invalid_input'],
    [{ name: 'x', expiresAt: 1_600_000_000_000 }, 400, 'request.invalid_input'],
    [{ name: 'nul\0' }, 400, 'guard.invalid_input'],
  ])('%j', async (body, status, code) => {
    expect(await create(body as { name: string })).toMatchObject({ status, body: { code } });
    expect((await list()).body).toEqual([]);
  });

  test('unknown users and names', async () => {
    const missing = { status: 404, body: { code: 'entity.not_found' } };
    expect(await list('nobody')).toMatchObject(missing);
    expect(await create({ name: 'x' }, 'nobody')).toMatchObject(missing);
    expect(await rename('nothing', 'x')).toMatchObject(missing);
    expect(await remove('nothing')).toMatchObject(missing);
  });
});

describe('names that do not fit into a path', () => {
  const params = () => ({ userId });
  const removeByBody = (name: string) =>
    app.call(personalAccessTokensApi.removeByBody, { token, params: params(), body: { name } });
  const renameByBody = (currentName: string, name: string) =>
    app.call(personalAccessTokensApi.renameByBody, { token, params: params(), body: { currentName, name } });

  test.each(['..', 'a/b', 'a?b#c%2F', 'delete', 'ключ'])('%s can be renamed and deleted by the body', async (name) => {
    const { body: made } = await create({ name: 'Plain' });
    expect((await renameByBody('Plain', name)).body).toMatchObject({ name, value: made.value });
    expect((await removeByBody(name)).status).toBe(204);
    expect(await find(made.value)).toBeUndefined();
  });

  test('unknown and taken names are rejected in the same way', async () => {
    await create({ name: 'One' });
    await create({ name: 'Two' });
    expect((await renameByBody('Nothing', 'x')).status).toBe(404);
    expect((await removeByBody('Nothing')).status).toBe(404);
    expect((await renameByBody('One', 'Two')).body).toMatchObject({
      code: 'user.personal_access_token_name_exists',
    });
  });
});

test('emits changes without the value', async () => {
  const { body } = await create({ name: 'Told' });
  await rename('Told', 'Retold');
  await remove('Retold');
  await app.worker.drain();
  const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  const mine = rows.filter(({ payload }) => JSON.stringify(payload).includes(userId));
  expect(mine.filter(({ key }) => key === 'User.PersonalAccessTokens.Updated')).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain(body.value);
});

test('another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const { body: user } = await cloud.call(usersApi.create, { ...owner, body: {} });
    const params = { userId: user.id };
    const made = await cloud.call(personalAccessTokensApi.create, { ...owner, params, body: { name: 'x' } });
    expect((await cloud.call(personalAccessTokensApi.list, { ...stranger, params })).status).toBe(404);
    const named = { ...stranger, params: { ...params, name: 'x' } };
    expect((await cloud.call(personalAccessTokensApi.rename, { ...named, body: { name: 'y' } })).status).toBe(404);
    expect((await cloud.call(personalAccessTokensApi.remove, named)).status).toBe(404);
    expect(await cloud.read(theirs, (db) => findPersonalAccessToken(db, made.body.value))).toBeUndefined();
    expect((await cloud.call(personalAccessTokensApi.list, { ...owner, params })).body).toHaveLength(1);
  } finally {
    await cloud.close();
  }
});
