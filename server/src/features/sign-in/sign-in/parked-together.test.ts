import { randomBytes } from 'node:crypto';
import { accountApi } from '@postern/contracts/account/account';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner, type Owner, openAccountCenter } from '#testing/account';
import { addBackupCodes, addTotp, codeNow } from '#testing/factors';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { createAuthenticator } from '#testing/passkeys';
import { metadataOf, signedResponse, signingKey } from '#testing/saml';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { comeBack, leaveFor, socialProvider } from '#testing/social';
import { connectSso, leaveForSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';
import { readNewPasskey } from '../../people/users/passkeys.ts';

/**
 * One person with every kind of proof, in as many browsers: none of their sign-ins survives the recovery of the account
 * (attack 53). `parked.test.ts` has the other kinds, one at a time.
 */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
let company: TestIdentityProvider;
let ssoId: string;
let samlId: string;
const samlKey = signingKey();
const samlIssuer = 'https://idp.example/saml';
const expected = { challenge: 'Y2hhbGxlbmdl', rpId: 'core.test', origins: ['http://core.test'] };

beforeAll(async () => {
  [social, company] = [await socialProvider(), await identityProvider()];
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64'), ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme');
  ssoId = (await connectSso(app, token, { config: company.config })).id;
  const metadata = metadataOf({ entityId: samlIssuer, signInEndpoint: 'https://idp.example/sso', key: samlKey });
  samlId = (await connectSso(app, token, { providerName: 'SAML', config: { metadata } })).id;
  await openAccountCenter(app, token);
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'phone', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    forgotPasswordMethods: ['PhoneVerificationCode'],
    mfa: { factors: [], policy: 'NoPrompt' },
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: ['acme'],
  });
});
afterAll(async () => {
  social.close();
  company.close();
  await app.close();
});

type Person = Owner & {
  phone: string;
  email: string;
  secret: string;
  codes: string[];
  authenticator: ReturnType<typeof createAuthenticator>;
};
const of = ({ id }: Person) => ({ token, params: { userId: id } });

let count = 0;
async function createPerson(): Promise<Person> {
  count += 1;
  await setFactors(false);
  const [email, phone] = [`together${count}@example.com`, `493012345${String(count).padStart(3, '0')}`];
  const person = await newOwner(app, token, { primaryEmail: email, primaryPhone: phone });
  const params = { userId: person.id, target: 'acme' };
  await app.call(userIdentitiesApi.set, { token, params, body: { userId: `acme of ${person.id}` } });
  social.people.set(`acme of ${person.id}`, { id: `acme of ${person.id}` });
  company.hire({ sub: `oidc ${person.id}` });
  for (const [ssoConnectorId, issuer, kind] of [
    [ssoId, company.issuer, 'oidc'],
    [samlId, samlIssuer, 'saml'],
  ] as const) {
    await app.write('default', (db) =>
      db
        .insertInto('user_sso_identities')
        .values({
          id: `${kind} ${person.id}`,
          user_id: person.id,
          sso_connector_id: ssoConnectorId,
          issuer,
          identity_id: `${kind} ${person.id}`,
          detail: '{}',
        })
        .execute(),
    );
  }
  const authenticator = createAuthenticator();
  const passkey = await readNewPasskey(authenticator.register(expected.challenge), expected, undefined);
  const factor = { ...passkey, id: `passkey of ${person.id}`, type: 'WebAuthn', createdAt: new Date().toISOString() };
  const secret = await addTotp(app, person.id, token);
  const codes = await addBackupCodes(app, person.id, token);
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = mfa_verifications || ${JSON.stringify([factor])}::jsonb
      where id = ${person.id}`.execute(db),
  );
  await setFactors(true);
  return { ...person, phone, email, secret, codes, authenticator };
}

const setFactors = (isOn: boolean) =>
  changeSettings(app, {
    mfa: {
      factors: isOn ? ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode'] : [],
      policy: 'NoPrompt',
    },
  });

async function started(event: 'SignIn' | 'ForgotPassword' = 'SignIn'): Promise<Visitor> {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start(event);
  return browser;
}

async function withPassword({ username, password }: Person): Promise<Visitor> {
  const browser = await started();
  const identifier = { type: 'username', value: username };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  expect((await browser.identify(body.verificationId)).status).toBe(204);
  return browser;
}

/** A factor that stays usable for the next browser. */
async function withTotp(person: Person, browser: Visitor): Promise<Visitor> {
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = (select jsonb_agg(one - 'usedStep' order by position)
      from jsonb_array_elements(mfa_verifications) with ordinality as factor (one, position))
      where id = ${person.id}`.execute(db),
  );
  expect((await browser.step('POST', '/verification/totp/verify', { code: codeNow(person.secret) })).status).toBe(200);
  return browser;
}

