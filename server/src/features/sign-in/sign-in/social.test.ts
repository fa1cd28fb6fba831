import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { findAccount } from '../../access/oidc/tokens/claims.ts';
import { flushLogs } from '../../records/audit/index.ts';

/** A provider whose codes are tokens and whose tokens are user ids. */
const people = new Map<string, object>();
let provider: Server;
let app: TestApp;
let token: string;
let connectorId: string;
const target = 'acme';

async function createConnector(name: string, more: object = {}, config: object = {}): Promise<string> {
  const { port } = provider.address() as AddressInfo;
  const { body, status } = await app.call(connectorsApi.create, {
    token,
    body: {
      connectorId: 'oauth2',
      metadata: { target: name, name: { en: name } },
      config: {
        authorizationEndpoint: 'https://acme.example/authorize',
        tokenEndpoint: `http://127.0.0.1:${port}/token`,
        userInfoEndpoint: `http://127.0.0.1:${port}/me`,
        clientId: 'postern',
        clientSecret: 'secret of the connector',
        tokenEndpointResponseType: 'json',
        ...config,
      },
      ...more,
    },
  });
  expect([status, body]).toMatchObject([200, { target: name }]);
  return body.id;
}

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const code = new URLSearchParams(text).get('code') ?? request.headers.authorization?.slice('Bearer '.length) ?? '';
    const person = people.get(code);
    response.setHeader('content-type', 'application/json');
    response.statusCode = person ? 200 : 400;
    response.end(
      JSON.stringify(request.url === '/token' && person ? { access_token: code } : (person ?? { error: 'no' })),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  connectorId = await createConnector(target, { trustAddresses: true });
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: [target],
    emailBlocklistPolicy: {},
  }),
);

let count = 0;
function newPerson(more: object = {}) {
  count += 1;
  const code = `code${count}`;
  people.set(code, { id: `acme-${count}`, ...more });
  return { code, email: `social${count}@example.com`, id: `acme-${count}` };
}

const base = (id: string) => `/verification/social/${id}`;
const redirectUri = (id: string) => `http://core.test/callback/${id}`;

async function arrived(event: 'SignIn' | 'Register' = 'SignIn'): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  await person.start(event);
  return person;
}

async function proveSocial(person: Visitor, code: string, id = connectorId): Promise<string> {
  const left = await person.step('POST', `${base(id)}/authorization-uri`, {
    state: 'st',
    redirectUri: redirectUri(id),
  });
  expect(left.status).toBe(200);
  const { verificationId } = left.body;
  const connectorData = { code, state: 'st', redirectUri: redirectUri(id) };
  const back = await person.step('POST', `${base(id)}/verify`, { verificationId, connectorData });
  expect([back.status, back.body]).toEqual([200, { verificationId }]);
  return verificationId;
}

const userOf = async (id: string) => (await app.call(usersApi.get, { token, params: { userId: id } })).body;
const userIdIn = async (person: Visitor): Promise<string> => (await person.step('GET', '/interaction')).body.userId;

/** Registers a user by the provider; returns their id. */
async function registerBySocial(code: string): Promise<string> {
  const person = await arrived();
  const proof = await proveSocial(person, code);
  expect((await person.identify(proof)).code).toBe('user.identity_not_exist');
  await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
  expect((await person.identify(proof)).status).toBe(201);
  const id = await userIdIn(person);
  expect((await person.submit()).status).toBe(200);
  return id;
}

