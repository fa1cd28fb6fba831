import { usersApi } from '@postern/contracts/people/users';
import { readMagicLink } from '@postern/contracts/sign-in/magic-link';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, forgetPauses, lastMessage, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs } from '../../records/audit/index.ts';

let app: TestApp;
let token: string;
const password = 'a long enough secret';
const everyWay = ways(
  { identifier: 'username', password: true },
  { identifier: 'email', password: true, verificationCode: true },
  { identifier: 'phone', password: true, verificationCode: true },
);

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: everyWay,
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    sentinelPolicy: {},
    emailBlocklistPolicy: {},
  }),
);

let count = 0;
function unique(word: string): string {
  count += 1;
  return `${word}${count}`;
}
const uniquePhone = () => `4915123456${unique('').padStart(3, '0')}`;
const createUser = async (body: object) => (await app.call(usersApi.create, { token, body })).body;

async function arrived(event: 'SignIn' | 'Register' | 'ForgotPassword' = 'SignIn') {
  const person = visitor(app);
  await person.arrive();
  expect((await person.start(event)).status).toBe(204);
  return person;
}

const send = (person: ReturnType<typeof visitor>, email: string, interactionEvent = 'SignIn') =>
  person.step('POST', '/verification/verification-code', {
    identifier: { type: 'email', value: email },
    interactionEvent,
  });
const show = (person: ReturnType<typeof visitor>, email: string, verificationId: string, code: string) =>
  person.step('POST', '/verification/verification-code/verify', {
    identifier: { type: 'email', value: email },
    verificationId,
    code,
  });

