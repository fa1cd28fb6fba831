import { usersApi } from '@postern/contracts/people/users';
import { dashboardApi } from '@postern/contracts/records/dashboard';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, localDay } from '#platform/db/local-day';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addFailures, addSteps } from './collect.store.ts';
import { forgetMarks, forgetSignIns } from './forget.store.ts';
import { collectStep, flushDashboard, languageOf } from './index.ts';

const tenantId = 'default';
const password = 'a sentence nobody guesses';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { username: 'anna', password } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await flushDashboard(app.app);
  await app.write(tenantId, async (db) => {
    await db.deleteFrom('daily_sign_ins').execute();
    await db.deleteFrom('sign_in_marks').execute();
  });
});

async function numbers(query: Record<string, string> = {}) {
  await flushDashboard(app.app);
  return (await app.call(dashboardApi.signIns, { token, query })).body;
}

const tryPassword = (one: ReturnType<typeof visitor>, given: string) =>
  one.step(
    'POST',
    '/verification/password',
    { identifier: { type: 'username', value: 'anna' }, password: given },
    { 'accept-language': 'de-AT,de;q=0.9' },
  );

test('counts each step of a sign-in once, and failed attempts by reason', async () => {
  const one = visitor(app);
  await one.arrive();
  await one.start('SignIn');
  // The page was opened without a language. Later steps are a second write.
  await flushDashboard(app.app);
  expect((await tryPassword(one, 'wrong')).code).toBe('session.invalid_credentials');
  expect((await tryPassword(one, 'wrong too')).code).toBe('session.invalid_credentials');
  const { body } = await tryPassword(one, password);
  await one.identify(body.verificationId);
  expect((await one.submit()).status).toBe(200);
  // A second submit returns the same redirect.
  expect((await one.submit()).status).toBe(200);
  // Somebody opens the page and leaves.
  await visitor(app).arrive();

  const found = await numbers();
  expect(found.steps).toEqual({ opened: 2, attempted: 1, verified: 1, completed: 1 });
  // The demo application is built in and has no name of its own.
  expect(found.groups.application).toEqual([{ value: 'demo-app', name: null, steps: found.steps }]);
  expect(found.groups.method).toEqual([
    { value: 'Password', name: null, steps: { opened: 0, attempted: 1, verified: 1, completed: 1 } },
  ]);
  expect(found.groups.language.find(({ value }) => value === 'de')?.steps).toMatchObject({ attempted: 1, verified: 1 });
  expect(found.failures).toEqual([
    { reason: 'session.invalid_credentials', count: 2, methods: [{ value: 'Password', count: 2 }] },
  ]);
});

test('resetting a password is not a sign-in, and a missing detail is not a failure', async () => {
  const one = visitor(app);
  await one.arrive();
  await one.start('ForgotPassword');
  await one.step('POST', '/verification/password', { identifier: { type: 'username', value: 'anna' }, password: 'no' });
  const found = await numbers();
  expect(found.steps).toEqual({ opened: 1, attempted: 0, verified: 0, completed: 0 });
  expect(found.failures).toEqual([]);
});

test('nodes that see the same step at the same time count it once', async () => {
  const step = { tenantId, day: '2026-03-01', signIn: 'same', applicationId: 'a', language: 'en' } as const;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      app.app.tenancy.system((db) => addSteps(db, [{ ...step, step: 'attempted', method: '' }])),
    ),
  );
  expect((await numbers({ date: '2026-03-01' })).steps.attempted).toBe(1);
});

test('sums the days of a period, and ends with its date', async () => {
  const failure = { tenantId, reason: 'user.suspended', method: '', applicationId: 'a', language: 'en' };
  const days = ['2026-02-22', '2026-02-23', '2026-03-01', '2026-03-02'];
  await app.app.tenancy.system((db) =>
    addFailures(
      db,
      days.map((day) => ({ ...failure, day })),
    ),
  );
  expect(await numbers({ date: '2026-03-01' })).toMatchObject({
    from: '2026-02-23',
    to: '2026-03-01',
    failures: [{ reason: 'user.suspended', count: 2, methods: [] }],
  });
  expect((await numbers({ date: '2026-03-02', days: '30' })).failures[0]?.count).toBe(4);
  expect((await numbers({ date: '2026-03-02', days: '1' })).failures[0]?.count).toBe(1);
});

test.each([
  ['days', '0'],
  ['days', '91'],
  ['days', '-1'],
  ['days', 'x'],
  ['date', '2026-02-29'],
])('rejects %s=%s', async (name, value) => {
  expect((await app.call(dashboardApi.signIns, { token, query: { [name]: value } })).status).toBe(400);
});

test('forgets numbers after 400 days, and what was counted after two days', async () => {
  const day = localDay(new Date());
  const step = { tenantId, step: 'opened', method: '', applicationId: 'a', language: 'en' } as const;
  const old = [addDays(day, -402), addDays(day, -390), addDays(day, -3)];
  await app.app.tenancy.system((db) =>
    addSteps(
      db,
      old.map((one) => ({ ...step, day: one, signIn: one })),
    ),
  );
  collectStep(app.app, tenantId, 'opened', { signIn: 'new', applicationId: 'a', language: 'en' });
  await flushDashboard(app.app);
  await app.app.tenancy.system(forgetMarks);
  await app.app.tenancy.system(forgetSignIns);
  const marks = await app.read(tenantId, (db) => db.selectFrom('sign_in_marks').select('sign_in').execute());
  expect(marks).toEqual([{ sign_in: 'new' }]);
  expect((await numbers({ date: old[0] ?? '', days: '1' })).steps.opened).toBe(0);
  expect((await numbers({ date: old[1] ?? '', days: '1' })).steps.opened).toBe(1);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['EN', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['*', 'other'],
  ['tlh', 'other'],
  ['', 'other'],
  [undefined, 'other'],
  [`${'x'.repeat(5000)},de`, 'other'],
])('the language of %s is %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('attack 19: another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    collectStep(cloud.app, mine, 'opened', { signIn: 'one', applicationId: 'a', language: 'en' });
    await flushDashboard(cloud.app);
    const opened = async (of: string) =>
      (await cloud.call(dashboardApi.signIns, { token: await cloud.managementToken(of), tenantId: of, query: {} })).body
        .steps.opened;
    expect(await opened(mine)).toBe(1);
    expect(await opened(theirs)).toBe(0);
  } finally {
    await cloud.close();
  }
});
