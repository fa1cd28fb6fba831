import { randomBytes } from 'node:crypto';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTotp, codeNow } from '#testing/factors';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { socialProvider } from '#testing/social';
import { connectSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

/** Attack 53 by the API of older pages: what was proven before a change of the person reaches no application. */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
let company: TestIdentityProvider;
let ssoId: string;
const password = 'known before the change';

beforeAll(async () => {
  [social, company] = [await socialProvider(), await identityProvider()];
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64'), ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme', { trustAddresses: true });
  ssoId = (await connectSso(app, token, { config: company.config })).id;
  await changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: ['email'], password: true, verify: true },
    mfa: { factors: ['Totp'], policy: 'NoPrompt' },
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: ['acme'],
  });
});
afterAll(async () => {
  social.close();
  company.close();
  await app.close();
});

type Person = { id: string; email: string; secret?: string };

let count = 0;
async function createPerson(): Promise<Person> {
  count += 1;
  const email = `older${count}@example.com`;
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
  const person = { id: body.id, email };
  const account = `acme of ${body.id}`;
  social.people.set(account, { id: account });
  social.people.set(`new ${account}`, { id: `new ${account}`, email, email_verified: true });
  await app.write('default', (db) =>
    db
      .insertInto('user_sso_identities')
      .values({
        id: body.id,
        user_id: body.id,
        sso_connector_id: ssoId,
        issuer: company.issuer,
        identity_id: body.id,
        detail: '{}',
      })
      .execute(),
  );
  return person;
}

async function arrived(body: object): Promise<Visitor> {
  const browser = visitor(app);
  await browser.arrive();
  expect((await browser.legacy('PUT', '', body)).status).toBe(204);
  return browser;
}

async function sendCode(browser: Visitor, email: string): Promise<object> {
  expect((await browser.legacy('POST', '/verification/verification-code', { email })).status).toBe(204);
  return { email, verificationCode: (await lastMessage(app, email)).code };
}

async function reaches(
  browser: Visitor,
  { status, body }: { status: number; body: { redirectTo?: string } | undefined },
) {
  return status === 200 && body?.redirectTo !== undefined && (await browser.follow(body.redirectTo)).includes('code=');
}
const finishes = async (browser: Visitor) => reaches(browser, await browser.legacy('POST', '/submit'));

const linkAcme = ({ id }: Person) =>
  app.call(userIdentitiesApi.set, {
    token,
    params: { userId: id, target: 'acme' },
    body: { userId: `acme of ${id}` },
  });

const redirectUri = () => `http://core.test/callback/${socialId}`;
const leave = (browser: Visitor) =>
  browser.legacy('POST', '/verification/social-authorization-uri', {
    connectorId: socialId,
    state: 'st',
    redirectUri: redirectUri(),
  });
const comeBack = (browser: Visitor, code: string) =>
  browser.legacy('PATCH', '/identifiers', {
    connectorId: socialId,
    connectorData: { code, state: 'st', redirectUri: redirectUri() },
  });

