import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, ways } from '#testing/sign-in';
import { arrived, comeBack, leaveFor, proveSocial, socialProvider } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';
import { findAccount } from '../../access/oidc/tokens/claims.ts';
import { findPersonalAccessToken } from '../../access/personal-access-tokens/index.ts';
import { findAddressChange, insertAddressChange } from '../../account/account/address-changes.store.ts';

let provider: Awaited<ReturnType<typeof socialProvider>>;
let app: TestApp;
let token: string;
/** A generic OAuth connector with default settings, and one that the tenant trusts. */
let plain: string;
let trusted: string;

beforeAll(async () => {
  provider = await socialProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  plain = await provider.connect(app, token, 'plain');
  trusted = await provider.connect(app, token, 'trusted', { trustAddresses: true });
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: ['plain', 'trusted'],
    emailBlocklistPolicy: {},
  }),
);

let count = 0;
/** A user with an account here and the same address at the provider. */
async function victim(flags: object = {}) {
  count += 1;
  const [code, email] = [`victim-${count}`, `victim-${count}@example.com`];
  provider.people.set(code, { id: code, email, ...flags });
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: email } });
  return { code, email, id: body.id };
}

/** The response to a link request, and whether the account was linked. */
async function tryToLink(connectorId: string, code: string) {
  const person = await arrived(app);
  const proof = await proveSocial(person, connectorId, code);
  const asked = await person.identify(proof);
  const { status } = await person.identify(proof, { linkSocialIdentity: true });
  return { related: asked.body?.data?.relatedUser?.value, isLinked: status === 204 };
}

const refused = { related: undefined, isLinked: false };
const verified = { email_verified: true };

