import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTotp, appWithFactors, codeNow, createPerson, identified } from '#testing/factors';
import { createAuthenticator } from '#testing/passkeys';
import { recordStatements } from '#testing/plans';
import { changeSettings, lastMessage, type StepAnswer, type Visitor, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const mfa = {
  factors: ['Totp' as const, 'WebAuthn' as const, 'EmailVerificationCode' as const],
  policy: 'NoPrompt' as const,
};

beforeAll(async () => {
  app = await appWithFactors(mfa);
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.write('default', (db) => db.deleteFrom('sentinel_activities').execute()));

/** The demo application of the admin tenant. */
const atAdmin = () => ({ redirect_uri: `${app.app.endpointOf('admin')}/demo-app` });
const answer = ({ status, code }: StepAnswer) => [status, code];

describe('attack 27: codes of a second factor', () => {
  test('are not in any response, header or log entry', async () => {
    const { username, email } = await createPerson(app);
    const person = await identified(app, username);
    const sent = await person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' });
    expect(sent.status).toBe(200);
    const { code } = await lastMessage(app, email);
    const state = await person.step('GET', '/interaction');
    const logs = await app.read('default', (db) => db.selectFrom('logs').selectAll().execute());
    const seen = JSON.stringify([sent.body, sent.headers, state.body, logs]);
    expect(seen).not.toContain(code);
    expect(JSON.stringify([...person.cookies.values()])).not.toContain(code);
  });

  test('of another tenant are wrong', async () => {
    const { username, email } = await createPerson(app);
    const person = await identified(app, username);
    const { body } = await person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' });
    const { code } = await lastMessage(app, email);
    const stranger = visitor(app, 'admin');
    await stranger.arrive(atAdmin());
    await stranger.start('SignIn');
    const foreign = await stranger.step('POST', '/verification/mfa-verification-code/verify', {
      identifierType: 'email',
      verificationId: body.verificationId,
      code,
    });
    expect(answer(foreign)).toEqual([404, 'session.identifier_not_found']);
    // The code is still unused: the attempt did not reach it.
    const own = { identifierType: 'email', verificationId: body.verificationId, code };
    expect((await person.step('POST', '/verification/mfa-verification-code/verify', own)).status).toBe(200);
  });
});

test('attack 29: the factor of a person is not locked by visitors who do not know the password', async () => {
  const { id, username } = await createPerson(app, { primary_email: null });
  const secret = await addTotp(app, id, token);
  for (let index = 0; index < 25; index += 1) {
    const attacker = visitor(app);
    await attacker.arrive();
    await attacker.start('SignIn');
    await attacker.step('POST', '/verification/password', {
      identifier: { type: 'username', value: username },
      password: `a wrong password ${index}`,
    });
    const guess = await attacker.step('POST', '/verification/totp/verify', { code: '123456' });
    expect(guess.code).toBe('session.identifier_not_found');
  }
  await app.write('default', (db) => db.deleteFrom('sentinel_activities').where('action', '=', 'Password').execute());
  const person = await identified(app, username);
  expect((await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) })).status).toBe(200);
  expect((await person.submit()).status).toBe(200);
});

