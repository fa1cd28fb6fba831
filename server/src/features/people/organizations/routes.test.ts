import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (body: Record<string, unknown> = {}) =>
  app.call(organizationsApi.create, { token, body: { name: 'Acme', ...body } });
const list = (query: Record<string, string> = {}) => app.call(organizationsApi.list, { token, query });

const invalid = { status: 400, body: { code: 'guard.invalid_input' } };

test('creates, reads, changes and deletes an organization', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toEqual({
    tenantId: 'default',
    id: expect.stringMatching(/^[\da-z]{12}$/),
    name: 'Acme',
    description: null,
    customData: {},
    isMfaRequired: false,
    color: {},
    branding: {},
    customCss: null,
    createdAt: expect.any(Number),
  });
  const params = { id: body.id };
  expect((await app.call(organizationsApi.get, { token, params })).body).toEqual(body);
  const changes = {
    name: 'Acme Inc.',
    description: 'Anvils',
    customData: { plan: { seats: 3 } },
    isMfaRequired: true,
    color: { primaryColor: '#112233', isDarkModeEnabled: true },
    branding: { logoUrl: 'https://acme.example/logo.png' },
    customCss: '.a { color: red }',
  };
  const changed = await app.call(organizationsApi.update, { token, params, body: changes });
  expect(changed).toMatchObject({ status: 200 });
  expect(changed.body).toEqual({ ...body, ...changes });
  const replaced = await app.call(organizationsApi.update, { token, params, body: { customData: { a: 1 } } });
  expect(replaced.body).toEqual({ ...body, ...changes, customData: { a: 1 } });
  // Programs read an object, change a field and send it back.
  const sentBack = await app.call(organizationsApi.update, { token, params, body: { ...replaced.body, name: 'Back' } });
  expect(sentBack).toMatchObject({ status: 200, body: { name: 'Back', id: body.id } });
  expect((await app.call(organizationsApi.remove, { token, params })).status).toBe(204);
  expect(await app.call(organizationsApi.remove, { token, params })).toMatchObject({
    status: 404,
    body: { code: 'entity.not_found' },
  });
  expect(await app.call(organizationsApi.get, { token, params })).toMatchObject({
    status: 404,
    body: { code: 'entity.not_exists_with_id' },
  });
  expect(await app.call(organizationsApi.update, { token, params, body: {} })).toMatchObject({
    status: 404,
    body: { code: 'entity.not_exists' },
  });
});

test('two organizations can have the same name', async () => {
  expect((await create({ name: 'Twin' })).status).toBe(201);
  expect((await create({ name: 'Twin' })).status).toBe(201);
});

test.each<[string, Record<string, unknown>]>([
  ['an empty name', { name: '' }],
  ['a long name', { name: 'x'.repeat(129) }],
  ['a long description', { description: 'x'.repeat(257) }],
  ['a color that is none', { color: { primaryColor: 'red;}body{' } }],
  ['a script as the address of a logo', { branding: { logoUrl: 'javascript:alert(1)' } }],
  ['a list as custom data', { customData: [] }],
  ['too much custom data', { customData: { a: 'x'.repeat(300_000) } }],
  ['a key that does not exist', { plan: 'pro' }],
  ['a time after all times', { createdAt: 1e300 }],
])('refuses %s', async (_, body) => {
  expect(await create(body)).toMatchObject(invalid);
});

test('refuses the id of another tenant', async () => {
  expect(await create({ tenantId: 'admin' })).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
});

