import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { newDevicesApi, reportPath } from '@postern/contracts/sign-in/new-devices';
import { supportedLanguages, timeZoneHeader, verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountToken, newOwner, openAccountCenter } from '#testing/account';
import { appWithFactors, codeNow, createPerson, factorPassword, identified } from '#testing/factors';
import { changeSettings, lastMessage, type Visitor, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';
import { markDevice, putIdentity } from '../../people/users/index.ts';

let app: TestApp;
let token: string;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

beforeAll(async () => {
  app = await appWithFactors({ factors: [], policy: 'NoPrompt' });
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.call(signInProtectionApi.update, { token, body: { newDeviceEmail: true } });
});

/** A person who has signed in before, somewhere else. */
async function knownPerson() {
  const person = await createPerson(app);
  await app.write('default', (db) =>
    sql`update users set last_sign_in_at = now() - interval '1 day', email_verified_at = now()
      where id = ${person.id}`.execute(db),
  );
  return person;
}

async function signIn(username: string, { browser = visitor(app), headers = {}, password = factorPassword } = {}) {
  await browser.arrive();
  await browser.start('SignIn');
  const proof = await browser.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password,
  });
  if (proof.status !== 200) {
    return { browser, ...proof };
  }
  await browser.identify(proof.body.verificationId);
  const answer = await browser.step('POST', '/submit', undefined, { 'user-agent': firefox, ...headers });
  if (answer.status === 200) {
    await browser.follow(answer.body.redirectTo);
  }
  return { browser, ...answer };
}

const signOut = (browser: Visitor) => {
  for (const name of browser.cookies.keys()) {
    if (!/^postern_\w+_(device|trusted)$/.test(name)) {
      browser.cookies.delete(name);
    }
  }
};

const mailsTo = async (recipient: string) => {
  await app.worker.drain();
  return app.read('default', (db) =>
    db
      .selectFrom('mailbox_messages')
      .select(['content', 'link', 'subject'])
      .where('recipient', '=', recipient)
      .execute(),
  );
};
const linkToken = async (email: string) => {
  await app.worker.drain();
  return new URLSearchParams(new URL((await lastMessage(app, email)).link).hash.slice(1)).get('token') ?? '';
};
/** The token of the last link of this kind: other messages may have followed. */
const linkOf = async (email: string, path: string) => {
  const links = (await mailsTo(email)).flatMap(({ link }) => (link?.includes(path) ? [link] : []));
  return new URLSearchParams(new URL(links.at(-1) ?? '').hash.slice(1)).get('token') ?? '';
};
const sessionsOf = async (userId: string) =>
  (
    await app.read('default', (db) =>
      sql<{
        device: string;
        at: number;
      }>`select payload ->> 'device' as device, (payload -> 'seen' ->> 'at')::float8 as at
        from oidc_models where model = 'Session' and account_id = ${userId}`.execute(db),
    )
  ).rows;
const sessions = async (userId: string) =>
  (await app.call(userSessionsApi.list, { token, params: { userId } })).body.sessions;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];

