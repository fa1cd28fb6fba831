import { addressChangesApi } from '@postern/contracts/account/address-changes';
import { meApi } from '@postern/contracts/account/me';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeSettings, forgetPauses, lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let somebody: Person;
let count = 0;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  somebody = await newPerson();
});
afterAll(() => app.close());

/** The password of all users in these tests. */
const secret = 'a long enough secret';
const next = 'quite another phrase of words';

type Columns = Partial<{ primary_email: string; password_encrypted: null; is_suspended: boolean; name: string }>;

async function newPerson(columns: Columns = {}) {
  count += 1;
  const username = `person${count}`;
  const tokens = await consoleTokens(app, username);
  const { me: token } = tokens;
  const id = decodeJwt(token).sub ?? '';
  const write = (values: Columns) =>
    app.write(adminTenantId, (db) => db.updateTable('users').set(values).where('id', '=', id).execute());
  if (Object.keys(columns).length > 0) {
    await write(columns);
  }
  return { id, token, username, write, refresh: tokens.refresh };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const update = ({ token }: Person, body: object) => app.call(meApi.update, { token, body });
const verify = ({ token }: Person, password = secret) => app.call(meApi.verifyPassword, { token, body: { password } });
const setPassword = ({ token }: Person, password: string) => app.call(meApi.setPassword, { token, body: { password } });
const sendCode = ({ token }: Person, email: string) => app.call(meApi.sendCode, { token, body: { email } });
const showCode = ({ token }: Person, email: string, verificationCode: string) =>
  app.call(meApi.verifyCode, { token, body: { email, verificationCode } });
const codeTo = async (email: string) => (await lastMessage(app, email, adminTenantId)).code;
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const noticeTo = (address: string) =>
  vi.waitFor(
    async () => {
      const message = await lastMessage(app, address, adminTenantId);
      expect(message.code).toBe(null);
      return message.content;
    },
    { timeout: 20_000 },
  );

async function proveEmail(person: Person, email: string): Promise<void> {
  await sendCode(person, email);
  expect(codeOf(await showCode(person, email, await codeTo(email)))).toEqual([204, undefined]);
}

/** Simulates that so many minutes have passed. */
const wait = ({ id }: Person, minutes: number) =>
  app.write(adminTenantId, async (db) => {
    const rows = await db
      .selectFrom('verification_records')
      .select(['id', 'expires_at'])
      .where('user_id', '=', id)
      .execute();
    for (const row of rows) {
      const expires = new Date(Number(row.expires_at) - minutes * 60_000);
      await db.updateTable('verification_records').set({ expires_at: expires }).where('id', '=', row.id).execute();
    }
  });

const none = [400, 'session.verification_session_not_found'];
const tooOld = [422, 'session.verification_failed'];

describe('name, picture and username', () => {
  test('are changed and cleared; the response does not contain the password', async () => {
    const person = await newPerson();
    const changed = await update(person, { name: 'Ada', avatar: 'https://example.com/a.png', username: 'countess' });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Ada', avatar: 'https://example.com/a.png', username: 'countess' },
    });
    expect(changed.body).not.toHaveProperty('hasPassword');
    expect((await app.call(meApi.get, { token: person.token })).body).toMatchObject({ name: 'Ada', hasPassword: true });
    expect((await update(person, { name: '', avatar: '' })).body).toMatchObject({ name: null, avatar: null });
    expect((await update(person, { name: null, avatar: null })).body).toMatchObject({ username: 'countess' });
    expect((await update(person, {})).status).toBe(200);
  });

  test.each([
    { username: '' },
    { username: '1st' },
    { username: 'with space' },
    { username: null },
    { primaryEmail: 'nobody' },
    { avatar: 'no address' },
    { avatar: 'javascript:alert(1)' },
    { avatar: 'data:text/html,<script>alert(1)</script>' },
    { name: 'x'.repeat(129) },
    { name: 7 },
  ])('rejects %j (attack 34)', async (body) => {
    expect(codeOf(await update(somebody, body))).toEqual([400, 'guard.invalid_input']);
  });

  test('attack 17: does not allow privilege escalation', async () => {
    const person = await newPerson();
    const before = (await app.call(meApi.get, { token: person.token })).body;
    for (const body of [
      { isSuspended: true },
      { passwordEncrypted: 'x', passwordEncryptionMethod: 'Argon2i' },
      { roles: ['default:admin'] },
      { tenantId: 'default' },
      { emailVerifiedAt: 1 },
      { primaryPhone: '491511' },
      { customData: { own: true } },
      { identities: { github: { userId: '1' } } },
      { name: 'Ada', isAdmin: true },
    ]) {
      // Fields of the account that this operation does not accept are ignored; all others are rejected.
      const isShown = Object.keys(body).every((key) => key in before);
      const expected = isShown ? [200, undefined] : [400, 'guard.invalid_input'];
      expect([body, ...codeOf(await update(person, body))]).toEqual([body, ...expected]);
    }
    const after = (await app.call(meApi.get, { token: person.token })).body;
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
  });

  test('attack 18: ignores ids in the body or the query', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    expect((await update(person, { id: other.id, name: 'Mine' })).body).toMatchObject({ id: person.id });
    const { token } = person;
    const asked = { token, query: { userId: other.id }, headers: { 'x-user-id': other.id } };
    expect((await app.call(meApi.update, { ...asked, body: { name: 'Mine' } })).body).toMatchObject({ id: person.id });
    expect((await app.call(meApi.get, { token: other.token })).body.name).toBe(null);
  });

  test('attack 36: handles control characters and lone surrogates in a name without a server error', async () => {
    const person = await newPerson();
    expect((await update(person, { name: 'a\u0000b' })).status).toBe(400);
    expect((await update(person, { name: '\ud800' })).status).toBeLessThan(500);
    for (const name of ['<script>alert(1)</script>', "'; drop table users; --", '{{7*7}}']) {
      expect((await update(person, { name })).body.name).toBe(name);
    }
    const { status } = await app.inject(app.admin, {
      method: 'PATCH',
      url: '/me/custom-data',
      headers: { host: 'admin.test', authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      payload: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    });
    expect([400, 413, 422]).toContain(status);
  });

  test('attack 38: gives a username to one of several parallel requests', async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const answers = await Promise.all(people.map((person) => update(person, { username: 'wanted_by_all' })));
    const codes = answers.map((answer) => codeOf(answer)[1]);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'user.username_already_in_use')).toHaveLength(2);
  });
});

