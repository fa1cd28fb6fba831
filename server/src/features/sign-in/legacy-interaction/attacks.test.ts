import { usersApi } from '@postern/contracts/people/users';
import { legacyInteractionApi } from '@postern/contracts/sign-in/legacy-interaction';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, forgetPauses, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const password = 'fjord-Lighthouse-42';
const ada = { username: 'ada', primaryEmail: 'ada@example.com' };
let adaId: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const { body } = await app.call(usersApi.create, { token, body: { ...ada, password } });
  adaId = body.id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await forgetPauses(app);
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
  });
});

async function arrived(body?: object): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  if (body) {
    expect(await person.legacy('PUT', '', body)).toMatchObject({ status: 204 });
  }
  return person;
}

const codeOf = async (answer: ReturnType<Visitor['legacy']>) => {
  const { status, code } = await answer;
  return [status, code];
};

const base = '/api/interaction';
const newPasskey = {
  type: 'WebAuthn',
  id: 'a',
  rawId: 'a',
  response: { clientDataJSON: 'a', attestationObject: 'a' },
  clientExtensionResults: {},
};
const passkey = { ...newPasskey, response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } };

/** Every operation with a valid body. */
const operations: [string, string, unknown?][] = [
  ['PUT', '', { event: 'SignIn' }],
  ['DELETE', ''],
  ['PUT', '/event', { event: 'SignIn' }],
  ['PATCH', '/identifiers', { username: 'ada', password }],
  ['PUT', '/profile', { username: 'x' }],
  ['PATCH', '/profile', { username: 'x' }],
  ['DELETE', '/profile'],
  ['POST', '/submit'],
  [
    'POST',
    '/verification/social-authorization-uri',
    { connectorId: 'c', state: 's', redirectUri: 'https://a.example' },
  ],
  ['POST', '/verification/verification-code', { email: 'ada@example.com' }],
  ['POST', '/verification/totp'],
  ['POST', '/verification/webauthn-registration'],
  ['POST', '/verification/webauthn-authentication'],
  ['POST', '/bind-mfa', { type: 'Totp', code: '1' }],
  ['PUT', '/mfa', { type: 'Totp', code: '1' }],
  ['PUT', '/mfa-skipped', { mfaSkipped: true }],
  ['POST', '/single-sign-on/c/authorization-url', { state: 's', redirectUri: 'https://a.example' }],
  ['POST', '/single-sign-on/c/authentication', {}],
  ['POST', '/single-sign-on/c/registration'],
  ['GET', '/single-sign-on/connectors?email=ada@example.com'],
];
/** A redirect to an enterprise provider may be the first call (observed 2, row 11). */
const afterStart = operations.slice(2, -1).filter(([, path]) => !path.endsWith('/authorization-url'));

test('covers every operation of the contract', () => {
  const listed = operations.map(
    ([method, path]) => `${method} ${base}${path.replace(/\?.*/, '').replace('/c/', '/:connectorId/')}`,
  );
  const known = Object.values(legacyInteractionApi).map(({ method, path }) => `${method} ${path}`);
  expect(listed.sort()).toEqual(known.sort());
});

