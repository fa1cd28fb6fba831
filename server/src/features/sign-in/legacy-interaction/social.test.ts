import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/** A provider whose codes are tokens and whose tokens are user ids. */
const people = new Map<string, object>();
const target = 'acme';
const password = 'fjord-Lighthouse-42';
let provider: Server;
let app: TestApp;
let token: string;
let connectorId: string;
let emailConnectorId: string;

async function createConnector(body: { connectorId: string } & Record<string, unknown>): Promise<string> {
  const created = await app.call(connectorsApi.create, { token, body });
  expect(created.status).toBe(200);
  return created.body.id;
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
  const { port } = provider.address() as AddressInfo;
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  connectorId = await createConnector({
    connectorId: 'oauth2',
    metadata: { target, name: { en: target } },
    trustAddresses: true,
    config: {
      authorizationEndpoint: 'https://acme.example/authorize',
      tokenEndpoint: `http://127.0.0.1:${port}/token`,
      userInfoEndpoint: `http://127.0.0.1:${port}/me`,
      clientId: 'postern',
      clientSecret: 'secret of the connector',
      tokenEndpointResponseType: 'json',
      profileMap: { emailVerified: 'email_verified' },
    },
  });
  emailConnectorId = await createConnector({
    connectorId: 'http-email',
    config: { endpoint: `http://127.0.0.1:${port}/mail` },
  });
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', password: true }),
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
  return { code, id: `acme-${count}` };
}

async function arrived(event?: string): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  if (event) {
    expect(await person.legacy('PUT', '', { event })).toMatchObject({ status: 204 });
  }
  return person;
}

const codeOf = async (answer: ReturnType<Visitor['legacy']>) => {
  const { status, code } = await answer;
  return [status, code];
};

const redirectUri = () => `http://core.test/callback/${connectorId}`;
const leave = (person: Visitor, more: object = {}) =>
  person.legacy('POST', '/verification/social-authorization-uri', {
    connectorId,
    state: 'st',
    redirectUri: redirectUri(),
    ...more,
  });
const identifierOf = (code: string, state = 'st') => ({
  connectorId,
  connectorData: { code, state, redirectUri: redirectUri() },
});
const comeBack = (person: Visitor, code: string, state?: string) =>
  person.legacy('PATCH', '/identifiers', identifierOf(code, state));

async function proveSocial(person: Visitor, code: string): Promise<void> {
  expect((await leave(person)).status).toBe(200);
  expect(await comeBack(person, code)).toMatchObject({ status: 204 });
}

async function finish(person: Visitor): Promise<void> {
  const { status, body } = await person.legacy('POST', '/submit');
  expect([status, body]).toEqual([200, { redirectTo: expect.any(String) }]);
  expect(await person.follow(body.redirectTo)).toContain('code=');
}

async function register(code: string): Promise<void> {
  const person = await arrived('SignIn');
  await proveSocial(person, code);
  expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([422, 'user.identity_not_exist']);
  expect(await person.legacy('PUT', '/event', { event: 'Register' })).toMatchObject({ status: 204 });
  expect(await person.legacy('PATCH', '/profile', { connectorId })).toMatchObject({ status: 204 });
  await finish(person);
}

const ownerOf = async (identityId: string) => {
  const rows = await app.read('default', (db) =>
    db.selectFrom('user_identities').select('user_id').where('identity_id', '=', identityId).execute(),
  );
  const userId = rows[0]?.user_id;
  return userId ? (await app.call(usersApi.get, { token, params: { userId } })).body : undefined;
};

