import { randomBytes } from 'node:crypto';
import { applicationAccessApi } from '@postern/contracts/access/application-access';
import { applicationsApi } from '@postern/contracts/access/applications';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readNewPasskey } from '#features/people/users';
import { addTotp } from '#testing/factors';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, forgetPauses, type StepAnswer, type Visitor, visitor, ways } from '#testing/sign-in';
import { proveSocial, socialProvider } from '#testing/social';
import { connectSso, proveSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

/** Each rule that can end a sign-in holds for each way to sign in: none of the ways is a side door. */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
let company: TestIdentityProvider;
let ssoId: string;
let companyDomain: string;
let clientId: string;
const redirectUri = 'https://shop.example/callback';
const password = 'correct horse battery';
const here = { rpId: 'core.test', origin: 'http://core.test' };

beforeAll(async () => {
  [social, company] = [await socialProvider(), await identityProvider()];
  app = await testApp({
    SECRET_VAULT_KEK: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_EGRESS: 'true',
    TRUST_PROXY: '1',
  });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme');
  ({ id: ssoId, domain: companyDomain } = await connectSso(app, token, { config: company.config }));
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  clientId = body.id;
});
afterAll(async () => {
  social.close();
  company.close();
  await app.close();
});
beforeEach(async () => {
  await forgetPauses(app);
  await app.write('default', (db) => db.deleteFrom('actions').execute());
  await app.call(applicationsApi.update, {
    token,
    params: { id: clientId },
    body: { appLevelAccessControlEnabled: false },
  });
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
    mfa: { factors: [], policy: 'NoPrompt' },
    adaptiveMfa: { enabled: false },
    passkeySignIn: { enabled: true },
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: ['acme'],
  });
});