describe('an email about a new device', () => {
  test('names browser, system, time and network address, and has a link', async () => {
    const { username, email } = await knownPerson();
    await signIn(username, { headers: { [timeZoneHeader]: 'Asia/Tokyo', 'accept-language': 'en' } });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('New sign-in to your account');
    expect(mail?.content).toContain('Firefox 140, Linux');
    expect(mail?.content).toContain('127.0.0.1');
    expect(mail?.content).toContain('GMT+9');
    expect(mail?.link).toContain(`${reportPath}#token=`);
  });

  test('is not sent for a known device, the first sign-in, a registration, or while it is off', async () => {
    const { username, email, id } = await knownPerson();
    const { browser } = await signIn(username);
    signOut(browser);
    await signIn(username, { browser });
    expect(await mailsTo(email)).toHaveLength(1);
    const first = await createPerson(app);
    await signIn(first.username);
    expect(await mailsTo(first.email)).toEqual([]);
    await app.call(signInProtectionApi.update, { token, body: { newDeviceEmail: false } });
    await signIn(username);
    // Without an email connector, the default is off too.
    await app.call(signInProtectionApi.update, { token, body: { newDeviceEmail: null } });
    await signIn(username);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await sessions(id)).not.toEqual([]);
  });

  test('is not sent to an address that was never verified', async () => {
    const { username, email, id } = await knownPerson();
    await app.write('default', (db) => sql`update users set email_verified_at = null where id = ${id}`.execute(db));
    expect((await signIn(username)).status).toBe(200);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('repeats nothing that a browser invents', async () => {
    const { username, email } = await knownPerson();
    await signIn(username, { headers: { 'user-agent': 'visit-evil.example/1.0 (click https://evil.example <b>)' } });
    const [mail] = await mailsTo(email);
    expect(mail?.content).not.toContain('evil');
    expect(mail?.content).toContain('unknown device');
  });

  test.each(supportedLanguages)('is complete in %s', async (language) => {
    const { username, email } = await knownPerson();
    await app.write('default', (db) =>
      sql`update sign_in_experiences set language_info = ${JSON.stringify({ autoDetect: true, fallbackLanguage: language })}::jsonb`.execute(
        db,
      ),
    );
    await signIn(username, { headers: { 'accept-language': language } });
    const [mail] = await mailsTo(email);
    expect(mail?.content).toContain('Firefox 140, Linux');
    expect(`${mail?.subject}${mail?.content}`).not.toContain('{{');
  });

  test('the token is stored only as a digest, not even in the job', async () => {
    const { username, email } = await knownPerson();
    await signIn(username);
    const shown = await linkToken(email);
    const { rows } = await app.read('default', (db) =>
      sql<{
        text: string;
      }>`select n::text as text from new_device_notices n union all select j::text from jobs j`.execute(db),
    );
    expect(shown).toHaveLength(43);
    expect(rows.map(({ text }) => text).join()).not.toContain(shown);
  });
});

describe('the link', () => {
  test('ends that session, makes the password unusable, and works once', async () => {
    const { username, email, id } = await knownPerson();
    const own = visitor(app);
    await signIn(username, { browser: own });
    expect(await mailsTo(email)).toHaveLength(1);
    const reported = visitor(app);
    await signIn(username, { browser: reported });
    const link = await linkToken(email);
    expect(await sessions(id)).toHaveLength(2);
    const seen = await app.call(newDevicesApi.inspect, { body: { token: link } });
    expect(seen.body).toMatchObject({ browser: 'Firefox 140', os: 'Linux', ip: '127.0.0.1' });
    // Opening the page changes nothing: mail scanners do it too.
    expect(await sessions(id)).toHaveLength(2);
    const done = await app.call(newDevicesApi.report, { body: { token: link } });
    expect([done.status, done.body]).toEqual([200, { hadPassword: true, canReset: true, continueTo: null }]);
    expect(await sessions(id)).toHaveLength(1);
    expect(await reported.arrive()).toContain('/sign-in');
    expect(await own.follow(await own.arrive())).toContain('code=');
    expect((await signIn(username)).code).toBe('session.invalid_credentials');
    // Replayed (attack).
    expect(codeOf(await app.call(newDevicesApi.report, { body: { token: link } }))).toEqual([400, 'new_device.used']);
    expect(codeOf(await app.call(newDevicesApi.inspect, { body: { token: link } }))).toEqual([400, 'new_device.used']);
  });

  test('used twice at the same time, one report wins', async () => {
    const { username, email } = await knownPerson();
    await signIn(username);
    const link = await linkToken(email);
    const answers = await Promise.all([1, 2, 3].map(() => app.call(newDevicesApi.report, { body: { token: link } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test('ends later sessions of that browser too, and its cookie is no longer known', async () => {
    const { username, email, id } = await knownPerson();
    const browser = visitor(app);
    await signIn(username, { browser });
    const link = await linkToken(email);
    signOut(browser);
    await signIn(username, { browser });
    expect(await mailsTo(email)).toHaveLength(1);
    await app.call(newDevicesApi.report, { body: { token: link } });
    expect(await sessions(id)).toEqual([]);
    await app.call(userSessionsApi.list, { token, params: { userId: id } });
    const { digest } = await app.read('default', (db) =>
      sql<{ digest: string }>`select password_encrypted as digest from users where id = ${id}`
        .execute(db)
        .then(({ rows }) => rows[0] ?? { digest: '' }),
    );
    expect(digest).toBeNull();
    const other = await createPerson(app);
    await app.write('default', (db) =>
      sql`update users u set password_encrypted = o.password_encrypted, password_encryption_method = o.password_encryption_method
        from users o where u.id = ${id} and o.id = ${other.id}`.execute(db),
    );
    signOut(browser);
    await signIn(username, { browser });
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('does not work after 7 days, in another tenant, or if it is wrong', async () => {
    const { username, email } = await knownPerson();
    await signIn(username);
    const link = await linkToken(email);
    expect(codeOf(await app.call(newDevicesApi.report, { body: { token: link }, tenantId: 'admin' }))).toEqual([
      404,
      'new_device.not_found',
    ]);
    expect(codeOf(await app.call(newDevicesApi.report, { body: { token: `${link}x` } }))[0]).toBe(404);
    expect(codeOf(await app.call(newDevicesApi.report, { body: { token: '' } }))[0]).toBe(400);
    await app.write('default', (db) =>
      sql`update new_device_notices set expires_at = now() - interval '1 second'`.execute(db),
    );
    expect(codeOf(await app.call(newDevicesApi.report, { body: { token: link } }))).toEqual([
      400,
      'new_device.expired',
    ]);
    expect((await signIn(username)).status).toBe(200);
  });

  test('removes a factor that was added at that sign-in, which would lock the owner out', async () => {
    const { username, email, id } = await knownPerson();
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'Mandatory' } });
    const browser = await identified(app, username);
    const { verificationId, secret } = (await browser.step('POST', '/verification/totp/secret')).body;
    await browser.step('POST', '/verification/totp/verify', { code: codeNow(secret), verificationId });
    expect((await browser.step('POST', '/profile/mfa', { type: 'Totp', verificationId })).status).toBe(204);
    expect((await browser.submit()).status).toBe(200);
    const ofPerson = { token, params: { userId: id } };
    // The owner, or an administrator, has added this one.
    await app.call(userMfaApi.create, { ...ofPerson, body: { type: 'BackupCode' } });
    const types = async () => (await app.call(userMfaApi.list, ofPerson)).body.map(({ type }) => type);
    expect(await types()).toEqual(['Totp', 'BackupCode']);
    const link = await linkOf(email, 'not-me');
    expect((await app.call(newDevicesApi.report, { body: { token: link } })).status).toBe(200);
    expect(await types()).toEqual(['BackupCode']);
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
  });

  test('removes the phone number and the linked account that were added in that session, and no others', async () => {
    await openAccountCenter(app, token);
    const own = await newOwner(app, token, { primaryEmail: 'own-session@example.com' });
    const identify = (device: string | undefined, target: string) =>
      app.write('default', async (db) => {
        await markDevice(db, device);
        await putIdentity(db, own.id, { target, userId: `${target}-1` });
      });
    await identify('another device', 'mine');
    const reported = { ...own, token: await accountToken(app, own) };
    const link = await linkOf('own-session@example.com', 'not-me');
    const proof = await app.call(accountVerificationsApi.password, {
      token: reported.token,
      body: { password: own.password },
    });
    const headers = { [verificationIdHeader]: proof.body.verificationRecordId };
    const identifier = { type: 'phone', value: '4930999999' } as const;
    const sent = await app.call(accountVerificationsApi.sendCode, { token: reported.token, body: { identifier } });
    const { verificationRecordId: verificationId } = sent.body;
    const { code } = await lastMessage(app, identifier.value);
    await app.call(accountVerificationsApi.verifyCode, {
      token: reported.token,
      body: { identifier, verificationId, code },
    });
    const body = { phone: identifier.value, newIdentifierVerificationRecordId: verificationId };
    expect((await app.call(accountApi.setPhone, { token: reported.token, headers, body })).status).toBe(204);
    const [session] = (await sessionsOf(own.id)).toSorted((one, other) => other.at - one.at);
    await identify(session?.device, 'theirs');
    const read = async () => (await app.call(usersApi.get, { token, params: { userId: own.id } })).body;
    expect(await read()).toMatchObject({ primaryPhone: '4930999999', identities: { mine: {}, theirs: {} } });
    expect((await app.call(newDevicesApi.report, { body: { token: link } })).status).toBe(200);
    const { primaryEmail, primaryPhone, identities } = await read();
    expect([primaryEmail, primaryPhone, Object.keys(identities)]).toEqual(['own-session@example.com', null, ['mine']]);
  });
});