describe('a provider', () => {
  test('registers a new user and signs them in the next time', async () => {
    const { code, id } = newPerson({ name: 'Grace', email: 'grace@example.com', email_verified: true });
    await register(code);
    expect(await ownerOf(id)).toMatchObject({ name: 'Grace', primaryEmail: 'grace@example.com' });
    const again = await arrived('SignIn');
    await proveSocial(again, code);
    await finish(again);
  });

  test('is accepted in the call that restarts as well', async () => {
    const { code } = newPerson();
    await register(code);
    const person = await arrived('SignIn');
    await leave(person);
    expect(await person.legacy('PUT', '', { event: 'SignIn', identifier: identifierOf(code) })).toMatchObject({
      status: 204,
    });
    await finish(person);
  });

  test('registers with its verified address, unless another account has it', async () => {
    const { code, id } = newPerson({ email: 'vouched@example.com', email_verified: true });
    const profile = { connectorId, email: 'vouched@example.com' };
    await changeSettings(app, { signUp: { identifiers: ['email'], password: false, verify: true } });
    const person = await arrived('Register');
    await proveSocial(person, code);
    await person.legacy('PUT', '/profile', profile);
    await finish(person);
    expect(await ownerOf(id)).toMatchObject({ primaryEmail: 'vouched@example.com' });
    const second = newPerson({ email: 'vouched@example.com', email_verified: true });
    const other = await arrived('Register');
    await proveSocial(other, second.code);
    await other.legacy('PUT', '/profile', profile);
    expect(await codeOf(other.legacy('POST', '/submit'))).toEqual([422, 'user.email_already_in_use']);
  });

  test('is linked to the account with the same verified address on request', async () => {
    const email = 'linked@example.com';
    const { body: user } = await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
    const { code, id } = newPerson({ email, email_verified: true });
    const person = await arrived('SignIn');
    await proveSocial(person, code);
    const unknown = await person.legacy('POST', '/submit');
    expect([unknown.status, unknown.body]).toMatchObject([
      422,
      { code: 'user.identity_not_exist', data: { relatedUser: { type: 'email', value: email } } },
    ]);
    expect(await codeOf(person.legacy('PATCH', '/identifiers', { connectorId, email: 'x@example.com' }))).toEqual([
      400,
      'session.verification_failed',
    ]);
    expect(await person.legacy('PATCH', '/identifiers', { connectorId, email })).toMatchObject({ status: 204 });
    await finish(person);
    expect((await ownerOf(id))?.id).toBe(user.id);
  });

  test('is linked to the account with its address also if the profile names the connector (observed 2, row 12)', async () => {
    const email = 'named@example.com';
    const { body: user } = await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
    const { code, id } = newPerson({ email, email_verified: true });
    const person = await arrived('SignIn');
    await proveSocial(person, code);
    expect(await person.legacy('PATCH', '/identifiers', { connectorId, email })).toMatchObject({ status: 204 });
    expect(await person.legacy('PUT', '/profile', { connectorId })).toMatchObject({ status: 204 });
    await finish(person);
    expect((await ownerOf(id))?.id).toBe(user.id);
  });

  test('that only claims an address does not open an account with it (attack 15)', async () => {
    const email = 'victim@example.com';
    await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
    const { code } = newPerson({ email });
    const person = await arrived('SignIn');
    await proveSocial(person, code);
    expect(await codeOf(person.legacy('PATCH', '/identifiers', { connectorId, email }))).toEqual([
      400,
      'session.verification_failed',
    ]);
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([422, 'user.identity_not_exist']);
  });

  test('is linked to a user who signs in with a password, and to no other', async () => {
    const { code, id } = newPerson();
    const signIn = async (username: string) => {
      await app.call(usersApi.create, { token, body: { username, password } });
      const person = await arrived('SignIn');
      await person.legacy('PATCH', '/identifiers', { username, password });
      await person.legacy('PATCH', '/profile', { connectorId });
      return person;
    };
    const person = await signIn('binds');
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([404, 'session.connector_session_not_found']);
    await proveSocial(person, code);
    await finish(person);
    expect(await ownerOf(id)).toMatchObject({ username: 'binds' });
    const other = await signIn('steals');
    await proveSocial(other, code);
    expect(await codeOf(other.legacy('POST', '/submit'))).toEqual([422, 'user.identity_already_in_use']);
  });
});

