import { factorAcr } from '@postern/contracts/access/authentication-context';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, leaveForSso, proveSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';
import { findAccount } from '../../access/oidc/tokens/claims.ts';
import { readSsoToken } from '../../people/sso-connectors/index.ts';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;
const password = 'correct horse battery';

beforeAll(async () => {
  provider = await identityProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'email', password: true, verificationCode: true },
      { identifier: 'username', password: true },
    ),
    signUp: { identifiers: ['email'], password: true, verify: true },
    signInMode: 'SignInAndRegister',
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: [],
    forgotPasswordMethods: ['EmailVerificationCode'],
  }),
);

let count = 0;
const sub = () => {
  count += 1;
  return `employee-${count}`;
};
const connect = (body: object = {}) => connectSso(app, token, { config: provider.config, ...body });
const userOf = async (userId: string) =>
  (await app.call(usersApi.get, { token, params: { userId }, query: { includeSsoIdentities: 'true' } })).body;
const userIdIn = async (person: Visitor): Promise<string> => (await person.step('GET', '/interaction')).body.userId;

/** Signs in, or registers the first time. Returns the id of the user. */
async function enter(connectorId: string): Promise<string> {
  const person = await arrived(app);
  const proof = await proveSso(person, connectorId, provider);
  const found = await person.identify(proof);
  if (found.status !== 204) {
    expect(found.code).toBe('user.sso_identity_not_exist');
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(proof)).status).toBe(201);
  }
  const id = await userIdIn(person);
  const end = await person.submit();
  expect([end.status, end.body]).toMatchObject([200, {}]);
  expect(await person.follow(end.body.redirectTo)).toContain('code=');
  return id;
}