/** A sign-in up to a point. What it returns is the rest, and says whether it reached the application or the account. */
const parked: Record<string, (person: Person) => Promise<() => Promise<boolean>>> = {
  async 'a password'({ email }) {
    const browser = await arrived({ event: 'SignIn', identifier: { email, password } });
    return () => finishes(browser);
  },
  async 'a password, with a name that was added'({ email }) {
    const browser = await arrived({ event: 'SignIn', identifier: { email, password } });
    expect((await browser.legacy('PUT', '/profile', { username: `name${count}` })).status).toBe(204);
    return () => finishes(browser);
  },
  async 'a code that was sent'({ email }) {
    const browser = await arrived({ event: 'SignIn' });
    const shown = await sendCode(browser, email);
    return async () => {
      await browser.legacy('PATCH', '/identifiers', shown);
      return finishes(browser);
    };
  },
  async 'a code that was sent, in a sign-in that begins again'({ email }) {
    const browser = await arrived({ event: 'SignIn' });
    const identifier = await sendCode(browser, email);
    return async () => {
      await browser.legacy('PUT', '', { event: 'SignIn', identifier });
      return finishes(browser);
    };
  },
  async 'a verified code'({ email }) {
    const browser = await arrived({ event: 'SignIn' });
    expect((await browser.legacy('PATCH', '/identifiers', await sendCode(browser, email))).status).toBe(204);
    return () => finishes(browser);
  },
  async 'a new password for a forgotten one'({ email }) {
    const browser = await arrived({ event: 'ForgotPassword' });
    expect((await browser.legacy('PATCH', '/identifiers', await sendCode(browser, email))).status).toBe(204);
    const { status } = await browser.legacy('PUT', '/profile', { password: `the password of an attacker ${count}` });
    expect(status).toBe(204);
    return async () => (await browser.legacy('POST', '/submit')).status === 204;
  },
  async 'a request to a provider'(person) {
    await linkAcme(person);
    const browser = await arrived({ event: 'SignIn' });
    expect((await leave(browser)).status).toBe(200);
    return async () => {
      await comeBack(browser, `acme of ${person.id}`);
      return finishes(browser);
    };
  },
  async 'an account of a provider'(person) {
    await linkAcme(person);
    const browser = await arrived({ event: 'SignIn' });
    await leave(browser);
    expect((await comeBack(browser, `acme of ${person.id}`)).status).toBe(204);
    return () => finishes(browser);
  },
  async 'an account of a provider that will be linked by its address'(person) {
    const browser = await arrived({ event: 'SignIn' });
    await leave(browser);
    expect((await comeBack(browser, `new acme of ${person.id}`)).status).toBe(204);
    const link = { connectorId: socialId, email: person.email };
    expect((await browser.legacy('PATCH', '/identifiers', link)).status).toBe(204);
    return () => finishes(browser);
  },
  async 'a request to the provider of a company'({ id: sub }) {
    company.hire({ sub });
    const browser = await arrived({ event: 'SignIn' });
    const at = `/single-sign-on/${ssoId}`;
    const way = { state: 'st', redirectUri: `http://core.test/callback/${ssoId}` };
    const left = await browser.legacy('POST', `${at}/authorization-url`, way);
    const data = await company.visit(left.body.redirectTo);
    return async () => reaches(browser, await browser.legacy('POST', `${at}/authentication`, data));
  },
  async 'a sign-in by the provider of a company that was not followed'({ id: sub }) {
    company.hire({ sub });
    const browser = await arrived({ event: 'SignIn' });
    const at = `/single-sign-on/${ssoId}`;
    const way = { state: 'st', redirectUri: `http://core.test/callback/${ssoId}` };
    const left = await browser.legacy('POST', `${at}/authorization-url`, way);
    const answer = await browser.legacy('POST', `${at}/authentication`, await company.visit(left.body.redirectTo));
    expect(answer.status).toBe(200);
    return () => reaches(browser, answer);
  },
};

const of = ({ id }: Person) => ({ token, params: { userId: id } });
const changes: Record<string, (person: Person) => Promise<unknown>> = {
  'the password is changed': (person) =>
    app.call(usersApi.setPassword, { ...of(person), body: { password: 'known after the change' } }),
  'all sessions are ended': (person) => app.call(userSessionsApi.removeAll, of(person)),
  'the address is changed and changed back': async (person) => {
    await app.call(usersApi.update, { ...of(person), body: { primaryEmail: `other.${person.email}` } });
    await app.call(usersApi.update, { ...of(person), body: { primaryEmail: person.email } });
  },
  'the account is suspended and resumed': async (person) => {
    await app.call(usersApi.setSuspended, { ...of(person), body: { isSuspended: true } });
    await app.call(usersApi.setSuspended, { ...of(person), body: { isSuspended: false } });
  },
  'the account is deleted and created again with the same address': async (person) => {
    await app.call(usersApi.remove, of(person));
    const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: person.email, password } });
    person.id = body.id;
  },
  'an account of a provider is linked': (person) =>
    app.call(userIdentitiesApi.set, {
      token,
      params: { userId: person.id, target: 'github' },
      body: { userId: `github of ${person.id}` },
    }),
};

test.each(Object.entries(parked))('%s reaches the application if nothing changes', async (_name, park) => {
  expect(await (await park(await createPerson()))()).toBe(true);
});

test.each(Object.entries(changes))('nothing is finished after %s', async (_name, change) => {
  const reached: string[] = [];
  for (const [name, park] of Object.entries(parked)) {
    const person = await createPerson();
    const rest = await park(person);
    await change(person);
    if (await rest()) {
      reached.push(name);
    }
  }
  expect(reached).toEqual([]);
});

test('a second factor that was replaced since counts no more', async () => {
  const person = await createPerson();
  const old = await addTotp(app, person.id, token);
  const browser = await arrived({ event: 'SignIn', identifier: { email: person.email, password } });
  expect((await browser.legacy('POST', '/submit')).code).toBe('session.mfa.require_mfa_verification');
  expect((await browser.legacy('PUT', '/mfa', { type: 'Totp', code: codeNow(old) })).status).toBe(204);
  for (const { id } of (await app.call(userMfaApi.list, of(person))).body) {
    await app.call(userMfaApi.remove, { token, params: { userId: person.id, verificationId: id } });
  }
  await addTotp(app, person.id, token);
  expect(await finishes(browser)).toBe(false);
});
