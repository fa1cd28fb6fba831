import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings, forgetPauses, type StepAnswer, type Visitor, ways } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

/** Policies of the tenant that change after a step hold for what the sign-in still does with it (attack 45). */
let app: TestApp;
let token: string;
let company: TestIdentityProvider;
const password = 'correct horse battery';
const day = 86_400_000;

beforeAll(async () => {
  company = await identityProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(async () => {
  company.close();
  await app.close();
});

const openNames = { lowercase: true, uppercase: true, numbers: true, underscore: true };
const names = { caseSensitive: true, minLength: 1, maxLength: 128, allowedChars: openNames };
const lists = { blockSubaddressing: false, blockDisposableAddresses: false };

beforeEach(async () => {
  await forgetPauses(app);
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: ['EmailVerificationCode'],
    passwordExpiration: {},
    usernamePolicy: names,
    emailBlocklistPolicy: lists,
    singleSignOnEnabled: true,
  });
});

let count = 0;
async function createPerson(more: object = {}) {
  count += 1;
  const username = `policy${count}`;
  const { body } = await app.call(usersApi.create, { token, body: { username, password, ...more } });
  return { id: body.id, username };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const enter = (browser: Visitor, { username }: Pick<Person, 'username'>, given = password) =>
  browser.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: given,
  });
const prove = async (browser: Visitor, person: Person): Promise<string> =>
  (await enter(browser, person)).body.verificationId;
const answer = ({ status, code }: StepAnswer) => [status, code];

const setDate = ({ id }: Person, days: number) =>
  app.write('default', (db) =>
    sql`update users set password_updated_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(db),
  );

describe('a password', () => {
  const expire = (validPeriodDays: number, enabledAt = Date.now() - 900 * day) =>
    changeSettings(app, { passwordExpiration: { enabled: true, validPeriodDays, enabledAt } });

  test('that has expired by a policy from after it was proven signs nobody in', async () => {
    const person = await createPerson();
    await setDate(person, 100);
    const [proven, identified] = [await arrived(app), await arrived(app)];
    const proof = await prove(proven, person);
    expect((await identified.identify(await prove(identified, person))).status).toBe(204);
    await expire(30);
    expect(answer(await proven.identify(proof))).toEqual([422, 'password.expired']);
    expect(answer(await identified.submit())).toEqual([422, 'password.expired']);
    await expire(101);
    expect((await identified.submit()).status).toBe(200);
  });

  test('that has expired does not sign in through older pages either', async () => {
    const person = await createPerson();
    await setDate(person, 100);
    const browser = await arrived(app);
    const identifier = { username: person.username, password };
    expect((await browser.legacy('PUT', '', { event: 'SignIn', identifier })).status).toBe(204);
    await expire(30);
    expect((await browser.legacy('POST', '/submit')).code).toBe('password.expired');
  });

  test('that was changed since signs in where the old one was proven', async () => {
    const person = await createPerson();
    const browser = await arrived(app);
    await prove(browser, person);
    const next = 'another phrase of words';
    await app.call(usersApi.setPassword, { token, params: { userId: person.id }, body: { password: next } });
    const { body } = await enter(browser, person, next);
    expect((await browser.identify(body.verificationId)).status).toBe(204);
    expect((await browser.submit()).status).toBe(200);
  });
});

describe('a username', () => {
  test.each(['proposed with a password', 'added to the details'])('%s follows a policy from after it', async (how) => {
    count += 1;
    const value = `Name${count}`;
    const browser = await arrived(app, 'Register');
    let proof: string | undefined;
    if (how.startsWith('proposed')) {
      const identifier = { type: 'username', value };
      proof = (await browser.step('POST', '/verification/new-password-identity', { identifier, password })).body
        .verificationId;
    } else {
      expect((await browser.step('POST', '/profile', { type: 'username', value })).status).toBe(204);
      expect((await browser.step('POST', '/profile', { type: 'password', value: password })).status).toBe(204);
    }
    await changeSettings(app, { usernamePolicy: { ...names, allowedChars: { ...openNames, uppercase: false } } });
    expect((await browser.identify(proof)).status).toBe(422);
    const { rows } = await app.read('default', (db) =>
      sql<{ id: string }>`select id from users where username = ${value}`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  test('added to an account follows a policy from after it', async () => {
    const { id } = await createPerson({ username: undefined, primaryEmail: `nameless${count}@example.com` });
    const email = `nameless${count - 1}@example.com`;
    await changeSettings(app, { signIn: ways({ identifier: 'email', password: true }) });
    const browser = await arrived(app);
    const identifier = { type: 'email', value: email };
    const { body } = await browser.step('POST', '/verification/password', { identifier, password });
    expect((await browser.identify(body.verificationId)).status).toBe(204);
    const value = `Late${count}`;
    expect((await browser.step('POST', '/profile', { type: 'username', value })).status).toBe(204);
    await changeSettings(app, { usernamePolicy: { ...names, allowedChars: { ...openNames, uppercase: false } } });
    expect((await browser.submit()).status).toBe(422);
    expect((await app.call(usersApi.get, { token, params: { userId: id } })).body.username).toBeNull();
  });
});

describe('an email address that is added to an account', () => {
  async function adding(domain = 'example.com') {
    const person = await createPerson();
    await changeSettings(app, {
      signUp: { identifiers: ['email'], password: true, verify: true },
      signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', verificationCode: true }),
    });
    const browser = await arrived(app);
    expect((await browser.identify(await prove(browser, person))).status).toBe(204);
    const email = `added${count}@${domain}`;
    const verificationId = await browser.proveAddress('Register', 'email', email);
    expect((await browser.step('POST', '/profile', { type: 'email', verificationId })).status).toBe(204);
    return { person, browser, email };
  }
  const emailOf = async ({ id }: Person) =>
    (await app.call(usersApi.get, { token, params: { userId: id } })).body.primaryEmail;

  test('is refused once it is blocked', async () => {
    const { person, browser, email } = await adding();
    await changeSettings(app, { emailBlocklistPolicy: { ...lists, customBlocklist: [email] } });
    expect(answer(await browser.submit())).toEqual([422, 'session.email_blocklist.email_not_allowed']);
    expect(await emailOf(person)).toBeNull();
  });

  test('is refused once only others are allowed', async () => {
    const { person, browser } = await adding();
    await changeSettings(app, { emailBlocklistPolicy: { ...lists, customAllowlist: ['@elsewhere.example'] } });
    expect(answer(await browser.submit())).toEqual([422, 'session.email_blocklist.email_not_allowed']);
    expect(await emailOf(person)).toBeNull();
  });

  test('is refused once its domain has become that of a company', async () => {
    const { person, browser } = await adding('becomes.example');
    const { id } = await connectSso(app, token, { config: company.config, domains: ['becomes.example'] });
    expect(answer(await browser.submit())).toEqual([422, 'session.sso_enabled']);
    expect(await emailOf(person)).toBeNull();
    await app.call(ssoConnectorsApi.remove, { token, params: { id } });
  });

  test('is added otherwise', async () => {
    const { person, browser, email } = await adding();
    expect((await browser.submit()).status).toBe(200);
    expect(await emailOf(person)).toBe(email);
  });
});