describe('an enterprise connector', () => {
  test('is found by the domain of an email address, if single sign-on is on', async () => {
    const { id, domain } = await connect();
    const person = await arrived(app);
    const find = async (email: string) =>
      (await person.step('GET', `/sso-connectors?email=${encodeURIComponent(email)}`)).body;
    expect(await find(`ada@${domain.toUpperCase()}`)).toEqual({ connectorIds: [id] });
    expect(await find(`ada@sub.${domain}`)).toEqual({ connectorIds: [] });
    expect((await person.step('GET', '/sso-connectors?email=nonsense')).code).toBe('guard.invalid_input');
    const listed = async () => (await app.call(wellKnownApi.signInExperience)).body.ssoConnectors;
    expect(await listed()).toContainEqual(expect.objectContaining({ id }));
    await changeSettings(app, { singleSignOnEnabled: false });
    expect(await find(`ada@${domain}`)).toEqual({ connectorIds: [] });
    // The list also says which customers have single sign-on (observed 2, row 22).
    expect(await listed()).toEqual([]);
  });

  test('is not usable without a config or without a domain', async () => {
    for (const body of [{ config: {} }, { domains: [] }]) {
      const { id, domain } = await connect(body);
      const person = await arrived(app);
      expect((await person.step('GET', `/sso-connectors?email=a@${domain}`)).body).toEqual({ connectorIds: [] });
      const left = await person.step('POST', `/verification/sso/${id}/authorization-uri`, {
        state: 'st',
        redirectUri: `http://core.test/callback/${id}`,
      });
      // Observed 2, row 27.
      expect([left.status, left.code]).toEqual([404, 'entity.not_exists_with_id']);
    }
  });

  test('registers a new user without a password, and signs them in the next time', async () => {
    const { id, domain } = await connect();
    const email = `ada@${domain}`;
    const identityId = sub();
    provider.hire({ sub: identityId, email, email_verified: true, name: 'Ada', picture: 'https://c.example/ada.png' });
    const userId = await enter(id);
    expect(await userOf(userId)).toMatchObject({
      name: 'Ada',
      avatar: 'https://c.example/ada.png',
      primaryEmail: email,
      hasPassword: false,
      ssoIdentities: [{ ssoConnectorId: id, issuer: provider.issuer, identityId, detail: { email, name: 'Ada' } }],
    });
    expect(await enter(id)).toBe(userId);
    const params = { userId, ssoConnectorId: id };
    const { body } = await app.call(userIdentitiesApi.getSso, { token, params, query: {} });
    expect(body).toMatchObject({ ssoIdentity: { userId, identityId } });
    const all = await app.call(userIdentitiesApi.listAll, { token, params, query: {} });
    expect(all.body.ssoIdentities).toMatchObject([{ ssoConnectorId: id, ssoIdentity: { identityId } }]);
    const account = await findAccount(app.app, 'default', userId);
    expect(await account?.claims('userinfo', 'openid identities', {}, [])).toMatchObject({
      sso_identities: [{ issuer: provider.issuer, identityId }],
    });
    const deleted = await app.call(ssoConnectorsApi.remove, { token, params: { id } });
    expect([deleted.status, (await userOf(userId)).ssoIdentities]).toEqual([204, []]);
  });

  test('does not register while registration is closed, and does nothing while it is off', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `eve@${domain}`, email_verified: true });
    await changeSettings(app, { signInMode: 'SignIn' });
    const person = await arrived(app);
    const proof = await proveSso(person, id, provider);
    expect((await person.identify(proof)).code).toBe('user.sso_identity_not_exist');
    expect((await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' })).code).toBe(
      'auth.forbidden',
    );
    await changeSettings(app, { singleSignOnEnabled: false });
    expect((await person.identify(proof)).code).toBe('user.sign_in_method_not_enabled');
  });

  test('needs no second factor, because the company is responsible for it', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `mfa@${domain}`, email_verified: true });
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'Mandatory' } });
    await enter(id);
    await enter(id);
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
  });

  test('counts as a single factor, so an application that demands a second one gets it from Postern', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `step@${domain}`, email_verified: true });
    await enter(id);
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    const person = visitor(app);
    await person.arrive({ acr_values: factorAcr });
    await person.start('SignIn');
    expect((await person.identify(await proveSso(person, id, provider))).status).toBe(204);
    expect((await person.submit()).code).toBe('user.missing_mfa');
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
  });

  test('copies name and picture at every sign-in only if it syncs profiles', async () => {
    const still = await connect();
    const synced = await connect({ syncProfile: true });
    for (const { id, domain } of [still, synced]) {
      const person = { sub: sub(), email: `grace@${domain}`, email_verified: true };
      provider.hire({ ...person, name: 'Grace' });
      const userId = await enter(id);
      provider.hire({ ...person, name: 'Grace H.' });
      expect(await enter(id)).toBe(userId);
      expect((await userOf(userId)).name).toBe(id === synced.id ? 'Grace H.' : 'Grace');
    }
  });

  test('stores the tokens of the provider if it is set so, and shows them to their owner only', async () => {
    const { id, domain } = await connect({ enableTokenStorage: true });
    provider.hire({ sub: sub(), email: `tok@${domain}`, email_verified: true });
    const userId = await enter(id);
    const params = { userId, ssoConnectorId: id };
    const { body } = await app.call(userIdentitiesApi.getSso, { token, params, query: { includeTokenSecret: 'true' } });
    expect(body.tokenSecret).toMatchObject({ userId, ssoConnectorId: id, issuer: provider.issuer });
    expect(JSON.stringify(body)).not.toContain('access_token');
    const rows = await app.write('default', (db) =>
      db.selectFrom('secrets').select('id').where('user_id', '=', userId).execute(),
    );
    expect(rows).toHaveLength(1);
    const read = (owner: string) => readSsoToken(app.app, 'default', owner, id);
    const first = await read(userId);
    expect(first.access_token.length).toBeGreaterThan(20);
    await app.write('default', (db) =>
      db
        .updateTable('secrets')
        .set({ metadata: JSON.stringify({ expiresAt: 1, hasRefreshToken: true }) })
        .where('user_id', '=', userId)
        .execute(),
    );
    // An expired token is refreshed at the provider.
    expect((await read(userId)).access_token).not.toBe(first.access_token);
    await expect(read('nobody')).rejects.toMatchObject({ code: 'entity.not_found' });
    // Another provider does not get the refresh token of this one.
    const successor = await identityProvider();
    await app.call(ssoConnectorsApi.update, { token, params: { id }, body: { config: successor.config } });
    await app.write('default', (db) =>
      db
        .updateTable('secrets')
        .set({ metadata: JSON.stringify({ expiresAt: 1, hasRefreshToken: true }) })
        .where('user_id', '=', userId)
        .execute(),
    );
    await expect(read(userId)).rejects.toMatchObject({ code: 'secrets.third_party_token_set.access_token_expired' });
    successor.close();
    await app.call(ssoConnectorsApi.update, { token, params: { id }, body: { enableTokenStorage: false } });
    expect(
      await app.write('default', (db) => db.selectFrom('secrets').select('id').where('user_id', '=', userId).execute()),
    ).toEqual([]);
  });

  test('leads new users into its organizations with their default roles', async () => {
    const { id, domain } = await connect();
    const other = await connect();
    const { body: role } = await app.call(organizationRolesApi.create, {
      token,
      body: { name: `member of ${domain}` },
    });
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: domain } });
    const params = { id: organization.id };
    await app.call(organizationJitApi.addConnectors, { token, params, body: { ssoConnectorIds: [id] } });
    await app.call(organizationJitApi.addRoles, { token, params, body: { organizationRoleIds: [role.id] } });
    provider.hire({ sub: sub(), email: `new@${domain}`, email_verified: true });
    const userId = await enter(id);
    provider.hire({ sub: sub(), email: `else@${other.domain}`, email_verified: true });
    await enter(other.id);
    const { body: members } = await app.call(organizationMembersApi.list, { token, params, query: {} });
    expect(members.map((one) => [one.id, one.organizationRoles.map(({ name }) => name)])).toEqual([
      [userId, [role.name]],
    ]);
  });
});