describe('attack 30: a second factor does not reveal that an account exists', () => {
  /** A person with an app and a passkey, and one without an account. */
  async function known() {
    const person = await createPerson(app);
    await addTotp(app, person.id, token);
    return person;
  }
  const withoutIds = ({ status, body }: StepAnswer) =>
    JSON.stringify([status, body]).replace(/"(verificationId|challenge)":"[\w-]+"/g, '"$1":"…"');

  /** Settings are cached, so whether they are read depends on earlier requests. */
  const isSetting = ({ text }: { text: string }) => /from "?(sign_in_experiences|connectors|applications)/.test(text);

  /** The response and the SQL statements of a step, in the order in which they were sent. */
  async function probe(person: Visitor, path: string, body?: unknown) {
    const recorder = recordStatements();
    recorder.start();
    const response = await recorder.during('step', () => person.step('POST', path, body));
    recorder.stop();
    const texts = recorder.statements().filter((statement) => !isSetting(statement));
    return { response: withoutIds(response), statements: texts.map(({ text }) => text) };
  }

  async function probeOnce() {
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    await person.step('POST', '/verification/password', password({ username: 'first_of_all', email: '' }));
  }

  async function compare(event: 'SignIn' | 'ForgotPassword', path: string, bodyOf: (who: Person) => unknown) {
    const somebody = await known();
    // The first look-up of a name reads a setting of the tenant, which then stays in memory.
    await probeOnce();
    const people: Person[] = [somebody, { username: 'nobody_here', email: 'nobody@example.com' }];
    const seen = [];
    for (const who of people) {
      const person = visitor(app);
      await person.arrive();
      await person.start(event);
      seen.push(await probe(person, path, bodyOf(who)));
    }
    expect(seen[0]?.response).toBe(seen[1]?.response);
    expect(seen[0]?.statements).toEqual(seen[1]?.statements);
    return seen[0];
  }
  type Person = { username: string; email: string };

  const password = ({ username }: Person) => ({
    identifier: { type: 'username', value: username },
    password: 'a wrong password',
  });

  test('by a wrong password', async () => {
    const seen = await compare('SignIn', '/verification/password', password);
    expect(seen?.response).toContain('session.invalid_credentials');
    expect(seen?.statements.length).toBeGreaterThan(1);
  });

  test('by the options of a passkey', async () => {
    await changeSettings(app, { passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: true } });
    const path = '/verification/sign-in-passkey/authentication';
    const seen = await compare('SignIn', path, () => undefined);
    await changeSettings(app, { passkeySignIn: {} });
    expect(seen?.response).toContain('authenticationOptions');
    expect(seen?.response).not.toContain('allowCredentials":[{');
  });

  test('by a request to reset the password', async () => {
    const code = ({ email }: Person) => ({
      identifier: { type: 'email', value: email },
      interactionEvent: 'ForgotPassword',
    });
    const seen = await compare('ForgotPassword', '/verification/verification-code', code);
    expect(seen?.response).toContain('verificationId');
  });

  test('by the request for the factor itself, which needs the password', async () => {
    const { username } = await known();
    for (const value of [username, 'nobody_here']) {
      const person = visitor(app);
      await person.arrive();
      await person.start('SignIn');
      await person.step('POST', '/verification/password', password({ username: value, email: '' }));
      const steps = [
        await person.step('POST', '/verification/totp/verify', { code: '123456' }),
        await person.step('POST', '/verification/web-authn/authentication'),
        await person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' }),
        await person.submit(),
      ];
      expect([value, ...steps.map(answer)]).toEqual([value, ...steps.map(() => answer(steps[0] as StepAnswer))]);
      expect(steps[0]?.code).toBe('session.identifier_not_found');
    }
  });
});

test('attack 50: a passkey of another tenant does not sign in', async () => {
  const owner = await createPerson(app, { primary_email: null });
  const key = createAuthenticator();
  const person = await identified(app, owner.username);
  const { body } = await person.step('POST', '/verification/web-authn/registration');
  const { verificationId, registrationOptions } = body;
  const payload = key.register(registrationOptions.challenge);
  await person.step('POST', '/verification/web-authn/registration/verify', { verificationId, payload });
  await person.step('POST', '/profile/mfa', { type: 'WebAuthn', verificationId });
  expect((await person.submit()).status).toBe(200);
  await changeSettings(
    app,
    { passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: true } },
    'admin',
  );
  const stranger = visitor(app, 'admin');
  await stranger.arrive(atAdmin());
  await stranger.start('SignIn');
  const asked = await stranger.step('POST', '/verification/sign-in-passkey/authentication');
  const { challenge, rpId } = asked.body.authenticationOptions;
  const origin = app.app.endpointOf('admin');
  const refused = await stranger.step('POST', '/verification/sign-in-passkey/authentication/verify', {
    verificationId: asked.body.verificationId,
    payload: key.authenticate(challenge, owner.id, { rpId, origin }),
  });
  expect(answer(refused)).toEqual([400, 'session.identifier_not_found']);
  expect((await stranger.submit()).status).toBeGreaterThanOrEqual(400);
});

