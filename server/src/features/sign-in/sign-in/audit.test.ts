import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeSettings, lastMessage, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs } from '../../records/audit/index.ts';

let app: TestApp;
const password = 'a long enough secret';

beforeAll(async () => {
  app = await testApp();
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
  });
});
beforeEach(async () => {
  await flushLogs(app.app);
  await app.write('default', (db) => db.deleteFrom('logs').execute());
});
afterAll(() => app.close());

async function payloadOf(key: string): Promise<Record<string, unknown>> {
  await flushLogs(app.app);
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', key).execute(),
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.payload as Record<string, unknown>;
}

async function arrived(event: 'SignIn' | 'Register') {
  const person = visitor(app);
  await person.arrive();
  await person.start(event);
  return person;
}

test('a registration tells the proof, the new user and the interaction', async () => {
  const person = await arrived('Register');
  const identifier = { type: 'username', value: 'newcomer' };
  const { body } = await person.step('POST', '/verification/new-password-identity', { identifier, password });
  await person.identify(body.verificationId);
  await person.follow((await person.submit()).body.redirectTo);
  expect(await payloadOf('Interaction.Register.Verification.NewPasswordIdentity.Submit')).toMatchObject({
    payload: { identifier, password: '******' },
    interaction: { interactionEvent: 'Register' },
  });
  const identified = await payloadOf('Interaction.Register.Identifier.Submit');
  expect(identified).toMatchObject({
    payload: { verificationId: body.verificationId },
    verification: { id: body.verificationId, type: 'NewPasswordIdentity', identifier },
    userId: expect.any(String),
    user: { id: identified.userId, username: 'newcomer' },
    interaction: { verificationRecords: [{ id: body.verificationId }] },
  });
  const began = await payloadOf('Interaction.Create');
  expect(began).toMatchObject({ prompt: { name: 'login' }, interactionId: identified.sessionId });
  expect(await payloadOf('Interaction.End')).toMatchObject({
    prompt: { name: 'login' },
    interactionId: identified.sessionId,
    userId: identified.userId,
  });
});

test('a change of the event tells the new event', async () => {
  const person = await arrived('Register');
  await person.step('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
  expect(await payloadOf('Interaction.SignIn.Update')).toMatchObject({ interactionEvent: 'SignIn' });
});

test('a profile step tells the details, but never a password or code', async () => {
  await changeSettings(app, { signUp: { identifiers: ['email'], password: true, verify: true } });
  const person = await arrived('Register');
  const verificationId = await person.proveAddress('Register', 'email', 'profile@example.com');
  const { code } = await lastMessage(app, 'profile@example.com');
  await person.step('POST', '/profile', { type: 'email', verificationId });
  expect(await payloadOf('Interaction.Register.Profile.Update')).toMatchObject({
    payload: { type: 'email', verificationId },
    verification: { id: verificationId, type: 'EmailVerificationCode', verified: true },
  });
  expect(await payloadOf('Interaction.Register.Verification.EmailVerificationCode.Submit')).toMatchObject({
    payload: { identifier: { type: 'email', value: 'profile@example.com' }, verificationId, code: '******' },
  });
  await app.write('default', (db) => db.deleteFrom('logs').execute());
  await person.step('POST', '/profile', { type: 'password', value: password });
  const reported = await payloadOf('Interaction.Register.Profile.Update');
  expect(reported).toMatchObject({ payload: { type: 'password', value: '******' } });
  const everything = JSON.stringify(reported);
  expect(everything).not.toContain(password);
  expect(everything).not.toContain(`"${code}"`);
});
