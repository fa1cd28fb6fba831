import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const oldPassword = 'the password of yesterday';
const newPassword = 'the password of tomorrow';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: { identifiers: ['email'], password: true, verify: true },
    forgotPasswordMethods: ['EmailVerificationCode', 'PhoneVerificationCode'],
    signInMode: 'SignInAndRegister',
  }),
);

let count = 0;
async function somebody(more: object = {}) {
  count += 1;
  const email = `forgetful${count}@example.com`;
  const { body } = await app.call(usersApi.create, {
    token,
    body: { primaryEmail: email, password: oldPassword, ...more },
  });
  return { email, id: body.id };
}

async function arrived(event: 'SignIn' | 'ForgotPassword', params = {}): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive(params);
  await person.start(event);
  return person;
}

async function signInWith(email: string, password: string, person?: Visitor) {
  const browser = person ?? (await arrived('SignIn'));
  const { body, code } = await browser.step('POST', '/verification/password', {
    identifier: { type: 'email', value: email },
    password,
  });
  if (code) {
    return { browser, code };
  }
  await browser.identify(body.verificationId);
  const { body: submitted } = await browser.submit();
  await browser.follow(submitted.redirectTo);
  return { browser, code };
}

const hasSession = async (person: Visitor) => (await person.arrive()).includes('code=');

test('resets with a code and a new password, and ends the old password and all sessions', async () => {
  const { email, id } = await somebody();
  const elsewhere = (await signInWith(email, oldPassword)).browser;
  expect(await hasSession(elsewhere)).toBe(true);
  const stranger = await somebody();
  const other = (await signInWith(stranger.email, oldPassword)).browser;

  const person = await arrived('ForgotPassword');
  const proof = await person.proveAddress('ForgotPassword', 'email', email);
  expect((await person.identify(proof)).status).toBe(204);
  const early = await person.submit();
  expect([early.status, early.code]).toEqual([422, 'user.new_password_required_in_profile']);
  expect((await person.step('PUT', '/profile/password', { password: oldPassword })).code).toBe('user.same_password');
  expect((await person.step('PUT', '/profile/password', { password: 'short' })).body).toMatchObject({
    code: 'password.rejected',
    data: [{ code: 'password_rejected.too_short', interpolation: { min: 8 } }],
  });
  expect((await person.step('PUT', '/profile/password', { password: newPassword })).status).toBe(204);
  const done = await person.submit();
  expect([done.status, done.body]).toEqual([204, undefined]);

  expect(await hasSession(elsewhere)).toBe(false);
  expect(await hasSession(other)).toBe(true);
  expect((await signInWith(email, oldPassword)).code).toBe('session.invalid_credentials');
  await person.start('SignIn');
  expect((await signInWith(email, newPassword, person)).code).toBeUndefined();
  const events = await app.read('default', (db) =>
    db.selectFrom('outbox').select('name').where('subject_id', '=', id).execute(),
  );
  const logged = await app.read('default', (db) => db.selectFrom('logs').select('key').execute());
  expect([...events.map(({ name }) => name), ...logged.map(({ key }) => key)]).toContain('PostResetPassword');
});

test('does not sign in after a reset', async () => {
  const { email } = await somebody();
  const person = await arrived('ForgotPassword');
  await person.identify(await person.proveAddress('ForgotPassword', 'email', email));
  await person.step('PUT', '/profile/password', { password: newPassword });
  await person.submit();
  expect(await hasSession(person)).toBe(false);
  const again = await person.submit();
  expect([again.status, again.code]).toEqual([404, 'session.interaction_not_found']);
});

test('ends the session of a signed-in browser, where the user has to sign in again', async () => {
  const { email } = await somebody();
  const { browser } = await signInWith(email, oldPassword);
  await browser.arrive({ prompt: 'login' });
  await browser.start('ForgotPassword');
  await browser.identify(await browser.proveAddress('ForgotPassword', 'email', email));
  await browser.step('PUT', '/profile/password', { password: newPassword });
  expect((await browser.submit()).status).toBe(204);
  expect((await browser.start('SignIn')).status).toBe(204);
  expect((await signInWith(email, newPassword, browser)).code).toBeUndefined();
});

