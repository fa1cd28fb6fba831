import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readNewPasskey } from '#features/people/users';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, type StepAnswer, visitor, ways } from '#testing/sign-in';
import { comeBack, leaveFor, socialProvider } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

/**
 * The clock of a node may differ from that of the database by a minute. What somebody parks for an account does not survive
 * its recovery because of that, and nobody is kept out (attack 53).
 */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
let company: TestIdentityProvider;
let sso: { id: string; domain: string };
const here = { rpId: 'core.test', origin: 'http://core.test' };

beforeAll(async () => {
  [social, company] = [await socialProvider(), await identityProvider()];
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme');
  sso = await connectSso(app, token, { config: company.config });
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    passkeySignIn: { enabled: true },
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: ['acme'],
  });
});
afterAll(async () => {
  social.close();
  company.close();
  await app.close();
});
afterEach(() => void vi.useRealTimers());

let count = 0;
async function createPerson(domain = 'example.com') {
  count += 1;
  const name = `clock${count}`;
  const { body } = await app.call(usersApi.create, {
    token,
    body: { username: name, primaryEmail: `${name}@${domain}` },
  });
  await app.call(userIdentitiesApi.set, { token, params: { userId: body.id, target: 'acme' }, body: { userId: name } });
  social.people.set(name, { sub: name, id: name });
  const authenticator = createAuthenticator();
  const challenge = 'Y2hhbGxlbmdl';
  const made = authenticator.register(challenge, { flags: 0, ...here });
  const passkey = await readNewPasskey(made, { challenge, rpId: here.rpId, origins: [here.origin] }, undefined);
  const factor = { ...passkey, id: authenticator.credentialId, type: 'WebAuthn', createdAt: new Date().toISOString() };
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = ${JSON.stringify([factor])}::jsonb, email_verified_at = now()
      where id = ${body.id}`.execute(db),
  );
  return { id: body.id, name, authenticator };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const passkeyPath = '/verification/sign-in-passkey/authentication';

/** Asks for a proof, and returns how it is answered later. */
type Way = (person: Person) => Promise<() => Promise<StepAnswer>>;

const started = async () => {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('SignIn');
  return browser;
};

const allWays: Record<string, Way> = {
  'a passkey': async ({ id, authenticator }) => {
    const browser = await started();
    const { verificationId, authenticationOptions } = (await browser.step('POST', passkeyPath)).body;
    const payload = authenticator.authenticate(authenticationOptions.challenge, id);
    return async () => {
      await browser.step('POST', `${passkeyPath}/verify`, { verificationId, payload });
      return browser.identify(verificationId);
    };
  },
  'a passkey from before the sign-in began': async ({ id, authenticator }) => {
    const browser = visitor(app);
    await browser.arrive();
    const { body } = await browser.step('POST', '/preflight/sign-in-passkey/authentication');
    await browser.start('SignIn');
    const payload = authenticator.authenticate(body.authenticationOptions.challenge, id);
    return async () =>
      browser.identify((await browser.step('POST', `${passkeyPath}/verify`, { payload })).body.verificationId);
  },
  'a social account': async ({ name }) => {
    const browser = await started();
    const verificationId = await leaveFor(browser, socialId);
    return async () => {
      await comeBack(browser, socialId, verificationId, { code: name, state: 'st' });
      return browser.identify(verificationId);
    };
  },
  'a company': async ({ name }) => {
    company.hire({ sub: name, email: `${name}@${sso.domain}`, email_verified: true });
    const browser = await started();
    const { authorizationUri, verificationId } = await leaveForSso(browser, sso.id);
    const back = await company.visit(authorizationUri);
    return async () => {
      await returnFromSso(browser, sso.id, verificationId, back);
      return browser.identify(verificationId);
    };
  },
};

const domainOf = (way: string) => (way === 'a company' ? sso.domain : undefined);
/** While somebody asks, the clock of the node is ahead of the database, or behind it. */
async function askAt<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

describe.each(Object.entries(allWays))('%s', (name, ask) => {
  test('that was asked for before all sessions were ended proves nothing after it', async () => {
    const person = await createPerson(domainOf(name));
    // The company links its account with the first sign-in.
    expect((await (await ask(person))()).status).toBe(204);
    const answer = await askAt(30, () => ask(person));
    await app.call(userSessionsApi.removeAll, { token, params: { userId: person.id } });
    expect((await answer()).code).toBe('session.verification_session_not_found');
  });

  test('signs in at once after all sessions were ended', async () => {
    const person = await createPerson(domainOf(name));
    await app.call(userSessionsApi.removeAll, { token, params: { userId: person.id } });
    const answer = await askAt(-30, () => ask(person));
    expect((await answer()).status).toBe(204);
  });
});
