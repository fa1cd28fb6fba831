import { type SessionPolicy, sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { hasEnded, secondsLeft } from './limit-sessions.ts';

const none: SessionPolicy = {
  maxMinutes: null,
  idleMinutes: null,
  maxSessions: null,
  alwaysConfirmSignOut: false,
  offersSessionChecks: false,
};
const stored = { ...none, idleSeconds: null };
const password = 'fjord-Lighthouse-42';
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { username: 'ada', password } });
  await changeSettings(app, { signIn: ways({ identifier: 'username', password: true }) });
});
afterAll(() => app.close());

const save = (policy: Partial<SessionPolicy>) =>
  app.call(sessionPolicyApi.save, { token, body: { ...none, ...policy } });
afterEach(() => save({}));

test('a session lasts until the earlier of its two limits', () => {
  const now = 1_000_000;
  expect(secondsLeft(stored, { loginTs: now - 5 }, now)).toBe(14 * 86_400);
  expect(secondsLeft({ ...stored, idleMinutes: 10 }, { loginTs: now }, now)).toBe(600);
  expect(secondsLeft({ ...stored, idleMinutes: 10, maxMinutes: 60 }, { loginTs: now - 3540 }, now)).toBe(60);
  expect(hasEnded({ ...stored, maxMinutes: 60 }, { loginTs: now - 3600 }, now)).toBe(true);
  expect(hasEnded({ ...stored, maxMinutes: 60 }, { loginTs: now - 3599 }, now)).toBe(false);
  expect(hasEnded({ ...stored, idleMinutes: 10 }, { loginTs: now - 900, seen: { at: (now - 600) * 1000 } }, now)).toBe(
    true,
  );
  expect(hasEnded({ ...stored, idleMinutes: 10 }, { loginTs: now - 900, seen: { at: (now - 599) * 1000 } }, now)).toBe(
    false,
  );
});

/** Up to the address that continues the request. */
async function approach() {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  const identifier = { type: 'username', value: 'ada' };
  const { body } = await person.step('POST', '/verification/password', { identifier, password });
  await person.identify(body.verificationId);
  return { person, redirectTo: String((await person.submit()).body.redirectTo) };
}

async function signIn() {
  const { person, redirectTo } = await approach();
  await person.follow(redirectTo);
  return person;
}

/** Whether an application gets a code without another sign-in. */
const isSignedIn = async (person: Visitor) => {
  const next = await person.arrive();
  const landed = new URL(next, 'http://core.test').pathname.startsWith('/oidc/') ? await person.follow(next) : next;
  return new URL(landed, 'http://core.test').searchParams.has('code');
};

const changeStored = (part: string, value: number) =>
  app.write('default', (db) =>
    sql`update oidc_models set payload = jsonb_set(payload, ${`{${part}}`}::text[], to_jsonb(${value}::bigint))
      where model = 'Session' and payload ->> 'accountId' is not null`.execute(db),
  );

test('the policy limits how long a session is stored', async () => {
  await save({ idleMinutes: 30 });
  const person = await signIn();
  expect(await isSignedIn(person)).toBe(true);
  const { rows } = await app.read('default', (db) =>
    sql<{ seconds: number }>`select extract(epoch from expires_at - now())::int as seconds from oidc_models
      where model = 'Session' and payload ->> 'accountId' is not null order by expires_at limit 1`.execute(db),
  );
  expect(rows[0]?.seconds).toBeGreaterThan(1500);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(1800);
});

test('a session that exceeds the maximum length ends, even if it is used', async () => {
  const person = await signIn();
  await changeStored('loginTs', Math.floor(Date.now() / 1000) - 2 * 3600);
  expect(await isSignedIn(person)).toBe(true);
  await save({ maxMinutes: 60 });
  expect(await isSignedIn(person)).toBe(false);
});

test('a session that was not used for too long ends', async () => {
  const person = await signIn();
  await save({ idleMinutes: 60 });
  await changeStored('seen,at', Date.now() - 61 * 60_000);
  expect(await isSignedIn(person)).toBe(false);
});

test('a new sign-in ends the oldest sessions beyond the limit', async () => {
  await save({ maxSessions: 2 });
  const [first, second, third] = [await signIn(), await signIn(), await signIn()];
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true, true]);
});

test('sign-ins at the same moment do not exceed the limit, nor does one that is followed several times', async () => {
  const stored = () =>
    app.read('default', (db) =>
      sql<{ n: number }>`select count(*)::int as n from oidc_models where model = 'Session' and account_id is not null
        and expires_at > now()`.execute(db),
    );
  await save({ maxSessions: 1 });
  await signIn();
  const [one, two, three] = [await approach(), await approach(), await approach()];
  await Promise.all([one, two, three, three, three].map(({ person, redirectTo }) => person.follow(redirectTo)));
  expect((await stored()).rows).toEqual([{ n: 1 }]);
  const signedIn = await Promise.all([one, two, three].map(({ person }) => isSignedIn(person)));
  expect(signedIn.filter(Boolean).length).toBeLessThanOrEqual(1);
});

test('returns the defaults at first, and rejects invalid limits', async () => {
  expect((await app.call(sessionPolicyApi.get, { token })).body).toEqual(none);
  for (const policy of [{ maxMinutes: 0 }, { idleMinutes: 1.5 }, { maxSessions: 1001 }]) {
    expect((await save(policy)).status).toBe(400);
  }
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  await save({ maxSessions: 3 });
  expect((await app.call(sessionPolicyApi.get, admin)).body).toEqual(none);
});