async function finishes(browser: Visitor): Promise<boolean> {
  const { body } = await browser.submit();
  return typeof body?.redirectTo === 'string' && (await browser.follow(body.redirectTo)).includes('code=');
}

async function identifies(browser: Visitor, proof: string): Promise<boolean> {
  return (await browser.identify(proof)).status === 204 && finishes(browser);
}

/** The response of the SAML provider to the request in an address. */
async function samlResponse(person: Person, authorizationUri: string): Promise<object> {
  const { inflateRawSync } = await import('node:zlib');
  const sent = new URL(authorizationUri).searchParams.get('SAMLRequest') ?? '';
  const inResponseTo = /\sID="([^"]+)"/.exec(inflateRawSync(Buffer.from(sent, 'base64')).toString())?.[1] ?? '';
  const recipient = `http://core.test/api/authn/single-sign-on/saml/${samlId}`;
  const audience = `http://core.test/enterprise-sso/${samlId}`;
  const xml = signedResponse(
    { issuer: samlIssuer, audience, recipient, inResponseTo, nameId: `saml ${person.id}` },
    samlKey,
  );
  const answer = await app.core.inject({
    method: 'POST',
    url: `/api/authn/single-sign-on/saml/${samlId}`,
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: 'st' }).toString(),
  });
  return Object.fromEntries(new URL(String(answer.headers.location)).searchParams);
}

const inBrowser = (browser: Visitor) => () => finishes(browser);

/** A sign-in up to a point. What it returns is the rest, and says whether it reached the application or the account. */
const parked: Record<string, (person: Person) => Promise<() => Promise<boolean>>> = {
  async 'a code by text message that was sent'({ phone }) {
    const browser = await started();
    const identifier = { type: 'phone', value: phone };
    const path = '/verification/verification-code';
    const { body } = await browser.step('POST', path, { identifier, interactionEvent: 'SignIn' });
    const { verificationId } = body;
    const code = await codeOf(phone);
    return async () => {
      await browser.step('POST', `${path}/verify`, { identifier, verificationId, code });
      await browser.identify(verificationId);
      return finishes(browser);
    };
  },
  async 'a password with a code of the app'(person) {
    return inBrowser(await withTotp(person, await withPassword(person)));
  },
  async 'a password with a passkey'(person) {
    const browser = await withPassword(person);
    const { body } = await browser.step('POST', '/verification/web-authn/authentication');
    const payload = person.authenticator.authenticate(body.authenticationOptions.challenge, person.id);
    const shown = { verificationId: body.verificationId, payload };
    expect((await browser.step('POST', '/verification/web-authn/authentication/verify', shown)).status).toBe(200);
    return inBrowser(browser);
  },
  async 'a password with an unanswered request to a passkey'(person) {
    const browser = await withPassword(person);
    const { body } = await browser.step('POST', '/verification/web-authn/authentication');
    const payload = person.authenticator.authenticate(body.authenticationOptions.challenge, person.id);
    return async () => {
      const shown = { verificationId: body.verificationId, payload };
      await browser.step('POST', '/verification/web-authn/authentication/verify', shown);
      return finishes(browser);
    };
  },
  async 'a password with a backup code'(person) {
    const browser = await withPassword(person);
    const code = person.codes.pop() ?? '';
    expect((await browser.step('POST', '/verification/backup-code/verify', { code })).status).toBe(200);
    return inBrowser(browser);
  },
  async 'a password with a code by email'(person) {
    const browser = await withPassword(person);
    const path = '/verification/mfa-verification-code';
    const { body } = await browser.step('POST', path, { identifierType: 'email' });
    const shown = { verificationId: body.verificationId, code: await codeOf(person.email), identifierType: 'email' };
    expect((await browser.step('POST', `${path}/verify`, shown)).status).toBe(200);
    return inBrowser(browser);
  },
  async 'an account of a provider'(person) {
    const browser = await started();
    const proof = await leaveFor(browser, socialId);
    await comeBack(browser, socialId, proof, { code: `acme of ${person.id}`, state: 'st' });
    return async () => {
      await browser.identify(proof);
      return finishes(browser);
    };
  },
  async 'an account of a provider with a code of the app'(person) {
    const browser = await started();
    const proof = await leaveFor(browser, socialId);
    await comeBack(browser, socialId, proof, { code: `acme of ${person.id}`, state: 'st' });
    expect((await browser.identify(proof)).status).toBe(204);
    return inBrowser(await withTotp(person, browser));
  },
  async 'an answer of the OpenID Connect provider of a company'() {
    const browser = await started();
    const { authorizationUri, verificationId } = await leaveForSso(browser, ssoId);
    await returnFromSso(browser, ssoId, verificationId, await company.visit(authorizationUri));
    return () => identifies(browser, verificationId);
  },
  async 'a request to the SAML provider of a company'(person) {
    const browser = await started();
    const { authorizationUri, verificationId } = await leaveForSso(browser, samlId);
    const data = await samlResponse(person, authorizationUri);
    return async () => {
      await returnFromSso(browser, samlId, verificationId, data);
      return identifies(browser, verificationId);
    };
  },
  async 'an answer of the SAML provider of a company'(person) {
    const browser = await started();
    const { authorizationUri, verificationId } = await leaveForSso(browser, samlId);
    await returnFromSso(browser, samlId, verificationId, await samlResponse(person, authorizationUri));
    return () => identifies(browser, verificationId);
  },
  async 'a person identified by the SAML provider of a company'(person) {
    const browser = await started();
    const { authorizationUri, verificationId } = await leaveForSso(browser, samlId);
    await returnFromSso(browser, samlId, verificationId, await samlResponse(person, authorizationUri));
    expect((await browser.identify(verificationId)).status).toBe(204);
    return inBrowser(browser);
  },
  async 'a code for a forgotten password by text message'({ phone }) {
    const browser = await started('ForgotPassword');
    const proof = await browser.proveAddress('ForgotPassword', 'phone', phone);
    return async () => {
      await browser.identify(proof);
      await browser.step('PUT', '/profile/password', { password: `the password of an attacker ${phone}` });
      return (await browser.submit()).status === 204;
    };
  },
  async 'a finished sign-in that was not followed'(person) {
    const browser = await withTotp(person, await withPassword(person));
    const { body } = await browser.submit();
    return async () => (await browser.follow(body.redirectTo)).includes('code=');
  },
};