describe('attack 44: claims of providers', () => {
  test.each<[string, (email: string) => object]>([
    ['a badge beside an explicit false', () => ({ email_verified: false, verified: true })],
    ['a badge', () => ({ verified: true })],
    ['the text "true"', () => ({ email_verified: 'true' })],
    ['a nested address with a flag', (email) => ({ emails: [{ email, verified: true }] })],
    ['a nested address with the right flag', (email) => ({ data: { email, email_verified: true } })],
    ['flags of other providers', () => ({ verified_email: true, emailVerified: true, is_email_verified: true })],
    ['no flag', () => ({})],
  ])('%s links to no account, even if the tenant trusts the provider', async (_what, flags) => {
    const { code } = await victim(flags(`victim-${count + 1}@example.com`));
    expect(await tryToLink(trusted, code)).toEqual(refused);
    expect(await tryToLink(plain, code)).toEqual(refused);
  });

  test('links by the documented flag only if the tenant trusts the provider', async () => {
    const { code, email, id } = await victim(verified);
    expect(await tryToLink(plain, code)).toEqual(refused);
    expect(await tryToLink(trusted, code)).toEqual({ related: email, isLinked: true });
    expect((await app.call(usersApi.get, { token, params: { userId: id } })).body.identities).toEqual({});
  });

  test('does not link a running sign-in if the trust was revoked meanwhile', async () => {
    const { code } = await victim(verified);
    const person = await arrived(app);
    const proof = await proveSocial(person, trusted, code);
    const trust = (trustAddresses: boolean) =>
      app.call(connectorsApi.update, { token, params: { id: trusted }, body: { trustAddresses } });
    await trust(false);
    expect((await person.identify(proof, { linkSocialIdentity: true })).code).toBe('user.identity_not_exist');
    await trust(true);
    expect((await person.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
  });

  test('stores an address of an untrusted provider as unverified', async () => {
    for (const [connectorId, isVerified] of [
      [plain, false],
      [trusted, true],
    ] as const) {
      const [code, email] = [`new-${connectorId}`, `new-${connectorId}@example.com`];
      provider.people.set(code, { id: code, email, ...verified });
      const person = await arrived(app, 'Register');
      expect((await person.identify(await proveSocial(person, connectorId, code))).status).toBe(201);
      const { userId } = (await person.step('GET', '/interaction')).body;
      const account = await findAccount(app.app, 'default', userId);
      const claims = await account?.claims('userinfo', 'email', {}, []);
      expect(claims).toMatchObject({ email: email.toLowerCase(), email_verified: isVerified });
    }
  });

  test('the owner of a claimed address who proves it gets the account without any access of the person who claimed it', async () => {
    await changeSettings(app, {
      signIn: ways({ identifier: 'email', verificationCode: true }, { identifier: 'phone', verificationCode: true }),
    });
    const [email, phone] = ['victim-three@example.com', '491511113333'];
    provider.people.set('attacker-three', { id: 'a3', email });
    const attacker = await arrived(app, 'Register');
    await attacker.identify(await proveSocial(attacker, plain, 'attacker-three'));
    const { userId } = (await attacker.step('GET', '/interaction')).body;
    const account = async () => (await app.call(usersApi.get, { token, params: { userId } })).body;
    const verificationId = await attacker.proveAddress('Register', 'phone', phone);
    expect((await attacker.step('POST', '/profile', { type: 'phone', verificationId })).status).toBe(204);
    expect((await attacker.submit()).status).toBe(200);
    const { body: pat } = await app.call(personalAccessTokensApi.create, {
      token,
      params: { userId },
      body: { name: 'of the attacker' },
    });
    // The link that undoes an earlier removal of the attacker's own address.
    await app.write('default', (db) =>
      insertAddressChange(db, {
        userId,
        type: 'phone',
        address: '491511114444',
        wasVerified: true,
        identities: {},
        tokenDigest: 'digest of the link',
        hours: 72,
      }),
    );

    const victim = await arrived(app);
    expect((await victim.identify(await victim.proveAddress('SignIn', 'email', email))).status).toBe(204);
    expect((await victim.submit()).status).toBe(200);
    expect(await account()).toMatchObject({ primaryEmail: email, primaryPhone: null });
    const back = await arrived(app);
    const refused = await back.identify(await back.proveAddress('SignIn', 'phone', phone));
    expect(refused.code).toBe('user.user_not_exist');
    const [found, change] = await app.read('default', async (db) => [
      await findPersonalAccessToken(db, pat.value),
      await findAddressChange(db, 'digest of the link'),
    ]);
    expect([found, change?.isEnded]).toEqual([undefined, true]);
    // Nothing is removed when the owner proves the address again.
    const again = await arrived(app);
    await again.identify(await again.proveAddress('SignIn', 'email', email));
    const own = await again.proveAddress('SignIn', 'phone', phone);
    expect((await again.step('POST', '/profile', { type: 'phone', verificationId: own })).status).toBe(204);
    expect((await again.submit()).status).toBe(200);
    const last = await arrived(app);
    await last.identify(await last.proveAddress('SignIn', 'email', email));
    expect((await last.submit()).status).toBe(200);
    expect(await account()).toMatchObject({ primaryEmail: email, primaryPhone: phone });
  });

  test('a request to a provider is answered once: a second code would be checked without its session', async () => {
    provider.people.set('own-code', { id: 'own-code' });
    provider.people.set('stolen-code', { id: 'stolen-code' });
    const person = await arrived(app);
    const proof = await proveSocial(person, plain, 'own-code');
    const data = { code: 'stolen-code', state: 'st', redirectUri: 'http://core.test' };
    expect((await comeBack(person, plain, proof, data)).code).toBe('session.csrf_token_mismatch');
    const [record] = (await person.step('GET', '/interaction')).body.verificationRecords;
    expect(record.socialUserInfo.id).toBe('own-code');
  });

  test('an address that is proven after a provider claimed another one is proven', async () => {
    await changeSettings(app, { signUp: { identifiers: ['username'], password: false, verify: false } });
    provider.people.set('claims-first', { id: 'claims-first', email: 'claimed-first@example.com' });
    const person = await arrived(app, 'Register');
    const missing = await person.identify(await proveSocial(person, plain, 'claims-first'));
    expect(missing.body.data).toEqual({ missingProfile: ['username'] });
    await changeSettings(app, { signUp: { identifiers: ['username', 'email'], password: false, verify: true } });
    await person.identify(await person.proveAddress('Register', 'email', 'proven-next@example.com'));
    await person.step('POST', '/profile', { type: 'username', value: 'proves_next' });
    expect((await person.identify()).status).toBe(201);
    const { userId } = (await person.step('GET', '/interaction')).body;
    const account = await findAccount(app.app, 'default', userId);
    const claims = await account?.claims('userinfo', 'email', {}, []);
    expect(claims).toMatchObject({ email: 'proven-next@example.com', email_verified: true });
  });

  test('lets the owner link by a code to the address', async () => {
    const { code, email, id } = await victim(verified);
    const person = await arrived(app);
    expect((await person.identify(await person.proveAddress('SignIn', 'email', email))).status).toBe(204);
    const verificationId = await proveSocial(person, plain, code);
    expect((await person.step('POST', '/profile', { type: 'social', verificationId })).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const { body } = await app.call(usersApi.get, { token, params: { userId: id } });
    expect(body.identities.plain?.userId).toBe(code);
  });
});

describe('the setting of a connector', () => {
  const create = (body: object) => app.call(connectorsApi.create, { token, body: body as never });
  const client = { clientId: 'id', clientSecret: 'secret' };

  test('is off for generic providers and Microsoft, on if the flag is documented, and can be changed', async () => {
    const google = await create({ connectorId: 'google-universal', config: client });
    const microsoft = await create({ connectorId: 'azuread-universal', config: { ...client, tenantId: 'common' } });
    const [one, other] = await Promise.all(
      [plain, trusted].map((id) => app.call(connectorsApi.get, { token, params: { id } })),
    );
    const trust = [google, microsoft, one, other].map((answer) => answer?.body.trustAddresses);
    expect(trust).toEqual([true, false, false, true]);
    const { body } = await app.call(connectorsApi.update, {
      token,
      params: { id: google.body.id },
      body: { trustAddresses: false },
    });
    expect(body.trustAddresses).toBe(false);
  });

  test('is for social connectors only', async () => {
    const config = { endpoint: 'https://203.0.114.1/mail' };
    const answer = await create({ connectorId: 'http-email', config, trustAddresses: true });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'connector.unexpected_type' }]);
  });
});