describe('the email address', () => {
  test('is changed once proven, and the old one is notified', async () => {
    const person = await newPerson({ primary_email: 'old@example.com' });
    const email = 'new@example.com';
    expect(codeOf(await update(person, { primaryEmail: email }))).toEqual(none);
    await verify(person);
    expect(codeOf(await update(person, { primaryEmail: email }))).toEqual(none);
    await proveEmail(person, email);
    expect((await lastMessage(app, email, adminTenantId)).templateType).toBe('Generic');
    expect((await update(person, { primaryEmail: 'New@Example.com ' })).body.primaryEmail).toBe(email);
    expect(await noticeTo('old@example.com')).toContain('email address of your account was changed');
    // A proof works once.
    await person.write({ primary_email: 'third@example.com' });
    await verify(person);
    expect(codeOf(await update(person, { primaryEmail: email }))).toEqual(none);
  });

  test('can be undone with the link in the message to the old one', async () => {
    const person = await newPerson({ primary_email: 'regretted@example.com' });
    await verify(person);
    await proveEmail(person, 'regretful@example.com');
    expect((await update(person, { primaryEmail: 'regretful@example.com' })).status).toBe(200);
    const reported = await noticeTo('regretted@example.com');
    const link = /http:\/\/admin\.test\/undo-change#token=([\w-]{43})"/.exec(reported);
    const undone = await app.call(addressChangesApi.undo, {
      tenantId: adminTenantId,
      body: { token: link?.[1] ?? '', password: next },
    });
    expect(undone).toMatchObject({ status: 200, body: { continueTo: 'http://admin.test' } });
    const [row] = await app.read(adminTenantId, (db) =>
      db.selectFrom('users').select('primary_email as email').where('id', '=', person.id).execute(),
    );
    expect(row?.email).toBe('regretted@example.com');
  });

  test('also requires the password if there is one, so a stolen token is not enough', async () => {
    const thief = await newPerson({ primary_email: 'victim@example.com' });
    await proveEmail(thief, 'thief@example.com');
    expect(codeOf(await update(thief, { primaryEmail: 'thief@example.com' }))).toEqual(none);
    expect(codeOf(await setPassword(thief, next))).toEqual(none);
    const social = await newPerson({ password_encrypted: null });
    await proveEmail(social, 'first@example.com');
    expect((await update(social, { primaryEmail: 'first@example.com' })).status).toBe(200);
  });

  test('requires a proof of this address that is not older than ten minutes', async () => {
    const person = await newPerson();
    await proveEmail(person, 'one@example.com');
    await verify(person);
    expect(codeOf(await update(person, { primaryEmail: 'another@example.com' }))).toEqual(tooOld);
    await wait(person, 11);
    await verify(person);
    expect(codeOf(await update(person, { primaryEmail: 'one@example.com' }))).toEqual(tooOld);
    await forgetPauses(app, adminTenantId);
    await proveEmail(person, 'one@example.com');
    await wait(person, 9);
    expect((await update(person, { primaryEmail: 'one@example.com' })).status).toBe(200);
  });

  test('of another user is rejected, and one of several parallel requests gets it (attack 38)', async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const email = 'shared@example.com';
    for (const person of people) {
      await verify(person);
      await proveEmail(person, email);
    }
    const answers = await Promise.all(people.map((person) => update(person, { primaryEmail: email })));
    const codes = answers.map((answer) => codeOf(answer)[1]);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'user.email_already_in_use')).toHaveLength(2);
  });

  test('of a domain with single sign-on is neither left nor taken', async () => {
    const worker = await newPerson({ primary_email: 'worker@managed.example' });
    const other = await newPerson({ primary_email: 'other@example.com' });
    await proveEmail(worker, 'private@example.com');
    await proveEmail(other, 'new@managed.example');
    await verify(worker);
    await verify(other);
    const config = JSON.stringify({ issuer: 'https://idp.example', clientId: 'console', clientSecret: 'secret' });
    await app.write(adminTenantId, (db) =>
      db
        .insertInto('sso_connectors')
        .values({
          id: 'managed',
          provider_name: 'OIDC',
          connector_name: 'Managed',
          config,
          is_configured: true,
          domains: '["managed.example"]',
        })
        .execute(),
    );
    await changeSettings(app, { singleSignOnEnabled: true }, adminTenantId);
    const refused = [422, 'session.sso_enabled'];
    expect(codeOf(await update(worker, { primaryEmail: 'private@example.com' }))).toEqual(refused);
    expect(codeOf(await update(other, { primaryEmail: 'new@managed.example' }))).toEqual(refused);
    await changeSettings(app, { singleSignOnEnabled: false }, adminTenantId);
    expect((await update(worker, { primaryEmail: 'private@example.com' })).status).toBe(200);
  });

  test('is unlinked with the password, and only if the person can sign in without it', async () => {
    const person = await newPerson({ primary_email: 'leave@example.com' });
    expect(codeOf(await update(person, { primaryEmail: null }))).toEqual(none);
    await verify(person);
    expect((await update(person, { primaryEmail: null })).body).toMatchObject({ primaryEmail: null });
    expect(await noticeTo('leave@example.com')).toBeTruthy();
    expect((await update(person, { primaryEmail: null })).status).toBe(200);
    const only = await newPerson({ primary_email: 'only@example.com', password_encrypted: null });
    expect(codeOf(await update(only, { primaryEmail: null }))).toEqual([400, 'user.email_required']);
  });

  test('that is blocked is rejected', async () => {
    await changeSettings(app, { emailBlocklistPolicy: { customBlocklist: ['@blocked.example'] } }, adminTenantId);
    const person = await newPerson();
    await verify(person);
    await proveEmail(person, 'me@blocked.example');
    expect(codeOf(await update(person, { primaryEmail: 'me@blocked.example' }))[1]).toBe(
      'session.email_blocklist.email_not_allowed',
    );
    await changeSettings(app, { emailBlocklistPolicy: {} }, adminTenantId);
  });
});

