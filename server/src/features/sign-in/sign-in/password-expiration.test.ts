import { accountApi } from '@postern/contracts/account/account';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { changeSettings, forgetPauses, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let count = 0;
const day = 86_400_000;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await openAccountCenter(app, token);
});
afterAll(() => app.close());
beforeEach(async () => {
  await forgetPauses(app);
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', verificationCode: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    forgotPasswordMethods: ['EmailVerificationCode'],
    passwordExpiration: { enabled: true, validPeriodDays: 90, enabledAt: Date.now() },
    sentinelPolicy: {},
  });
});

const save = (body: object) => app.call(signInExperienceApi.update, { token, body });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

async function somebody(more: object = {}) {
  count += 1;
  const username = `expiring${count}`;
  const password = `a phrase of words ${count}`;
  const primaryEmail = `${username}@example.com`;
  const { body } = await app.call(usersApi.create, { token, body: { username, password, primaryEmail, ...more } });
  return { id: body.id, username, password, primaryEmail };
}
type Person = Awaited<ReturnType<typeof somebody>>;

const mark = ({ id }: { id: string }, isExpired = true) =>
  app.call(usersApi.expirePassword, { token, params: { userId: id }, body: { isExpired } });
const stateOf = async ({ id }: { id: string }) =>
  (await app.call(usersApi.getPasswordExpiration, { token, params: { userId: id } })).body;
const setDates = ({ id }: Person, values: { password_updated_at?: string | null; created_at?: string }) =>
  app.write('default', (db) => db.updateTable('users').set(values).where('id', '=', id).execute());
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

async function arrived() {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('SignIn');
  return browser;
}
const enter = (browser: ReturnType<typeof visitor>, { username, password }: Person, given = password) =>
  browser.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: given,
  });

/** The whole way of a forgotten password, up to the new one. */
async function reset(browser: ReturnType<typeof visitor>, { primaryEmail }: Person, password: string) {
  await browser.start('ForgotPassword');
  await browser.identify(await browser.proveAddress('ForgotPassword', 'email', primaryEmail));
  return browser.step('PUT', '/profile/password', { password });
}

