import { createHash } from 'node:crypto';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (body: Record<string, unknown>) => app.call(usersApi.create, { token, body });

test('rejects an empty change for any user', async () => {
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'unchanged' } });
  for (const userId of [user.id, 'nobody']) {
    const { status, body } = await app.call(usersApi.update, { token, params: { userId }, body: {} });
    expect([status, body]).toMatchObject([422, { code: 'entity.invalid_input' }]);
  }
});

describe('create', () => {
  test('accepts passwords as long as at sign-in', async () => {
    const password = 'x'.repeat(1024);
    const { status, body } = await create({ username: 'longwinded', password });
    expect(status).toBe(200);
    const verify = (given: string) =>
      app.call(usersApi.verifyPassword, { token, params: { userId: body.id }, body: { password: given } });
    expect((await verify(password)).status).toBe(204);
    expect((await verify(password.slice(1))).status).toBe(422);
    expect((await create({ password: `${password}x` })).status).toBe(400);
  });

  test('returns a user with a password without its digest', async () => {
    const { status, body } = await create({ username: 'ada', password: 'correct horse', name: 'Ada' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: 'ada',
      name: 'Ada',
      hasPassword: true,
      isSuspended: false,
      lastSignInAt: null,
    });
    expect(body.id).toMatch(/^[\da-z]{12}$/);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test('requires unique identifiers, with normalized email addresses', async () => {
    await create({ username: 'bob', primaryEmail: 'Bob@Example.com', primaryPhone: '4915112345678' });
    expect((await create({ username: 'bob' })).body).toMatchObject({ code: 'user.username_already_in_use' });
    expect((await create({ primaryEmail: 'BOB@example.COM' })).body).toMatchObject({
      code: 'user.email_already_in_use',
    });
    // U+FF20 is a full-width @: it looks like the same address but is a different string.
    expect((await create({ primaryEmail: 'bob＠example.com@' })).status).toBe(400);
    expect((await create({ primaryPhone: '4915112345678' })).body).toMatchObject({ code: 'user.phone_already_in_use' });
  });

  test('stores international phone numbers without the trunk zero, so that both spellings collide (observed 2, row 6)', async () => {
    for (const [primaryPhone, stored] of [
      ['1234567890', '1234567890'],
      ['4906933712268', '496933712268'],
      ['610412345678', '61412345678'],
      ['4407911123456', '447911123456'],
    ] as const) {
      expect(await create({ primaryPhone })).toMatchObject({ status: 200, body: { primaryPhone: stored } });
      for (const again of [primaryPhone, stored]) {
        expect((await create({ primaryPhone: again })).body).toMatchObject({ code: 'user.phone_already_in_use' });
      }
    }
    for (const primaryPhone of ['99999', '0'.repeat(12), '1']) {
      const refused = { status: 422, body: { code: 'user.invalid_phone' } };
      expect(await create({ primaryPhone })).toMatchObject(refused);
      const { body } = await create({});
      const params = { userId: body.id };
      expect(await app.call(usersApi.update, { token, params, body: { primaryPhone } })).toMatchObject(refused);
    }
    const other = await create({ primaryPhone: '496933712269' });
    const params = { userId: other.body.id };
    const changed = await app.call(usersApi.update, { token, params, body: { primaryPhone: '4906933712268' } });
    expect(changed).toMatchObject({ status: 422, body: { code: 'user.phone_already_in_use' } });
    const same = await app.call(usersApi.update, { token, params, body: { primaryPhone: '4906933712269' } });
    expect(same).toMatchObject({ status: 200, body: { primaryPhone: '496933712269' } });
  });

  test.each([
    [{ username: '1abc' }, 400, 'guard.invalid_input'],
    [{ primaryEmail: 'nobody' }, 400, 'guard.invalid_input'],
    [{ primaryPhone: '+49' }, 400, 'guard.invalid_input'],
    [{ primaryPhone: '4930 1' }, 400, 'guard.invalid_input'],
    [{ avatar: 'javascript:alert(1)' }, 400, 'guard.invalid_input'],
    [{ username: 'x', isSuspended: true }, 400, 'guard.invalid_input'],
    [{ password: 'a', passwordDigest: 'b' }, 400, 'user.password_and_digest'],
    [{ passwordDigest: 'b' }, 400, 'user.password_algorithm_required'],
    [{ passwordDigest: 'b', passwordAlgorithm: 'Bcrypt' }, 400, 'password.unsupported_encryption_method'],
    [{ passwordDigest: '[]', passwordAlgorithm: 'Legacy' }, 400, 'password.invalid_legacy_password_format'],
    [
      { passwordDigest: '["sha0",["@"],"00"]', passwordAlgorithm: 'Legacy' },
      400,
      'password.unsupported_legacy_hash_algorithm',
    ],
  ])('rejects %j', async (body, status, code) => {
    const answer = await create(body);
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([status, code]);
  });

  test('creates one account for twenty parallel requests with the same email address', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ primaryEmail: 'race@example.com' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });
});

describe('list', () => {
  test('returns the total and links, and updates the total on creation and deletion', async () => {
    const made = await create({ name: 'Grace Hopper' });
    const first = await app.call(usersApi.list, { token, query: { page: '1', page_size: '1' } });
    const total = Number(first.headers['total-number']);
    expect(first.body).toHaveLength(1);
    expect(first.body[0]?.id).toBe(made.body.id);
    expect(first.headers.link).toContain('rel="next"');
    await app.call(usersApi.remove, { token, params: { userId: made.body.id } });
    const after = await app.call(usersApi.list, { token, query: { page: '1', page_size: '1' } });
    expect(Number(after.headers['total-number'])).toBe(total - 1);
  });

  test.each(['0', '-1', 'x', '1.5', '101'])('rejects page_size %s', async (size) => {
    const { status, body } = await app.call(usersApi.list, { token, query: { page_size: size } });
    expect([status, body]).toMatchObject([400, { code: 'guard.invalid_pagination' }]);
  });

  test('searches parts of any field, ignoring case, with the caller’s wildcards', async () => {
    await create({ name: 'Zaphod Beeblebrox', primaryEmail: 'zb@heart.of.gold', username: 'prez' });
    const found = async (query: Record<string, string>) =>
      (await app.call(usersApi.list, { token, query })).body.map(({ username }) => username);
    expect(await found({ search: '%beeble%' })).toEqual(['prez']);
    expect(await found({ search: '%HEART.OF%' })).toEqual(['prez']);
    expect(await found({ search: 'beeble' })).toEqual([]);
    expect(await found({ 'search.name': 'Zaphod%', 'search.username': 'nobody', joint: 'and' })).toEqual([]);
    expect(await found({ 'search.name': 'Zaphod%', 'search.username': 'nobody' })).toEqual(['prez']);
    expect(await found({ 'search.primaryEmail': 'ZB@heart.of.gold', 'mode.primaryEmail': 'exact' })).toEqual(['prez']);
    expect(await found({ search: '%zb\\%' })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { search: '', mode: 'like' },
    { search: 'a', mode: 'nonsense' },
    { search: 'a', joint: 'xor' },
    { search: 'a', mode: 'similar_to' },
  ])('rejects %j', async (query) => {
    const { status, body } = await app.call(usersApi.list, { token, query });
    expect([status, body]).toMatchObject([400, { code: 'request.invalid_input' }]);
  });

  test('returns a clear error for an invalid pattern, not a 500', async () => {
    const { status, body } = await app.call(usersApi.list, { token, query: { search: '(', mode: 'posix' } });
    expect([status, body]).toMatchObject([400, { code: 'request.invalid_input' }]);
  });
});

describe('one user', () => {
  test('clears an identifier with an empty string; JSON is replaced here and merged in the sub-routes', async () => {
    const { body: user } = await create({ username: 'carol', customData: { a: 1 }, profile: { nickname: 'c' } });
    const params = { userId: user.id };
    const cleared = await app.call(usersApi.update, { token, params, body: { username: '', customData: { b: 2 } } });
    expect(cleared.body).toMatchObject({ username: null, customData: { b: 2 }, profile: { nickname: 'c' } });
    const merged = await app.call(usersApi.patchCustomData, { token, params, body: { customData: { c: 3 } } });
    expect(merged.body).toEqual({ b: 2, c: 3 });
    expect(
      (await app.call(usersApi.patchProfile, { token, params, body: { profile: { website: 'x' } } })).body,
    ).toEqual({ nickname: 'c', website: 'x' });
    expect((await app.call(usersApi.getCustomData, { token, params })).body).toEqual({ b: 2, c: 3 });
  });

  test('returns 404 for an unknown user on every route', async () => {
    const params = { userId: 'nobody' };
    const answers = [
      await app.call(usersApi.get, { token, params }),
      await app.call(usersApi.update, { token, params, body: { name: 'x' } }),
      await app.call(usersApi.remove, { token, params }),
      await app.call(usersApi.setPassword, { token, params, body: { password: 'x' } }),
      await app.call(usersApi.setSuspended, { token, params, body: { isSuspended: true } }),
      await app.call(usersApi.hasPassword, { token, params }),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([404, { code: 'entity.not_found' }]);
    }
  });

  test('hides users of another tenant', async () => {
    const { body: user } = await create({ username: 'mine' });
    const seen = await app.read('admin', (db) =>
      db.selectFrom('users').select('id').where('id', '=', user.id).execute(),
    );
    expect(seen).toEqual([]);
    await expect(
      app.write('admin', (db) => db.insertInto('users').values({ id: 'x', tenant_id: 'default' }).execute()),
    ).rejects.toThrow(/row-level security/);
  });
});

test('shows the stored password only with includePasswordHash', async () => {
  const passwordDigest = createHash('sha256').update('x').digest('hex');
  const body = { username: 'hashed', passwordDigest, passwordAlgorithm: 'SHA256' as const };
  const { id: userId } = (await app.call(usersApi.create, { token, body })).body;
  const { id: other } = (await app.call(usersApi.create, { token, body: {} })).body;
  const get = async (id: string, includePasswordHash = '') =>
    (await app.call(usersApi.get, { token, params: { userId: id }, query: { includePasswordHash } })).body;
  const list = async (query: object) =>
    (await app.call(usersApi.list, { token, query: { search: '%hashed%', ...query } })).body;
  const plain = await get(userId);
  expect(plain).not.toHaveProperty('passwordDigest');
  expect(await get(userId, 'false')).toEqual(plain);
  const stored = { passwordDigest, passwordAlgorithm: 'SHA256' };
  expect(await get(userId, 'true')).toEqual({ ...plain, ...stored });
  expect(await get(other, '1')).toMatchObject({ passwordDigest: null, passwordAlgorithm: null });
  expect(await list({})).toEqual([plain]);
  expect(await list({ includePasswordHash: 'yes' })).toEqual([{ ...plain, ...stored }]);
});
