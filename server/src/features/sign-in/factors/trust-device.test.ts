import { factorAcr } from '@postern/contracts/access/authentication-context';
import { signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBackupCodes, addTotp, appWithFactors, codeNow, createPerson, factorPassword } from '#testing/factors';
import { changeSettings, type Visitor, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const cookie = 'postern_default_trusted';
const mfa = { factors: ['Totp'], policy: 'NoPrompt' } as const;

const protect = (enabled: boolean, days = 30) =>
  app.call(signInProtectionApi.update, { token, body: { trustedDevices: { enabled, days } } });

beforeAll(async () => {
  app = await appWithFactors({ factors: ['Totp'], policy: 'NoPrompt' });
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(async () => {
  await changeSettings(app, { mfa: { ...mfa, factors: ['Totp'] }, passkeySignIn: {} });
  await protect(true);
});

async function personWithApp() {
  const person = await createPerson(app, { primary_email: null });
  return { ...person, secret: await addTotp(app, person.id, token) };
}
type Owner = Awaited<ReturnType<typeof personWithApp>>;

/** Proves the password in a browser that may have cookies. */
async function prove(person: Visitor, username: string, params = {}) {
  await person.arrive(params);
  await person.start('SignIn');
  const { body } = await person.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: factorPassword,
  });
  await person.identify(body.verificationId);
  return person;
}

const totp = (person: Visitor, secret: string, later = 0) =>
  person.step('POST', '/verification/totp/verify', { code: codeNow(secret, later) });
const trust = (person: Visitor) => person.step('POST', '/profile/mfa/trusted-device');

/** A browser that the person has trusted. Signed out again, as far as the cookies of the engine go. */
async function trustedBrowser({ username, secret }: Owner): Promise<Visitor> {
  const person = await prove(visitor(app), username);
  await totp(person, secret);
  await trust(person);
  const { body } = await person.submit();
  await person.follow(body.redirectTo);
  return signOut(person);
}

function signOut(person: Visitor): Visitor {
  for (const name of person.cookies.keys()) {
    if (!/^postern_\w+_(device|trusted)$/.test(name)) {
      person.cookies.delete(name);
    }
  }
  return person;
}

const asks = async (person: Visitor, username: string, params = {}) =>
  (await (await prove(signOut(person), username, params)).submit()).code;
const required = 'session.mfa.require_mfa_verification';
const listed = async (userId: string) =>
  (await app.call(userSessionsApi.listDevices, { token, params: { userId } })).body;

describe('a trusted device', () => {
  test('is off by default, and no page offers it', async () => {
    await protect(false);
    const owner = await personWithApp();
    const person = await prove(visitor(app), owner.username);
    expect((await person.submit()).body.data).not.toHaveProperty('trustedDeviceDays');
    await totp(person, owner.secret);
    expect((await trust(person)).code).toBe('session.mfa.trusted_devices_off');
    expect((await person.submit()).status).toBe(200);
    expect(person.cookies.has(cookie)).toBe(false);
  });

  test('is not asked again, is listed and can be revoked by an administrator', async () => {
    const owner = await personWithApp();
    const person = await prove(visitor(app), owner.username);
    expect((await person.submit()).body.data.trustedDeviceDays).toBe(30);
    await totp(person, owner.secret);
    await trust(person);
    const { headers } = await person.submit();
    const set = [headers['set-cookie']].flat().find((one) => String(one).startsWith(cookie));
    expect(set).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax/);
    expect(await asks(person, owner.username)).toBeUndefined();
    const [device] = await listed(owner.id);
    expect(device).toMatchObject({ device: { kind: expect.any(String) }, lastUsedAt: expect.any(Number) });
    // The cookie is not in the database.
    const rows = await app.read('default', (db) => db.selectFrom('trusted_devices').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(person.cookies.get(cookie));
    const params = { userId: owner.id, deviceId: device?.id ?? '' };
    expect((await app.call(userSessionsApi.removeDevice, { token, params })).status).toBe(204);
    expect((await app.call(userSessionsApi.removeDevice, { token, params })).status).toBe(404);
    expect(await asks(person, owner.username)).toBe(required);
  });

  test('needs a verified factor of the same person', async () => {
    const owner = await personWithApp();
    const person = await prove(visitor(app), owner.username);
    expect((await trust(person)).code).toBe(required);
  });

  test('of someone else does not help (stolen cookie with another account, attack 50)', async () => {
    const [mine, theirs] = [await personWithApp(), await personWithApp()];
    const person = await trustedBrowser(mine);
    expect(await asks(person, theirs.username)).toBe(required);
    // Both can trust the same browser.
    await totp(person, theirs.secret);
    await trust(person);
    expect((await person.submit()).status).toBe(200);
    expect(await asks(person, theirs.username)).toBeUndefined();
    expect(await asks(person, mine.username)).toBeUndefined();
  });

  test('of another tenant does not help', async () => {
    const owner = await personWithApp();
    const person = await trustedBrowser(owner);
    await app.write('admin', (db) =>
      db
        .insertInto('users')
        .values({ id: owner.id, username: `${owner.username}_admin` })
        .execute(),
    );
    // The same person id, and the token under the name of the other tenant's cookie.
    const elsewhere = await app.read('admin', (db) => db.selectFrom('trusted_devices').selectAll().execute());
    expect(elsewhere).toEqual([]);
    const renamed = visitor(app);
    renamed.cookies.set('postern_admin_trusted', person.cookies.get(cookie) ?? '');
    expect(await asks(renamed, owner.username)).toBe(required);
  });

  test.each(['', '.', 'x'.repeat(43), 'a.b.c', `${'x'.repeat(43)}.`.repeat(200), '%00', "' or 1=1"])(
    'a forged cookie %j is ignored',
    async (value) => {
      const owner = await personWithApp();
      const person = visitor(app);
      person.cookies.set(cookie, value);
      expect(await asks(person, owner.username)).toBe(required);
    },
  );

  test('does not answer a step-up, and does not raise the authentication context', async () => {
    const owner = await personWithApp();
    const person = await trustedBrowser(owner);
    expect(await asks(person, owner.username, { acr_values: factorAcr })).toBe(required);
    expect(await asks(person, owner.username, { max_age: '60' })).toBe(required);
    expect(await asks(person, owner.username)).toBeUndefined();
  });

  test('does not answer the demand of an organization', async () => {
    const owner = await personWithApp();
    const person = await trustedBrowser(owner);
    await app.write('default', async (db) => {
      const organization = `o${owner.id}`;
      await db
        .insertInto('organizations')
        .values({ id: organization, name: 'Strict', is_mfa_required: true })
        .execute();
      await db.insertInto('organization_users').values({ organization_id: organization, user_id: owner.id }).execute();
    });
    expect(await asks(person, owner.username)).toBeUndefined();
    await changeSettings(app, {
      mfa: { factors: ['Totp'], policy: 'NoPrompt', organizationRequiredMfaPolicy: 'Mandatory' },
    });
    expect(await asks(person, owner.username)).toBe(required);
  });

  test('does not allow adding a factor or changing the profile', async () => {
    const owner = await personWithApp();
    const person = await trustedBrowser(owner);
    await changeSettings(app, { mfa: { factors: ['Totp', 'WebAuthn'], policy: 'NoPrompt' } });
    await prove(person, owner.username);
    expect((await person.step('POST', '/verification/web-authn/registration')).code).toBe(required);
    expect((await person.step('POST', '/profile', { type: 'username', value: 'mine_now' })).code).toBe(required);
  });

  test('a temporary code of an administrator cannot be turned into trust', async () => {
    const owner = await personWithApp();
    const { body } = await app.call(userMfaApi.createTemporaryCode, { token, params: { userId: owner.id }, body: {} });
    const person = await prove(visitor(app), owner.username);
    await person.step('POST', '/verification/temporary-code/verify', { code: body.code });
    expect((await trust(person)).code).toBe('session.mfa.trusted_devices_off');
  });

  test('ends with its days, also if they are lowered later, and with the setting', async () => {
    const owner = await personWithApp();
    const person = await trustedBrowser(owner);
    await protect(false);
    expect(await asks(person, owner.username)).toBe(required);
    expect(await listed(owner.id)).toEqual([]);
    await protect(true, 365);
    await app.write('default', (db) =>
      db
        .updateTable('trusted_devices')
        .set({ created_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
        .execute(),
    );
    expect(await asks(person, owner.username)).toBeUndefined();
    await protect(true, 7);
    expect(await asks(person, owner.username)).toBe(required);
    expect(await listed(owner.id)).toEqual([]);
  });
});

describe('all trusted devices are revoked', () => {
  const ways: [string, (owner: Owner) => Promise<unknown>][] = [
    [
      'by a new password',
      ({ id: userId }) =>
        app.call(usersApi.setPassword, { token, params: { userId }, body: { password: `${factorPassword} again` } }),
    ],
    [
      'by a new address',
      ({ id: userId }) =>
        app.call(usersApi.update, { token, params: { userId }, body: { primaryEmail: `new.${userId}@example.com` } }),
    ],
    [
      'by replacing a factor',
      async ({ id: userId }) => {
        const { body } = await app.call(userMfaApi.list, { token, params: { userId } });
        await addBackupCodes(app, userId, token);
        return app.call(userMfaApi.remove, { token, params: { userId, verificationId: body[0]?.id ?? '' } });
      },
    ],
    ['by a reset of the factors', ({ id: userId }) => app.call(userMfaApi.removeAll, { token, params: { userId } })],
    [
      'by removing the last factor',
      async ({ id: userId }) => {
        const { body } = await app.call(userMfaApi.list, { token, params: { userId } });
        return app.call(userMfaApi.remove, { token, params: { userId, verificationId: body[0]?.id ?? '' } });
      },
    ],
    [
      'by signing out everywhere',
      ({ id: userId }) => app.call(userSessionsApi.removeAll, { token, params: { userId } }),
    ],
    [
      'by a suspension',
      ({ id: userId }) => app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } }),
    ],
  ];

  test.each(ways)('%s', async (_, revoke) => {
    const owner = await personWithApp();
    await trustedBrowser(owner);
    expect(await listed(owner.id)).toHaveLength(1);
    await revoke(owner);
    expect(await listed(owner.id)).toEqual([]);
  });
});

test('another tenant sees no settings of this one', async () => {
  await protect(true, 90);
  expect((await app.call(signInProtectionApi.get, { token })).body.trustedDevices).toEqual({ enabled: true, days: 90 });
  const rows = await app.read('admin', (db) => db.selectFrom('sign_in_protections').selectAll().execute());
  expect(rows).toEqual([]);
});

test.each([{ enabled: true, days: 0 }, { enabled: true, days: 366 }, { enabled: true, days: 1.5 }, { enabled: true }])(
  'rejects %j',
  async (trustedDevices) => {
    const answer = await app.call(signInProtectionApi.update, {
      token,
      body: { trustedDevices: trustedDevices as never },
    });
    expect(answer.status).toBe(400);
  },
);