describe('the policy', () => {
  beforeEach(() => changeSettings(app, { passwordExpiration: {} }));
  const stored = async () => (await app.call(signInExperienceApi.get, { token })).body.passwordExpiration;

  test('is empty by default, is merged, and knows since when it is on', async () => {
    expect(await stored()).toEqual({});
    const started = Date.now();
    const first = await save({ passwordExpiration: { enabled: true, validPeriodDays: 90, enabledAt: 1, unknown: 2 } });
    expect(first.body.passwordExpiration).toEqual({
      enabled: true,
      validPeriodDays: 90,
      enabledAt: expect.any(Number),
    });
    const { enabledAt } = first.body.passwordExpiration as { enabledAt: number };
    expect(enabledAt).toBeGreaterThanOrEqual(started);
    const on = { enabled: true, enabledAt };
    expect((await save({ passwordExpiration: { validPeriodDays: 30 } })).body.passwordExpiration).toEqual({
      ...on,
      validPeriodDays: 30,
    });
    expect((await save({ passwordExpiration: {} })).body.passwordExpiration).toEqual({ ...on, validPeriodDays: 30 });
    expect((await save({ supportEmail: null })).body.passwordExpiration).toEqual({ ...on, validPeriodDays: 30 });
    expect(
      (await save({ passwordExpiration: { enabled: false, validPeriodDays: 5 } })).body.passwordExpiration,
    ).toEqual({
      enabled: false,
    });
    expect((await save({ passwordExpiration: { validPeriodDays: 7 } })).body.passwordExpiration).toEqual({
      enabled: false,
    });
  });

  test('needs a number of days', async () => {
    const missing = [422, 'sign_in_experiences.password_expiration_invalid_period_days'];
    expect(codeOf(await save({ passwordExpiration: { enabled: true } }))).toEqual(missing);
    for (const validPeriodDays of [0, -1, 1.5, '30', null, []]) {
      const { status, body } = await save({ passwordExpiration: { enabled: true, validPeriodDays } });
      expect([status, body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
    }
    for (const passwordExpiration of [null, [], true, 'on']) {
      expect((await save({ passwordExpiration })).status).toBe(400);
    }
  });

  test('needs a way to reset passwords, with every change, and keeps the connector for it', async () => {
    const production = await testApp({ NODE_ENV: 'production', ALLOW_PRIVATE_EGRESS: 'true' });
    const bearer = { token: await production.managementToken() };
    const patch = (body: object) => production.call(signInExperienceApi.update, { ...bearer, body });
    const needed = [422, 'sign_in_experiences.password_expiration_requires_forgot_password'];
    const passwordExpiration = { enabled: true, validPeriodDays: 90 };
    await changeSettings(production, { forgotPasswordMethods: [] });
    expect(codeOf(await patch({ passwordExpiration }))).toEqual(needed);
    const config = { endpoint: 'http://127.0.0.1:9/' };
    const create = async (connectorId: string) =>
      (await production.call(connectorsApi.create, { ...bearer, body: { connectorId, config } })).body.id;
    const email = await create('http-email');
    const sms = await create('http-sms');
    expect(codeOf(await patch({ passwordExpiration }))).toEqual(needed);
    const methods = { forgotPasswordMethods: ['EmailVerificationCode'] };
    expect((await patch({ ...methods, passwordExpiration })).status).toBe(200);
    expect(codeOf(await patch({ forgotPasswordMethods: [] }))).toEqual(needed);
    const remove = (id: string) => production.call(connectorsApi.remove, { ...bearer, params: { id } });
    expect((await remove(sms)).status).toBe(204);
    expect(codeOf(await remove(email))).toEqual(needed);
    await patch({ passwordExpiration: { enabled: false } });
    expect((await remove(email)).status).toBe(204);
    await production.close();
  });
});

describe('an expired password', () => {
  test('does not sign in, and only the right one says so', async () => {
    const person = await somebody();
    const browser = await arrived();
    expect((await enter(browser, person)).status).toBe(200);
    expect((await mark(person)).status).toBe(200);
    const next = await arrived();
    expect(codeOf(await enter(next, person, 'wrong'))).toEqual([422, 'session.invalid_credentials']);
    expect(codeOf(await enter(next, person))).toEqual([422, 'password.expired']);
    const { body } = await next.step('GET', '/interaction');
    expect(body.verificationRecords ?? []).toEqual([]);
    expect((await next.identify()).status).toBeGreaterThanOrEqual(400);
  });

  test('does not count as a wrong attempt', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 5 } });
    const person = await somebody();
    await mark(person);
    const browser = await arrived();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(codeOf(await enter(browser, person))).toEqual([422, 'password.expired']);
    }
  });

  test('is refused by the legacy interaction too', async () => {
    const person = await somebody();
    await mark(person);
    const browser = visitor(app);
    await browser.arrive();
    const { username, password } = person;
    const answer = await browser.legacy('PUT', '', { event: 'SignIn', identifier: { username, password } });
    expect(codeOf(answer)).toEqual([422, 'password.expired']);
  });

  test('is reset with a code, by another one, which signs in again', async () => {
    const person = await somebody();
    await mark(person);
    const browser = await arrived();
    expect(codeOf(await enter(browser, person))).toEqual([422, 'password.expired']);
    expect(codeOf(await reset(browser, person, person.password))).toEqual([422, 'user.same_password']);
    const next = 'quite another sentence 9';
    expect((await reset(browser, person, next)).status).toBe(204);
    expect((await browser.submit()).status).toBe(204);
    expect(await stateOf(person)).toMatchObject({ hasExpired: false, isMarked: false });
    expect((await enter(await arrived(), { ...person, password: next })).status).toBe(200);
    expect(codeOf(await enter(await arrived(), person))).toEqual([422, 'session.invalid_credentials']);
  });

  test('by its age: since it was set, else since the policy is on, else since the account exists', async () => {
    const person = await somebody();
    const attempt = async () => (await enter(await arrived(), person)).code;
    await setDates(person, { password_updated_at: ago(91) });
    expect(await attempt()).toBe('password.expired');
    await setDates(person, { password_updated_at: ago(89) });
    expect(await attempt()).toBeUndefined();
    await setDates(person, { password_updated_at: null, created_at: ago(500) });
    expect(await attempt()).toBeUndefined();
    await changeSettings(app, {
      passwordExpiration: { enabled: true, validPeriodDays: 90, enabledAt: Date.now() - 91 * day },
    });
    expect(await attempt()).toBe('password.expired');
    await changeSettings(app, { passwordExpiration: { enabled: true, validPeriodDays: 90 } });
    expect(await attempt()).toBe('password.expired');
    await setDates(person, { created_at: ago(1) });
    expect(await attempt()).toBeUndefined();
    await setDates(person, { password_updated_at: ago(5000) });
    await changeSettings(app, { passwordExpiration: { enabled: false } });
    expect(await attempt()).toBeUndefined();
    await changeSettings(app, { passwordExpiration: { enabled: true, validPeriodDays: Number.MAX_SAFE_INTEGER } });
    expect(await attempt()).toBeUndefined();
    expect((await stateOf(person)).expiresAt).toBe(8.64e15);
  });

  test('does not stop people who sign in with a code', async () => {
    const person = await somebody();
    await mark(person);
    const browser = await arrived();
    await browser.identify(await browser.proveAddress('SignIn', 'email', person.primaryEmail));
    expect((await browser.submit()).status).toBe(200);
  });
});

