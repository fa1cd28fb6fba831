import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, type StepAnswer, type Visitor, visitor, ways } from '#testing/sign-in';
import { arrived, proveSocial, socialProvider } from '#testing/social';
import { connectSso, proveSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';
import { readNewPasskey } from '../../people/users/passkeys.ts';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;
let social: Awaited<ReturnType<typeof socialProvider>>;
let socialId: string;
const password = 'correct horse battery';

beforeAll(async () => {
  [provider, social] = [await identityProvider(), await socialProvider()];
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  socialId = await social.connect(app, token, 'acme');
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'email', password: true, verificationCode: true },
      { identifier: 'phone', password: true, verificationCode: true },
      { identifier: 'username', password: true },
    ),
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    singleSignOnEnabled: true,
  });
});
afterAll(async () => {
  provider.close();
  social.close();
  await app.close();
});

const connect = (body: object = {}) => connectSso(app, token, { config: provider.config, ...body });

describe('people of a domain with a connector (attack 56)', () => {
  test('do not sign in with a username or a phone number and a password', async () => {
    const { id, domain } = await connect();
    const body = { primaryEmail: `ada@${domain}`, username: 'ada_sso', primaryPhone: '491511112222', password };
    await app.call(usersApi.create, { token, body });
    const person = await arrived(app);
    for (const identifier of [
      { type: 'username', value: 'ada_sso' },
      { type: 'phone', value: '491511112222' },
    ]) {
      const { body: proof } = await person.step('POST', '/verification/password', { identifier, password });
      const refused = await person.identify(proof.verificationId);
      expect([identifier.type, refused.status, refused.code]).toEqual([identifier.type, 422, 'session.sso_enabled']);
      expect(refused.body.data.ssoConnectors).toMatchObject([{ id }]);
    }
  });

  test('find no other entrance: links, text messages, providers, passkeys, resets, older pages, missing details', async () => {
    const { domain } = await connect();
    const [email, phone] = [`entrance@${domain}`, '491511113333'];
    await changeSettings(app, {
      passkeySignIn: { enabled: true },
      socialSignInConnectorTargets: ['acme'],
      forgotPasswordMethods: ['PhoneVerificationCode'],
    });
    const created = { primaryEmail: email, username: 'entrance_sso', primaryPhone: phone, password };
    const { body: user } = await app.call(usersApi.create, { token, body: created });
    const params = { userId: user.id, target: 'acme' };
    await app.call(userIdentitiesApi.set, { token, params, body: { userId: 'acme of entrance' } });
    social.people.set('acme of entrance', { id: 'acme of entrance' });
    social.people.set('stranger', { id: 'stranger', email: `stranger@${domain}` });
    const key = createAuthenticator();
    const expected = { challenge: 'Y2hhbGxlbmdl', rpId: 'core.test', origins: ['http://core.test'] };
    const passkey = await readNewPasskey(key.register(expected.challenge), expected, undefined);
    const factor = { ...passkey, id: 'passkey of entrance', type: 'WebAuthn', createdAt: new Date().toISOString() };
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = ${JSON.stringify([factor])}::jsonb where id = ${user.id}`.execute(db),
    );
    const link = async (address: string) => {
      const made = await app.call(oneTimeTokensApi.create, { token, body: { email: address } });
      const browser = await arrived(app);
      const identifier = { type: 'email', value: address };
      const shown = { identifier, token: made.body.token };
      const { body } = await browser.step('POST', '/verification/one-time-token/verify', shown);
      return { browser, proof: body.verificationId };
    };
    const byProvider = async (code: string) => {
      const browser = await arrived(app);
      return { browser, proof: await proveSocial(browser, socialId, code) };
    };
    const asNew = async ({ browser, proof }: { browser: Visitor; proof: string }) => {
      await browser.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
      return browser.identify(proof);
    };
    const known = async ({ browser, proof }: { browser: Visitor; proof: string }) => browser.identify(proof);
    const entrances: Record<string, () => Promise<StepAnswer>> = {
      'a one-time token': async () => known(await link(email)),
      'an invitation of a new person': async () => asNew(await link(`invited@${domain}`)),
      'a code by text message': async () => {
        const browser = await arrived(app);
        return browser.identify(await browser.proveAddress('SignIn', 'phone', phone));
      },
      'a linked account of a provider': async () => known(await byProvider('acme of entrance')),
      'a new account of a provider that claims an address of the domain': async () =>
        asNew(await byProvider('stranger')),
      'a passkey': async () => {
        const browser = await arrived(app);
        const path = '/verification/sign-in-passkey/authentication';
        const { body } = await browser.step('POST', path);
        const payload = key.authenticate(body.authenticationOptions.challenge, user.id);
        await browser.step('POST', `${path}/verify`, { verificationId: body.verificationId, payload });
        return browser.identify(body.verificationId);
      },
      'a reset by text message': async () => {
        const browser = await arrived(app, 'ForgotPassword');
        return browser.identify(await browser.proveAddress('ForgotPassword', 'phone', phone));
      },
      'the pages of older tenants': async () => {
        const browser = visitor(app);
        await browser.arrive();
        await browser.legacy('PUT', '', { event: 'SignIn', identifier: { username: 'entrance_sso', password } });
        return browser.legacy('POST', '/submit');
      },
      'an address that was proven before the domain was set up': async () => {
        const address = `late@later-${domain}`;
        await app.call(usersApi.create, { token, body: { username: 'details_sso', password } });
        const browser = await arrived(app);
        const identifier = { type: 'username', value: 'details_sso' };
        const { body } = await browser.step('POST', '/verification/password', { identifier, password });
        expect((await browser.identify(body.verificationId)).status).toBe(204);
        const verificationId = await browser.proveAddress('SignIn', 'email', address);
        await connect({ domains: [`later-${domain}`] });
        return browser.step('POST', '/profile', { type: 'email', verificationId });
      },
    };
    for (const [name, enter] of Object.entries(entrances)) {
      const { status, code } = await enter();
      expect([name, status, code]).toEqual([name, 422, 'session.sso_enabled']);
    }
    await changeSettings(app, { passkeySignIn: {} });
  });

  test('are the people of a domain with letters of any alphabet, written in any way', async () => {
    const { id } = await connect({ domains: ['Bücher.example'] });
    const { body: shown } = await app.call(ssoConnectorsApi.get, { token, params: { id } });
    expect(shown.domains).toEqual(['xn--bcher-kva.example']);
    const known = { primaryEmail: 'eva@bücher.example', username: 'eva_sso', password };
    await app.call(usersApi.create, { token, body: known });
    const person = await arrived(app);
    const prove = (type: string, value: string) =>
      person.step('POST', '/verification/password', { identifier: { type, value }, password });
    for (const email of ['eva@bücher.example', 'eva+x@BU\u0308CHER.example.', 'eva@xn--bcher-kva.EXAMPLE']) {
      expect([email, (await prove('email', email)).code]).toEqual([email, 'session.sso_enabled']);
    }
    const { body: proof } = await prove('username', 'eva_sso');
    expect((await person.identify(proof.verificationId)).code).toBe('session.sso_enabled');
    const { members } = await organizationOf(id);
    const colleague = await enter(id, { email: 'Ida@Bücher.example', email_verified: true });
    expect(await members()).toEqual([colleague]);
    // As an earlier release stored it.
    await app.write('default', (db) =>
      db.updateTable('sso_connectors').set({ domains: '["bücher.example"]' }).where('id', '=', id).execute(),
    );
    await app.call(ssoConnectorsApi.update, { token, params: { id }, body: { syncProfile: true } });
    expect((await prove('email', 'eva@bücher.example')).code).toBe('session.sso_enabled');
  });

  test('are refused at the last step if the connector was created after they were identified', async () => {
    const username = 'late_sso';
    await app.call(usersApi.create, { token, body: { primaryEmail: 'late@late-people.example', username, password } });
    const person = await arrived(app);
    const identifier = { type: 'username', value: username };
    const { body: proof } = await person.step('POST', '/verification/password', { identifier, password });
    expect((await person.identify(proof.verificationId)).status).toBe(204);
    const { id } = await connect({ domains: ['late-people.example'] });
    expect((await person.submit()).code).toBe('session.sso_enabled');
    await app.call(ssoConnectorsApi.remove, { token, params: { id } });
    expect((await person.submit()).status).toBe(200);
  });

  test('sign in with their username if they only claim an address of the domain', async () => {
    const { domain } = await connect();
    const body = { primaryEmail: `claimed@${domain}`, username: 'claims_only', password };
    const { body: user } = await app.call(usersApi.create, { token, body });
    await app.write('default', (db) =>
      db.updateTable('users').set({ email_verified_at: null }).where('id', '=', user.id).execute(),
    );
    const person = await arrived(app);
    const identifier = { type: 'username', value: 'claims_only' };
    const { body: proof } = await person.step('POST', '/verification/password', { identifier, password });
    expect((await person.identify(proof.verificationId)).status).toBe(204);
  });
});

let count = 0;

/** Registers a person of the provider, or signs them in. */
async function enter(connectorId: string, claims: object): Promise<string> {
  count += 1;
  provider.hire({ sub: `person-${count}`, ...claims });
  const person = await arrived(app);
  const proof = await proveSso(person, connectorId, provider);
  if ((await person.identify(proof)).status !== 204) {
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(proof)).status).toBe(201);
  }
  const { userId } = (await person.step('GET', '/interaction')).body;
  expect((await person.submit()).status).toBe(200);
  return userId;
}

async function organizationOf(connectorId: string) {
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: connectorId } });
  const params = { id: organization.id };
  await app.call(organizationJitApi.addConnectors, { token, params, body: { ssoConnectorIds: [connectorId] } });
  const members = async () =>
    (await app.call(organizationMembersApi.list, { token, params, query: {} })).body.map(({ id }) => id);
  return { params, members };
}

describe('the organization of a connector', () => {
  test.each([
    ['an address of another domain', () => ({ email: `guest${count}@elsewhere.example`, email_verified: true })],
    ['an unverified address', (domain: string) => ({ email: `guest${count}@${domain}`, email_verified: false })],
    ['a text as the statement', (domain: string) => ({ email: `text${count}@${domain}`, email_verified: 'true' })],
    ['no address', () => ({})],
  ])('is not joined with %s', async (_, claims) => {
    const { id, domain } = await connect();
    const { members } = await organizationOf(id);
    await enter(id, claims(domain));
    expect(await members()).toEqual([]);
    const joined = await enter(id, { email: `member${count}@${domain}`, email_verified: true });
    expect(await members()).toEqual([joined]);
  });

  test('loses the members who joined through the connector when their identity is unlinked, and no others', async () => {
    const { id, domain } = await connect();
    const { params, members } = await organizationOf(id);
    const { body: invited } = await app.call(usersApi.create, {
      token,
      body: { primaryEmail: `invited@${domain}`, password },
    });
    await app.call(organizationMembersApi.add, { token, params, body: { userIds: [invited.id] } });
    const joined = await enter(id, { email: `joined@${domain}`, email_verified: true });
    expect(await enter(id, { email: `invited@${domain}`, email_verified: true })).toBe(invited.id);
    expect(new Set(await members())).toEqual(new Set([invited.id, joined]));
    const added = await enter(id, { email: `added@${domain}`, email_verified: true });
    await app.call(organizationMembersApi.add, { token, params, body: { userIds: [added] } });
    await app.call(ssoConnectorsApi.remove, { token, params: { id } });
    expect(new Set(await members())).toEqual(new Set([invited.id, added]));
  });
});