describe('restrictions', () => {
  test('rejects a code for another event', async () => {
    const { email } = await somebody();
    const resetting = await arrived('ForgotPassword');
    const forSignIn = await resetting.proveAddress('SignIn', 'email', email);
    expect((await resetting.identify(forSignIn)).code).toBe('user.sign_in_method_not_enabled');
    const signingIn = await arrived('SignIn');
    const forReset = await signingIn.proveAddress('ForgotPassword', 'email', email);
    expect((await signingIn.identify(forReset)).code).toBe('user.sign_in_method_not_enabled');
    await signingIn.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    const { code } = await signingIn.step('POST', '/profile', { type: 'email', verificationId: forReset });
    expect(code).toBe('session.verification_failed');
  });

  test('accepts codes only, and only if the settings allow it', async () => {
    const { email } = await somebody();
    const person = await arrived('ForgotPassword');
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'email', value: email },
      password: oldPassword,
    });
    const refused = await person.identify(body.verificationId);
    expect([refused.status, refused.code]).toEqual([422, 'session.not_supported_for_forgot_password']);
    const proof = await person.proveAddress('ForgotPassword', 'email', email);
    await changeSettings(app, { forgotPasswordMethods: ['PhoneVerificationCode'] });
    expect((await person.identify(proof)).code).toBe('user.sign_in_method_not_enabled');
    await changeSettings(app, { forgotPasswordMethods: null });
    expect((await person.identify(proof)).status).toBe(204);
  });

  test('sends no code while the settings do not allow it', async () => {
    const { email } = await somebody();
    const person = await arrived('ForgotPassword');
    const send = () =>
      person.step('POST', '/verification/verification-code', {
        identifier: { type: 'email', value: email },
        interactionEvent: 'ForgotPassword',
      });
    for (const methods of [[], ['PhoneVerificationCode'] as const]) {
      await changeSettings(app, { forgotPasswordMethods: [...methods] });
      expect((await send()).code).toBe('user.sign_in_method_not_enabled');
    }
    await app.worker.drain();
    const sent = await app.read('default', (db) =>
      db.selectFrom('mailbox_messages').select('id').where('recipient', '=', email).execute(),
    );
    expect(sent).toEqual([]);
    await changeSettings(app, { forgotPasswordMethods: null });
    expect((await send()).status).toBe(200);
  });

  test('cannot switch to another event without a restart', async () => {
    const { email } = await somebody();
    const person = await arrived('ForgotPassword');
    await person.identify(await person.proveAddress('ForgotPassword', 'email', email));
    for (const interactionEvent of ['SignIn', 'Register']) {
      const { status, code } = await person.step('PUT', '/interaction-event', { interactionEvent });
      expect([status, code]).toEqual([400, 'session.not_supported_for_forgot_password']);
    }
    expect((await person.step('POST', '/profile', { type: 'password', value: newPassword })).code).toBe(
      'session.not_supported_for_forgot_password',
    );
    await person.start('SignIn');
    expect((await person.submit()).code).toBe('session.identifier_not_found');
    expect((await person.step('PUT', '/profile/password', { password: newPassword })).code).toBe(
      'session.invalid_interaction_type',
    );
    await person.start('ForgotPassword');
    expect((await person.step('PUT', '/profile/password', { password: newPassword })).code).toBe(
      'session.identifier_not_found',
    );
  });

  test('reports unknown and suspended users only after the code', async () => {
    const person = await arrived('ForgotPassword');
    const nobody = await person.proveAddress('ForgotPassword', 'email', 'nobody.at.all@example.com');
    expect((await person.identify(nobody)).code).toBe('user.user_not_exist');
    const { email, id } = await somebody();
    await app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended: true } });
    const proof = await person.proveAddress('ForgotPassword', 'email', email);
    const { status, code } = await person.identify(proof);
    expect([status, code]).toEqual([401, 'user.suspended']);
  });
});