describe('attacks', () => {
  test('a sign-in that is parked after the password does not finish once the password is marked', async () => {
    const person = await somebody();
    const [proven, identified] = [await arrived(), await arrived()];
    const first = await enter(proven, person);
    const second = await enter(identified, person);
    expect((await identified.identify(second.body.verificationId)).status).toBe(204);
    await mark(person);
    await proven.identify(first.body.verificationId);
    expect((await proven.submit()).status).toBeGreaterThanOrEqual(400);
    expect((await identified.submit()).status).toBeGreaterThanOrEqual(400);
  });

  test('two tabs: the code of one does not reset the password that the other has just set', async () => {
    const person = await somebody();
    await mark(person);
    const [one, two] = [await arrived(), await arrived()];
    for (const tab of [one, two]) {
      await tab.start('ForgotPassword');
      await tab.identify(await tab.proveAddress('ForgotPassword', 'email', person.primaryEmail));
    }
    const next = 'the sentence of tab one';
    await one.step('PUT', '/profile/password', { password: next });
    expect((await one.submit()).status).toBe(204);
    await two.step('PUT', '/profile/password', { password: 'the sentence of tab two' });
    expect((await two.submit()).status).toBeGreaterThanOrEqual(400);
    expect((await enter(await arrived(), { ...person, password: next })).status).toBe(200);
  });
});

