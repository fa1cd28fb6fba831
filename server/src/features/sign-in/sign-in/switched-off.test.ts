import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type StepAnswer, type Visitor, ways } from '#testing/sign-in';
import { arrived, comeBack, leaveFor, proveSocial, socialProvider } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';

let provider: Awaited<ReturnType<typeof socialProvider>>;
let app: TestApp;
let token: string;
let connectorId: string;
const password = 'correct horse battery';

const allWays = ways(
  { identifier: 'username', password: true },
  { identifier: 'email', password: true, verificationCode: true },
);
const signUp = (...identifiers: ('username' | 'email')[]) => ({ identifiers, password: false, verify: true });

beforeAll(async () => {
  provider = await socialProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  connectorId = await provider.connect(app, token, 'acme', { trustAddresses: true });
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: allWays,
    signUp: signUp(),
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: ['acme'],
    forgotPasswordMethods: ['EmailVerificationCode'],
  }),
);

let count = 0;
async function newUser() {
  count += 1;
  const [username, primaryEmail] = [`off${count}`, `off${count}@example.com`];
  const { body } = await app.call(usersApi.create, { token, body: { username, primaryEmail, password } });
  return { id: body.id, username, email: primaryEmail };
}

/** A user of the provider who is unknown here. */
function newcomer(more: object = {}): string {
  count += 1;
  provider.people.set(`new${count}`, { id: `new${count}`, ...more });
  return `new${count}`;
}

const answer = ({ status, code }: StepAnswer) => [status, code];
const notEnabled = [422, 'user.sign_in_method_not_enabled'];
const forbidden = [403, 'auth.forbidden'];
const gone = [404, 'entity.not_found'];
const suspended = [401, 'user.suspended'];

async function provePassword(person: Visitor, username: string): Promise<string> {
  const identifier = { type: 'username', value: username };
  const { body } = await person.step('POST', '/verification/password', { identifier, password });
  return body.verificationId;
}

async function signedInByPassword(username: string): Promise<Visitor> {
  const person = await arrived(app);
  expect((await person.identify(await provePassword(person, username))).status).toBe(204);
  return person;
}

const switchOffProvider = () => changeSettings(app, { socialSignInConnectorTargets: [] });
const accountsOf = async (target: string, id: string) => {
  const { body } = await app.call(usersApi.list, { token, query: { page: 1, page_size: 100 } as never });
  return body.filter(({ identities }) => identities[target]?.userId === id).length;
};

describe('attack 45: a provider is removed from the sign-in pages', () => {
  test('before a new user is registered: no account, even with a proven address', async () => {
    const code = newcomer({ email: 'registers@example.com', email_verified: true });
    await changeSettings(app, { signUp: signUp('email') });
    const person = await arrived(app, 'Register');
    const proof = await proveSocial(person, connectorId, code);
    await switchOffProvider();
    expect(answer(await person.identify(proof))).toEqual(notEnabled);
    expect(await accountsOf('acme', code)).toBe(0);
  });

  test('while details are missing: no account', async () => {
    const code = newcomer();
    await changeSettings(app, { signUp: signUp('username') });
    const person = await arrived(app, 'Register');
    expect((await person.identify(await proveSocial(person, connectorId, code))).code).toBe('user.missing_profile');
    await person.step('POST', '/profile', { type: 'username', value: `name_${code}` });
    await switchOffProvider();
    expect(answer(await person.identify())).toEqual(notEnabled);
    expect(await accountsOf('acme', code)).toBe(0);
  });

  test('before an existing user is identified, and between that and the end', async () => {
    const code = newcomer();
    const first = await arrived(app, 'Register');
    expect((await first.identify(await proveSocial(first, connectorId, code))).status).toBe(201);
    expect((await first.submit()).status).toBe(200);
    const person = await arrived(app);
    const proof = await proveSocial(person, connectorId, code);
    await switchOffProvider();
    expect(answer(await person.identify(proof))).toEqual(notEnabled);
    await changeSettings(app, { socialSignInConnectorTargets: ['acme'] });
    expect((await person.identify(proof)).status).toBe(204);
    await switchOffProvider();
    expect(answer(await person.submit())).toEqual(notEnabled);
  });

  test('between the creation of an account and the end', async () => {
    const person = await arrived(app, 'Register');
    expect((await person.identify(await proveSocial(person, connectorId, newcomer()))).status).toBe(201);
    await switchOffProvider();
    expect(answer(await person.submit())).toEqual(notEnabled);
  });

  test('before it is linked to an account, and before the link is stored', async () => {
    const { username, id } = await newUser();
    const person = await signedInByPassword(username);
    const verificationId = await proveSocial(person, connectorId, newcomer());
    await switchOffProvider();
    expect(answer(await person.step('POST', '/profile', { type: 'social', verificationId }))).toEqual(notEnabled);
    await changeSettings(app, { socialSignInConnectorTargets: ['acme'] });
    expect((await person.step('POST', '/profile', { type: 'social', verificationId })).status).toBe(204);
    await switchOffProvider();
    expect(answer(await person.submit())).toEqual(notEnabled);
    expect((await app.call(usersApi.get, { token, params: { userId: id } })).body.identities).toEqual({});
  });
});

