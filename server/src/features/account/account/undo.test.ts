import { accountApi } from '@postern/contracts/account/account';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { addressChangesApi } from '@postern/contracts/account/address-changes';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limitLock } from '#platform/jobs/job-claims';
import { accountToken, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { createAuthenticator } from '#testing/passkeys';
import { asOwner } from '#testing/regions';
import { changeSettings, lastMessage, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { hashPassword } from '../../people/users/index.ts';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

const owner = (more = {}) => newOwner(app, manager, more);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const read = async ({ id }: Owner) => (await app.call(usersApi.get, { token: manager, params: { userId: id } })).body;

async function changeEmail(person: Owner, email: string): Promise<void> {
  const record = await person.proveAddress('email', email);
  const body = { email, newIdentifierVerificationRecordId: record };
  const { status } = await app.call(accountApi.setEmail, {
    token: person.token,
    headers: await person.permit(),
    body,
  });
  expect(status).toBe(204);
}

async function changePhone(person: Owner, phone: string): Promise<void> {
  const record = await person.proveAddress('phone', phone);
  const body = { phone, newIdentifierVerificationRecordId: record };
  await app.call(accountApi.setPhone, { token: person.token, headers: await person.permit(), body });
}

/** The token in the link of the message to an address. */
const linkTo = (address: string) =>
  vi.waitFor(
    async () => {
      const { content, link } = await lastMessage(app, address);
      const found = /^http:\/\/core\.test\/undo-change#token=([\w-]{43})$/.exec(link ?? '');
      expect(found).not.toBeNull();
      expect(content).toContain(link);
      return { content, token: found?.[1] ?? '' };
    },
    { timeout: 20_000 },
  );

const inspect = (token: string) => app.call(addressChangesApi.inspect, { body: { token } });
const undo = (token: string, password?: string) =>
  app.call(addressChangesApi.undo, { body: { token, ...(password ? { password } : {}) } });
const next = 'a phrase nobody knows yet';

describe('a changed email address', () => {
  test('leaves no parked sign-in or new password behind after it was undone', async () => {
    await changeSettings(app, { forgotPasswordMethods: ['EmailVerificationCode'] });
    const person = await owner({ primaryEmail: 'parked.before@example.com' });
    await changeEmail(person, 'parked.after@example.com');
    const signIn = visitor(app);
    await signIn.arrive();
    await signIn.start('SignIn');
    const { username, password } = person;
    const identifier = { type: 'username', value: username };
    const { body } = await signIn.step('POST', '/verification/password', { identifier, password });
    await signIn.identify(body.verificationId);
    const reset = visitor(app);
    await reset.arrive();
    await reset.start('ForgotPassword');
    await reset.identify(await reset.proveAddress('ForgotPassword', 'email', 'parked.after@example.com'));
    expect((await reset.step('PUT', '/profile/password', { password: 'of the attacker' })).status).toBe(204);
    const { token } = await linkTo('parked.before@example.com');
    expect((await undo(token, next)).status).toBe(200);
    expect((await signIn.submit()).code).toBe('session.interaction_not_found');
    expect((await reset.submit()).code).toBe('session.interaction_not_found');
    expect(await accountToken(app, { username, password: next })).toEqual(expect.any(String));
  });

  test('is announced from a queue that survives a restart and does not contain the token of the link', async () => {
    const person = await owner({ primaryEmail: 'queued@example.com' });
    await app.app.tenancy.system(async (db) => {
      // No worker claims jobs meanwhile.
      await sql`select pg_advisory_xact_lock(${limitLock})`.execute(db);
      await changeEmail(person, 'after-queue@example.com');
      const { rows } = await sql<{ payload: { notice: string } }>`
        select payload from jobs where queue = 'account.send-notice'`.execute(db);
      expect(rows).toMatchObject([{ payload: { notice: 'email', before: { email: 'queued@example.com' } } }]);
      expect(JSON.stringify(rows)).not.toMatch(/[\w-]{43}/);
    });
    const { token } = await linkTo('queued@example.com');
    expect((await inspect(token)).status).toBe(200);
  });

  test('is announced to the old one with a link that changes nothing by itself', async () => {
    const person = await owner({ primaryEmail: 'before@example.com' });
    await changeEmail(person, 'after@example.com');
    const { content, token } = await linkTo('before@example.com');
    expect(content).toContain('The email address of your account was changed.');
    expect(content).toContain('72 hours');
    const page = await app.inject(app.core, {
      method: 'GET',
      url: `/api/address-changes/inspect?token=${token}`,
      headers: { host: 'core.test' },
    });
    expect(page.status).toBe(404);
    const { status, body } = await inspect(token);
    expect([status, body]).toMatchObject([200, { type: 'email', address: 'before@example.com', needsPassword: true }]);
    const left = new Date(body.expiresAt).getTime() - Date.now();
    expect(left).toBeGreaterThan(71.9 * 3_600_000);
    expect(left).toBeLessThanOrEqual(72 * 3_600_000);
    expect(JSON.stringify(body)).not.toContain('after@example.com');
    expect((await read(person)).primaryEmail).toBe('after@example.com');
  });

  test('is restored with one click, which ends all sessions and requires a new password', async () => {
    const person = await owner({ primaryEmail: 'mine@example.com' });
    await changeEmail(person, 'thief@example.com');
    const { token } = await linkTo('mine@example.com');
    const thief = await accountToken(app, person);
    const answer = await undo(token, next);
    expect([answer.status, answer.body]).toEqual([200, { continueTo: 'http://core.test/account' }]);
    expect((await read(person)).primaryEmail).toBe('mine@example.com');
    for (const old of [person.token, thief]) {
      expect(codeOf(await app.call(accountApi.get, { token: old }))).toEqual([401, 'auth.unauthorized']);
    }
    const sessions = await app.call(userSessionsApi.list, { token: manager, params: { userId: person.id } });
    expect(sessions.body.sessions).toEqual([]);
    await expect(accountToken(app, person)).rejects.toThrow();
    const own = await accountToken(app, { ...person, password: next });
    expect((await app.call(accountApi.get, { token: own })).body.primaryEmail).toBe('mine@example.com');
    // The removed address is notified without a link.
    await vi.waitFor(async () => {
      const { content } = await lastMessage(app, 'thief@example.com');
      expect(content).toContain('The email address of your account was changed.');
      expect(content).not.toContain('undo-change');
    });
  });

  test('is in the audit log when undone', async () => {
    const person = await owner({ primaryEmail: 'audited@example.com' });
    await changeEmail(person, 'audited-new@example.com');
    const { token } = await linkTo('audited@example.com');
    expect((await undo(token, next)).status).toBe(200);
    await app.worker.drain();
    const { rows } = await app.read('default', (db) =>
      sql<{ key: string }>`select key from logs where payload ->> 'subjectId' = ${person.id}`.execute(db),
    );
    const keys = rows.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['User.AddressChange.Undone', 'User.Sessions.Revoked']));
  });

  test('is restored even if the password, the phone and linked accounts were changed too', async () => {
    const person = await owner({ primaryEmail: 'owner@example.com', primaryPhone: '4930111111' });
    const params = { userId: person.id, target: 'kept' };
    await app.call(userIdentitiesApi.set, { token: manager, params, body: { userId: 'mine' } });
    await changeEmail(person, 'thief1@example.com');
    const { token } = await linkTo('owner@example.com');
    await changeEmail(person, 'thief2@example.com');
    await changePhone(person, '4930666666');
    const linked = { userId: person.id, target: 'stolen' };
    await app.call(userIdentitiesApi.set, { token: manager, params: linked, body: { userId: 'thief' } });
    const password = 'the phrase of the thief';
    await app.call(accountApi.setPassword, {
      token: person.token,
      headers: await person.permit(),
      body: { password },
    });
    const later = await linkTo('thief1@example.com');
    expect((await undo(token, next)).status).toBe(200);
    const user = await read(person);
    expect(user).toMatchObject({ primaryEmail: 'owner@example.com', primaryPhone: '4930111111' });
    expect(Object.keys(user.identities)).toEqual(['kept']);
    await expect(accountToken(app, { ...person, password })).rejects.toThrow();
    // The attacker got a link for their own address change as well; it is invalid now.
    expect(codeOf(await undo(later.token, 'yet another phrase of words'))).toEqual([400, 'address_change.used']);
    expect((await read(person)).primaryEmail).toBe('owner@example.com');
  });

  test('is restored without the factors that were added since, which could sign in or lock the owner out', async () => {
    await changeSettings(app, { mfa: { factors: ['WebAuthn'], policy: 'NoPrompt' } });
    const person = await owner({ primaryEmail: 'factors@example.com' });
    const ofPerson = { token: manager, params: { userId: person.id } };
    await app.call(userMfaApi.create, { ...ofPerson, body: { type: 'Totp' } });
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = jsonb_set(mfa_verifications, '{0,createdAt}',
        ${JSON.stringify(hourAgo)}::jsonb) where id = ${person.id}`.execute(db),
    );
    await changeEmail(person, 'factors-thief@example.com');
    const { token } = await linkTo('factors@example.com');
    const begun = await app.call(accountVerificationsApi.beginWebAuthn, { token: person.token });
    const { verificationRecordId, registrationOptions } = begun.body;
    const payload = createAuthenticator().register(registrationOptions.challenge);
    const shown = { verificationRecordId, payload };
    await app.call(accountVerificationsApi.verifyWebAuthn, { token: person.token, body: shown });
    const added = await app.call(accountMfaApi.add, {
      token: person.token,
      headers: await person.permit(),
      body: { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId },
    });
    expect(added.status).toBe(204);
    await app.call(userMfaApi.create, { ...ofPerson, body: { type: 'BackupCode' } });
    expect((await undo(token, next)).status).toBe(200);
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
    const left = await app.call(userMfaApi.list, ofPerson);
    expect(left.body.map(({ type }) => type)).toEqual(['Totp']);
  });

  test('is restored without what the same device has added before, but with what others have', async () => {
    const person = await owner({ primaryEmail: 'planted@example.com' });
    // In another browser.
    const thief = await accountToken(app, person);
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const ofPerson = { token: manager, params: { userId: person.id } };
    const proofOf = async (token: string) => {
      const { body } = await app.call(accountVerificationsApi.password, { token, body: { password: person.password } });
      return { token, headers: { [verificationIdHeader]: body.verificationRecordId } };
    };
    async function addPasskey(token: string) {
      const begun = await app.call(accountVerificationsApi.beginWebAuthn, { token });
      const { verificationRecordId, registrationOptions } = begun.body;
      const payload = createAuthenticator().register(registrationOptions.challenge);
      await app.call(accountVerificationsApi.verifyWebAuthn, { token, body: { verificationRecordId, payload } });
      const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId } as const;
      expect((await app.call(accountMfaApi.add, { ...(await proofOf(token)), body })).status).toBe(204);
    }
    await addPasskey(person.token);
    const [kept] = (await app.call(userMfaApi.list, ofPerson)).body;
    await addPasskey(thief);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = (select jsonb_agg(one || jsonb_build_object('createdAt', ${hourAgo}::text))
        from jsonb_array_elements(mfa_verifications) one) where id = ${person.id}`.execute(db),
    );
    await changeEmail(
      { ...person, token: thief, permit: async () => (await proofOf(thief)).headers },
      'planter@example.com',
    );
    const { token } = await linkTo('planted@example.com');
    expect((await undo(token, next)).status).toBe(200);
    await changeSettings(app, { passkeySignIn: {} });
    const left = await app.call(userMfaApi.list, ofPerson);
    expect(left.body.map(({ id }) => id)).toEqual([kept?.id]);
  });

  test('is restored without the accounts at companies that were linked since', async () => {
    const person = await owner({ primaryEmail: 'company@example.com' });
    const link = async (issuer: string, age: string) => {
      const body = { providerName: 'OIDC', connectorName: issuer, config: {} } as const;
      const { id } = (await app.call(ssoConnectorsApi.create, { token: manager, body })).body;
      await app.write('default', (db) =>
        sql`insert into user_sso_identities (id, user_id, sso_connector_id, issuer, identity_id, detail, created_at)
          values (${issuer}, ${person.id}, ${id}, ${issuer}, 'someone', '{}', now() - ${age}::interval)`.execute(db),
      );
    };
    await link('before', '1 hour');
    await changeEmail(person, 'company-thief@example.com');
    // The domain of the new address got single sign-on, and its company signed in.
    await link('since', '0');
    const { token } = await linkTo('company@example.com');
    expect((await undo(token, next)).status).toBe(200);
    const query = { includeSsoIdentities: 'true' } as const;
    const { ssoIdentities } = (await app.call(usersApi.get, { token: manager, params: { userId: person.id }, query }))
      .body;
    expect(ssoIdentities?.map(({ issuer }) => issuer)).toEqual(['before']);
  });

  test('is restored without the phone number that was added at a sign-in since', async () => {
    const person = await owner({ primaryEmail: 'added-phone@example.com' });
    await changeEmail(person, 'added-phone-thief@example.com');
    await changeSettings(app, { mfa: { factors: ['PhoneVerificationCode'], policy: 'Mandatory' } });
    const thief = visitor(app);
    await thief.arrive();
    await thief.start('SignIn');
    const { username, password } = person;
    const identifier = { type: 'username', value: username };
    const { body } = await thief.step('POST', '/verification/password', { identifier, password });
    await thief.identify(body.verificationId);
    const verificationId = await thief.proveAddress('SignIn', 'phone', '4930555555');
    await thief.step('POST', '/profile/mfa', { type: 'PhoneVerificationCode', verificationId });
    expect((await thief.submit()).status).toBe(200);
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
    expect((await read(person)).primaryPhone).toBe('4930555555');
    const { token } = await linkTo('added-phone@example.com');
    expect((await undo(token, next)).status).toBe(200);
    expect(await read(person)).toMatchObject({ primaryEmail: 'added-phone@example.com', primaryPhone: null });
  });

  test('is not restored next to a password that was set at the same moment', async () => {
    const person = await owner({ primaryEmail: 'moment@example.com' });
    await changeEmail(person, 'moment-thief@example.com');
    const { token } = await linkTo('moment@example.com');
    const { digest, method } = await hashPassword('the phrase of the thief');
    const setPassword = (stored: string | null) =>
      sql`update users set password_encrypted = ${stored}, password_encryption_method = ${stored && method}
        where id = ${person.id}`;
    await app.write('default', (db) => setPassword(null).execute(db));
    const undone = await app.write('default', async (db) => {
      await setPassword(digest).execute(db);
      const answer = undo(token);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => asOwner(app.address, waiting), { timeout: 20_000 }).toHaveLength(1);
      return { answer };
    });
    expect(codeOf(await undone.answer)).toEqual([422, 'address_change.password_required']);
    expect((await read(person)).primaryEmail).toBe('moment-thief@example.com');
  });

  test('is restored after it was removed', async () => {
    const person = await owner({ primaryEmail: 'removed@example.com' });
    const answer = await app.call(accountApi.removeEmail, { token: person.token, headers: await person.permit() });
    expect(answer.status).toBe(204);
    const { token } = await linkTo('removed@example.com');
    expect((await undo(token, next)).status).toBe(200);
    expect((await read(person)).primaryEmail).toBe('removed@example.com');
  });

  test('that was added is announced by phone and can be removed again', async () => {
    const person = await owner({ primaryPhone: '4930222222' });
    await changeEmail(person, 'added@example.com');
    const { token } = await linkTo('4930222222');
    expect((await inspect(token)).body).toMatchObject({ type: 'email', address: null });
    expect((await undo(token, next)).status).toBe(200);
    expect(await read(person)).toMatchObject({ primaryEmail: null, primaryPhone: '4930222222' });
  });
});