let count = 0;
async function createPerson(isEmployee: boolean) {
  count += 1;
  const name = `way${count}`;
  const primaryEmail = `${name}@${isEmployee ? companyDomain : 'example.com'}`;
  const { body, status } = await app.call(usersApi.create, { token, body: { username: name, password, primaryEmail } });
  expect(status).toBe(200);
  await app.call(userIdentitiesApi.set, { token, params: { userId: body.id, target: 'acme' }, body: { userId: name } });
  social.people.set(name, { sub: name, id: name });
  const authenticator = createAuthenticator();
  const challenge = 'Y2hhbGxlbmdl';
  const made = authenticator.register(challenge, { flags: 0, ...here });
  const passkey = await readNewPasskey(made, { challenge, rpId: here.rpId, origins: [here.origin] }, undefined);
  const factor = { ...passkey, id: authenticator.credentialId, type: 'WebAuthn', createdAt: new Date().toISOString() };
  const place = { country: 'DE', countries: [{ country: 'DE', lastSignInAt: new Date().toISOString() }] };
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = ${JSON.stringify([factor])}::jsonb, email_verified_at = now(),
      last_sign_in_at = now() - interval '1 day', last_sign_in_place = ${JSON.stringify(place)}::jsonb
      where id = ${body.id}`.execute(db),
  );
  await addTotp(app, body.id, token);
  return { id: body.id, name, primaryEmail, authenticator };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

/** Returns the answer to the identification. */
type Way = (browser: Visitor, person: Person) => Promise<StepAnswer>;

const byPassword =
  (type: 'username' | 'email'): Way =>
  async (browser, { name, primaryEmail }) => {
    await browser.start('SignIn');
    const identifier = { type, value: type === 'email' ? primaryEmail : name };
    const { body } = await browser.step('POST', '/verification/password', { identifier, password });
    return browser.identify(body.verificationId);
  };

const signInPasskey = '/verification/sign-in-passkey/authentication';

const allWays: Record<string, Way> = {
  'username and password': byPassword('username'),
  'address and password': byPassword('email'),
  'a code': async (browser, { primaryEmail }) => {
    await browser.start('SignIn');
    return browser.identify(await browser.proveAddress('SignIn', 'email', primaryEmail));
  },
  'a one-time token': async (browser, { primaryEmail: email }) => {
    const { body } = await app.call(oneTimeTokensApi.create, { token, body: { email } });
    await browser.start('SignIn');
    const identifier = { type: 'email', value: email };
    const shown = await browser.step('POST', '/verification/one-time-token/verify', { identifier, token: body.token });
    return browser.identify(shown.body.verificationId);
  },
  'a registration that becomes a sign-in': async (browser, { primaryEmail }) => {
    await browser.start('Register');
    const verificationId = await browser.proveAddress('Register', 'email', primaryEmail);
    await browser.step('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
    return browser.identify(verificationId);
  },
  'a social account': async (browser, { name }) => {
    await browser.start('SignIn');
    return browser.identify(await proveSocial(browser, socialId, name));
  },
  'a passkey': async (browser, { id, authenticator }) => {
    await browser.start('SignIn');
    const { body } = await browser.step('POST', signInPasskey);
    const { verificationId, authenticationOptions } = body;
    const payload = authenticator.authenticate(authenticationOptions.challenge, id);
    await browser.step('POST', `${signInPasskey}/verify`, { verificationId, payload });
    return browser.identify(verificationId);
  },
  'a passkey from before the sign-in began': async (browser, { id, authenticator }) => {
    const { body } = await browser.step('POST', '/preflight/sign-in-passkey/authentication');
    await browser.start('SignIn');
    const payload = authenticator.authenticate(body.authenticationOptions.challenge, id);
    const shown = await browser.step('POST', `${signInPasskey}/verify`, { payload });
    return browser.identify(shown.body.verificationId);
  },
  'a passkey of the named person': async (browser, { id, name, authenticator }) => {
    await browser.start('SignIn');
    const { body } = await browser.step('POST', signInPasskey, { identifier: { type: 'username', value: name } });
    const { verificationId, authenticationOptions } = body;
    const payload = authenticator.authenticate(authenticationOptions.challenge, id);
    await browser.step('POST', `${signInPasskey}/verify`, { verificationId, payload });
    return browser.identify(verificationId);
  },
  'the older pages': (browser, { name }) =>
    browser.legacy('PUT', '', { event: 'SignIn', identifier: { username: name, password } }),
  'a company': async (browser, { name, primaryEmail }) => {
    company.hire({ sub: name, email: primaryEmail, email_verified: true });
    await browser.start('SignIn');
    const verificationId = await proveSso(browser, ssoId, company);
    return browser.identify(verificationId);
  },
};
const isCompany = (way: string) => way === 'a company';
/** Ways that are two factors, or whose company is responsible for further factors. */
const needsNoFactor = (way: string) => isCompany(way) || way.includes('passkey');

/** Where the sign-in ends: `code` if the application gets one. */
async function outcome(way: string, rule: (person: Person) => Promise<unknown>, country = 'DE'): Promise<string> {
  const person = await createPerson(isCompany(way));
  const browser = visitor(app);
  await browser.arrive({ client_id: clientId, redirect_uri: redirectUri });
  const identified = await allWays[way]?.(browser, person);
  expect([way, identified?.status, identified?.code]).toEqual([way, 204, undefined]);
  await rule(person);
  const last = way === 'the older pages' ? browser.legacy : browser.step;
  const { status, code, body } = await last('POST', '/submit', undefined, { 'x-logto-cf-country': country });
  if (status !== 200) {
    return String(code);
  }
  const { origin, pathname, searchParams } = new URL(await browser.follow(body.redirectTo), 'http://core.test');
  return origin === 'https://shop.example' ? (searchParams.has('code') ? 'code' : 'no code') : pathname;
}

type Rule = { set: (person: Person) => Promise<unknown>; country?: string; spares?: (way: string) => boolean };
const mandatory = { factors: ['Totp' as const], policy: 'PromptAtSignInAndSignUpMandatory' as const };

const rules: Record<string, Rule> = {
  'a script of the tenant': {
    set: () =>
      app.call(actionsApi.save, {
        token,
        params: { actionType: 'postSignIn' },
        body: { script: 'const runAction = async () => { throw new Error("no"); };', enabled: true },
      }),
  },
  'the access of the application': {
    set: async () => {
      const userIds = [(await createPerson(false)).id];
      const onlyOther = { userIds, userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
      const params = { applicationId: clientId };
      await app.call(applicationAccessApi.save, { token, params, body: onlyOther });
      const body = { appLevelAccessControlEnabled: true };
      expect((await app.call(applicationsApi.update, { token, params: { id: clientId }, body })).status).toBe(200);
    },
  },
  'a factor at an unusual place': {
    set: () => changeSettings(app, { mfa: mandatory, adaptiveMfa: { enabled: true } }),
    country: 'NO',
    spares: needsNoFactor,
  },
  'a suspension': {
    set: ({ id }) => app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended: true } }),
  },
  'the end of sign-ins': {
    set: () => changeSettings(app, { signInMode: 'Register' }),
    // It is an invitation.
    spares: (way) => way === 'a one-time token',
  },
};

describe.each(Object.keys(allWays))('%s', (way) => {
  test('signs in', async () => {
    expect(await outcome(way, async () => undefined)).toBe('code');
  });

  test.each(Object.entries(rules))('does not get around %s', async (_name, { set, country, spares }) => {
    const reached = await outcome(way, set, country);
    if (spares?.(way)) {
      expect(reached).toBe('code');
    } else {
      expect(reached).not.toBe('code');
    }
  });
});