describe('a provider', () => {
  test('registers a new user with name, picture and address, and signs them in the next time', async () => {
    const { code, email, id } = newPerson({
      name: 'Grace',
      avatar: 'https://acme.example/g.png',
      email: 'social1@example.com',
      email_verified: true,
    });
    const userId = await registerBySocial(code);
    expect(await userOf(userId)).toMatchObject({
      name: 'Grace',
      avatar: 'https://acme.example/g.png',
      primaryEmail: email,
      identities: { [target]: { userId: id, details: { id, email, name: 'Grace' } } },
    });
    const again = await arrived();
    expect((await again.identify(await proveSocial(again, code))).status).toBe(204);
    expect(await userIdIn(again)).toBe(userId);
    const { body } = await again.submit();
    expect(await again.follow(body.redirectTo)).toContain('code=');
  });

  test('that is not offered neither signs in nor registers', async () => {
    const { code } = newPerson();
    const userId = await registerBySocial(code);
    await changeSettings(app, { socialSignInConnectorTargets: [] });
    const person = await arrived();
    const proof = await proveSocial(person, code);
    expect((await person.identify(proof)).code).toBe('user.sign_in_method_not_enabled');
    const stranger = await arrived('Register');
    const other = await proveSocial(stranger, newPerson().code);
    expect((await stranger.identify(other)).code).toBe('user.sign_in_method_not_enabled');
    expect(await userOf(userId)).toBeTruthy();
  });

  test('that rejects the code proves nothing', async () => {
    const person = await arrived();
    const { body } = await person.step('POST', `${base(connectorId)}/authorization-uri`, {
      state: 'st',
      redirectUri: redirectUri(connectorId),
    });
    const { verificationId } = body;
    const refused = await person.step('POST', `${base(connectorId)}/verify`, {
      verificationId,
      connectorData: { code: 'made-up', state: 'st' },
    });
    expect([refused.status, refused.code]).toEqual([401, 'connector.social_auth_code_invalid']);
    expect((await person.identify(verificationId)).code).toBe('session.verification_failed');
  });

  test('binds the callback to its request', async () => {
    const { code } = newPerson();
    const person = await arrived();
    const { body } = await person.step('POST', `${base(connectorId)}/authorization-uri`, {
      state: 'mine',
      redirectUri: redirectUri(connectorId),
    });
    expect(new URL(body.authorizationUri).searchParams.get('redirect_uri')).toBe(redirectUri(connectorId));
    const back = async (data: object, id: string | undefined, connector = connectorId) =>
      (await person.step('POST', `${base(connector)}/verify`, { verificationId: id, connectorData: data })).code;
    expect(await back({ code, state: 'foreign' }, body.verificationId)).toBe('session.csrf_token_mismatch');
    expect(await back({ code, state: 'mine' }, 'made-up')).toBe('session.verification_session_not_found');
    expect(await back({ code, state: 'mine' }, undefined)).toBe('session.verification_session_not_found');
    expect(await back({ code, state: 'mine' }, body.verificationId, 'nowhere')).toBe(
      'session.verification_session_not_found',
    );
    // Another browser has neither the proof nor the session of the connector.
    const stranger = await arrived();
    const stolen = await stranger.step('POST', `${base(connectorId)}/verify`, {
      verificationId: body.verificationId,
      connectorData: { code, state: 'mine' },
    });
    expect(stolen.code).toBe('session.verification_session_not_found');
  });

  test('syncs name and picture at every sign-in if the connector is configured so', async () => {
    const id = await createConnector('synced', { syncProfile: true });
    await changeSettings(app, { socialSignInConnectorTargets: [target, 'synced'] });
    people.set('sync', { id: 'sync-1', name: 'Before' });
    const person = await arrived('Register');
    await person.identify(await proveSocial(person, 'sync', id));
    const userId = await userIdIn(person);
    await person.submit();
    people.set('sync', { id: 'sync-1', name: 'After', avatar: 'https://acme.example/new.png' });
    const again = await arrived();
    await again.identify(await proveSocial(again, 'sync', id));
    expect((await again.submit()).status).toBe(200);
    expect(await userOf(userId)).toMatchObject({
      name: 'After',
      avatar: 'https://acme.example/new.png',
      identities: { synced: { userId: 'sync-1', details: { name: 'After' } } },
    });
    const { code } = newPerson({ name: 'Stays' });
    const other = await registerBySocial(code);
    people.set(code, { ...people.get(code), name: 'Changed' });
    const unsynced = await arrived();
    await unsynced.identify(await proveSocial(unsynced, code));
    await unsynced.submit();
    expect((await userOf(other)).name).toBe('Stays');
  });

  test('replaces a password, for existing and new users', async () => {
    const { code } = newPerson();
    await registerBySocial(code);
    await changeSettings(app, { signUp: { identifiers: [], password: true, verify: false } });
    const known = await arrived();
    await known.identify(await proveSocial(known, code));
    expect((await known.submit()).status).toBe(200);
    const fresh = await arrived('Register');
    expect((await fresh.identify(await proveSocial(fresh, newPerson().code))).status).toBe(201);
    expect((await fresh.submit()).status).toBe(200);
    // The setting still applies to users who register with an identifier.
    await changeSettings(app, { signUp: { identifiers: ['username'], password: true, verify: false } });
    const named = await arrived('Register');
    await named.step('POST', '/profile', { type: 'username', value: 'without_password' });
    expect((await named.identify()).body.data).toEqual({ missingProfile: ['password'] });
  });

  test('does not replace a password for new users if the tenant requires one', async () => {
    const { code } = newPerson();
    await registerBySocial(code);
    await changeSettings(app, {
      signUp: { identifiers: [], password: true, verify: false },
      socialSignIn: { passwordRequired: true },
    });
    const fresh = await arrived('Register');
    const proof = await proveSocial(fresh, newPerson().code);
    expect((await fresh.identify(proof)).body.data).toEqual({ missingProfile: ['password'] });
    await fresh.step('POST', '/profile', { type: 'password', value: 'a long enough secret' });
    expect((await fresh.identify()).status).toBe(201);
    expect((await fresh.submit()).status).toBe(200);
    const known = await arrived();
    await known.identify(await proveSocial(known, code));
    expect((await known.submit()).status).toBe(200);
    await changeSettings(app, { socialSignIn: {} });
  });

  test('skips identifiers and profile fields if the tenant wants that, but no required password', async () => {
    const { code } = newPerson();
    await registerBySocial(code);
    const field = { id: 'f-size', name: 'size', type: 'Text', required: true, config: '{}' };
    await app.write('default', (db) => db.insertInto('custom_profile_fields').values(field).execute());
    const signUp = { identifiers: ['username' as const], password: true, verify: false };
    await changeSettings(app, { signUp });
    const known = await arrived();
    await known.identify(await proveSocial(known, code));
    expect((await known.submit()).body.data).toEqual({ missingProfile: ['username'] });

    await changeSettings(app, { socialSignIn: { skipRequiredIdentifiers: true } });
    expect((await known.submit()).status).toBe(200);
    const quick = await arrived();
    await quick.identify(await proveSocial(quick, code));
    expect((await quick.submit()).status).toBe(200);
    const fresh = await arrived('Register');
    expect((await fresh.identify(await proveSocial(fresh, newPerson().code))).status).toBe(201);
    expect((await fresh.submit()).status).toBe(200);
    // Others are still asked.
    const named = await arrived('Register');
    await named.step('POST', '/profile', { type: 'password', value: 'a long enough secret' });
    expect((await named.identify()).body.data).toEqual({ missingProfile: ['username'] });

    await changeSettings(app, { socialSignIn: { skipRequiredIdentifiers: true, passwordRequired: true } });
    const strict = await arrived('Register');
    const proof = await proveSocial(strict, newPerson().code);
    expect((await strict.identify(proof)).body.data).toEqual({ missingProfile: ['password'] });
    await changeSettings(app, { socialSignIn: {} });
    await app.write('default', (db) => db.deleteFrom('custom_profile_fields').where('id', '=', 'f-size').execute());
  });

  test('sends data that is limited and sanitized (attack 34)', async () => {
    const { code } = newPerson({
      name: `<script>alert(1)</script>${'x'.repeat(500)}\u0000`,
      avatar: 'javascript:alert(1)',
      email: 'not an address',
      phone: 'call me',
      bulk: 'y'.repeat(200_000),
    });
    const user = await userOf(await registerBySocial(code));
    expect([user.avatar, user.primaryEmail, user.primaryPhone]).toEqual([null, null, null]);
    expect(user.name).toHaveLength(128);
    expect(JSON.stringify(user.identities).length).toBeLessThan(20_000);
  });
});