test('announces a changed phone number to the old one with a link that restores it', async () => {
  const person = await owner({ primaryPhone: '4930333333', primaryEmail: 'phone@example.com' });
  await changePhone(person, '4930444444');
  const { token } = await linkTo('4930333333');
  expect((await inspect(token)).body).toMatchObject({ type: 'phone', address: '4930333333' });
  expect((await undo(token, next)).status).toBe(200);
  expect((await read(person)).primaryPhone).toBe('4930333333');
});

describe('a link', () => {
  test('attack 53: to an address of an attacker ends when an administrator restores the address', async () => {
    const person = await owner({ primaryEmail: 'taken@example.com', primaryPhone: '4930777777' });
    await changeEmail(person, 'attacker@example.com');
    await changePhone(person, '4930888888');
    const own = await linkTo('taken@example.com');
    await changeEmail(person, 'attacker2@example.com');
    const parked = await linkTo('attacker@example.com');
    expect((await inspect(own.token)).status).toBe(200);
    const params = { userId: person.id };
    await app.call(usersApi.update, { token: manager, params, body: { primaryEmail: 'taken@example.com' } });
    expect(codeOf(await undo(parked.token, next))).toEqual([400, 'address_change.used']);
    const ofPhone = await linkTo('4930777777');
    for (const { token } of [own, ofPhone]) {
      expect((await inspect(token)).status).toBe(200);
    }
    expect((await undo(own.token, next)).status).toBe(200);
    expect(await read(person)).toMatchObject({ primaryEmail: 'taken@example.com', primaryPhone: '4930777777' });
  });

  test('works once, also for parallel requests', async () => {
    const person = await owner({ primaryEmail: 'once@example.com' });
    await changeEmail(person, 'once-new@example.com');
    const { token } = await linkTo('once@example.com');
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => undo(token, `${next} ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await inspect(token))).toEqual([400, 'address_change.used']);
    expect(codeOf(await undo(token, next))).toEqual([400, 'address_change.used']);
  });

  test('is rejected after 72 hours', async () => {
    const person = await owner({ primaryEmail: 'late@example.com' });
    await changeEmail(person, 'late-new@example.com');
    const { token } = await linkTo('late@example.com');
    await app.write('default', (db) =>
      sql`update address_changes set expires_at = now() where user_id = ${person.id}`.execute(db),
    );
    expect(codeOf(await inspect(token))).toEqual([400, 'address_change.expired']);
    expect(codeOf(await undo(token, next))).toEqual([400, 'address_change.expired']);
    expect((await read(person)).primaryEmail).toBe('late-new@example.com');
  });

  test('is rejected if the old address belongs to another user by now', async () => {
    const person = await owner({ primaryEmail: 'given-up@example.com' });
    await changeEmail(person, 'moved@example.com');
    const { token } = await linkTo('given-up@example.com');
    const other = await owner({ primaryEmail: 'given-up@example.com' });
    expect(codeOf(await inspect(token))).toEqual([422, 'address_change.taken']);
    expect(codeOf(await undo(token, next))).toEqual([422, 'address_change.taken']);
    expect([(await read(person)).primaryEmail, (await read(other)).primaryEmail]).toEqual([
      'moved@example.com',
      'given-up@example.com',
    ]);
  });

  test('requires a new password that matches the policy, and is not used up by a rejected one', async () => {
    const person = await owner({ primaryEmail: 'policy@example.com' });
    await changeEmail(person, 'policy-new@example.com');
    const { token } = await linkTo('policy@example.com');
    expect(codeOf(await undo(token))).toEqual([422, 'address_change.password_required']);
    expect(codeOf(await undo(token, 'short'))).toEqual([422, 'password.rejected']);
    expect(codeOf(await undo(token, person.password))).toEqual([422, 'user.same_password']);
    expect((await undo(token, next)).status).toBe(200);
  });

  test('that is unknown, of a deleted user or of another tenant is not found', async () => {
    const person = await owner({ primaryEmail: 'gone@example.com' });
    await changeEmail(person, 'gone-new@example.com');
    const { token } = await linkTo('gone@example.com');
    expect(codeOf(await inspect('a'.repeat(43)))).toEqual([404, 'address_change.not_found']);
    const elsewhere = await app.call(addressChangesApi.inspect, { tenantId: 'admin', body: { token } });
    expect(codeOf(elsewhere)).toEqual([404, 'address_change.not_found']);
    await app.call(usersApi.remove, { token: manager, params: { userId: person.id } });
    expect(codeOf(await undo(token, next))).toEqual([404, 'address_change.not_found']);
  });

  test('is never stored or logged in plain text', async () => {
    const person = await owner({ primaryEmail: 'secret@example.com' });
    await changeEmail(person, 'secret-new@example.com');
    const { token } = await linkTo('secret@example.com');
    await undo(token, next);
    await app.worker.drain();
    const { rows } = await app.read('default', (db) =>
      sql`select to_jsonb(l) as row from logs l union all select to_jsonb(o) from outbox o
        union all select to_jsonb(c) from address_changes c`.execute(db),
    );
    const everything = JSON.stringify([rows, app.logs]);
    expect(everything).toContain(person.id);
    expect(everything).not.toContain(token);
  });
});
