import { randomBytes } from 'node:crypto';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addTotp, codeNow } from '#testing/factors';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { comeBack, leaveFor, socialProvider } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';
import { readNewPasskey } from '../../people/users/passkeys.ts';

/** Proofs of a parked sign-in are worth nothing after what proved the person has changed (attack 53). */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
let company: TestIdentityProvider;
let ssoId: string;
const password = 'known before the change';
const another = 'known after the change';

beforeAll(async () => {
  [social, company] = [await socialProvider(), await identityProvider()];
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64'), ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme');
  ssoId = (await connectSso(app, token, { config: company.config })).id;
  await changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: ['email'], password: true, verify: true },
    forgotPasswordMethods: ['EmailVerificationCode'],
    signInMode: 'SignInAndRegister',
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

// Otherwise people who sign in are offered a passkey.
afterEach(() => changeSettings(app, { passkeySignIn: {} }));

type Person = { id: string; email: string; password: string; secret?: string | undefined };

let count = 0;
async function createPerson({ withTotp = false } = {}): Promise<Person> {
  count += 1;
  const email = `parked${count}@example.com`;
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
  return { id: body.id, email, password, secret: withTotp ? await addTotp(app, body.id, token) : undefined };
}

/** A passkey of the person that signs in. */
async function addPasskey({ id }: Person) {
  await changeSettings(app, { passkeySignIn: { enabled: true } });
  const authenticator = createAuthenticator();
  const expected = { challenge: 'Y2hhbGxlbmdl', rpId: 'core.test', origins: ['http://core.test'] };
  const passkey = await readNewPasskey(authenticator.register(expected.challenge), expected, undefined);
  const factor = { ...passkey, id: `passkey of ${id}`, type: 'WebAuthn', createdAt: new Date().toISOString() };
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = mfa_verifications || ${JSON.stringify([factor])}::jsonb
      where id = ${id}`.execute(db),
  );
  return authenticator;
}

const of = ({ id }: Person) => ({ token, params: { userId: id } });

/** What a person, or an administrator for them, does to take an account back. */
const changes: Record<string, (person: Person) => Promise<unknown>> = {
  'the password is changed': async (person) => {
    await app.call(usersApi.setPassword, { ...of(person), body: { password: another } });
    person.password = another;
  },
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
    const created = { primaryEmail: person.email, password: person.password };
    person.id = (await app.call(usersApi.create, { token, body: created })).body.id;
    person.secret = person.secret && (await addTotp(app, person.id, token));
  },
  'a second factor is replaced': async (person) => {
    for (const { id } of (await app.call(userMfaApi.list, of(person))).body) {
      await app.call(userMfaApi.remove, { token, params: { userId: person.id, verificationId: id } });
    }
    person.secret = await addTotp(app, person.id, token);
  },
  'an account of a provider is linked': (person) =>
    app.call(userIdentitiesApi.set, {
      token,
      params: { userId: person.id, target: 'github' },
      body: { userId: `github of ${person.id}` },
    }),
};

async function started(event: 'SignIn' | 'ForgotPassword' = 'SignIn'): Promise<Visitor> {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start(event);
  return browser;
}

async function provePassword(browser: Visitor, person: Person): Promise<string> {
  const identifier = { type: 'email', value: person.email };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password: person.password });
  return body.verificationId;
}

const proveTotp = (browser: Visitor, { secret = '' }: Person) =>
  browser.step('POST', '/verification/totp/verify', { code: codeNow(secret) });

/** Proves the password and, if the person has one, the second factor. */
async function identify(browser: Visitor, person: Person): Promise<void> {
  await browser.identify(await provePassword(browser, person));
  if (person.secret !== undefined) {
    await proveTotp(browser, person);
  }
}

/** Whether the browser gets a code for the application. */
async function finishes(browser: Visitor): Promise<boolean> {
  const { body } = await browser.submit();
  return typeof body?.redirectTo === 'string' && (await browser.follow(body.redirectTo)).includes('code=');
}

type Parked = { withTotp?: boolean; park(person: Person): Promise<() => Promise<boolean>> };

/** A sign-in up to a point. What it returns is the rest, and says whether it reached the tokens or the account. */
const signIns: Record<string, Parked> = {
  'with a proven password': {
    async park(person) {
      const browser = await started();
      const proof = await provePassword(browser, person);
      return async () => (await browser.identify(proof)).status === 204 && finishes(browser);
    },
  },
  'with an identified person': {
    async park(person) {
      const browser = await started();
      await browser.identify(await provePassword(browser, person));
      return () => finishes(browser);
    },
  },
  'with a verified second factor': {
    withTotp: true,
    async park(person) {
      const browser = await started();
      await identify(browser, person);
      return () => finishes(browser);
    },
  },
  'with a new authenticator app': {
    async park(person) {
      const browser = await started();
      await identify(browser, person);
      const { body } = await browser.step('POST', '/verification/totp/secret');
      const { verificationId, secret } = body;
      await browser.step('POST', '/verification/totp/verify', { code: codeNow(secret), verificationId });
      expect((await browser.step('POST', '/profile/mfa', { type: 'Totp', verificationId })).status).toBe(204);
      return () => finishes(browser);
    },
  },
  'with a password, through the legacy API': {
    async park({ email, password: value }) {
      const browser = visitor(app);
      await browser.arrive();
      const body = { event: 'SignIn', identifier: { email, password: value } };
      expect((await browser.legacy('PUT', '', body)).status).toBe(204);
      return async () => {
        const { redirectTo } = (await browser.legacy('POST', '/submit')).body ?? {};
        return typeof redirectTo === 'string' && (await browser.follow(redirectTo)).includes('code=');
      };
    },
  },
  'with a code that was sent': {
    async park({ email }) {
      const browser = await started();
      const identifier = { type: 'email', value: email };
      const sent = await browser.step('POST', '/verification/verification-code', {
        identifier,
        interactionEvent: 'SignIn',
      });
      const { verificationId } = sent.body;
      const { code } = await lastMessage(app, email);
      return async () => {
        await browser.step('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
        return (await browser.identify(verificationId)).status === 204 && finishes(browser);
      };
    },
  },
  'with a verified code': {
    async park({ email }) {
      const browser = await started();
      const proof = await browser.proveAddress('SignIn', 'email', email);
      return async () => (await browser.identify(proof)).status === 204 && finishes(browser);
    },
  },
  'with a one-time token': {
    async park({ email }) {
      const made = await app.call(oneTimeTokensApi.create, { token, body: { email } });
      return async () => {
        const browser = await started();
        const { body } = await browser.step('POST', '/verification/one-time-token/verify', {
          identifier: { type: 'email', value: email },
          token: made.body.token,
        });
        return (await browser.identify(body.verificationId)).status === 204 && finishes(browser);
      };
    },
  },
  'with a request to a passkey': {
    async park(person) {
      const authenticator = await addPasskey(person);
      const browser = await started();
      const { body } = await browser.step('POST', '/verification/sign-in-passkey/authentication');
      const { verificationId, authenticationOptions } = body;
      const payload = authenticator.authenticate(authenticationOptions.challenge, person.id);
      return async () => {
        const path = '/verification/sign-in-passkey/authentication/verify';
        await browser.step('POST', path, { verificationId, payload });
        return (await browser.identify(verificationId)).status === 204 && finishes(browser);
      };
    },
  },
  'with a verified passkey': {
    async park(person) {
      const authenticator = await addPasskey(person);
      const browser = await started();
      const { body } = await browser.step('POST', '/verification/sign-in-passkey/authentication');
      const { verificationId, authenticationOptions } = body;
      const payload = authenticator.authenticate(authenticationOptions.challenge, person.id);
      const path = '/verification/sign-in-passkey/authentication/verify';
      expect((await browser.step('POST', path, { verificationId, payload })).status).toBe(200);
      return async () => (await browser.identify(verificationId)).status === 204 && finishes(browser);
    },
  },
  'with a request to a provider': {
    async park(person) {
      const account = `acme of ${person.id}`;
      social.people.set(account, { id: account });
      const params = { userId: person.id, target: 'acme' };
      expect((await app.call(userIdentitiesApi.set, { token, params, body: { userId: account } })).status).toBe(201);
      const browser = await started();
      const proof = await leaveFor(browser, socialId);
      return async () => {
        await comeBack(browser, socialId, proof, { code: account, state: 'st' });
        return (await browser.identify(proof)).status === 204 && finishes(browser);
      };
    },
  },
  'with a request to the identity provider of a company': {
    async park(person) {
      const sub = `employee ${person.id}`;
      await app.write('default', (db) =>
        db
          .insertInto('user_sso_identities')
          .values({
            id: person.id,
            user_id: person.id,
            sso_connector_id: ssoId,
            issuer: company.issuer,
            identity_id: sub,
            detail: '{}',
          })
          .execute(),
      );
      company.hire({ sub });
      const browser = await started();
      const { authorizationUri, verificationId } = await leaveForSso(browser, ssoId);
      const data = await company.visit(authorizationUri);
      return async () => {
        await returnFromSso(browser, ssoId, verificationId, data);
        return (await browser.identify(verificationId)).status === 204 && finishes(browser);
      };
    },
  },
  'with an answer that the browser has not followed': {
    async park(person) {
      const browser = await started();
      await identify(browser, person);
      const { body } = await browser.submit();
      return async () => {
        const isSignedIn = (await browser.follow(body.redirectTo)).includes('code=');
        return isSignedIn || (await browser.arrive()).includes('code=');
      };
    },
  },
  'with a new password for a forgotten one': {
    async park({ email }) {
      const browser = await started('ForgotPassword');
      await browser.identify(await browser.proveAddress('ForgotPassword', 'email', email));
      const { status } = await browser.step('PUT', '/profile/password', { password: 'the password of an attacker' });
      expect(status).toBe(204);
      return async () => (await browser.submit()).status === 204;
    },
  },
};

describe.each(Object.entries(signIns))('a sign-in parked %s', (name, { park, withTotp = false }) => {
  test('succeeds if nothing changes', async () => {
    const rest = await park(await createPerson({ withTotp }));
    expect(await rest()).toBe(true);
  });

  test.each(Object.entries(changes))('is refused after %s', async (what, change) => {
    // A new factor alone is asked for by the sign-in itself.
    const person = await createPerson({
      withTotp: withTotp || (what.includes('factor') && !name.includes('a new')),
    });
    const rest = await park(person);
    await change(person);
    expect(await rest()).toBe(false);
    if (name === 'with an identified person') {
      const browser = await started();
      await identify(browser, person);
      expect(await finishes(browser), 'the owner signs in afresh').toBe(true);
    }
  });
});