describe('the redirect and its callback', () => {
  test('lead to the provider with the requested scope', async () => {
    const person = await arrived('SignIn');
    const { body } = await leave(person, { scope: 'contacts' });
    const { origin, searchParams } = new URL(body.redirectTo);
    expect([origin, searchParams.get('state'), searchParams.get('redirect_uri'), searchParams.get('scope')]).toEqual([
      'https://acme.example',
      'st',
      redirectUri(),
      'contacts',
    ]);
    expect(Object.keys(body)).toEqual(['redirectTo']);
  });

  test('are rejected without a state, for other connectors and in other places', async () => {
    const person = await arrived('SignIn');
    expect(await codeOf(leave(person, { state: '' }))).toEqual([400, 'session.insufficient_info']);
    expect(await codeOf(leave(person, { redirectUri: '' }))).toEqual([400, 'session.insufficient_info']);
    expect(await codeOf(leave(person, { redirectUri: 'https://evil.example' }))).toEqual([
      400,
      'request.invalid_input',
    ]);
    expect(await codeOf(leave(person, { connectorId: 'nowhere' }))).toEqual([404, 'entity.not_found']);
    expect(await codeOf(leave(person, { connectorId: emailConnectorId }))).toEqual([400, 'connector.unexpected_type']);
    expect(await codeOf(person.legacy('PUT', '/profile', { connectorId: 'nowhere' }))).toEqual([
      404,
      'entity.not_found',
    ]);
    // Of another type: the last step finds that nothing was proven by it (observed 2, row 10).
    expect(await person.legacy('PUT', '/profile', { connectorId: emailConnectorId })).toMatchObject({ status: 204 });
    const forgetful = await arrived('ForgotPassword');
    const refused = [400, 'session.not_supported_for_forgot_password'];
    expect(await codeOf(leave(forgetful))).toEqual(refused);
    expect(await codeOf(comeBack(forgetful, 'any'))).toEqual(refused);
  });

  test('name a connector that exists and is social (observed 2, row 10)', async () => {
    const person = await arrived('SignIn');
    for (const unknown of ['nowhere', emailConnectorId]) {
      const data = { connectorId: unknown, connectorData: { code: 'x', state: 'st' } };
      const refused = [422, 'session.invalid_connector_id'];
      expect(await codeOf(person.legacy('PATCH', '/identifiers', data))).toEqual(refused);
      expect(await codeOf(person.legacy('PUT', '', { event: 'SignIn', identifier: data }))).toEqual(refused);
      expect(
        await codeOf(person.legacy('PATCH', '/identifiers', { connectorId: unknown, email: 'a@example.com' })),
      ).toEqual([400, 'session.connector_session_not_found']);
    }
    await app.call(usersApi.create, { token, body: { username: 'names_mail', password } });
    await person.legacy('PATCH', '/identifiers', { username: 'names_mail', password });
    expect(await person.legacy('PUT', '/profile', { connectorId: emailConnectorId })).toMatchObject({ status: 204 });
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([404, 'session.connector_session_not_found']);
  });

  test('must match in state, browser and provider', async () => {
    const { code } = newPerson({ email: 'a@example.com', email_verified: true });
    const person = await arrived('SignIn');
    const missing = [400, 'session.connector_validation_session_not_found'];
    expect(await codeOf(comeBack(person, code))).toEqual(missing);
    expect(await codeOf(person.legacy('PATCH', '/identifiers', { connectorId, email: 'a@example.com' }))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    await leave(person);
    expect(await codeOf(comeBack(person, code, 'foreign'))).toEqual([400, 'session.csrf_token_mismatch']);
    expect(await codeOf(comeBack(person, 'made-up'))).toEqual([401, 'connector.social_auth_code_invalid']);
    expect(await codeOf(comeBack(await arrived('SignIn'), code))).toEqual(missing);
  });

  test('of a disabled provider sign in no user', async () => {
    const { code } = newPerson();
    await register(code);
    await changeSettings(app, { socialSignInConnectorTargets: [] });
    const person = await arrived('SignIn');
    await proveSocial(person, code);
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([422, 'user.sign_in_method_not_enabled']);
  });
});

test('requires the captcha here as well, but not for users of a provider', async () => {
  const { code } = newPerson();
  await register(code);
  await app.call(usersApi.create, { token, body: { username: 'robot', password } });
  const config = { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' } as const;
  await app.call(captchaApi.save, { token, body: { config } });
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: true } } });
  const demanded = [422, 'session.captcha_required'];
  const person = await arrived();
  expect(
    await person.legacy('PUT', '', { event: 'SignIn', identifier: { username: 'robot', password } }),
  ).toMatchObject({ status: 204 });
  expect(await codeOf(person.legacy('POST', '/submit'))).toEqual(demanded);
  const email = 'robot@example.com';
  const stranger = await arrived('SignIn');
  expect(await codeOf(stranger.legacy('POST', '/verification/verification-code', { email }))).toEqual(demanded);
  const vouched = await arrived('SignIn');
  await proveSocial(vouched, code);
  await finish(vouched);
  await app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled: false } } });
});