describe('attack 45: a connector is deleted', () => {
  const remove = (id: string) => app.call(connectorsApi.remove, { token, params: { id } });
  const another = async (name: string) => {
    const id = await provider.connect(app, token, name);
    await changeSettings(app, { socialSignInConnectorTargets: ['acme', name] });
    return id;
  };

  test('while the user is at the provider', async () => {
    const id = await another('deleted-one');
    const person = await arrived(app);
    const verificationId = await leaveFor(person, id);
    await remove(id);
    expect(answer(await comeBack(person, id, verificationId, { code: newcomer(), state: 'st' }))).toEqual(gone);
  });

  test('before a user is registered or identified', async () => {
    const id = await another('deleted-two');
    const [fresh, known] = [await arrived(app, 'Register'), await arrived(app)];
    const proofs = [await proveSocial(fresh, id, newcomer()), await proveSocial(known, id, newcomer())];
    await remove(id);
    // The settings may still contain the target: another connector can have it.
    await changeSettings(app, { socialSignInConnectorTargets: ['acme', 'deleted-two'] });
    expect(answer(await fresh.identify(proofs[0]))).toEqual(gone);
    expect(answer(await known.identify(proofs[1]))).toEqual(gone);
  });

  test('between identification and the end', async () => {
    const id = await another('deleted-three');
    const code = newcomer();
    const person = await arrived(app, 'Register');
    expect((await person.identify(await proveSocial(person, id, code))).status).toBe(201);
    await remove(id);
    await changeSettings(app, { socialSignInConnectorTargets: ['acme', 'deleted-three'] });
    expect(answer(await person.submit())).toEqual(gone);
  });
});

describe('attack 45: a sign-in method is disabled', () => {
  test('the password, before identification and before the end', async () => {
    const { username } = await newUser();
    const person = await arrived(app);
    const proof = await provePassword(person, username);
    const withoutPasswords = ways({ identifier: 'email', verificationCode: true });
    await changeSettings(app, { signIn: withoutPasswords });
    expect(answer(await person.identify(proof))).toEqual(notEnabled);
    await changeSettings(app, { signIn: allWays });
    expect((await person.identify(proof)).status).toBe(204);
    await changeSettings(app, { signIn: withoutPasswords });
    expect(answer(await person.submit())).toEqual(notEnabled);
  });

  test('codes and magic links, before identification and before the end', async () => {
    const { email } = await newUser();
    const person = await arrived(app);
    // A magic link contains the same code, and the page sends it to the same step.
    const proof = await person.proveAddress('SignIn', 'email', email);
    const withoutCodes = ways({ identifier: 'email', password: true });
    await changeSettings(app, { signIn: withoutCodes });
    expect(answer(await person.identify(proof))).toEqual(notEnabled);
    await changeSettings(app, { signIn: allWays });
    expect((await person.identify(proof)).status).toBe(204);
    await changeSettings(app, { signIn: withoutCodes });
    expect(answer(await person.submit())).toEqual(notEnabled);
    // A newer record of the same type does not hide the proof that identified the user.
    await person.step('POST', '/verification/verification-code', {
      identifier: { type: 'email', value: 'other-address@example.com' },
      interactionEvent: 'SignIn',
    });
    expect(answer(await person.submit())).toEqual(notEnabled);
  });

  test('signing in altogether', async () => {
    const { username } = await newUser();
    const person = await signedInByPassword(username);
    await changeSettings(app, { signInMode: 'Register' });
    expect(answer(await person.submit())).toEqual(forbidden);
    expect(answer(await person.step('POST', '/profile', { type: 'password', value: password }))).toEqual(forbidden);
  });
});