describe('the response of a provider', () => {
  test('requires the state that was sent and the right issuer', async () => {
    provider.people.set('callback', { id: 'callback' });
    const person = await arrived(app);
    const id = await leaveFor(person, plain);
    const back = async (data: object) => {
      const { status, code } = await comeBack(person, plain, id, { code: 'callback', ...data });
      return [status, code];
    };
    for (const state of [undefined, '', 'other', ['st'], null]) {
      expect(await back({ state })).toEqual([400, 'session.csrf_token_mismatch']);
    }
    expect(await back({ state: 'st', iss: 'https://evil.example' })).toEqual([401, 'connector.authorization_failed']);
    expect(await back({ state: 'st', iss: 'https://acme.example' })).toEqual([200, undefined]);
  });

  test('rejects a connector of another type, an unknown one, and another one at verify (observed 5)', async () => {
    const config = { endpoint: 'https://203.0.114.1/mail' };
    const { body: mail } = await app.call(connectorsApi.create, { token, body: { connectorId: 'http-email', config } });
    const person = await arrived(app);
    const begin = async (id: string) => {
      const redirectUri = `http://core.test/callback/${id}`;
      const path = `/verification/social/${id}/authorization-uri`;
      const { status, code } = await person.step('POST', path, { state: 'st', redirectUri });
      return [status, code];
    };
    expect(await begin(mail.id)).toEqual([400, 'connector.unexpected_type']);
    expect(await begin('unknown')).toEqual([404, 'entity.not_found']);
    // An empty state is refused first (observed 2, row 28).
    const path = '/verification/social/unknown/authorization-uri';
    const { code: first } = await person.step('POST', path, { state: '', redirectUri: 'http://core.test/callback/x' });
    expect(first).toBe('session.insufficient_info');
    const verificationId = await leaveFor(person, plain);
    const verify = async (connectorId: string) => {
      const { status, code } = await comeBack(person, connectorId, verificationId, { code: 'x', state: 'st' });
      return [status, code];
    };
    // Whatever the other connector is (observed 2, row 29).
    expect(await verify(mail.id)).toEqual([404, 'session.verification_session_not_found']);
    expect(await verify('unknown')).toEqual([404, 'session.verification_session_not_found']);
    expect(await verify(trusted)).toEqual([404, 'session.verification_session_not_found']);
  });

  test.each([true, false])(
    'rejects registration with a blocked address, address required: %s (observed 7)',
    async (demand) => {
      await changeSettings(app, {
        emailBlocklistPolicy: { customBlocklist: ['@blocked.example'] },
        signUp: { identifiers: demand ? ['email'] : [], password: false, verify: demand },
      });
      const code = `blocked-${demand}`;
      provider.people.set(code, { id: code, email: 'me@blocked.example', ...verified });
      for (const connectorId of [plain, trusted]) {
        const person = await arrived(app, 'Register');
        const { status, code: error } = await person.identify(await proveSocial(person, connectorId, code));
        expect([status, error]).toEqual([422, 'session.email_blocklist.email_not_allowed']);
      }
    },
  );
});
