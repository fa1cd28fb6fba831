import { usersApi } from '@postern/contracts/people/users';
import { dashboardApi } from '@postern/contracts/records/dashboard';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, localDay } from '#platform/db/local-day';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addActiveUsers } from './collect.store.ts';
import { forgetNewUsers, mergeActiveUsers, mergeNewUsers } from './forget.store.ts';
import { collectActiveUser, flushDashboard } from './index.ts';
import { countActiveUsers, countAllUsers, countNewUsers } from './store.ts';

const tenantId = 'default';

let app: TestApp;
let token: string;
let people: string[];

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(async () => {
  await flushDashboard(app.app);
  await app.write(tenantId, async (db) => {
    await db.deleteFrom('users').execute();
    await db.deleteFrom('daily_active_users').execute();
    await db.deleteFrom('daily_new_users').execute();
  });
  people = ['one', 'two', 'three'];
  await app.write(tenantId, async (db) => {
    for (const id of people) {
      await sql`insert into users (id) values (${id})`.execute(db);
    }
  });
});

const active = async (date?: string) =>
  (await app.call(dashboardApi.activeUsers, { token, query: date === undefined ? {} : { date } })).body;

/** Marks users as active on days. */
const beActive = (...days: [userId: string, day: string][]) =>
  app.app.tenancy.system((db) =>
    addActiveUsers(
      db,
      days.map(([userId, day]) => ({ tenantId, day, userId })),
    ),
  );

/** Inserts users who were created at these times, as a server in a time zone does. */
const createUsers = (zone: string, ...times: string[]) =>
  app.write(tenantId, async (db) => {
    await sql`select set_config('app.time_zone', ${zone}, true)`.execute(db);
    for (const [index, time] of times.entries()) {
      const id = `old${index}`;
      await sql`insert into users (id, created_at) values (${id}, ${time}::timestamptz)`.execute(db);
    }
  });

const newUsersOn = (today: string) => app.read(tenantId, (db) => countNewUsers(db, today));