describe('attack 45: a registration method is disabled', () => {
  test('registration altogether, before details and before the account', async () => {
    await changeSettings(app, { signUp: signUp('username') });
    const person = await arrived(app, 'Register');
    await changeSettings(app, { signInMode: 'SignIn' });
    const detail = { type: 'username', value: 'closed_meanwhile' };
    expect(answer(await person.step('POST', '/profile', detail))).toEqual(forbidden);
    await changeSettings(app, { signInMode: 'SignInAndRegister' });
    expect((await person.step('POST', '/profile', detail)).status).toBe(204);
    await changeSettings(app, { signInMode: 'SignIn' });
    expect(answer(await person.identify())).toEqual(forbidden);
  });

  test('an identifier, while others are left', async () => {
    await changeSettings(app, { signUp: signUp('username', 'email') });
    const person = await arrived(app, 'Register');
    await person.step('POST', '/profile', { type: 'username', value: 'still_offered' });
    const proof = await person.proveAddress('Register', 'email', 'removed-identifier@example.com');
    await changeSettings(app, { signUp: signUp('username') });
    expect(answer(await person.identify(proof))).toEqual(notEnabled);
    await changeSettings(app, { signUp: signUp('username', 'email') });
    expect((await person.identify(proof)).status).toBe(201);
    await changeSettings(app, { signUp: signUp('username') });
    expect(answer(await person.submit())).toEqual(notEnabled);
  });

  test('usernames, with a name and a password proposed', async () => {
    await changeSettings(app, { signUp: { ...signUp('username'), password: true } });
    const person = await arrived(app, 'Register');
    const { body } = await person.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: 'proposed_name' },
      password,
    });
    await changeSettings(app, { signUp: signUp('email') });
    const { status, code } = await person.identify(body.verificationId);
    expect([status, code]).toEqual(notEnabled);
  });
});

describe('attack 45: a password reset method is disabled', () => {
  test('before identification, before the new password and before the end', async () => {
    const { email, username } = await newUser();
    const person = await arrived(app, 'ForgotPassword');
    const proof = await person.proveAddress('ForgotPassword', 'email', email);
    const off = () => changeSettings(app, { forgotPasswordMethods: [] });
    const on = () => changeSettings(app, { forgotPasswordMethods: ['EmailVerificationCode'] });
    const set = () => person.step('PUT', '/profile/password', { password: 'another horse battery' });
    await off();
    expect(answer(await person.identify(proof))).toEqual(notEnabled);
    await on();
    expect((await person.identify(proof)).status).toBe(204);
    await off();
    expect(answer(await set())).toEqual(notEnabled);
    await on();
    expect((await set()).status).toBe(204);
    await off();
    expect(answer(await person.submit())).toEqual(notEnabled);
    // The old password still works.
    await signedInByPassword(username);
  });
});

describe('attack 45: users and tokens', () => {
  test('a user who is suspended between two steps is rejected', async () => {
    const { id, username, email } = await newUser();
    const person = await signedInByPassword(username);
    const reset = await arrived(app, 'ForgotPassword');
    expect((await reset.identify(await reset.proveAddress('ForgotPassword', 'email', email))).status).toBe(204);
    const waiting = await arrived(app);
    const proof = await waiting.proveAddress('SignIn', 'email', email);
    await app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended: true } });
    expect(answer(await waiting.identify(proof))).toEqual(suspended);
    expect(answer(await person.step('POST', '/profile', { type: 'password', value: password }))).toEqual(suspended);
    expect(answer(await person.submit())).toEqual(suspended);
    expect(answer(await reset.step('PUT', '/profile/password', { password: 'yet another secret' }))).toEqual(suspended);
    expect(answer(await reset.submit())).toEqual(suspended);
  });

  test('a one-time token that is revoked before use proves nothing', async () => {
    const { email } = await newUser();
    const { body } = await app.call(oneTimeTokensApi.create, { token, body: { email } });
    const person = await arrived(app);
    const params = { id: body.id };
    await app.call(oneTimeTokensApi.setStatus, { token, params, body: { status: 'revoked' } });
    const shown = await person.step('POST', '/verification/one-time-token/verify', {
      identifier: { type: 'email', value: email },
      token: body.token,
    });
    expect(answer(shown)).toEqual([400, 'one_time_token.token_revoked']);
  });
});
