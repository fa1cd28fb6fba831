import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addTotp,
  appWithFactors,
  codeNow,
  createPerson,
  factorPassword,
  identified,
  wrongCode,
} from '#testing/factors';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const mandatory = { factors: ['Totp', 'WebAuthn'], policy: 'Mandatory' } as const;

beforeAll(async () => {
  app = await appWithFactors({ factors: [...mandatory.factors], policy: mandatory.policy });
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    mfa: { factors: [...mandatory.factors], policy: mandatory.policy },
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
  }),
);

const answer = ({ status, code }: { status: number; code: string | undefined }) => [status, code];
const missing = [422, 'user.missing_mfa'];
const suggestedMfa = [422, 'user.suggest_mfa'];

/** What the user has decided about second factors. */
async function choicesOf(userId: string) {
  const { config } = await app.read('default', (db) =>
    db.selectFrom('users').select('logto_config as config').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return (config as { mfa?: Record<string, boolean> }).mfa;
}
const bind = (person: Visitor, type: string, verificationId: string) =>
  person.step('POST', '/profile/mfa', { type, verificationId });

async function bindTotp(person: Visitor) {
  const { body } = await person.step('POST', '/verification/totp/secret');
  const { verificationId, secret } = body;
  await person.step('POST', '/verification/totp/verify', { code: codeNow(secret), verificationId });
  return { answer: await bind(person, 'Totp', verificationId), secret, verificationId };
}

const listOf = async (userId: string) => (await app.call(userMfaApi.list, { token, params: { userId } })).body;

describe('a mandatory factor', () => {
  test('is set up at sign-in before any token is issued, and asked for the next time', async () => {
    const { id, username, email } = await createPerson(app);
    const person = await identified(app, username);
    const asked = await person.submit();
    expect(answer(asked)).toEqual(missing);
    expect(asked.body.data).toEqual({ availableFactors: ['WebAuthn', 'Totp'] });
    expect(answer(await person.step('POST', '/profile/mfa/mfa-skipped'))).toEqual([
      422,
      'session.mfa.mfa_policy_not_user_controlled',
    ]);
    const begun = await person.step('POST', '/verification/totp/secret');
    const { verificationId, secret, secretQrCode } = begun.body;
    expect(secretQrCode).toMatch(/^data:image\/png;base64,/);
    expect(answer(await bind(person, 'Totp', verificationId))).toEqual([400, 'session.mfa.pending_info_not_found']);
    const verify = (code: string) => person.step('POST', '/verification/totp/verify', { code, verificationId });
    expect(answer(await verify(wrongCode(secret)))).toEqual([400, 'session.mfa.invalid_totp_code']);
    const first = codeNow(secret);
    expect((await verify(first)).status).toBe(200);
    // A code of the new app is no verification of a factor, and nothing is stored yet.
    expect(answer(await person.submit())).toEqual(missing);
    expect(await listOf(id)).toEqual([]);
    expect((await bind(person, 'Totp', verificationId)).status).toBe(204);
    expect((await person.step('GET', '/interaction')).body.mfa).toEqual({ mfaEnabled: true, totp: { type: 'Totp' } });
    expect((await person.submit()).status).toBe(200);
    expect(await listOf(id)).toMatchObject([{ type: 'Totp' }]);
    await expect.poll(async () => (await lastMessage(app, email)).content).toContain('second factors');
    const again = await identified(app, username);
    expect(answer(await again.submit())).toEqual([403, 'session.mfa.require_mfa_verification']);
    // The code that set up the app cannot be replayed.
    expect((await again.step('POST', '/verification/totp/verify', { code: first })).status).toBe(400);
    expect((await again.step('POST', '/verification/totp/verify', { code: codeNow(secret, 1) })).status).toBe(200);
    expect((await again.submit()).status).toBe(200);
  });

  test('is set up when registering', async () => {
    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    await person.step('POST', '/profile', { type: 'username', value: 'newcomer_with_factor' });
    await person.step('POST', '/profile', { type: 'password', value: factorPassword });
    expect((await person.identify()).status).toBe(201);
    expect(answer(await person.submit())).toEqual(missing);
    expect((await bindTotp(person)).answer.status).toBe(204);
    expect((await person.submit()).status).toBe(200);
  });

  test('cannot be added or replaced before the present one was verified (attack 26)', async () => {
    const { id, username } = await createPerson(app);
    const secret = await addTotp(app, id, token);
    const person = await identified(app, username);
    const required = [403, 'session.mfa.require_mfa_verification'];
    expect(answer(await person.step('POST', '/verification/totp/secret'))).toEqual(required);
    expect(answer(await person.step('POST', '/verification/web-authn/registration'))).toEqual(required);
    expect(answer(await bind(person, 'Totp', 'none'))).toEqual(required);
    expect(answer(await person.step('POST', '/profile', { type: 'username', value: 'other' }))).toEqual(required);
    expect(answer(await person.step('POST', '/profile/mfa/mfa-skipped'))).toEqual(required);
    await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
    const second = await bindTotp(person);
    expect(answer(second.answer)).toEqual([422, 'user.totp_already_in_use']);
    expect((await person.submit()).status).toBe(200);
    expect(await listOf(id)).toHaveLength(1);
  });

  test('that was switched off meanwhile is not stored', async () => {
    const { id, username } = await createPerson(app);
    const person = await identified(app, username);
    await bindTotp(person);
    await changeSettings(app, { mfa: { factors: ['WebAuthn'], policy: 'Mandatory' } });
    expect(answer(await person.submit())).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    expect(await listOf(id)).toEqual([]);
    expect(answer(await bind(person, 'Totp', 'none'))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
  });

  test('is stored once by two parallel submits of two sign-ins', async () => {
    const { id, username } = await createPerson(app);
    const people = [await identified(app, username), await identified(app, username)];
    await Promise.all(people.map(bindTotp));
    const answers = await Promise.all(people.map((person) => person.submit()));
    // The other one began before the factor of the first: it has ended, or finds a factor that it must verify.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403 || status === 404)).toHaveLength(1);
    expect(await listOf(id)).toHaveLength(1);
  });
});

describe('a factor that users may skip', () => {
  test('is offered once, and the choice is remembered until it becomes mandatory', async () => {
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'PromptAtSignInAndSignUp' } });
    const { username } = await createPerson(app);
    const person = await identified(app, username);
    expect(answer(await person.submit())).toEqual(suggestedMfa);
    expect((await person.step('POST', '/profile/mfa/mfa-skipped')).status).toBe(204);
    expect((await person.step('GET', '/interaction')).body.mfa).toEqual({ mfaSkipped: true });
    expect((await person.submit()).status).toBe(200);
    expect((await (await identified(app, username)).submit()).status).toBe(200);
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'Mandatory' } });
    expect(answer(await (await identified(app, username)).submit())).toEqual(missing);
  });

  test('is asked for after second factors are turned on, and can then still be skipped', async () => {
    await changeSettings(app, { mfa: { factors: ['Totp', 'WebAuthn'], policy: 'UserControlled' } });
    const { id, username } = await createPerson(app);
    const person = await identified(app, username);
    expect(answer(await person.submit())).toEqual(suggestedMfa);
    expect((await person.step('POST', '/profile/mfa/mfa-enabled')).status).toBe(204);
    expect((await person.step('GET', '/interaction')).body.mfa).toEqual({ mfaEnabled: true });
    const asked = await person.submit();
    expect(answer(asked)).toEqual(missing);
    expect(asked.body.data).toEqual({ availableFactors: ['WebAuthn', 'Totp'], skippable: true });
    expect(await choicesOf(id)).toBeUndefined();
    await person.step('POST', '/profile/mfa/mfa-skipped');
    expect((await person.submit()).status).toBe(200);
    expect(await choicesOf(id)).toEqual({ enabled: true, skipped: true });
  });

  test('is on without a question for people who have one since before, and off for new ones', async () => {
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'PromptOnlyAtSignIn' } });
    const { id, username } = await createPerson(app);
    const secret = await addTotp(app, id, token);
    await app.write('default', (db) =>
      db.updateTable('users').set({ logto_config: '{}' }).where('id', '=', id).execute(),
    );
    const person = await identified(app, username);
    await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
    expect((await person.submit()).status).toBe(200);
    expect(await choicesOf(id)).toEqual({ enabled: true });

    const newcomer = visitor(app);
    await newcomer.arrive();
    await newcomer.start('Register');
    await newcomer.step('POST', '/profile', { type: 'username', value: 'asked_later' });
    await newcomer.step('POST', '/profile', { type: 'password', value: factorPassword });
    await newcomer.identify();
    const { userId } = (await newcomer.step('GET', '/interaction')).body;
    expect((await newcomer.submit()).status).toBe(200);
    expect(await choicesOf(userId)).toEqual({ enabled: false });
    const again = await identified(app, 'asked_later');
    expect(answer(await again.submit())).toEqual(suggestedMfa);
    // Who turns it on with a factor of before must not be able to do so without it later.
    const later = await addTotp(app, userId, token);
    const third = await identified(app, 'asked_later');
    expect(answer(await third.step('POST', '/profile/mfa/mfa-enabled'))).toEqual([
      403,
      'session.mfa.require_mfa_verification',
    ]);
    await third.step('POST', '/verification/totp/verify', { code: codeNow(later) });
    expect((await third.submit()).status).toBe(200);
  });

  test('is mandatory for members of an organization that requires it', async () => {
    await changeSettings(app, {
      mfa: { factors: ['Totp'], policy: 'NoPrompt', organizationRequiredMfaPolicy: 'Mandatory' },
    });
    const { id, username } = await createPerson(app);
    expect((await (await identified(app, username)).submit()).status).toBe(200);
    const { body } = await app.call(organizationsApi.create, { token, body: { name: 'Strict', isMfaRequired: true } });
    await app.write('default', (db) =>
      db.insertInto('organization_users').values({ organization_id: body.id, user_id: id }).execute(),
    );
    const person = await identified(app, username);
    expect(answer(await person.submit())).toEqual(missing);
    expect(answer(await person.step('POST', '/profile/mfa/mfa-skipped'))).toEqual([
      422,
      'session.mfa.mfa_policy_not_user_controlled',
    ]);
  });
});