describe('the mark', () => {
  test('needs the policy, can always be taken away, and is not shown with the user', async () => {
    const person = await somebody();
    const { status, body } = await mark(person);
    expect([status, body.id]).toEqual([200, person.id]);
    expect(Object.keys(body).filter((key) => /password/i.test(key))).toEqual(['hasPassword']);
    expect(await stateOf(person)).toMatchObject({ isEnabled: true, hasExpired: true, isMarked: true });
    await changeSettings(app, { passwordExpiration: { enabled: false } });
    expect(await stateOf(person)).toMatchObject({
      isEnabled: false,
      hasExpired: false,
      isMarked: true,
      expiresAt: null,
    });
    expect(codeOf(await mark(person))).toEqual([400, 'sign_in_experiences.password_expiration_not_enabled']);
    expect((await mark(person, false)).status).toBe(200);
    expect(await stateOf(person)).toMatchObject({ isMarked: false });
  });

  test('is for users of the tenant only, and for a boolean', async () => {
    expect(codeOf(await mark({ id: 'nobody' }))).toEqual([404, 'entity.not_found']);
    const person = await somebody();
    const bearer = { tenantId: 'admin', token: await app.managementToken('admin') };
    const params = { userId: person.id };
    expect((await app.call(usersApi.expirePassword, { ...bearer, params, body: { isExpired: false } })).status).toBe(
      404,
    );
    expect((await app.call(usersApi.getPasswordExpiration, { ...bearer, params })).status).toBe(404);
    for (const body of [{}, { isExpired: 'true' }, { isExpired: null }, { isExpired: true, more: 1 }]) {
      expect((await app.call(usersApi.expirePassword, { token, params, body: body as never })).status).toBe(400);
    }
    expect(await stateOf(person)).toMatchObject({ isMarked: false });
  });

  test('is emitted as a change of the user', async () => {
    const person = await somebody();
    await mark(person);
    await app.worker.drain();
    const rows = await app.read('default', (db) =>
      db.selectFrom('logs').select('payload').where('key', '=', 'User.Data.Updated').execute(),
    );
    expect(JSON.stringify(rows)).toContain('passwordExpiration');
  });
});

describe('every new password takes the mark away and has its time', () => {
  const datesOf = async (id: string) => {
    const { rows } = await app.read('default', (db) =>
      sql<{ updated: number | null; marked: boolean }>`select password_updated_at as updated,
        is_password_expired as marked from users where id = ${id}`.execute(db),
    );
    return rows[0];
  };
  const old = '2020-01-01T00:00:00Z';
  const age = (id: string) =>
    app.write('default', (db) =>
      db
        .updateTable('users')
        .set({ password_updated_at: old, is_password_expired: true })
        .where('id', '=', id)
        .execute(),
    );

  test('at creation, also with a digest, and null without a password', async () => {
    const { id } = await somebody();
    expect((await datesOf(id))?.updated).toBeGreaterThan(Date.parse(old));
    const digest = await somebody({
      password: undefined,
      passwordDigest: '5f4dcc3b5aa765d61d8327deb882cf99',
      passwordAlgorithm: 'MD5',
    });
    expect((await datesOf(digest.id))?.updated).toBeGreaterThan(Date.parse(old));
    const none = await somebody({ password: undefined });
    expect(await datesOf(none.id)).toEqual({ updated: null, marked: false });
    expect(await stateOf(none)).toEqual({
      isEnabled: true,
      hasExpired: false,
      isMarked: false,
      updatedAt: null,
      expiresAt: null,
    });
  });

  test('by an administrator', async () => {
    const { id } = await somebody();
    await age(id);
    await app.call(usersApi.setPassword, { token, params: { userId: id }, body: { password: 'given by somebody 4' } });
    const dates = await datesOf(id);
    expect([dates?.marked, (dates?.updated ?? 0) > Date.parse(old)]).toEqual([false, true]);
  });

  test('by the person in the account center', async () => {
    const owner = await newOwner(app, token, {});
    await age(owner.id);
    const headers = await owner.permit();
    const answer = await app.call(accountApi.setPassword, {
      token: owner.token,
      headers,
      body: { password: 'entirely other words 3' },
    });
    expect(answer.status).toBe(204);
    expect((await datesOf(owner.id))?.marked).toBe(false);
  });

  test('but not a stronger digest of the same one', async () => {
    await changeSettings(app, { passwordExpiration: {} });
    const person = await somebody({
      password: undefined,
      passwordDigest: '5f4dcc3b5aa765d61d8327deb882cf99',
      passwordAlgorithm: 'MD5',
    });
    await age(person.id);
    expect((await enter(await arrived(), person, 'password')).status).toBe(200);
    expect(await datesOf(person.id)).toEqual({ updated: Date.parse(old), marked: true });
  });
});