async function codeOf(recipient: string): Promise<string> {
  const { rows } = await app.read('default', (db) =>
    sql<{ code: string }>`select code from mailbox_messages where recipient = ${recipient}
      order by created_at desc limit 1`.execute(db),
  );
  return rows[0]?.code ?? '';
}

const removeFactor = async (person: Person, type: string) => {
  const { body } = await app.call(userMfaApi.list, of(person));
  const params = { userId: person.id, verificationId: body.find((one) => one.type === type)?.id ?? '' };
  return app.call(userMfaApi.remove, { token, params });
};

const inCenter = async (person: Person) => {
  // The person has just signed in with a factor.
  await setFactors(false);
  const headers = await person.permit();
  return { token: person.token, headers };
};

const recoveries: Record<string, (person: Person) => Promise<{ status: number }>> = {
  'the person changes the password': async (person) =>
    app.call(accountApi.setPassword, { ...(await inCenter(person)), body: { password: 'another phrase of words' } }),
  'the person changes the address': async (person) => {
    const { token: own, headers } = await inCenter(person);
    const email = `new.${person.email}`;
    const newIdentifierVerificationRecordId = await person.proveAddress('email', email);
    return app.call(accountApi.setEmail, { token: own, headers, body: { email, newIdentifierVerificationRecordId } });
  },
  'the person removes the phone number': async (person) => app.call(accountApi.removePhone, await inCenter(person)),
  'the person unlinks a provider': async (person) =>
    app.call(accountApi.unlinkIdentity, { ...(await inCenter(person)), params: { target: 'acme' } }),
  'an administrator ends all sessions': (person) => app.call(userSessionsApi.removeAll, of(person)),
  'an administrator removes a passkey': (person) => removeFactor(person, 'WebAuthn'),
  'an administrator removes the backup codes': (person) => removeFactor(person, 'BackupCode'),
  'an administrator suspends and resumes the account': async (person) => {
    await app.call(usersApi.setSuspended, { ...of(person), body: { isSuspended: true } });
    return app.call(usersApi.setSuspended, { ...of(person), body: { isSuspended: false } });
  },
};

describe('no sign-in of a person is finished', () => {
  test('unless nothing has changed', async () => {
    const person = await createPerson();
    const rests: [string, () => Promise<boolean>][] = [];
    for (const [name, park] of Object.entries(parked).filter(([one]) => !one.includes('forgotten'))) {
      rests.push([name, await park(person)]);
    }
    for (const [name, rest] of rests) {
      const needsMore = name.includes('by text message that was sent') || name === 'an account of a provider';
      expect([name, await rest()]).toEqual([name, !needsMore]);
    }
  });

  test.each(Object.entries(recoveries))('after %s', async (_, recover) => {
    const person = await createPerson();
    const rests: [string, () => Promise<boolean>][] = [];
    for (const [name, park] of Object.entries(parked)) {
      rests.push([name, await park(person)]);
    }
    expect((await recover(person)).status).toBeLessThan(300);
    await setFactors(false);
    for (const [name, rest] of rests) {
      expect([name, await rest()]).toEqual([name, false]);
    }
  });
});
