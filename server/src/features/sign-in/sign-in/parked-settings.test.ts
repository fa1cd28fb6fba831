import { randomBytes } from 'node:crypto';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTotp, codeNow } from '#testing/factors';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings, lastMessage, type StepAnswer, type Visitor, ways } from '#testing/sign-in';
import { arrived, proveSocial, socialProvider } from '#testing/social';
import { connectSso, proveSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

/** Settings that change after the first step of a sign-in hold for its last step too (attack 45). */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
let company: TestIdentityProvider;
const password = 'correct horse battery';

beforeAll(async () => {
  [social, company] = [await socialProvider(), await identityProvider()];
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64'), ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme', { trustAddresses: true });
});
afterAll(async () => {
  social.close();
  company.close();
  await app.close();
});
const setFactors = (mfa: object) => changeSettings(app, { mfa: { factors: ['Totp'], policy: 'NoPrompt', ...mfa } });

beforeEach(async () => {
  await changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: ['email'], password: false, verify: true },
    signInMode: 'SignInAndRegister',
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: ['acme'],
  });
  await setFactors({ factors: [] });
  await trust(true);
});

const trust = (trustAddresses: boolean) =>
  app.call(connectorsApi.update, { token, params: { id: socialId }, body: { trustAddresses } });

let count = 0;
async function createPerson(domain = 'example.com') {
  count += 1;
  const email = `settled${count}@${domain}`;
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
  return { id: body.id, email };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

/** A sign-in that has proven the password and identified the person. */
async function parked({ email }: Person): Promise<Visitor> {
  const browser = await arrived(app);
  const identifier = { type: 'email', value: email };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  expect((await browser.identify(body.verificationId)).status).toBe(204);
  return browser;
}

const answer = ({ status, code }: StepAnswer) => [status, code];
const userOf = async ({ id: userId }: Pick<Person, 'id'>) =>
  (await app.call(usersApi.get, { token, params: { userId }, query: { includeSsoIdentities: 'true' } })).body;

describe('a second factor', () => {
  test('that everybody needs now is asked for, also after it was declined', async () => {
    const [one, two] = [await parked(await createPerson()), await parked(await createPerson())];
    await setFactors({ policy: 'UserControlled' });
    expect((await two.step('POST', '/profile/mfa/mfa-skipped')).status).toBe(204);
    await setFactors({ policy: 'Mandatory' });
    expect(answer(await one.submit())).toEqual([422, 'user.missing_mfa']);
    const asked = await two.submit();
    expect(answer(asked)).toEqual([422, 'user.missing_mfa']);
    expect(asked.body.data.skippable).toBeUndefined();
  });

  test('that an organization needs now is asked for', async () => {
    const person = await createPerson();
    const browser = await parked(person);
    const { body } = await app.call(organizationsApi.create, { token, body: { name: 'Careful', isMfaRequired: true } });
    await app.call(organizationMembersApi.add, { token, params: { id: body.id }, body: { userIds: [person.id] } });
    await setFactors({ organizationRequiredMfaPolicy: 'Mandatory' });
    expect(answer(await browser.submit())).toEqual([422, 'user.missing_mfa']);
  });

  test('of a kind that was switched off after it was verified does not count any more', async () => {
    const person = await createPerson();
    const secret = await addTotp(app, person.id, token);
    await setFactors({ factors: ['Totp', 'EmailVerificationCode'] });
    const browser = await parked(person);
    const sent = await browser.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' });
    const { code } = await lastMessage(app, person.email);
    const { verificationId } = sent.body;
    const shown = { identifierType: 'email', verificationId, code };
    expect((await browser.step('POST', '/verification/mfa-verification-code/verify', shown)).status).toBe(200);
    await setFactors({ factors: ['Totp'] });
    expect(answer(await browser.submit())).toEqual([403, 'session.mfa.require_mfa_verification']);
    expect((await browser.step('POST', '/verification/totp/verify', { code: codeNow(secret) })).status).toBe(200);
    expect((await browser.submit()).status).toBe(200);
  });
});

describe('an account at a company is not linked', () => {
  const connect = () => connectSso(app, token, { config: company.config });
  /** A sign-in through the company that will link the account with the address. */
  async function linking(connectorId: string, person: Person): Promise<Visitor> {
    company.hire({ sub: `of ${person.id}`, email: person.email, email_verified: true });
    const browser = await arrived(app);
    expect((await browser.identify(await proveSso(browser, connectorId, company))).status).toBe(204);
    return browser;
  }

  test('after its domain was removed from the connector', async () => {
    const { id, domain } = await connect();
    const person = await createPerson(domain);
    const browser = await linking(id, person);
    const { status } = await app.call(ssoConnectorsApi.update, {
      token,
      params: { id },
      body: { domains: ['elsewhere.example'] },
    });
    expect(status).toBe(200);
    expect((await browser.submit()).status).toBeGreaterThanOrEqual(400);
    expect((await userOf(person)).ssoIdentities).toEqual([]);
  });

  test('after its connector was deleted or single sign-on switched off', async () => {
    const { id, domain } = await connect();
    const person = await createPerson(domain);
    const [one, two] = [await linking(id, person), await linking(id, person)];
    await changeSettings(app, { singleSignOnEnabled: false });
    expect(answer(await one.submit())).toEqual([422, 'user.sign_in_method_not_enabled']);
    await changeSettings(app, { singleSignOnEnabled: true });
    await app.call(ssoConnectorsApi.remove, { token, params: { id } });
    expect((await two.submit()).status).toBe(404);
    expect((await userOf(person)).ssoIdentities).toEqual([]);
  });
});

test('a password does not sign in after the domain has become that of a company', async () => {
  const person = await createPerson('joins.example');
  const browser = await parked(person);
  await connectSso(app, token, { config: company.config, domains: ['joins.example'] });
  expect(answer(await browser.submit())).toEqual([422, 'session.sso_enabled']);
});

test('an address of a provider links no account after the provider is not trusted any more', async () => {
  const person = await createPerson();
  social.people.set(`of ${person.id}`, { id: `of ${person.id}`, email: person.email, email_verified: true });
  const browser = await arrived(app);
  const proof = await proveSocial(browser, socialId, `of ${person.id}`);
  expect((await browser.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
  await trust(false);
  expect((await browser.submit()).status).toBeGreaterThanOrEqual(400);
  expect((await userOf(person)).identities).toEqual({});
});
