import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountToken, allEditable, newOwner, openAccountCenter } from '#testing/account';
import { metadataOf, signingKey } from '#testing/saml';
import { changeSettings, lastMessage } from '#testing/sign-in';
import { connectSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => openAccountCenter(app, manager));

const owner = (more = {}, scope?: string) => newOwner(app, manager, more, scope);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const read = async (userId: string) => (await app.call(usersApi.get, { token: manager, params: { userId } })).body;
const noticeTo = (address: string) =>
  vi.waitFor(
    async () => {
      const message = await lastMessage(app, address);
      expect(message.code).toBe(null);
      return message.content;
    },
    { timeout: 20_000 },
  );
const denied = [401, 'verification_record.permission_denied'];

describe('the password', () => {
  const next = 'quite another phrase of words';

  test('is changed with a fresh proof, notifies the old address and keeps sessions', async () => {
    const person = await owner({ primaryEmail: 'told@example.com' });
    const headers = await person.permit();
    const { token } = person;
    expect((await app.call(accountApi.setPassword, { token, headers, body: { password: next } })).status).toBe(204);
    expect((await app.call(accountApi.get, { token })).status).toBe(200);
    expect(await noticeTo('told@example.com')).toContain('The password of your account was changed.');
    expect(await accountToken(app, { username: person.username, password: next })).toBeTruthy();
  });

  test('ends the other sessions if the person wants it, and keeps the own one', async () => {
    const person = await owner();
    const { token } = person;
    const elsewhere = await accountToken(app, { username: person.username, password: person.password });
    const headers = await person.permit();
    const body = { password: next, endOtherSessions: true };
    expect((await app.call(accountApi.setPassword, { token, headers, body })).status).toBe(204);
    expect((await app.call(accountApi.get, { token })).status).toBe(200);
    expect((await app.call(accountApi.get, { token: elsewhere })).status).toBe(401);
  });

  test.each([
    ['ja', 'アカウントのパスワードが変更されました。お心当たりがない場合は'],
    ['ar', 'تم تغيير كلمة مرور حسابك. إن لم تكن'],
    ['fr-CA', 'Le mot de passe de votre compte a été modifié. Si ce n’était pas vous'],
  ])('notifies in %s with the name of the application', async (language, words) => {
    const primaryEmail = `reported-${language.toLowerCase()}@example.com`;
    const person = await owner({ primaryEmail });
    const headers = { ...(await person.permit()), 'accept-language': language };
    await app.call(accountApi.setPassword, { token: person.token, headers, body: { password: next } });
    const notice = await noticeTo(primaryEmail);
    expect(notice).toContain(words);
    expect(notice).toMatch(/<h1[^>]*>[^<]*Demo app[^<]*<\/h1>/);
  });

  test('requires a proof of this user that is not older than ten minutes', async () => {
    const [person, other] = [await owner(), await owner()];
    const call = (headers: Record<string, string>) =>
      app.call(accountApi.setPassword, { token: person.token, headers, body: { password: next } });
    expect(codeOf(await call({}))).toEqual(denied);
    expect(codeOf(await call({ [verificationIdHeader]: 'x' }))).toEqual(denied);
    expect(codeOf(await call({ [verificationIdHeader]: 'x'.repeat(5000) }))).toEqual(denied);
    expect(codeOf(await call(await other.permit()))).toEqual(denied);
    const headers = await person.permit();
    await app.write('default', (db) =>
      db.updateTable('verification_records').set({ expires_at: new Date() }).where('user_id', '=', person.id).execute(),
    );
    expect(codeOf(await call(headers))).toEqual(denied);
  });

  test('follows the policy, differs from the old one, and reveals its rules only with a proof', async () => {
    const person = await owner({ name: 'Rumpelstiltskin' });
    const { token } = person;
    const headers = await person.permit();
    expect(codeOf(await app.call(accountApi.setPassword, { token, body: { password: 'short' } }))).toEqual(denied);
    const rejected = await app.call(accountApi.setPassword, { token, headers, body: { password: 'short' } });
    expect(rejected.body).toMatchObject({ code: 'password.rejected', data: [{ code: 'password_rejected.too_short' }] });
    const own = await app.call(accountApi.setPassword, { token, headers, body: { password: 'rumpelstiltskin' } });
    expect(own.body).toMatchObject({ data: [{ code: 'password_rejected.restricted.user_info' }] });
    const same = await app.call(accountApi.setPassword, { token, headers, body: { password: person.password } });
    expect(codeOf(same)).toEqual([422, 'user.same_password']);
  });

  test('invalidates other proofs by the old password', async () => {
    const person = await owner();
    const [mine, theirs] = [await person.permit(), await person.permit()];
    const { token } = person;
    const set = (headers: Record<string, string>, password: string) =>
      app.call(accountApi.setPassword, { token, headers, body: { password } });
    expect((await set(mine, next)).status).toBe(204);
    expect(codeOf(await set(theirs, 'words of somebody else here'))).toEqual(denied);
    expect((await set(mine, 'a third phrase with words')).status).toBe(204);
  });

  test('is rate limited regardless of the token (attack 29)', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 } });
    const [person, bystander] = [await owner(), await owner()];
    const second = await accountToken(app, person);
    const guess = (token: string, password: string) =>
      app.call(accountVerificationsApi.password, { token, body: { password } });
    for (const token of [person.token, second, person.token, second]) {
      expect(codeOf(await guess(token, 'wrong'))).toEqual([422, 'session.invalid_credentials']);
    }
    const blocked = [400, 'session.verification_blocked_too_many_attempts'];
    expect(codeOf(await guess(person.token, 'wrong'))).toEqual(blocked);
    expect(codeOf(await guess(second, person.password))).toEqual(blocked);
    expect((await guess(bystander.token, bystander.password)).status).toBe(201);
    // Guesses with a stolen token do not block the sign-in pages.
    expect(await accountToken(app, person)).toBeTruthy();
    await changeSettings(app, { sentinelPolicy: {} });
  });
});