describe('without a sign-in', () => {
  test.each(operations)('%s %s requires the cookie of a running sign-in', async (method, path, body) => {
    expect(await codeOf(visitor(app).legacy(method, path, body))).toEqual([400, 'session.not_found']);
  });

  test.each(operations)('%s %s is rejected from another origin, even with the cookie', async (method, path, body) => {
    const person = await arrived({ event: 'SignIn' });
    for (const origin of ['https://evil.example', 'null']) {
      expect(await codeOf(person.legacy(method, path, body, { origin }))).toEqual([403, 'auth.forbidden']);
    }
  });

  test.each(afterStart)('%s %s requires a started sign-in', async (method, path, body) => {
    expect(await codeOf((await arrived()).legacy(method, path, body))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
  });

  test('rejects a modified cookie', async () => {
    const person = await arrived({ event: 'SignIn', identifier: { username: 'ada', password } });
    for (const [name, value] of person.cookies) {
      if (name.endsWith('_interaction')) {
        person.cookies.set(name, 'B'.repeat(value.length));
      }
    }
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([400, 'session.not_found']);
  });
});

describe('other browsers and other orders of steps', () => {
  test('rejects a proof in another browser', async () => {
    await arrived({ event: 'SignIn', identifier: { username: 'ada', password } });
    const thief = await arrived({ event: 'SignIn' });
    expect(await codeOf(thief.legacy('POST', '/submit'))).toEqual([404, 'session.identifier_not_found']);
  });

  test('rejects a code that was sent for another browser', async () => {
    const email = ada.primaryEmail;
    const owner = await arrived({ event: 'SignIn' });
    await owner.legacy('POST', '/verification/verification-code', { email });
    const { code } = await lastMessage(app, email);
    const thief = await arrived({ event: 'SignIn' });
    const show = () => codeOf(thief.legacy('PATCH', '/identifiers', { email, verificationCode: code }));
    expect(await show()).toEqual([400, 'verification_code.not_found']);
    await thief.legacy('POST', '/verification/verification-code', { email });
    expect((await show())[1]).toMatch(/^verification_code\./);
    expect(await codeOf(thief.legacy('POST', '/submit'))).toEqual([404, 'session.identifier_not_found']);
  });

  test('accepts a code once', async () => {
    const email = ada.primaryEmail;
    const person = await arrived({ event: 'SignIn' });
    await person.legacy('POST', '/verification/verification-code', { email });
    const { code: verificationCode } = await lastMessage(app, email);
    expect(await person.legacy('PATCH', '/identifiers', { email, verificationCode })).toMatchObject({ status: 204 });
    expect((await person.legacy('PATCH', '/identifiers', { email, verificationCode })).status).toBe(400);
  });

  test('drops proofs and the profile on restart and cancel', async () => {
    const identifier = { username: 'ada', password };
    const person = await arrived({ event: 'SignIn', identifier, profile: { username: 'x' } });
    await person.legacy('PUT', '', { event: 'SignIn' });
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([404, 'session.identifier_not_found']);
    await person.legacy('PATCH', '/identifiers', identifier);
    expect(await person.legacy('DELETE', '')).toMatchObject({ status: 204 });
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([404, 'session.verification_session_not_found']);
  });

  test('cannot change a finished sign-in', async () => {
    const person = await arrived({ event: 'SignIn', identifier: { username: 'ada', password } });
    const { body } = await person.legacy('POST', '/submit');
    const late = await person.legacy('PATCH', '/profile', { username: 'y' });
    expect([late.status, late.code]).toEqual([404, 'session.verification_session_not_found']);
    expect(await person.follow(body.redirectTo)).toContain('code=');
    expect((await person.legacy('POST', '/submit')).status).toBe(400);
  });

  test('cannot register to sign in to an existing account', async () => {
    const person = await arrived({ event: 'SignIn', identifier: { username: 'ada', password } });
    await person.legacy('PUT', '/event', { event: 'Register' });
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([422, 'user.missing_profile']);
    await person.legacy('PUT', '/profile', { username: 'ada', password });
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([422, 'user.username_already_in_use']);
  });

  test('rejects a user who is suspended during the sign-in', async () => {
    const person = await arrived({ event: 'SignIn', identifier: { username: 'ada', password } });
    const suspend = (isSuspended: boolean) =>
      app.call(usersApi.setSuspended, { token, params: { userId: adaId }, body: { isSuspended } });
    await suspend(true);
    expect(await codeOf(person.legacy('POST', '/submit'))).toEqual([401, 'user.suspended']);
    await suspend(false);
  });

  test('returns the same responses for existing and unknown users', async () => {
    const ask = async (username: string, email: string) => {
      const person = await arrived({ event: 'SignIn' });
      const guess = await person.legacy('PATCH', '/identifiers', { username, password: 'guess' });
      const sent = await person.legacy('POST', '/verification/verification-code', { email });
      const shown = await person.legacy('PATCH', '/identifiers', { email, verificationCode: 'wrong' });
      return [guess, sent, shown].map(({ status, body }) => [status, body]);
    };
    expect(await ask('ada', ada.primaryEmail)).toEqual(await ask('nobody', 'nobody@example.com'));
  });
});

describe('invalid input', () => {
  test.each([
    ['PUT', '', { event: 'Nothing' }],
    ['PUT', '', { event: 'SignIn', more: 1 }],
    ['PUT', '', { event: 'SignIn', identifier: { username: 'ada' } }],
    ['PATCH', '/identifiers', {}],
    ['PATCH', '/identifiers', { username: 'ada', email: 'ada@example.com', password }],
    ['PATCH', '/identifiers', { connectorId: 'c' }],
    ['PATCH', '/identifiers', { email: 'no address', verificationCode: '1' }],
    ['PUT', '/profile', { username: '1 2' }],
    ['PATCH', '/profile', { customData: {} }],
    ['POST', '/verification/verification-code', {}],
    ['POST', '/verification/verification-code', { email: 'a@b.cd', phone: '49' }],
    ['PUT', '/mfa-skipped', { mfaSkipped: false }],
    ['PUT', '/mfa', { type: 'Smell' }],
    ['POST', '/bind-mfa', {}],
    ['POST', '/single-sign-on/c/authorization-url', { state: '', redirectUri: 'https://a.example' }],
    ['POST', '/single-sign-on/c/authorization-url', { state: 's', redirectUri: 'no address' }],
    ['POST', '/verification/social-authorization-uri', { connectorId: 'c', state: 's', redirectUri: 'no address' }],
    ['GET', '/single-sign-on/connectors?email=nobody'],
    ['GET', '/single-sign-on/connectors'],
  ] as [string, string, unknown?][])('%s %s %j is rejected by the contract', async (method, path, body) => {
    const person = await arrived({ event: 'SignIn' });
    expect(await codeOf(person.legacy(method, path, body))).toEqual([400, 'guard.invalid_input']);
  });
});

describe('second factors that are switched off', () => {
  const signedIn = () => arrived({ event: 'SignIn', identifier: { username: 'ada', password } });

  test.each([
    ['POST', '/verification/totp', undefined, 400, 'session.mfa.mfa_factor_not_enabled'],
    ['POST', '/verification/webauthn-registration', undefined, 400, 'session.mfa.mfa_factor_not_enabled'],
    ['POST', '/verification/webauthn-authentication', undefined, 400, 'session.mfa.webauthn_verification_not_found'],
    ['POST', '/bind-mfa', { type: 'Totp', code: '123456' }, 422, 'user.sign_in_method_not_enabled'],
    ['POST', '/bind-mfa', newPasskey, 422, 'user.sign_in_method_not_enabled'],
    ['POST', '/bind-mfa', { type: 'BackupCode' }, 422, 'user.sign_in_method_not_enabled'],
    ['PUT', '/mfa', { type: 'Totp', code: '123456' }, 400, 'session.mfa.mfa_factor_not_enabled'],
    ['PUT', '/mfa', { type: 'BackupCode', code: 'a' }, 400, 'session.mfa.mfa_factor_not_enabled'],
    ['PUT', '/mfa', passkey, 400, 'session.mfa.pending_info_not_found'],
  ] as const)('%s %s %j returns an error, and the sign-in continues', async (method, path, body, status, code) => {
    const person = await signedIn();
    expect(await codeOf(person.legacy(method, path, body))).toEqual([status, code]);
    expect((await person.legacy('POST', '/submit')).status).toBe(200);
  });

  test('require an identified user and are allowed in their events only', async () => {
    const person = await arrived({ event: 'SignIn' });
    for (const path of ['/verification/totp', '/verification/webauthn-registration']) {
      expect(await codeOf(person.legacy('POST', path))).toEqual([404, 'session.identifier_not_found']);
    }
    const forgetful = await arrived({ event: 'ForgotPassword' });
    for (const path of ['/verification/totp', '/verification/webauthn-registration']) {
      expect(await codeOf(forgetful.legacy('POST', path))).toEqual([400, 'session.not_supported_for_forgot_password']);
    }
    const newcomer = await arrived({ event: 'Register' });
    expect(await codeOf(newcomer.legacy('PUT', '/mfa', { type: 'Totp', code: '1' }))).toEqual([
      400,
      'session.mfa.mfa_sign_in_only',
    ]);
    expect(await codeOf(newcomer.legacy('POST', '/verification/webauthn-authentication'))).toEqual([
      400,
      'session.mfa.mfa_sign_in_only',
    ]);
  });

  test('can be skipped if the policy allows it: the choice is stored with the account', async () => {
    const person = await signedIn();
    expect(await person.legacy('PUT', '/mfa-skipped', { mfaSkipped: true })).toMatchObject({ status: 204 });
    const skipped = async () => {
      const rows = await app.read('default', (db) =>
        db.selectFrom('users').select('logto_config').where('id', '=', adaId).execute(),
      );
      return rows[0]?.logto_config;
    };
    expect(await skipped()).not.toMatchObject({ mfa: { skipped: true } });
    expect((await person.legacy('POST', '/submit')).status).toBe(200);
    expect(await skipped()).toMatchObject({ mfa: { skipped: true } });
  });

  test('cannot be skipped if the policy makes them mandatory', async () => {
    const mandatory = JSON.stringify({ policy: 'Mandatory', factors: ['Totp'] });
    await app.write('default', (db) => db.updateTable('sign_in_experiences').set({ mfa: mandatory }).execute());
    const person = await signedIn();
    expect(await codeOf(person.legacy('PUT', '/mfa-skipped', { mfaSkipped: true }))).toEqual([
      422,
      'session.mfa.mfa_policy_not_user_controlled',
    ]);
    const free = JSON.stringify({ policy: 'UserControlled', factors: [] });
    await app.write('default', (db) => db.updateTable('sign_in_experiences').set({ mfa: free }).execute());
  });
});

describe('enterprise providers, which do not exist', () => {
  test('are rejected for redirects and callbacks', async () => {
    const person = await arrived({ event: 'SignIn' });
    const at = '/single-sign-on/some-connector';
    const way = { state: 'st', redirectUri: 'http://core.test/callback/some-connector' };
    expect(await codeOf(person.legacy('POST', `${at}/authorization-url`, way))).toEqual([404, 'connector.not_found']);
    expect(await codeOf(person.legacy('POST', `${at}/authorization-url`, { ...way, redirectUri: '' }))).toEqual([
      400,
      'session.insufficient_info',
    ]);
    expect(await codeOf(person.legacy('POST', `${at}/authentication`, { code: 'c' }))).toEqual([
      404,
      'connector.not_found',
    ]);
    expect(await codeOf(person.legacy('POST', `${at}/registration`))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    const { status, body } = await person.legacy('GET', '/single-sign-on/connectors?email=ada@example.com');
    expect([status, body]).toEqual([200, []]);
  });
});