describe('linking to an existing user', () => {
  test('offers the account if both sides are verified, and links on request', async () => {
    const { code, email, id } = newPerson({ email: `social${count + 1}@example.com`, email_verified: true });
    const { body: user } = await app.call(usersApi.create, {
      token,
      body: { primaryEmail: email, password: 'a long enough secret' },
    });
    const person = await arrived();
    const proof = await proveSocial(person, code);
    const asked = await person.identify(proof);
    expect([asked.status, asked.code, asked.body.data]).toEqual([
      404,
      'user.identity_not_exist',
      { relatedUser: { type: 'email', value: email } },
    ]);
    expect((await person.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const after = await userOf(user.id);
    expect([after.identities[target]?.userId, after.hasPassword]).toEqual([id, true]);
  });

  test('syncs name and picture when it is linked to the account with its address (observed 2, row 37)', async () => {
    const id = await createConnector('synced-link', { syncProfile: true, trustAddresses: true });
    await changeSettings(app, { socialSignInConnectorTargets: [target, 'synced-link'] });
    const email = 'own-name@example.com';
    const { body: user } = await app.call(usersApi.create, { token, body: { primaryEmail: email, name: 'Own name' } });
    const fromProvider = { name: 'Of the provider', avatar: 'https://acme.example/linked.png' };
    people.set('sync-link', { id: 'sync-link-1', email, email_verified: true, ...fromProvider });
    const person = await arrived();
    const proof = await proveSocial(person, 'sync-link', id);
    expect((await person.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(user.id)).toMatchObject({ ...fromProvider, primaryEmail: email });
  });

  test('syncs name and picture when the identity is added, and records them', async () => {
    const id = await createConnector('synced-profile', { syncProfile: true });
    await changeSettings(app, { socialSignInConnectorTargets: [target, 'synced-profile'] });
    const password = 'a long enough secret';
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'syncing', password } });
    const person = await arrived();
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'username', value: 'syncing' },
      password,
    });
    await person.identify(body.verificationId);
    const fromProvider = { name: 'Of the provider', avatar: 'https://acme.example/new.png' };
    people.set('sync-profile', { id: 'sync-2', ...fromProvider });
    const verificationId = await proveSocial(person, 'sync-profile', id);
    expect((await person.step('POST', '/profile', { type: 'social', verificationId })).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(user.id)).toMatchObject(fromProvider);
    await flushLogs(app.app);
    const logs = await app.read('default', (db) =>
      db
        .selectFrom('logs')
        .select('payload')
        .where('key', '=', 'Interaction.SignIn.Profile.Update')
        .where('user_id', '=', user.id)
        .orderBy('seq')
        .execute(),
    );
    expect(logs).toMatchObject([{ payload: { payload: { type: 'social' }, syncedProfile: fromProvider } }]);
  });

  test('adds the identity after another proof, unless it belongs to another user', async () => {
    const { code, id } = newPerson({ name: 'Of the provider' });
    const password = 'a long enough secret';
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'linking', password } });
    const signInAs = async (username: string) => {
      const person = await arrived();
      const { body } = await person.step('POST', '/verification/password', {
        identifier: { type: 'username', value: username },
        password,
      });
      await person.identify(body.verificationId);
      return person;
    };
    const person = await signInAs('linking');
    const verificationId = await proveSocial(person, code);
    expect((await person.step('POST', '/profile', { type: 'social', verificationId })).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const linked = await userOf(user.id);
    // The connector does not sync, so the name stays.
    expect([linked.identities[target]?.userId, linked.name]).toEqual([id, null]);

    await app.call(usersApi.create, { token, body: { username: 'greedy', password } });
    const greedy = await signInAs('greedy');
    const same = await proveSocial(greedy, code);
    expect((await greedy.step('POST', '/profile', { type: 'social', verificationId: same })).code).toBe(
      'user.identity_already_in_use',
    );
    // One account per provider: a second one does not replace the first.
    const second = await signInAs('linking');
    const another = await proveSocial(second, newPerson().code);
    expect((await second.step('POST', '/profile', { type: 'social', verificationId: another })).status).toBe(204);
    expect((await second.submit()).code).toBe('user.identity_already_in_use');
    const taken = await arrived('Register');
    expect((await taken.identify(await proveSocial(taken, code))).code).toBe('user.identity_already_in_use');
  });
});