describe('addresses', () => {
  test('requires a proof of a new email address and notifies the old one', async () => {
    const person = await owner({ primaryEmail: 'old@example.com' });
    const { token } = person;
    const record = await person.proveAddress('email', 'new@example.com');
    expect((await lastMessage(app, 'new@example.com')).templateType).toBe('BindNewIdentifier');
    const body = { email: 'New@Example.com', newIdentifierVerificationRecordId: record };
    expect(codeOf(await app.call(accountApi.setEmail, { token, body }))).toEqual(denied);
    const headers = await person.permit();
    const other = { ...body, email: 'else@example.com' };
    const wrong = await app.call(accountApi.setEmail, { token, headers, body: other });
    expect(codeOf(wrong)).toEqual([400, 'verification_record.not_found']);
    expect((await app.call(accountApi.setEmail, { token, headers, body })).status).toBe(204);
    expect(await read(person.id)).toMatchObject({ primaryEmail: 'new@example.com' });
    expect(await noticeTo('old@example.com')).toContain('The email address of your account was changed.');
    const again = await app.call(accountApi.setEmail, { token, headers, body });
    expect(codeOf(again)).toEqual([400, 'verification_record.not_found']);
  });

  test('requires a proof of a new phone number and notifies the old one', async () => {
    const person = await owner({ primaryPhone: '4915123456789' });
    const record = await person.proveAddress('phone', '4915123456780');
    const { status } = await app.call(accountApi.setPhone, {
      token: person.token,
      headers: await person.permit(),
      body: { phone: '4915123456780', newIdentifierVerificationRecordId: record },
    });
    expect([status, (await read(person.id)).primaryPhone]).toEqual([204, '4915123456780']);
    expect(await noticeTo('4915123456789')).toMatch(/^Demo app: The phone number of your account was changed\./);
  });

  test('does not accept a proof of a new address as a permission, so a stolen token is not enough', async () => {
    const person = await owner({ primaryEmail: 'victim@example.com' });
    const record = await person.proveAddress('email', 'thief@example.com');
    const { status, body } = await app.call(accountApi.setEmail, {
      token: person.token,
      headers: { [verificationIdHeader]: record },
      body: { email: 'thief@example.com', newIdentifierVerificationRecordId: record },
    });
    expect(codeOf({ status, body })).toEqual(denied);
  });

  test('accepts a code to the own address as a permission until the address changes', async () => {
    const person = await owner({ primaryEmail: 'mine@example.com' });
    const { token } = person;
    const permission = await person.proveAddress('email', 'mine@example.com');
    expect((await lastMessage(app, 'mine@example.com')).templateType).toBe('UserPermissionValidation');
    const record = await person.proveAddress('email', 'later@example.com');
    const headers = { [verificationIdHeader]: permission };
    const body = { email: 'later@example.com', newIdentifierVerificationRecordId: record };
    expect((await app.call(accountApi.setEmail, { token, headers, body })).status).toBe(204);
    expect(codeOf(await app.call(accountApi.removeEmail, { token, headers }))).toEqual(denied);
  });

  test('does not accept a code that was sent for another purpose', async () => {
    const person = await owner({ primaryEmail: 'purpose@example.com' });
    const identifier = { type: 'email' as const, value: 'purpose@example.com' };
    const { token } = person;
    const sent = await app.call(accountVerificationsApi.sendCode, {
      token,
      body: { identifier, templateType: 'BindMfa' },
    });
    const { verificationRecordId: verificationId } = sent.body;
    const { code } = await lastMessage(app, identifier.value);
    const shown = { identifier, verificationId, code };
    expect((await app.call(accountVerificationsApi.verifyCode, { token, body: shown })).status).toBe(200);
    const headers = { [verificationIdHeader]: verificationId };
    expect(codeOf(await app.call(accountApi.removeEmail, { token, headers }))).toEqual([
      401,
      'verification_record.permission_denied',
    ]);
  });

  test('does not accept an unverified address of a provider as a proof', async () => {
    const person = await owner({ primaryEmail: 'claimed@example.com' });
    await app.write('default', (db) =>
      sql`update users set email_verified_at = null where id = ${person.id}`.execute(db),
    );
    const record = await person.proveAddress('email', 'claimed@example.com');
    const headers = { [verificationIdHeader]: record };
    expect(codeOf(await app.call(accountApi.removeEmail, { token: person.token, headers }))).toEqual(denied);
  });

  test('rejects blocked addresses and addresses of others', async () => {
    const [person, other] = [await owner(), await owner({ primaryEmail: 'taken@example.com' })];
    const { token } = person;
    const headers = await person.permit();
    const record = await person.proveAddress('email', 'taken@example.com');
    const body = { email: 'taken@example.com', newIdentifierVerificationRecordId: record };
    const taken = await app.call(accountApi.setEmail, { token, headers, body });
    expect(codeOf(taken)).toEqual([422, 'user.email_already_in_use']);
    expect((await read(other.id)).primaryEmail).toBe('taken@example.com');
    for (const [email, code] of [
      ['a+b@example.com', 'session.email_blocklist.email_subaddressing_not_allowed'],
      ['a@bad.example', 'session.email_blocklist.email_not_allowed'],
    ] as const) {
      await changeSettings(app, { emailBlocklistPolicy: {} });
      // No codes are sent to blocked addresses, so it is blocked after it was proven.
      const proof = await person.proveAddress('email', email);
      await changeSettings(app, {
        emailBlocklistPolicy: { blockSubaddressing: true, customBlocklist: ['@bad.example'] },
      });
      const blocked = await app.call(accountApi.setEmail, {
        token,
        headers,
        body: { email, newIdentifierVerificationRecordId: proof },
      });
      expect(codeOf(blocked)).toEqual([422, code]);
    }
    await changeSettings(app, { emailBlocklistPolicy: {} });
  });

  test('gives an address to one of several users who prove it at the same time (attack 38)', async () => {
    const people = [await owner(), await owner(), await owner()];
    const ready = [];
    for (const person of people) {
      const record = await person.proveAddress('email', 'wanted@example.com');
      ready.push({ token: person.token, headers: await person.permit(), record });
    }
    const answers = await Promise.all(
      ready.map(({ record, ...call }) =>
        app.call(accountApi.setEmail, {
          ...call,
          body: { email: 'wanted@example.com', newIdentifierVerificationRecordId: record },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
  });

  test('in a domain with single sign-on is neither left nor taken, so people cannot get around their company', async () => {
    const worker = await owner({ primaryEmail: 'worker@managed.example' });
    const other = await owner({ primaryEmail: 'other@example.com' });
    const taken = await other.proveAddress('email', 'new@managed.example');
    const left = await worker.proveAddress('email', 'private@example.com');
    const metadata = metadataOf({
      entityId: 'https://idp.example',
      signInEndpoint: 'https://idp.example/sso',
      key: signingKey(),
    });
    await connectSso(app, manager, { providerName: 'SAML', config: { metadata }, domains: ['managed.example'] });
    const change = async ({ token, permit }: typeof worker, email: string, newIdentifierVerificationRecordId: string) =>
      codeOf(
        await app.call(accountApi.setEmail, {
          token,
          headers: await permit(),
          body: { email, newIdentifierVerificationRecordId },
        }),
      );
    const remove = async ({ token, permit }: typeof worker) =>
      codeOf(await app.call(accountApi.removeEmail, { token, headers: await permit() }));
    await changeSettings(app, { singleSignOnEnabled: true });
    const refused = [422, 'session.sso_enabled'];
    expect(await change(worker, 'private@example.com', left)).toEqual(refused);
    expect(await remove(worker)).toEqual(refused);
    expect(await change(other, 'new@managed.example', taken)).toEqual(refused);
    // No code is sent that could change nothing.
    const send = async ({ token }: typeof worker, value: string) =>
      codeOf(
        await app.call(accountVerificationsApi.sendCode, { token, body: { identifier: { type: 'email', value } } }),
      );
    expect(await send(other, 'second@managed.example')).toEqual(refused);
    expect(await send(worker, 'second@example.com')).toEqual(refused);
    expect(await send(worker, 'worker@managed.example')).toEqual([201, undefined]);
    expect(await remove(other)).toEqual([204, undefined]);
    await changeSettings(app, { singleSignOnEnabled: false });
    expect(await change(worker, 'private@example.com', left)).toEqual([204, undefined]);
  });

  test('removes addresses that sign-up requires, as others stay', async () => {
    const person = await owner({ primaryEmail: 'goes@example.com' });
    await changeSettings(app, { signUp: { identifiers: ['email'], password: true, verify: true } });
    const headers = await person.permit();
    expect((await app.call(accountApi.removeEmail, { token: person.token, headers })).status).toBe(204);
    await changeSettings(app, { signUp: { identifiers: ['username'], password: true, verify: false } });
    expect((await read(person.id)).primaryEmail).toBe(null);
  });

  test('rejects closed fields and missing scopes', async () => {
    const person = await owner();
    await openAccountCenter(app, manager, { ...allEditable, email: 'ReadOnly', password: 'Off' });
    const { token } = person;
    const headers = await person.permit();
    const body = { email: 'a@example.com', newIdentifierVerificationRecordId: 'x' };
    const closed = [400, 'account_center.field_not_editable'];
    expect(codeOf(await app.call(accountApi.setEmail, { token, headers, body }))).toEqual(closed);
    expect(codeOf(await app.call(accountApi.removeEmail, { token, headers }))).toEqual(closed);
    expect(codeOf(await app.call(accountApi.setPassword, { token, headers, body: { password: 'x' } }))).toEqual(closed);
    const bare = await accountToken(app, person, 'openid');
    expect(codeOf(await app.call(accountApi.removePhone, { token: bare, headers }))).toEqual([
      400,
      'auth.unauthorized',
    ]);
  });
});