describe('all sign-in methods', () => {
  test.each(['email', 'phone'] as const)('%s and code', async (type) => {
    const value = type === 'email' ? `${unique('code')}@example.com` : uniquePhone();
    const user = await createUser({ [type === 'email' ? 'primaryEmail' : 'primaryPhone']: value });
    const person = await arrived();
    const verificationId = await person.proveAddress('SignIn', type, value);
    expect((await person.identify(verificationId)).status).toBe(204);
    const { status, body } = await person.submit();
    expect(status).toBe(200);
    expect(await person.follow(body.redirectTo)).toContain('code=');
    const { body: after } = await app.call(usersApi.get, { token, params: { userId: user.id } });
    expect(after.lastSignInAt).toBeGreaterThan(Date.now() - 60_000);
  });

  test.each([
    ['username', () => unique('walter')],
    ['email', () => `${unique('Walter')}@Example.com`],
    ['phone', () => uniquePhone()],
  ] as const)('%s and password', async (type, make) => {
    const value = make();
    const field = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' }[type];
    await createUser({ [field]: value, password });
    const person = await arrived();
    const { body } = await person.step('POST', '/verification/password', { identifier: { type, value }, password });
    expect((await person.identify(body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
  });

  test('does not identify a user by a disabled method, even with a valid proof', async () => {
    const email = `${unique('off')}@example.com`;
    await createUser({ primaryEmail: email, password });
    const person = await arrived();
    const code = await person.proveAddress('SignIn', 'email', email);
    const byPassword = await person.step('POST', '/verification/password', {
      identifier: { type: 'email', value: email },
      password,
    });
    await changeSettings(app, { signIn: ways({ identifier: 'username', password: true }) });
    for (const id of [code, byPassword.body.verificationId]) {
      const { status, code: error } = await person.identify(id);
      expect([status, error]).toEqual([422, 'user.sign_in_method_not_enabled']);
    }
    expect((await person.submit()).code).toBe('session.identifier_not_found');
  });

  test('lets an unknown user prove an address and then register with it', async () => {
    await changeSettings(app, { signUp: { identifiers: ['email'], password: false, verify: true } });
    const email = `${unique('new')}@example.com`;
    const person = await arrived();
    const id = await person.proveAddress('SignIn', 'email', email);
    const refused = await person.identify(id);
    expect([refused.status, refused.code, refused.body.data]).toEqual([
      404,
      'user.user_not_exist',
      { identifier: email },
    ]);
    expect((await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' })).status).toBe(204);
    expect((await person.identify(id)).status).toBe(201);
    expect((await person.submit()).status).toBe(200);
  });

  test('lets a user who registers with a known address sign in instead', async () => {
    const email = `${unique('known')}@example.com`;
    const user = await createUser({ primaryEmail: email });
    const person = await arrived('Register');
    const id = await person.proveAddress('Register', 'email', email);
    expect((await person.identify(id)).code).toBe('user.email_already_in_use');
    expect((await person.step('PUT', '/interaction-event', { interactionEvent: 'SignIn' })).status).toBe(204);
    expect((await person.identify(id)).status).toBe(204);
    const { body } = await person.step('GET', '/interaction');
    expect(body.userId).toBe(user.id);
    expect((await person.submit()).status).toBe(200);
  });
});

describe('a code', () => {
  test('has six digits and a link, and is only in the message', async () => {
    const email = `${unique('digits')}@example.com`;
    const person = await arrived();
    const sent = await send(person, email);
    const { code, link, templateType } = await lastMessage(app, email);
    expect([code, templateType]).toEqual([expect.stringMatching(/^\d{6}$/), 'SignIn']);
    expect(readMagicLink(new URL(link).hash)).toEqual({ verificationId: sent.body.verificationId, code });
    expect(link).toMatch(/^http:\/\/core\.test\/magic-link#/);
    // In development, the mailbox is also printed to the console.
    const written = app.logs.filter((line) => !line.includes('mailbox: '));
    const stored = await app.read('default', (db) => db.selectFrom('passcodes').selectAll().execute());
    const interactions = await app.read('default', (db) => db.selectFrom('oidc_models').select('payload').execute());
    const shown = await person.step('GET', '/interaction');
    await flushLogs(app.app);
    const logs = await app.read('default', (db) => db.selectFrom('logs').select('payload').execute());
    // As a separate number: six digits may be part of a timestamp or a duration.
    const alone = new RegExp(`(?<![\\d.])${code}(?!\\d)`);
    for (const text of [sent.body, stored, interactions, shown.body, logs, written].map((one) => JSON.stringify(one))) {
      expect(text).not.toMatch(alone);
    }
  });

  test('works once, also for parallel requests', async () => {
    const email = `${unique('race')}@example.com`;
    const person = await arrived();
    const { body } = await send(person, email);
    const { code } = await lastMessage(app, email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => show(person, email, body.verificationId, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map((one) => one.code))).toEqual(
      new Set(['verification_code.not_found']),
    );
    expect((await show(person, email, body.verificationId, code)).code).toBe('verification_code.not_found');
  });

  test('allows ten attempts, and the eleventh is rejected even if correct', async () => {
    const email = `${unique('tries')}@example.com`;
    const person = await arrived();
    const { body } = await send(person, email);
    const { code } = await lastMessage(app, email);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await show(person, email, body.verificationId, wrong)).code).toBe('verification_code.code_mismatch');
    }
    expect((await show(person, email, body.verificationId, code)).code).toBe('verification_code.exceed_max_try');
  });

  test('expires after ten minutes', async () => {
    const email = `${unique('late')}@example.com`;
    const person = await arrived();
    const { body } = await send(person, email);
    const { code } = await lastMessage(app, email);
    await app.write('default', (db) => db.updateTable('passcodes').set({ expires_at: '2020-01-01' }).execute());
    expect((await show(person, email, body.verificationId, code)).code).toBe('verification_code.expired');
  });

  test('is invalidated by a new one', async () => {
    const email = `${unique('again')}@example.com`;
    const person = await arrived();
    const first = await send(person, email);
    const { code } = await lastMessage(app, email);
    const second = await send(person, email);
    expect(second.body.verificationId).not.toBe(first.body.verificationId);
    const newest = await lastMessage(app, email);
    expect((await show(person, email, first.body.verificationId, code)).status).toBe(404);
    if (code !== newest.code) {
      expect((await show(person, email, second.body.verificationId, code)).code).toBe(
        'verification_code.code_mismatch',
      );
    }
    expect((await show(person, email, second.body.verificationId, newest.code)).status).toBe(200);
  });

  test('is valid for one address', async () => {
    const email = `${unique('mine')}@example.com`;
    const person = await arrived();
    const { body } = await send(person, email);
    const { code } = await lastMessage(app, email);
    const other = await show(person, 'somebody@else.example', body.verificationId, code);
    expect([other.status, other.code]).toEqual([400, 'verification_code.email_mismatch']);
    expect((await show(person, ` ${email.toUpperCase()}`, body.verificationId, code)).status).toBe(200);
  });

  test('can be requested again immediately, and the newest one is valid', async () => {
    const email = `${unique('again')}@example.com`;
    const person = await arrived();
    const answers = [await send(person, email), await send(person, email)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const messages = await app.read('default', (db) =>
      db.selectFrom('mailbox_messages').select('id').where('recipient', '=', email).execute(),
    );
    expect(messages).toHaveLength(2);
    const { code } = await lastMessage(app, email);
    expect((await show(person, email, answers[1]?.body.verificationId, code)).status).toBe(200);
  });

  test('is sent to any digits as given, and not to a number with a plus (1.42, before: observed 2, row 7)', async () => {
    const person = await arrived();
    const ask = async (value: string) => {
      const { status, code } = await person.step('POST', '/verification/verification-code', {
        identifier: { type: 'phone', value },
        interactionEvent: 'SignIn',
      });
      return [status, code];
    };
    expect(await ask('+1234567890')).toEqual([400, 'guard.invalid_input']);
    for (const value of ['1234567890', '4906933712268']) {
      expect(await ask(value)).toEqual([200, undefined]);
      expect((await lastMessage(app, value)).code).toMatch(/^\d{6}$/);
    }
  });

  test('finds a user by their number with or without the trunk prefix zero', async () => {
    const digits = '33712268';
    const { body } = await app.call(usersApi.create, { token, body: { primaryPhone: `4969${digits}` } });
    const person = await arrived();
    const proof = await person.proveAddress('SignIn', 'phone', `49069${digits}`);
    expect((await person.identify(proof)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const read = await app.call(usersApi.get, { token, params: { userId: body.id } });
    expect(read.body.lastSignInAt).not.toBeNull();
    expect(read.body.primaryPhone).toBe(`4969${digits}`);
  });

  test('is rejected for an invalid address', async () => {
    const person = await arrived();
    expect((await send(person, 'no address')).code).toBe('guard.invalid_input');
    const phone = await person.step('POST', '/verification/verification-code', {
      identifier: { type: 'phone', value: '+49 30' },
      interactionEvent: 'SignIn',
    });
    expect([phone.status, phone.code]).toEqual([400, 'guard.invalid_input']);
  });

  test('returns the same error again without a connector in production', async () => {
    const production = await testApp({ NODE_ENV: 'production' });
    const person = visitor(production);
    await person.arrive();
    await person.start('SignIn');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, code } = await send(person, 'somebody@example.com');
      expect([status, code]).toEqual([501, 'connector.not_found']);
    }
    await production.close();
  });
});

test('logs each step with its result and without secrets', async () => {
  const email = `${unique('trail')}@example.com`;
  const user = await createUser({ primaryEmail: email });
  const person = await arrived();
  const { body } = await send(person, email);
  const { code } = await lastMessage(app, email);
  await show(person, email, body.verificationId, code === '000000' ? '111111' : '000000');
  await show(person, email, body.verificationId, code);
  await person.identify(body.verificationId);
  await person.follow((await person.submit()).body.redirectTo);
  await flushLogs(app.app);
  const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  const reported = rows.filter(({ key, payload }) => {
    const { userId, payload: inner } = payload as { userId?: string; payload?: { identifier?: { value: string } } };
    return inner?.identifier?.value === email || (userId === user.id && key.startsWith('Interaction'));
  });
  expect(reported.map(({ key, payload }) => [key, (payload as { result: string }).result]).sort()).toEqual(
    [
      ['Interaction.SignIn.Verification.EmailVerificationCode.Create', 'Success'],
      ['Interaction.SignIn.Verification.EmailVerificationCode.Submit', 'Error'],
      ['Interaction.SignIn.Verification.EmailVerificationCode.Submit', 'Success'],
      ['Interaction.SignIn.Submit', 'Success'],
      ['Interaction.End', 'Success'],
    ].sort(),
  );
  expect(rows.map(({ key }) => key)).toContain('Interaction.Create');
  expect(rows.map(({ key }) => key)).toContain('Interaction.SignIn.Identifier.Submit');
  const wrong = reported.find(({ payload }) => (payload as { result: string }).result === 'Error');
  expect(wrong?.payload).toMatchObject({
    error: { code: 'verification_code.code_mismatch' },
    applicationId: 'demo-app',
  });
  await forgetPauses(app);
});