describe('a code', () => {
  const email = 'coded@example.com';

  test('works once, for its address and its user', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    expect(codeOf(await showCode(person, email, '000000'))).toEqual([400, 'verification_code.not_found']);
    expect(codeOf(await sendCode(person, email))).toEqual([204, undefined]);
    const code = await codeTo(email);
    expect(codeOf(await showCode(other, email, code))).toEqual([400, 'verification_code.not_found']);
    expect(codeOf(await showCode(person, 'other@example.com', code))).toEqual([
      400,
      'verification_code.email_mismatch',
    ]);
    expect(codeOf(await showCode(person, email, wrongFor(code)))).toEqual([400, 'verification_code.code_mismatch']);
    expect(codeOf(await showCode(person, email, code))).toEqual([204, undefined]);
    expect(codeOf(await showCode(person, email, code))).toEqual([400, 'verification_code.not_found']);
  });

  test('expires after ten minutes and after ten attempts', async () => {
    const person = await newPerson();
    await sendCode(person, 'tried@example.com');
    const code = await codeTo('tried@example.com');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await showCode(person, 'tried@example.com', wrongFor(code));
    }
    expect(codeOf(await showCode(person, 'tried@example.com', code))).toEqual([
      400,
      'verification_code.exceed_max_try',
    ]);
    await sendCode(person, 'late@example.com');
    const late = await codeTo('late@example.com');
    await app.write(adminTenantId, (db) => db.updateTable('passcodes').set({ expires_at: '2020-01-01' }).execute());
    expect(codeOf(await showCode(person, 'late@example.com', late))).toEqual([400, 'verification_code.expired']);
  });

  test('attack 29: is rate limited across all codes', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 4, lockoutDuration: 5 } }, adminTenantId);
    const person = await newPerson();
    const target = 'guessed@example.com';
    await sendCode(person, target);
    const code = await codeTo(target);
    const guesses = await Promise.all(Array.from({ length: 9 }, () => showCode(person, target, wrongFor(code))));
    expect(guesses.filter((one) => codeOf(one)[1] === 'verification_code.code_mismatch')).toHaveLength(3);
    expect(codeOf(await showCode(person, target, code))[1]).toBe('session.verification_blocked_too_many_attempts');
    await changeSettings(app, { sentinelPolicy: {} }, adminTenantId);
  });

  test('attack 36: rejects header injection in the address', async () => {
    const person = await newPerson();
    expect((await sendCode(person, 'a@example.com\r\nBcc: b@example.com')).status).toBe(400);
    expect((await sendCode(person, 'x')).status).toBe(400);
    expect((await showCode(person, email, '')).status).toBe(400);
  });
});