describe('total and new users', () => {
  test('counts all users, and follows additions and removals', async () => {
    const total = async () => (await app.call(dashboardApi.totalUsers, { token })).body;
    expect(await total()).toEqual({ totalUserCount: 3 });
    await app.call(usersApi.remove, { token, params: { userId: 'one' } });
    expect(await total()).toEqual({ totalUserCount: 2 });
    const { body } = await app.call(dashboardApi.newUsers, { token });
    expect(body.last7Days).toEqual({ count: 2, delta: 2 });
    expect(Object.keys(body)).toEqual(['today', 'last7Days']);
  });

  test('compares today with yesterday, and seven days with the seven before, across the end of February', async () => {
    await createUsers(
      'UTC',
      '2026-03-01T00:00:00Z',
      '2026-03-01T23:59:59Z',
      '2026-02-28T12:00:00Z',
      '2026-02-23T00:00:00Z',
      '2026-02-22T23:59:59Z',
      '2026-02-16T00:00:00Z',
      '2026-02-15T23:59:59Z',
    );
    expect(await newUsersOn('2026-03-01')).toEqual({
      today: { count: 2, delta: 1 },
      last7Days: { count: 4, delta: 2 },
    });
    // A deleted user no longer counts on the day of the registration.
    await app.call(usersApi.remove, { token, params: { userId: 'old2' } });
    expect(await newUsersOn('2026-03-01')).toMatchObject({ today: { delta: 2 }, last7Days: { count: 3 } });
  });

  test.each([
    ['Asia/Kolkata', '2026-11-30T18:30:00Z', '2026-12-01'],
    ['Asia/Kolkata', '2026-11-30T18:29:59Z', '2026-11-30'],
    ['America/Los_Angeles', '2027-01-01T07:59:59Z', '2026-12-31'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
    // The night on which clocks change in Berlin.
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ])('in %s, %s is on %s', async (zone, time, day) => {
    await createUsers(zone, time);
    expect((await newUsersOn(day)).today).toEqual({ count: 1, delta: 1 });
    expect(localDay(new Date(time), zone)).toBe(day);
  });

  test('connections use the time zone of the server', async () => {
    const { rows } = await app.read(tenantId, (db) =>
      sql<{ day: string }>`select local_day('2026-06-30T12:00:00Z') as day`.execute(db),
    );
    expect(rows).toEqual([{ day: localDay(new Date('2026-06-30T12:00:00Z')) }]);
  });

  test('merges the slots of connections and keeps the sums', async () => {
    await createUsers('UTC', '2026-03-01T00:00:00Z', '2026-02-28T00:00:00Z');
    await app.write(tenantId, (db) => sql`update daily_new_users set slot = slot + 1`.execute(db));
    await app.write(tenantId, (db) =>
      sql`insert into users (id, created_at) values ('later', '2026-03-01T12:00:00Z')`.execute(db),
    );
    const before = await newUsersOn('2026-03-01');
    expect(before.today).toEqual({ count: 2, delta: 1 });
    await app.app.tenancy.system(mergeNewUsers);
    const rows = await app.read(tenantId, (db) =>
      db.selectFrom('daily_new_users').select(['slot', 'users']).where('day', '=', '2026-03-01').execute(),
    );
    expect(rows).toEqual([{ slot: 0, users: 2 }]);
    expect(await newUsersOn('2026-03-01')).toEqual(before);
  });

  test('forgets days after 400 days', async () => {
    const day = localDay(new Date());
    await createUsers('UTC', `${addDays(day, -402)}T12:00:00Z`, `${addDays(day, -390)}T12:00:00Z`);
    await app.app.tenancy.system(forgetNewUsers);
    expect((await newUsersOn(addDays(day, -402))).today.count).toBe(0);
    expect((await newUsersOn(addDays(day, -390))).today.count).toBe(1);
  });
});

describe('active users', () => {
  test('counts a user once a day, once a week and once in 30 days', async () => {
    await beActive(['one', '2026-03-01'], ['one', '2026-03-01'], ['two', '2026-03-01']);
    await beActive(['one', '2026-03-02'], ['three', '2026-03-02']);
    const body = await active('2026-03-02');
    expect(body).toMatchObject({
      dau: { count: 2, delta: 0 },
      wau: { count: 3, delta: 3 },
      mau: { count: 3, delta: 3 },
    });
    expect(body.dauCurve).toHaveLength(30);
    expect(body.dauCurve[0]).toEqual({ date: '2026-02-01', count: 0 });
    expect(body.dauCurve.slice(-2)).toEqual([
      { date: '2026-03-01', count: 2 },
      { date: '2026-03-02', count: 2 },
    ]);
  });

  test('windows have 7 and 30 days, across month ends and a leap day', async () => {
    await beActive(['one', '2024-02-29']);
    const on = async (date: string) => {
      const { wau, mau } = await active(date);
      return [wau.count, mau.count];
    };
    expect(await on('2024-02-28')).toEqual([0, 0]);
    expect(await on('2024-02-29')).toEqual([1, 1]);
    expect(await on('2024-03-06')).toEqual([1, 1]);
    expect(await on('2024-03-07')).toEqual([0, 1]);
    expect(await on('2024-03-29')).toEqual([0, 1]);
    expect(await on('2024-03-30')).toEqual([0, 0]);
    expect((await active('2024-03-30')).mau).toEqual({ count: 0, delta: -1 });
    expect((await active('2024-03-07')).wau).toEqual({ count: 0, delta: -1 });
  });

  test('agrees with counting the users of each window one by one', async () => {
    const first = '2025-11-20';
    // The same sequence in every run.
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const days = Array.from({ length: 120 }, (_, index) => ({
      day: addDays(first, index),
      users: people.filter(() => random() < 0.06),
    }));
    for (const { day, users } of days) {
      await beActive(...users.map((id): [string, string] => [id, day]));
    }
    const within = (index: number, length: number) =>
      new Set(days.slice(Math.max(0, index - length + 1), index + 1).flatMap(({ users }) => users)).size;
    for (const [index, { day, users }] of days.entries()) {
      const { dau, wau, mau } = await app.read(tenantId, (db) => countActiveUsers(db, day));
      expect([day, dau.count, wau.count, mau.count]).toEqual([day, users.length, within(index, 7), within(index, 30)]);
    }
  });

  test('nodes that write the same user at the same time count the user once', async () => {
    await beActive(['one', '2026-02-25']);
    await Promise.all(Array.from({ length: 8 }, () => beActive(['one', '2026-03-01'], ['two', '2026-03-01'])));
    expect(await active('2026-03-01')).toMatchObject({ dau: { count: 2 }, wau: { count: 2 }, mau: { count: 2 } });
    expect((await active('2026-03-07')).wau.count).toBe(2);
    expect((await active('2026-03-08')).wau.count).toBe(0);
  });

  test('a user with a token is active today, and the default day is today', async () => {
    const before = localDay(new Date());
    collectActiveUser(app.app, tenantId, 'one');
    collectActiveUser(app.app, tenantId, 'one');
    collectActiveUser(app.app, tenantId, undefined);
    collectActiveUser(app.app, tenantId, 'unknown');
    await flushDashboard(app.app);
    const body = await active();
    expect(body.wau.count).toBe(1);
    expect([before, localDay(new Date())]).toContain(body.dauCurve.at(-1)?.date);
  });

  test('a deleted user stays in the numbers of past days', async () => {
    await beActive(['one', '2026-03-01']);
    await app.call(usersApi.remove, { token, params: { userId: 'one' } });
    expect(await active('2026-03-01')).toMatchObject({ dau: { count: 1 }, wau: { count: 1 } });
    expect((await active('2026-03-08')).wau.count).toBe(0);
  });

  test('accepts what follows the day, and rejects what is no day', async () => {
    await beActive(['one', '2026-03-01']);
    expect((await active('2026-03-01T10:00:00Z')).dau.count).toBe(1);
    for (const date of ['2026-02-30', '2026-13-01', '0000-01-01', 'today', '2026', '', '20260301']) {
      const { status, body } = await app.call(dashboardApi.activeUsers, { token, query: { date } });
      expect([date, status]).toEqual([date, 400]);
      expect(body).toMatchObject({ code: 'guard.invalid_input' });
    }
  });

  test('old days are merged after 400 days, and later windows stay exact', async () => {
    const day = localDay(new Date());
    await beActive(['one', addDays(day, -403)], ['two', addDays(day, -402)]);
    const at = addDays(day, -399);
    const before = await active(at);
    expect(before).toMatchObject({ wau: { count: 2 }, mau: { count: 2 } });
    await app.app.tenancy.system(mergeActiveUsers);
    const kept = await app.read(tenantId, (db) =>
      sql<{ n: number }>`select count(*) as n from daily_active_users where day < ${addDays(day, -401)}::date`.execute(
        db,
      ),
    );
    expect(kept.rows).toEqual([{ n: 0 }]);
    const after = await active(at);
    expect([after.wau.count, after.mau.count]).toEqual([2, 2]);
    expect((await active(addDays(day, -390))).wau.count).toBe(0);
  });
});

test('attack 41: the figures read counters, not users', async () => {
  const day = localDay(new Date());
  await beActive(...people.map((id): [string, string] => [id, day]));
  const read = await app.write(tenantId, async (db) => {
    await sql`insert into users (id) select 'many' || n from generate_series(1, 2000) n`.execute(db);
    const rowsOfUsers = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
        from pg_stat_xact_user_tables where relname in ('users', 'user_activity')`.execute(db);
      return rows[0]?.n ?? 0;
    };
    const before = await rowsOfUsers();
    expect(await countAllUsers(db)).toBe(2003);
    await countNewUsers(db, day);
    await countActiveUsers(db, day);
    const afterFigures = await rowsOfUsers();
    await sql`select count(name) from users`.execute(db);
    return [afterFigures - before, (await rowsOfUsers()) - afterFigures >= 2000];
  });
  expect(read).toEqual([0, true]);
});

test('attack 19: another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const { body: user } = await cloud.call(usersApi.create, { ...owner, body: { username: 'anna' } });
    collectActiveUser(cloud.app, mine, user.id);
    await flushDashboard(cloud.app);
    expect((await cloud.call(dashboardApi.totalUsers, owner)).body).toEqual({ totalUserCount: 1 });
    expect((await cloud.call(dashboardApi.activeUsers, { ...owner, query: {} })).body.wau.count).toBe(1);
    expect((await cloud.call(dashboardApi.totalUsers, stranger)).body).toEqual({ totalUserCount: 0 });
    expect((await cloud.call(dashboardApi.newUsers, stranger)).body.last7Days.count).toBe(0);
    expect((await cloud.call(dashboardApi.activeUsers, { ...stranger, query: {} })).body.mau.count).toBe(0);
  } finally {
    await cloud.close();
  }
});
