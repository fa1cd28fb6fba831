import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { findPeriodUsage, flushUsage, listDailyUsage, noteToken } from './index.ts';
import { addUsage, forgetActiveUsers } from './store.ts';

const tenantId = 'default';
const today = new Date().toISOString().slice(0, 10);

let app: TestApp;
let token: string;
let people: string[];

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  people = await Promise.all(
    ['one', 'two', 'three'].map(async (username) => {
      const { body } = await app.call(usersApi.create, { token, body: { username } });
      return body.id;
    }),
  );
});
beforeEach(async () => {
  await flushUsage(app.app);
  await app.write(tenantId, async (db) => {
    await db.deleteFrom('active_users').execute();
    await db.deleteFrom('daily_usage').execute();
    await db.deleteFrom('period_usage').execute();
  });
});
afterAll(() => app.close());

const period = () => app.read(tenantId, (db) => findPeriodUsage(db, tenantId));
const days = (from = today, to = today) => app.read(tenantId, (db) => listDailyUsage(db, tenantId, from, to));
const add = (tokens: number, userIds: string[], day = today) =>
  app.app.tenancy.system((db) => addUsage(db, [{ tenantId, day, tokens, userIds }]));
const dayBefore = () => {
  const [first] = [`${today.slice(0, 8)}01`];
  // On the first of the month, the period has no previous day.
  return today === first ? undefined : new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
};

test('counts every token, and a user once', async () => {
  noteToken(app.app, tenantId, people[0]);
  noteToken(app.app, tenantId, people[0]);
  noteToken(app.app, tenantId, people[1]);
  noteToken(app.app, tenantId, undefined);
  await flushUsage(app.app);
  noteToken(app.app, tenantId, people[0]);
  await flushUsage(app.app);
  expect(await period()).toEqual({ activeUsers: 2, tokens: 5 });
  expect(await days()).toEqual([{ date: today, activeUsers: 2, tokens: 5 }]);
});

test('counts an issued token', async () => {
  await app.managementToken();
  await flushUsage(app.app);
  expect((await period()).tokens).toBeGreaterThanOrEqual(1);
});

test('counts a user on two days for both days and once for the period', async () => {
  const before = dayBefore();
  if (before) {
    await add(1, [people[0] ?? ''], before);
  }
  await add(1, [people[0] ?? '']);
  await add(1, [people[0] ?? '']);
  expect(await days(before ?? today)).toEqual([
    ...(before ? [{ date: before, activeUsers: 1, tokens: 1 }] : []),
    { date: today, activeUsers: 1, tokens: 2 },
  ]);
  expect((await period()).activeUsers).toBe(1);
});

test('ignores deleted users and tenants without failing', async () => {
  await app.app.tenancy.system((db) =>
    addUsage(db, [
      { tenantId: 'gone', day: today, tokens: 7, userIds: ['nobody'] },
      { tenantId, day: today, tokens: 1, userIds: ['nobody', people[2] ?? ''] },
    ]),
  );
  expect(await period()).toEqual({ activeUsers: 1, tokens: 1 });
});

test('concurrent writes of many nodes lose nothing and count no user twice', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(1, index % 2 ? people : [...people].reverse())));
  expect(await period()).toEqual({ activeUsers: 3, tokens: 20 });
  expect(await days()).toEqual([{ date: today, activeUsers: 3, tokens: 20 }]);
});

test('retries failed writes with the next one', async () => {
  const { tenancy } = app.app;
  const { system } = tenancy;
  tenancy.system = () => Promise.reject(new Error('away'));
  noteToken(app.app, tenantId, people[0]);
  await flushUsage(app.app);
  tenancy.system = system;
  noteToken(app.app, tenantId, people[1]);
  await flushUsage(app.app);
  expect(await period()).toEqual({ activeUsers: 2, tokens: 2 });
});

test('deletes old user ids but keeps the numbers', async () => {
  await add(3, people);
  await app.app.tenancy.system(async (db) => {
    await sql`update active_users set period = period - 100`.execute(db);
    await sql`update period_usage set period = period - 100`.execute(db);
    await forgetActiveUsers(db);
  });
  const left = await app.read(tenantId, (db) => db.selectFrom('active_users').select('user_id').execute());
  expect(left).toEqual([]);
  const numbers = await app.read(tenantId, (db) =>
    db.selectFrom('period_usage').select(['active_users', 'tokens']).execute(),
  );
  expect(numbers).toEqual([{ active_users: 3, tokens: 3 }]);
});