describe('an existing account', () => {
  const createUser = async (primaryEmail: string) =>
    (await app.call(usersApi.create, { token, body: { primaryEmail, password } })).body.id;

  test('is linked by its email address, and joins the organizations of the connector', async () => {
    const { id, domain } = await connect();
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: domain } });
    const params = { id: organization.id };
    await app.call(organizationJitApi.addConnectors, { token, params, body: { ssoConnectorIds: [id] } });
    const userId = await createUser(`known@${domain}`);
    provider.hire({ sub: sub(), email: `known@${domain}`, email_verified: true });
    expect(await enter(id)).toBe(userId);
    expect(await enter(id)).toBe(userId);
    expect((await userOf(userId)).ssoIdentities).toHaveLength(1);
    const { body: members } = await app.call(organizationMembersApi.list, { token, params, query: {} });
    expect(members.map((one) => one.id)).toEqual([userId]);
  });

  test.each([
    ['an unverified address', (domain: string) => ({ email: `boss@${domain}`, email_verified: false })],
    ['an address without a statement', (domain: string) => ({ email: `boss@${domain}` })],
    ['an address of another domain', (_: string, victim: string) => ({ email: victim, email_verified: true })],
  ])('is not linked by %s (attack 44)', async (_, claim) => {
    const { id, domain } = await connect();
    const victim = `victim${sub()}@elsewhere.example`;
    await createUser(`boss@${domain}`);
    await createUser(victim);
    provider.hire({ sub: sub(), ...claim(domain, victim) });
    const person = await arrived(app);
    const proof = await proveSso(person, id, provider);
    expect((await person.identify(proof)).code).toBe('user.sso_identity_not_exist');
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(proof)).status).toBe(201);
    expect((await userOf(await userIdIn(person))).primaryEmail).toBeNull();
  });

  test('is not opened by another subject with the same address (attack 44)', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `reused@${domain}`, email_verified: true });
    await enter(id);
    provider.hire({ sub: sub(), email: `reused@${domain}`, email_verified: true });
    const person = await arrived(app);
    expect((await person.identify(await proveSso(person, id, provider))).code).toBe('user.identity_already_in_use');
  });

  test('is not opened through another connector with the same issuer and subject', async () => {
    const one = await connect();
    const two = await connect();
    const person = { sub: sub(), email: `a@${one.domain}`, email_verified: true };
    provider.hire(person);
    const userId = await enter(one.id);
    expect(await enter(two.id)).not.toBe(userId);
  });

  test('is refused while it is suspended', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `out@${domain}`, email_verified: true });
    const userId = await enter(id);
    await app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } });
    const person = await arrived(app);
    expect((await person.identify(await proveSso(person, id, provider))).code).toBe('user.suspended');
  });
});