describe('attack 15: account pre-hijack', () => {
  test('does not link a provider that only claims an address, even on request', async () => {
    const { code, email } = newPerson({ email: `social${count + 1}@example.com` });
    await app.call(usersApi.create, { token, body: { primaryEmail: email } });
    const person = await arrived();
    const proof = await proveSocial(person, code);
    for (const linkSocialIdentity of [false, true]) {
      const { status, code: error, body } = await person.identify(proof, { linkSocialIdentity });
      expect([status, error, body.data]).toEqual([404, 'user.identity_not_exist', undefined]);
    }
  });

  test('reads the flag that the settings name, and an explicit false of the provider wins', async () => {
    const profileMap = { id: 'id', email: 'mail', emailVerified: 'mail_confirmed' };
    const id = await createConnector('vouched', { trustAddresses: true }, { profileMap });
    await changeSettings(app, { socialSignInConnectorTargets: [target, 'vouched'] });
    await app.call(usersApi.create, { token, body: { primaryEmail: 'trusted@example.com' } });
    people.set('vouched', { id: 'vouched-1', mail: 'trusted@example.com', mail_confirmed: true });
    const person = await arrived();
    const { body } = await person.identify(await proveSocial(person, 'vouched', id));
    expect(body.data).toEqual({ relatedUser: { type: 'email', value: 'trusted@example.com' } });
    people.set('denied', {
      id: 'denied-1',
      mail: 'trusted@example.com',
      mail_confirmed: true,
      email: 'trusted@example.com',
      email_verified: false,
    });
    const other = await arrived();
    expect((await other.identify(await proveSocial(other, 'denied', id))).body.data).toBeUndefined();
  });

  test('does not link a verified address to an account that only claims it', async () => {
    const email = 'victim-one@example.com';
    people.set('attacker-one', { id: 'a1', email });
    const attackers = await registerBySocial('attacker-one');
    expect((await userOf(attackers)).primaryEmail).toBe(email);
    people.set('victim-one', { id: 'v1', email, email_verified: true });
    const victim = await arrived();
    const proof = await proveSocial(victim, 'victim-one');
    const { code, body } = await victim.identify(proof, { linkSocialIdentity: true });
    expect([code, body.data]).toEqual(['user.identity_not_exist', undefined]);
    await victim.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await victim.identify(proof)).status).toBe(201);
    const id = await userIdIn(victim);
    expect(id).not.toBe(attackers);
    // The address is still the attacker's claim; the victim's account has none.
    expect((await userOf(id)).primaryEmail).toBeNull();
  });

  test('gives the account to a user who proves the address by code, and removes earlier credentials', async () => {
    const email = 'victim-two@example.com';
    people.set('attacker-two', { id: 'a2', email });
    const attacker = await arrived('Register');
    await attacker.identify(await proveSocial(attacker, 'attacker-two'));
    const userId = await userIdIn(attacker);
    await attacker.step('POST', '/profile', { type: 'password', value: 'known to the attacker' });
    const { body } = await attacker.submit();
    await attacker.follow(body.redirectTo);
    expect(await attacker.arrive()).toContain('code=');
    expect((await userOf(userId)).hasPassword).toBe(true);

    const victim = await arrived();
    expect((await victim.identify(await victim.proveAddress('SignIn', 'email', email))).status).toBe(204);
    expect(await userIdIn(victim)).toBe(userId);
    expect((await victim.submit()).status).toBe(200);

    const after = await userOf(userId);
    expect([after.hasPassword, after.identities, after.primaryEmail]).toEqual([false, {}, email]);
    expect(await attacker.arrive()).not.toContain('code=');
    const back = await arrived();
    expect((await back.identify(await proveSocial(back, 'attacker-two'))).code).toBe('user.identity_not_exist');
    const { code } = await back.step('POST', '/verification/password', {
      identifier: { type: 'email', value: email },
      password: 'known to the attacker',
    });
    expect(code).toBe('session.invalid_credentials');
    // The address is proven from now on: a second sign-in by code removes nothing.
    people.set('victim-two', { id: 'v2', email, email_verified: true });
    const linking = await arrived();
    const proof = await proveSocial(linking, 'victim-two');
    expect((await linking.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
    await linking.submit();
    const again = await arrived();
    await again.identify(await again.proveAddress('SignIn', 'email', email));
    await again.submit();
    expect((await userOf(userId)).identities[target]?.userId).toBe('v2');
  });

  test('does not accept a claimed address if a verified one is required', async () => {
    await changeSettings(app, { signUp: { identifiers: ['email'], password: false, verify: true } });
    const claimed = newPerson({ email: 'claimed@example.com' });
    const person = await arrived('Register');
    const { body } = await person.identify(await proveSocial(person, claimed.code));
    expect(body.data).toEqual({ missingProfile: ['email'] });
    const vouched = newPerson({ email: 'vouched@example.com', email_verified: true });
    const other = await arrived('Register');
    expect((await other.identify(await proveSocial(other, vouched.code))).status).toBe(201);
  });

  test('does not mark a claimed address as verified in tokens', async () => {
    people.set('claims', { id: 'c1', email: 'claims@example.com' });
    const id = await registerBySocial('claims');
    const account = await findAccount(app.app, 'default', id);
    expect(await account?.claims('userinfo', 'email', {}, [])).toMatchObject({
      email: 'claims@example.com',
      email_verified: false,
    });
  });
});