describe('backup codes', () => {
  beforeEach(() => changeSettings(app, { mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory' } }));

  test('are required next to an authenticator app and stored with it', async () => {
    const { id, username } = await createPerson(app);
    const person = await identified(app, username);
    const generated = await person.step('POST', '/verification/backup-code/generate');
    expect(answer(await bind(person, 'BackupCode', generated.body.verificationId))).toEqual([
      422,
      'session.mfa.backup_code_can_not_be_alone',
    ]);
    await bindTotp(person);
    expect(answer(await person.submit())).toEqual([422, 'session.mfa.backup_code_required']);
    const { body } = await person.step('POST', '/verification/backup-code/generate');
    expect(body.codes).toHaveLength(10);
    expect(new Set(body.codes.filter((code: string) => /^[\da-f]{10}$/.test(code))).size).toBe(10);
    expect((await bind(person, 'BackupCode', body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    expect(await listOf(id)).toMatchObject([{ type: 'Totp' }, { type: 'BackupCode', remainCodes: 10 }]);
    const again = await identified(app, username);
    await again.step('POST', '/verification/backup-code/verify', { code: body.codes[0] });
    expect((await again.submit()).status).toBe(200);
  });
});

describe('the factor of an email address', () => {
  test('is suggested to be completed when registering with it', async () => {
    await changeSettings(app, {
      mfa: { factors: ['EmailVerificationCode', 'Totp'], policy: 'PromptAtSignInAndSignUp' },
      signIn: ways({ identifier: 'email', password: true }),
      signUp: { identifiers: ['email'], password: true, verify: true },
    });
    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    const verificationId = await person.proveAddress('Register', 'email', 'suggested@example.com');
    await person.step('POST', '/profile', { type: 'password', value: factorPassword });
    expect((await person.identify(verificationId)).status).toBe(201);
    expect(answer(await person.submit())).toEqual(suggestedMfa);
    await person.step('POST', '/profile/mfa/mfa-enabled');
    const suggested = await person.submit();
    expect(answer(suggested)).toEqual([422, 'session.mfa.suggest_additional_mfa']);
    expect(suggested.body.data).toEqual({
      availableFactors: ['Totp', 'EmailVerificationCode'],
      maskedIdentifiers: { EmailVerificationCode: 's****@example.com' },
      skippable: true,
      suggestion: true,
      isWebAuthnUsedAsSignInPasskey: false,
    });
    expect((await person.step('POST', '/profile/mfa/mfa-suggestion-skipped')).status).toBe(204);
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await person.submit()).status).toBe(200);
    expect(await choicesOf(userId)).toEqual({ enabled: true, additionalBindingSuggestionSkipped: true });
  });

  test('is bound with a verified address, and only if the account has none', async () => {
    await changeSettings(app, {
      mfa: { factors: ['EmailVerificationCode'], policy: 'Mandatory' },
      signIn: ways({ identifier: 'username', password: true }),
    });
    const { username, id } = await createPerson(app, { primary_email: null });
    const person = await identified(app, username);
    expect(answer(await person.submit())).toEqual(missing);
    const verificationId = await person.proveAddress('SignIn', 'email', 'bound@example.com');
    expect((await bind(person, 'EmailVerificationCode', verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const row = await app.read('default', (db) =>
      db.selectFrom('users').select('primary_email').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(row.primary_email).toBe('bound@example.com');
  });
});

test('a new user who proves an address as their factor joins the organizations of its domain', async () => {
  await changeSettings(app, { mfa: { factors: ['EmailVerificationCode'], policy: 'Mandatory' } });
  const { id } = (await app.call(organizationsApi.create, { token, body: { name: 'Of the domain' } })).body;
  await app.call(organizationJitApi.addDomain, { token, params: { id }, body: { emailDomain: 'joins.example' } });
  const membersOf = async () => (await app.call(organizationMembersApi.list, { token, params: { id } })).body;
  const person = visitor(app);
  await person.arrive();
  await person.start('Register');
  const identifier = { type: 'username', value: 'joins' };
  const proof = await person.step('POST', '/verification/new-password-identity', {
    identifier,
    password: factorPassword,
  });
  expect((await person.identify(proof.body.verificationId)).status).toBe(201);
  expect(answer(await person.submit())).toEqual(missing);
  const verificationId = await person.proveAddress('Register', 'email', 'new@joins.example');
  expect((await bind(person, 'EmailVerificationCode', verificationId)).status).toBe(204);
  expect(await membersOf()).toEqual([]);
  expect((await person.submit()).status).toBe(200);
  expect(await membersOf()).toMatchObject([{ primaryEmail: 'new@joins.example' }]);
});

test('nothing about factors changes while a password is reset', async () => {
  await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'UserControlled' } });
  const { email } = await createPerson(app);
  const person = visitor(app);
  await person.arrive();
  await person.start('ForgotPassword');
  await person.identify(await person.proveAddress('ForgotPassword', 'email', email));
  const refused = [400, 'session.not_supported_for_forgot_password'];
  expect(answer(await bind(person, 'Totp', 'none'))).toEqual(refused);
  expect(answer(await person.step('POST', '/profile/mfa/mfa-skipped'))).toEqual(refused);
  expect(answer(await person.step('POST', '/profile/mfa/mfa-suggestion-skipped'))).toEqual(refused);
  expect(answer(await person.step('POST', '/profile/mfa/mfa-enabled'))).toEqual(refused);
  expect(answer(await person.step('POST', '/profile/mfa/passkey', { verificationId: 'none' }))).toEqual(refused);
  expect(answer(await person.step('POST', '/profile/mfa/passkey-skipped'))).toEqual(refused);
  expect(answer(await person.step('POST', '/verification/totp/secret'))).toEqual(refused);
});