describe('an address of a domain with a connector', () => {
  const verify = async (person: Visitor, email: string) =>
    (await person.step('POST', '/verification/password', { identifier: { type: 'email', value: email }, password }))
      .body.verificationId;

  const sendCode = (person: Visitor, email: string, interactionEvent: string) =>
    person.step('POST', '/verification/verification-code', {
      identifier: { type: 'email', value: email },
      interactionEvent,
    });

  test('is refused before its password is checked, and gets no code', async () => {
    const { id, domain } = await connect();
    const email = `worker@${domain}`;
    await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
    const person = await arrived(app);
    const identifier = { type: 'email', value: email };
    const refusals = [
      await person.step('POST', '/verification/password', { identifier, password }),
      await person.step('POST', '/verification/password', { identifier, password: 'a wrong one' }),
      await sendCode(person, email, 'SignIn'),
      await sendCode(await arrived(app, 'Register'), `new@${domain}`, 'Register'),
      await sendCode(await arrived(app, 'ForgotPassword'), email, 'ForgotPassword'),
    ];
    for (const refused of refusals) {
      expect([refused.status, refused.code]).toEqual([422, 'session.sso_enabled']);
      expect(refused.body.data.ssoConnectors).toMatchObject([{ id }]);
      expect(JSON.stringify(refused.body)).not.toContain(provider.client.secret);
    }
    await expect(lastMessage(app, email)).rejects.toThrow('there is no message');
    await changeSettings(app, { singleSignOnEnabled: false });
    expect((await person.identify(await verify(person, email))).status).toBe(204);
  });

  test('does not sign in, register or reset a password with a proof from before the connector was on', async () => {
    const { domain } = await connect();
    const email = `early@${domain}`;
    await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
    await changeSettings(app, { singleSignOnEnabled: false });
    const person = await arrived(app);
    const proofs = [await verify(person, email), await person.proveAddress('SignIn', 'email', email)];
    const newcomer = await arrived(app, 'Register');
    const added = await newcomer.proveAddress('Register', 'email', `new@${domain}`);
    const forgetful = await arrived(app, 'ForgotPassword');
    const reset = await forgetful.proveAddress('ForgotPassword', 'email', email);
    await changeSettings(app, { singleSignOnEnabled: true });
    const answers = [
      ...(await Promise.all(proofs.map((proof) => person.identify(proof)))),
      await newcomer.identify(added),
      await newcomer.step('POST', '/profile', { type: 'email', verificationId: added }),
      await forgetful.identify(reset),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [422, 'session.sso_enabled']));
  });

  test('is refused at the last step if the connector was created meanwhile (attack 45)', async () => {
    const email = 'late@late-company.example';
    await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
    const person = await arrived(app);
    expect((await person.identify(await verify(person, email))).status).toBe(204);
    const { id } = await connect({ domains: ['late-company.example'] });
    expect((await person.submit()).code).toBe('session.sso_enabled');
    await app.call(ssoConnectorsApi.remove, { token, params: { id } });
  });
});