describe('the password', () => {
  test('is changed after verifying the old one, notifies the address and keeps sessions', async () => {
    const person = await newPerson({ primary_email: 'told@example.com' });
    expect(codeOf(await setPassword(person, next))).toEqual(none);
    expect(codeOf(await verify(person, 'wrong'))).toEqual([422, 'session.invalid_credentials']);
    expect(codeOf(await setPassword(person, next))).toEqual(none);
    expect(codeOf(await verify(person))).toEqual([204, undefined]);
    expect(codeOf(await setPassword(person, next))).toEqual([204, undefined]);
    expect(await noticeTo('told@example.com')).toContain('The password of your account was changed.');
    expect((await app.call(meApi.get, { token: person.token })).status).toBe(200);
    expect(await person.refresh({})).toBeTruthy();
    expect(codeOf(await verify(person))).toEqual([422, 'session.invalid_credentials']);
    expect(codeOf(await verify(person, next))).toEqual([204, undefined]);
  });

  test('invalidates proofs by the old one, also in parallel requests', async () => {
    const person = await newPerson();
    await verify(person);
    const answers = await Promise.all([setPassword(person, next), setPassword(person, `${next} two`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(codeOf(await setPassword(person, 'a third phrase of words'))).toEqual(none);
  });

  test('requires a proof that is not older than ten minutes', async () => {
    const person = await newPerson();
    await verify(person);
    await wait(person, 11);
    expect(codeOf(await setPassword(person, next))).toEqual(tooOld);
  });

  test('accepts a code from the own address as a proof', async () => {
    const person = await newPerson({ primary_email: 'mine@example.com' });
    await proveEmail(person, 'mine@example.com');
    expect((await setPassword(person, next)).status).toBe(204);
  });

  test('needs no proof for the first one', async () => {
    const person = await newPerson({ password_encrypted: null });
    expect((await setPassword(person, next)).status).toBe(204);
    expect((await app.call(meApi.get, { token: person.token })).body.hasPassword).toBe(true);
    expect(codeOf(await setPassword(person, secret))).toEqual(none);
  });

  test('follows the policy of the admin tenant', async () => {
    const person = await newPerson({ name: 'Rumpelstiltskin' });
    await verify(person);
    const short = await setPassword(person, 'short');
    expect(short).toMatchObject({
      status: 400,
      body: { code: 'password.rejected', data: { issues: [{ code: 'password_rejected.too_short' }] } },
    });
    expect((await setPassword(person, 'rumpelstiltskin')).body).toMatchObject({
      data: { issues: [{ code: 'password_rejected.restricted.user_info' }] },
    });
    expect((await setPassword(person, '')).status).toBe(400);
    await changeSettings(app, { passwordPolicy: { length: { min: 40, max: 256 } } }, adminTenantId);
    expect(codeOf(await setPassword(person, next))).toEqual([400, 'password.rejected']);
    await changeSettings(app, { passwordPolicy: {} }, adminTenantId);
  });

  test('attack 29: is rate limited and locks out no other user', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } }, adminTenantId);
    const [person, bystander] = [await newPerson(), await newPerson()];
    for (let attempt = 1; attempt < 3; attempt += 1) {
      expect(codeOf(await verify(person, 'wrong'))).toEqual([422, 'session.invalid_credentials']);
    }
    const blocked = [400, 'session.verification_blocked_too_many_attempts'];
    expect(codeOf(await verify(person, 'wrong'))).toEqual(blocked);
    expect(codeOf(await verify(person))).toEqual(blocked);
    expect((await verify(bystander)).status).toBe(204);
    await changeSettings(app, { sentinelPolicy: {} }, adminTenantId);
  });
});

test('attack 21: exposes no password, digest or code in responses and logs', async () => {
  const person = await newPerson({ primary_email: 'canary@example.com' });
  const canary = 'canary phrase of many words 4711';
  await verify(person);
  await setPassword(person, canary);
  await verify(person, canary);
  await sendCode(person, 'canary2@example.com');
  const code = await codeTo('canary2@example.com');
  const shown = await showCode(person, 'canary2@example.com', code);
  const answers = [shown, await app.call(meApi.get, { token: person.token }), await update(person, { name: 'C' })];
  await app.worker.drain();
  const rows = await app.read(adminTenantId, (db) => db.selectFrom('logs').select('payload').execute());
  const all = JSON.stringify([answers.map(({ body }) => body), app.logs, rows]);
  expect(all).not.toContain(canary);
  expect(all).not.toContain('$argon2');
  expect(all).not.toContain(`"${code}"`);
});