describe('list', () => {
  test('shows the newest first, in pages', async () => {
    const { body: old } = await create({ name: 'Old', createdAt: 1000 });
    const { body: newest } = await create({ name: 'Newest', createdAt: Date.now() + 3_600_000 });
    const { body, headers } = await list({ page_size: '1' });
    expect(body.map(({ id }) => id)).toEqual([newest.id]);
    expect(body[0]).not.toHaveProperty('usersCount');
    const total = Number(headers['total-number']);
    const last = await list({ page_size: '1', page: String(total) });
    expect(last.body.map(({ id }) => id)).toEqual([old.id]);
    expect((await list({ page_size: '101' })).body).toMatchObject({ code: 'guard.invalid_pagination' });
  });

  test('searches parts of the id and the name, and escapes pattern characters', async () => {
    const { body: one } = await create({ name: 'Needle 100%_sure' });
    const names = async (q: string) => {
      const { body, headers } = await list({ q });
      expect(Number(headers['total-number'])).toBe(body.length);
      return body.map(({ name }) => name);
    };
    expect(await names('NEEDLE')).toEqual(['Needle 100%_sure']);
    expect(await names('%needle%')).toEqual(['Needle 100%_sure']);
    expect(await names('0%_s')).toEqual(['Needle 100%_sure']);
    expect(await names('%_')).toEqual(['Needle 100%_sure']);
    expect(await names('n_edle')).toEqual([]);
    expect(await names(one.id.slice(2))).toEqual(['Needle 100%_sure']);
  });

  test('shows the number of members and up to three of them', async () => {
    const { body: organization } = await create({ name: 'Featured' });
    const ids: string[] = [];
    for (const username of ['f_one', 'f_two', 'f_three', 'f_four']) {
      const { body } = await app.call(usersApi.create, { token, body: { username, name: username } });
      ids.push(body.id);
      const params = { id: organization.id };
      await app.call(organizationMembersApi.add, { token, params, body: { userIds: [body.id] } });
    }
    const find = async () => (await list({ q: organization.id, showFeatured: '1' })).body[0];
    expect(await find()).toMatchObject({
      usersCount: 4,
      featuredUsers: ['f_one', 'f_two', 'f_three'].map((name) => ({ id: expect.any(String), name, avatar: null })),
    });
    // A deleted user leaves the count through a cascade.
    await app.call(usersApi.remove, { token, params: { userId: ids[0] ?? '' } });
    expect(await find()).toMatchObject({ usersCount: 3 });
    expect((await find())?.featuredUsers).toHaveLength(3);
  });
});

test('the count of all organizations is exact after parallel changes', async () => {
  const before = Number((await list()).headers['total-number']);
  const made = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Counted' })));
  await Promise.all(
    made.slice(0, 7).map(({ body }) => app.call(organizationsApi.remove, { token, params: { id: body.id } })),
  );
  expect(Number((await list()).headers['total-number'])).toBe(before + 13);
});

test('deleting an organization keeps its users and leaves no counts behind', async () => {
  const { body: organization } = await create({ name: 'Gone' });
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'survivor' } });
  const params = { id: organization.id };
  await app.call(organizationMembersApi.add, { token, params, body: { userIds: [user.id] } });
  expect((await app.call(organizationsApi.remove, { token, params })).status).toBe(204);
  expect((await app.call(usersApi.get, { token, params: { userId: user.id } })).status).toBe(200);
  const { rows } = await app.read('default', (db) =>
    sql`select * from organization_counts where organization_id = ${organization.id}`.execute(db),
  );
  expect(rows).toEqual([]);
});

test('emits events with the change', async () => {
  const { body } = await create();
  const params = { id: body.id };
  await app.call(organizationsApi.update, { token, params, body: { description: 'x' } });
  await app.call(organizationsApi.remove, { token, params });
  await expect
    .poll(
      async () => {
        const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
        return rows.filter(({ payload }) => JSON.stringify(payload).includes(body.id)).map(({ key }) => key);
      },
      { timeout: 20_000 },
    )
    .toEqual(expect.arrayContaining(['Organization.Created', 'Organization.Data.Updated', 'Organization.Deleted']));
});

test('attack 19: another tenant sees nothing', async () => {
  const { body: mine } = await create({ name: 'Mine alone' });
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  expect((await app.call(organizationsApi.list, { ...calls, query: { q: 'Mine alone' } })).body).toEqual([]);
  expect((await app.call(organizationsApi.list, { ...calls, query: { q: 'Mi' } })).body).toEqual([]);
  for (const answer of [
    await app.call(organizationsApi.get, { ...calls, params }),
    await app.call(organizationsApi.update, { ...calls, params, body: { name: 'Stolen' } }),
    await app.call(organizationsApi.remove, { ...calls, params }),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await app.call(organizationsApi.get, { token, params })).body).toEqual(mine);
});
