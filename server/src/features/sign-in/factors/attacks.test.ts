import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

  async function compare(event: 'SignIn' | 'ForgotPassword', path: string, bodyOf: (who: Person) => unknown) {
    const people: Person[] = [await known(), { username: 'nobody_here', email: 'nobody@example.com' }];
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
    await changeSettings(app, { passkeySignIn: { enabled: true, showButton: true, allowAutofill: true } });
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
  await changeSettings(app, { passkeySignIn: { enabled: true, showButton: true, allowAutofill: true } }, 'admin');
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
  expect(answer(refused)).toEqual([400, 'session.mfa.webauthn_verification_not_found']);
  expect((await stranger.submit()).status).toBeGreaterThanOrEqual(400);
});
