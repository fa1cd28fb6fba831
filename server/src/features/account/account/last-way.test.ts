import { accountApi } from '@postern/contracts/account/account';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newOwner, type Owner, openAccountCenter } from '#testing/account';
import { changeSettings, ways } from '#testing/sign-in';
import { socialProvider } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';

/** People cannot take away their last way to sign in, whatever they remove first. */
let app: TestApp;
let manager: string;
let social: Awaited<ReturnType<typeof socialProvider>>;

beforeAll(async () => {
  social = await socialProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  manager = await app.managementToken();
  await social.connect(app, manager, 'acme');
  await openAccountCenter(app, manager);
});
afterAll(async () => {
  social.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', verificationCode: true }),
    signUp: { identifiers: [], password: false, verify: false },
    socialSignInConnectorTargets: ['acme'],
    passkeySignIn: {},
  }),
);

const last = [400, 'user.last_sign_in_method_required'];
const done = [204, undefined];

/** Somebody with a username and password, an address, a number, an account at a provider and a passkey. */
async function withEverything() {
  const person = await newOwner(app, manager, {
    primaryEmail: `way${Math.random().toString(36).slice(2)}@example.com`,
    primaryPhone: `49301${String(Math.random()).slice(2, 9)}`,
  });
  const params = { userId: person.id, target: 'acme' };
  await app.call(userIdentitiesApi.set, { token: manager, params, body: { userId: `at acme ${person.id}` } });
  const passkey = { id: 'passkey', type: 'WebAuthn', credentialId: person.id, createdAt: new Date().toISOString() };
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = ${JSON.stringify([passkey])}::jsonb where id = ${person.id}`.execute(db),
  );
  return person;
}

const calls = {
  email: async ({ token, permit }: Owner) => app.call(accountApi.removeEmail, { token, headers: await permit() }),
  phone: async ({ token, permit }: Owner) => app.call(accountApi.removePhone, { token, headers: await permit() }),
  acme: async ({ token, permit }: Owner) =>
    app.call(accountApi.unlinkIdentity, { token, params: { target: 'acme' }, headers: await permit() }),
  passkey: async ({ token, permit }: Owner) =>
    app.call(accountMfaApi.remove, { token, params: { verificationId: 'passkey' }, headers: await permit() }),
};

async function remove(person: Owner, what: keyof typeof calls) {
  const { status, body } = await calls[what](person);
  return [status, (body as { code?: string } | undefined)?.code];
}

async function dropUsername({ token, permit }: Owner) {
  const headers = await permit();
  const { status, body } = await app.call(accountApi.update, { token, headers, body: { username: null } });
  return [status, (body as { code?: string }).code];
}

const userOf = async ({ id }: Owner) => (await app.call(usersApi.get, { token: manager, params: { userId: id } })).body;

test('a number that no method accepts is no way, so the address before it stays', async () => {
  const person = await withEverything();
  expect(await dropUsername(person)).toEqual([200, undefined]);
  expect(await remove(person, 'acme')).toEqual(done);
  expect(await remove(person, 'email')).toEqual(last);
  expect(await remove(person, 'phone')).toEqual(done);
  expect(await remove(person, 'email')).toEqual(last);
  expect((await userOf(person)).primaryEmail).not.toBeNull();
});

test('an account at a provider stays when nothing else is left, and goes when there is a passkey', async () => {
  const person = await withEverything();
  await dropUsername(person);
  expect(await remove(person, 'email')).toEqual(done);
  expect(await remove(person, 'acme')).toEqual(last);
  expect(Object.keys((await userOf(person)).identities)).toEqual(['acme']);
  await changeSettings(app, { passkeySignIn: { enabled: true } });
  expect(await remove(person, 'acme')).toEqual(done);
  expect(await remove(person, 'passkey')).toEqual(last);
});

test('a provider that is not offered any more is no way', async () => {
  const person = await withEverything();
  await dropUsername(person);
  await changeSettings(app, { socialSignInConnectorTargets: [] });
  expect(await remove(person, 'email')).toEqual(last);
  expect(await remove(person, 'acme')).toEqual(done);
});

test('of two that are removed at the same moment one stays', async () => {
  const person = await withEverything();
  await dropUsername(person);
  const answers = await Promise.all([remove(person, 'email'), remove(person, 'acme')]);
  expect(answers.filter(([status]) => status === 204)).toHaveLength(1);
});

test('an account without any way, because the settings have changed, may be cleared', async () => {
  const person = await withEverything();
  await changeSettings(app, { signIn: ways({ identifier: 'phone', verificationCode: true }) });
  await changeSettings(app, { socialSignInConnectorTargets: [] });
  expect(await remove(person, 'phone')).toEqual(last);
  await changeSettings(app, { signIn: ways() });
  expect(await remove(person, 'phone')).toEqual(done);
});

test('the last identifier stays, also where it is no way to sign in', async () => {
  const person = await withEverything();
  await changeSettings(app, { signIn: ways(), socialSignInConnectorTargets: [] });
  expect(await dropUsername(person)).toEqual([200, undefined]);
  expect(await remove(person, 'email')).toEqual(done);
  expect(await remove(person, 'acme')).toEqual(done);
  expect(await remove(person, 'phone')).toEqual(last);
  expect((await userOf(person)).primaryPhone).not.toBeNull();
});