describe('attack 13: open redirects', () => {
  test.each([
    'https://evil.example/callback',
    'http://core.test.evil.example/callback/x',
    'http://core.test@evil.example/callback/x',
    'http://core.test/callback/other',
    'http://core.test/callback/../sign-in',
    'javascript:alert(1)',
    '',
  ])('a provider does not redirect to %j', async (address) => {
    const person = await arrived();
    const { status, code } = await person.step('POST', `${base(connectorId)}/authorization-uri`, {
      state: 'st',
      redirectUri: address,
    });
    expect([status, code]).toEqual([400, address ? 'request.invalid_input' : 'session.insufficient_info']);
  });

  test.each([
    ['social:acme', '/direct/social/acme'],
    ['sso:abc', '/direct/sso/abc'],
    ['social:https://evil.example', '/direct/social/https%3A%2F%2Fevil.example'],
    ['social:../../evil', '/direct/social/..%2F..%2Fevil'],
    ['social:..', '/sign-in'],
    ['https://evil.example', '/sign-in'],
    ['evil:x', '/sign-in'],
  ])('direct_sign_in=%s stays on our own pages', async (value, path) => {
    const location = new URL(
      await visitor(app).arrive({ direct_sign_in: value, first_screen: 'register' }),
      'http://core.test',
    );
    const isDirect = path.startsWith('/direct');
    expect([location.host, location.pathname]).toEqual(['core.test', isDirect ? path : '/register']);
    expect(location.searchParams.get('fallback')).toBe(isDirect ? 'register' : null);
  });
});