describe('attack 50: a passkey', () => {
  const binding = async (username: string) => {
    const person = await identified(app, username);
    const { body } = await person.step('POST', '/verification/web-authn/registration');
    const { verificationId, registrationOptions } = body;
    const register = (payload: object) =>
      person.step('POST', '/verification/web-authn/registration/verify', { verificationId, payload });
    return { person, verificationId, challenge: registrationOptions.challenge as string, register };
  };
  async function personWithPasskey() {
    const owner = await createPerson(app, { primary_email: null });
    const key = createAuthenticator();
    const { person, verificationId, challenge, register } = await binding(owner.username);
    expect((await register(key.register(challenge))).status).toBe(200);
    await person.step('POST', '/profile/mfa', { type: 'WebAuthn', verificationId });
    expect((await person.submit()).status).toBe(200);
    return { ...owner, key };
  }
  /** A sign-in with a passkey alone. */
  async function asked() {
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const { body } = await person.step('POST', '/verification/sign-in-passkey/authentication');
    const { verificationId, authenticationOptions } = body;
    const verify = (payload: object) =>
      person.step('POST', '/verification/sign-in-passkey/authentication/verify', { verificationId, payload });
    return { person, verificationId, challenge: authenticationOptions.challenge as string, verify };
  }
  beforeEach(() => changeSettings(app, { passkeySignIn: { enabled: true } }));
  afterEach(() => changeSettings(app, { passkeySignIn: {} }));
  const failed = [400, 'session.mfa.webauthn_verification_failed'];

  test('that was copied, or whose answer belongs to another sign-in or person, signs nobody in', async () => {
    await changeSettings(app, { passkeySignIn: {} });
    const [owner, other] = [await personWithPasskey(), await personWithPasskey()];
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const [first, second] = [await asked(), await asked()];
    const payload = owner.key.authenticate(first.challenge, owner.id, { count: 5 });
    expect(answer(await second.verify(payload)), 'the answer of another sign-in').toEqual(failed);
    expect((await first.verify(payload)).status).toBe(200);
    expect(answer(await first.verify(payload)), 'a second time').toEqual([
      400,
      'session.passkey_sign_in.pending_info_not_found',
    ]);
    for (const count of [5, 4, 0]) {
      const copied = owner.key.authenticate(second.challenge, owner.id, { count });
      expect([count, ...answer(await second.verify(copied))], 'a counter that goes back').toEqual([count, ...failed]);
    }
    const handles = [other.id, '../', `${owner.id}\0`, 'x'.repeat(200)];
    for (const handle of handles) {
      const foreign = owner.key.authenticate(second.challenge, handle, { count: 9 });
      const refused = [400, 'session.identifier_not_found'];
      expect([handle, ...answer(await second.verify(foreign))]).toEqual([handle, ...refused]);
    }
    const unverified = owner.key.authenticate(second.challenge, owner.id, { count: 9, isVerified: false });
    expect(answer(await second.verify(unverified)), 'without PIN or biometrics').toEqual(failed);
    const own = owner.key.authenticate(second.challenge, owner.id, { count: 9 });
    expect((await second.verify(own)).status, 'the refusals have their own reasons').toBe(200);
  });

  test('of a suspended person, or one that is removed meanwhile, signs nobody in', async () => {
    await changeSettings(app, { passkeySignIn: {} });
    const owner = await personWithPasskey();
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const params = { userId: owner.id };
    const { person, verificationId, challenge, verify } = await asked();
    await app.call(usersApi.setSuspended, { token, params, body: { isSuspended: true } });
    await verify(owner.key.authenticate(challenge, owner.id));
    expect(answer(await person.identify(verificationId))).toEqual([401, 'user.suspended']);
    await app.call(usersApi.setSuspended, { token, params, body: { isSuspended: false } });
    const parked = await asked();
    await app.call(userMfaApi.removeAll, { token, params });
    const late = await parked.verify(owner.key.authenticate(parked.challenge, owner.id));
    expect(answer(late)).toEqual([400, 'session.identifier_not_found']);
    expect(answer(await parked.person.identify(parked.verificationId))).toEqual([400, 'session.verification_failed']);
  });

  test('with another algorithm, from another place, without a person or of another ceremony is not added', async () => {
    const owner = await createPerson(app, { primary_email: null });
    const { person, verificationId, challenge, register } = await binding(owner.username);
    const key = createAuthenticator();
    const huge = key.register(challenge);
    const answers: [string, object][] = [
      ['an algorithm that was not offered', createAuthenticator('EdDSA').register(challenge)],
      ['another origin', key.register(challenge, { origin: 'https://core.test' })],
      ['another port', key.register(challenge, { origin: 'http://core.test:8080' })],
      ['a subdomain', key.register(challenge, { origin: 'http://evil.core.test' })],
      ['another host', key.register(challenge, { rpId: 'test' })],
      ['a page inside of another one', key.register(challenge, { crossOrigin: true })],
      ['without PIN or biometrics', key.register(challenge, { isVerified: false })],
      ['another challenge', key.register('AAAA')],
      ['another id than the one in the data', { ...huge, id: createAuthenticator().credentialId }],
      ['a huge attestation', { ...huge, response: { ...huge.response, attestationObject: 'A'.repeat(200_000) } }],
      [
        'the answer to a request for a passkey',
        { ...huge, response: { ...huge.response, ...key.authenticate(challenge, owner.id).response } },
      ],
    ];
    for (const [name, payload] of answers) {
      const { status } = await register(payload);
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    }
    const unbound = await person.step('POST', '/profile/mfa', { type: 'WebAuthn', verificationId });
    expect(answer(unbound)).toEqual([400, 'session.mfa.pending_info_not_found']);
    expect((await register(key.register(challenge))).status, 'the refusals have their own reasons').toBe(200);
  });
});
