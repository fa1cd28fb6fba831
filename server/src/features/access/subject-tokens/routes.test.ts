import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestSecret } from '#platform/secrets/ids';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { consumeSubjectToken, findSubjectToken } from './index.ts';
import { purgeSubjectTokens } from './store.ts';

let app: TestApp;
let token: string;
let userId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: {} })).body.id;
});
afterAll(() => app.close());

const create = (body: Record<string, unknown> = {}) =>
  app.call(subjectTokensApi.create, { token, body: { userId, ...body } });
const find = (id: string) => app.read('default', (db) => findSubjectToken(db, id));
const consume = (id: string) => app.write('default', (db) => consumeSubjectToken(db, id));
const setExpiry = (id: string, minutes: number) =>
  app.write('default', (db) =>
    sql`update subject_tokens set expires_at = now() + ${minutes} * interval '1 minute'
      where id = ${digestSecret(id)}`.execute(db),
  );

test('lives ten minutes and stores its context and its creator', async () => {
  const { status, body } = await create({ context: { reason: 'Support', ticket: { id: 7 } } });
  expect(status).toBe(201);
  expect(body).toEqual({ subjectToken: expect.stringMatching(/^sub_[\da-z]{21}$/), expiresIn: 600 });
  const stored = await find(body.subjectToken);
  expect(stored).toEqual({
    userId,
    context: { reason: 'Support', ticket: { id: 7 } },
    creatorId: decodeJwt(token).sub,
    expiresAt: expect.any(Number),
    consumedAt: null,
  });
  expect((stored?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(590_000);
  expect((stored?.expiresAt ?? 0) - Date.now()).toBeLessThan(610_000);
});

test('can be used once', async () => {
  const { body } = await create({ context: { a: 1 } });
  expect(await consume(body.subjectToken)).toEqual({ userId, context: { a: 1 } });
  expect(await consume(body.subjectToken)).toBeUndefined();
  expect((await find(body.subjectToken))?.consumedAt).toEqual(expect.any(Number));
});

test('one of a hundred concurrent uses succeeds (attack 5)', async () => {
  const { body } = await create();
  const answers = await Promise.all(Array.from({ length: 100 }, () => consume(body.subjectToken)));
  expect(answers.filter(Boolean)).toEqual([{ userId, context: {} }]);
});

test('is invalid after it has expired', async () => {
  const { body } = await create();
  await setExpiry(body.subjectToken, -1);
  expect(await consume(body.subjectToken)).toBeUndefined();
});

test('the purge deletes old tokens and keeps others', async () => {
  const [fresh, old] = [(await create()).body.subjectToken, (await create()).body.subjectToken];
  await setExpiry(old, -60 * 25);
  await app.app.tenancy.system(purgeSubjectTokens);
  expect(await find(old)).toBeUndefined();
  expect(await find(fresh)).toBeDefined();
});

test('returns undefined for text that is not an id', async () => {
  for (const id of ['', 'sub_', 'sub_\0', `sub_${'x'.repeat(500)}`, "sub_' or 1=1"]) {
    expect([await find(id), await consume(id)]).toEqual([undefined, undefined]);
  }
});

test.each<[Record<string, unknown>, number, string]>([
  [{ userId: undefined }, 400, 'guard.invalid_input'],
  [{ userId: '' }, 400, 'guard.invalid_input'],
  [{ userId: 7 }, 400, 'guard.invalid_input'],
  [{ context: 'text' }, 400, 'guard.invalid_input'],
  [{ context: [] }, 400, 'guard.invalid_input'],
  [{ creatorId: 'somebody-else' }, 400, 'guard.invalid_input'],
  [{ expiresIn: 1e9 }, 400, 'guard.invalid_input'],
  [{ context: { nul: '\0' } }, 400, 'guard.invalid_input'],
  [{ userId: 'nobody' }, 404, 'entity.not_exists_with_id'],
])('%j is refused', async (body, status, code) => {
  expect(await create(body)).toMatchObject({ status, body: { code } });
});

test('the audit log shows user and creator, never the token', async () => {
  const { body } = await create();
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'SubjectToken.Created').execute(),
  );
  expect(rows.at(-1)?.payload).toMatchObject({ subjectId: userId, creatorId: decodeJwt(token).sub });
  expect(JSON.stringify(rows)).not.toContain(body.subjectToken);
});

test('another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const { body: user } = await cloud.call(usersApi.create, { ...owner, body: {} });
    const body = { userId: user.id };
    expect((await cloud.call(subjectTokensApi.create, { ...stranger, body })).status).toBe(404);
    const { subjectToken } = (await cloud.call(subjectTokensApi.create, { ...owner, body })).body;
    expect(await cloud.read(theirs, (db) => findSubjectToken(db, subjectToken))).toBeUndefined();
    expect(await cloud.write(theirs, (db) => consumeSubjectToken(db, subjectToken))).toBeUndefined();
    expect(await cloud.write(mine, (db) => consumeSubjectToken(db, subjectToken))).toBeDefined();
  } finally {
    await cloud.close();
  }
});