test('a connector that is deleted during a sign-in does not finish it, at any step', async () => {
  const { id, domain } = await connect();
  provider.hire({ sub: sub(), email: `stays@${domain}`, email_verified: true });
  await enter(id);
  const [first, second, third] = [await arrived(app), await arrived(app), await arrived(app)];
  const proof = await proveSso(first, id, provider);
  expect((await first.identify(proof)).status).toBe(204);
  const kept = await proveSso(second, id, provider);
  const left = await leaveForSso(third, id);
  await app.call(ssoConnectorsApi.remove, { token, params: { id } });
  const ends = [
    await first.submit(),
    await second.identify(kept),
    await third.step('POST', `/verification/sso/${id}/verify`, {
      verificationId: left.verificationId,
      connectorData: { code: 'x', state: 'st' },
    }),
  ];
  expect(ends.map(({ status, code }) => [status, code])).toEqual([
    // With the connector, the person has lost the account that identified them.
    [404, 'session.interaction_not_found'],
    [404, 'connector.not_found'],
    [404, 'connector.not_found'],
  ]);
});

describe('the response of the identity provider', () => {
  test('must have the state of this sign-in, and works once', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `x@${domain}`, email_verified: true });
    const person = await arrived(app);
    const { authorizationUri, verificationId } = await leaveForSso(person, id);
    const data = await provider.visit(authorizationUri);
    const give = (changed: object) => returnFromSso(person, id, verificationId, { ...data, ...changed });
    expect((await give({ state: 'other' })).code).toBe('session.csrf_token_mismatch');
    expect((await give({ state: undefined })).code).toBe('session.csrf_token_mismatch');
    expect((await give({ iss: 'https://evil.example' })).code).toBe('connector.authorization_failed');
    expect((await give({ code: 'made-up' })).code).toBe('connector.social_auth_code_invalid');
    expect((await give({})).status).toBe(200);
    expect((await give({})).code).toBe('session.verification_session_not_found');
  });

  test('of another sign-in is refused by PKCE and nonce', async () => {
    const { id, domain } = await connect();
    provider.hire({ sub: sub(), email: `attacker@${domain}`, email_verified: true });
    const attacker = await arrived(app);
    const stolen = await provider.visit((await leaveForSso(attacker, id)).authorizationUri);
    const victim = await arrived(app);
    const { verificationId } = await leaveForSso(victim, id);
    expect((await returnFromSso(victim, id, verificationId, stolen)).code).toBe('connector.social_auth_code_invalid');
  });

  test('with an error is refused without a 500', async () => {
    const { id } = await connect();
    provider.refuse();
    const person = await arrived(app);
    const { authorizationUri, verificationId } = await leaveForSso(person, id);
    const back = await returnFromSso(person, id, verificationId, await provider.visit(authorizationUri));
    expect([back.status, back.code]).toEqual([401, 'connector.authorization_failed']);
  });

  test('goes only to our callback', async () => {
    const { id } = await connect();
    const person = await arrived(app);
    const left = await person.step('POST', `/verification/sso/${id}/authorization-uri`, {
      state: 'st',
      redirectUri: 'https://evil.example/callback',
    });
    expect([left.status, left.code]).toEqual([400, 'request.invalid_input']);
  });
});

test('the sign-in pages learn the names and logos of usable connectors, without settings', async () => {
  const { id } = await connect({ branding: { displayName: 'Company SSO', logo: 'https://c.example/logo.svg' } });
  const person = visitor(app);
  await person.arrive();
  const answer = await app.core.inject({ url: '/api/.well-known/sign-in-exp', headers: { host: 'core.test' } });
  const { ssoConnectors } = answer.json() as { ssoConnectors: { id: string }[] };
  expect(ssoConnectors.find((one) => one.id === id)).toEqual({
    id,
    connectorName: 'Company SSO',
    logo: 'https://c.example/logo.svg',
  });
});
