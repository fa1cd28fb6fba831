import { Account, accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens, createMachine } from '#testing/tokens';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
});
afterAll(() => app.close());

const setCenter = async (body: object) => {
  const { status } = await app.call(accountCenterApi.update, { token: manager, body });
  expect(status).toBe(200);
};
beforeEach(() => setCenter({ enabled: true, fields: allEditable }));

const signedIn = (more: object = {}, scope?: string) => newOwner(app, manager, more, scope);

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string } | undefined)?.code;

describe('reading the account', () => {
  test('uses the token for the user and its scopes for the fields', async () => {
    const details = {
      name: 'Ada',
      primaryEmail: 'ada@example.com',
      primaryPhone: '4930123456',
      customData: { theme: 'dark' },
      profile: { nickname: 'A', address: { country: 'UK' } },
    };
    const all = await signedIn(details);
    const { status, body } = await app.call(accountApi.get, { token: all.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: all.id, username: all.username, hasPassword: true, identities: {}, ...details });

    const bare = await accountToken(app, all, 'openid');
    expect((await app.call(accountApi.get, { token: bare })).body).toEqual({
      id: all.id,
      hasPassword: true,
      hasSecurityVerificationMethod: true,
    });

    const mail = await accountToken(app, all, 'openid email address');
    expect((await app.call(accountApi.get, { token: mail })).body).toEqual({
      id: all.id,
      hasPassword: true,
      hasSecurityVerificationMethod: true,
      primaryEmail: 'ada@example.com',
      profile: { address: { country: 'UK' } },
    });
  });

  test('hides disabled fields and shows read-only ones', async () => {
    const { token, id } = await signedIn({ name: 'Bo', primaryEmail: 'bo@example.com' });
    await setCenter({ fields: { ...allEditable, name: 'ReadOnly', email: 'Off', password: 'Off', social: 'Off' } });
    const { body } = await app.call(accountApi.get, { token });
    expect(body).toMatchObject({ id, name: 'Bo' });
    for (const hidden of ['primaryEmail', 'hasPassword', 'identities', 'ssoIdentities']) {
      expect(body).not.toHaveProperty(hidden);
    }
  });

  test('is rejected while the account center is off', async () => {
    const { token } = await signedIn();
    await setCenter({ enabled: false });
    expect(await app.call(accountApi.get, { token })).toMatchObject({
      status: 400,
      body: { code: 'account_center.not_enabled' },
    });
  });

  test('never returns a password digest (attack 21)', async () => {
    const { token } = await signedIn();
    const { body } = await app.call(accountApi.get, { token });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_?encrypted|digest/i);
  });
});

describe('changing the account', () => {
  test('updates name, picture, username and custom data, which is replaced, and emits events', async () => {
    const person = await signedIn({ customData: { replaced: 1 } });
    const { token, id } = person;
    const changes = { name: 'New', avatar: 'https://example.com/a.png', username: `renamed_${id.slice(0, 4)}` };
    const { status, body } = await app.call(accountApi.update, {
      token,
      headers: await person.permit(),
      body: { ...changes, customData: { more: 2 } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...changes, customData: { more: 2 } });
    expect(body.customData).toEqual({ more: 2 });
    expect((await app.call(usersApi.get, { token: manager, params: { userId: id } })).body).toMatchObject(changes);
    // In the outbox, or in the audit log once the worker has processed it.
    const { rows } = await app.read('default', (db) =>
      sql`select name from outbox where subject_id = ${id} and name = 'User.Data.Updated'
        union all select key from logs where payload ->> 'subjectId' = ${id} and key = 'User.Data.Updated'`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('updates the profile key by key', async () => {
    const { token } = await signedIn({ profile: { nickname: 'Old', website: 'https://a.example' } });
    const { status, body } = await app.call(accountApi.updateProfile, { token, body: { nickname: 'New' } });
    expect([status, body]).toEqual([200, { nickname: 'New', website: 'https://a.example' }]);
  });

  test('rejects read-only and disabled fields and missing scopes', async () => {
    const person = await signedIn();
    await setCenter({ fields: { ...allEditable, name: 'ReadOnly', profile: 'Off' } });
    const refused = await app.call(accountApi.update, { token: person.token, body: { name: 'x' } });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'account_center.field_not_editable']);
    const profile = await app.call(accountApi.updateProfile, { token: person.token, body: { nickname: 'x' } });
    expect(codeOf(profile)).toBe('account_center.field_not_editable');

    await setCenter({ fields: allEditable });
    const bare = await accountToken(app, person, 'openid email');
    const unscoped = await app.call(accountApi.update, { token: bare, body: { name: 'x' } });
    expect([unscoped.status, codeOf(unscoped)]).toEqual([400, 'auth.unauthorized']);
    const address = await accountToken(app, person, 'openid profile');
    const noAddress = await app.call(accountApi.updateProfile, { token: address, body: { address: { country: 'X' } } });
    expect([noAddress.status, codeOf(noAddress)]).toEqual([400, 'auth.unauthorized']);
  });

  test('rejects removing a username that is used for sign-in, and a taken username', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const headers = await one.permit();
    const rename = (username: string | null, more = {}) =>
      app.call(accountApi.update, { token: one.token, body: { username }, ...more });
    const taken = await rename(two.username, { headers });
    expect([taken.status, codeOf(taken)]).toEqual([422, 'user.username_already_in_use']);
    const last = await rename(null, { headers });
    expect([last.status, codeOf(last)]).toEqual([400, 'user.last_sign_in_method_required']);
  });

  test('a username needs a proof of the same person', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    for (const headers of [{}, await two.permit()]) {
      const { status, body } = await app.call(accountApi.update, {
        token: one.token,
        headers,
        body: { username: `${one.username}_new` },
      });
      expect([status, codeOf({ body })]).toEqual([401, 'verification_record.permission_denied']);
    }
  });

  test('gives a username to one of five parallel requests (attack 38)', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signedIn()));
    const calls = await Promise.all(
      people.map(async ({ token, permit }) => ({ token, headers: await permit(), body: { username: 'coveted' } })),
    );
    const answers = await Promise.all(calls.map((call) => app.call(accountApi.update, call)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });
});

describe('attacks', () => {
  test('rejects fields that are not offered (attack 17)', async () => {
    const { token, id } = await signedIn();
    for (const more of [
      { isSuspended: true },
      { primaryEmail: 'me@example.com' },
      { tenantId: 'admin' },
      { passwordEncrypted: 'x' },
      { roles: ['admin'] },
      { id: 'other' },
      { identities: {} },
      { mfaVerifications: [] },
    ]) {
      const { status } = await app.call(accountApi.update, { token, body: { name: null, ...more } as object });
      // Fields of the account that this operation does not accept are ignored; all others are rejected.
      const isShown = Object.keys(more).every((key) => key in Account.shape);
      expect([Object.keys(more), status]).toEqual([Object.keys(more), isShown ? 200 : 400]);
      const profile = await app.call(accountApi.updateProfile, { token, body: more as object });
      expect(profile.status).toBe(400);
    }
    const { body } = await app.call(usersApi.get, { token: manager, params: { userId: id } });
    expect(body).toMatchObject({ id, name: null, isSuspended: false, primaryEmail: null, identities: {} });
  });

  test('rejects the id of another user in the body (attack 18)', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const { status } = await app.call(accountApi.update, {
      token: one.token,
      body: { userId: two.id, name: 'x' } as object,
    });
    expect(status).toBe(400);
    const seen = await app.call(accountApi.get, { token: one.token, query: { userId: two.id } });
    expect(seen.body.id).toBe(one.id);
  });

  test('accepts only an opaque token of a user with openid', async () => {
    const person = await signedIn();
    for (const token of [manager, await createMachine(app, 'default', []), 'x'.repeat(43), `#${person.token}`]) {
      const { status, body } = await app.call(accountApi.get, { token });
      expect([status, body]).toMatchObject([401, { code: 'auth.unauthorized' }]);
    }
    await app.write('default', (db) =>
      db
        .updateTable('oidc_models')
        .set({ payload: JSON.stringify({ accountId: person.id, clientId: 'demo-app', scope: 'profile' }) })
        .where('account_id', '=', person.id)
        .where('model', '=', 'AccessToken')
        .execute(),
    );
    expect(await app.call(accountApi.get, { token: person.token })).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    });
  });

  test('rejects suspended and deleted users, ended grants and ended sessions immediately', async () => {
    const [suspended, deleted, revoked, out] = [await signedIn(), await signedIn(), await signedIn(), await signedIn()];
    await app.call(usersApi.setSuspended, {
      token: manager,
      params: { userId: suspended.id },
      body: { isSuspended: true },
    });
    await app.call(usersApi.remove, { token: manager, params: { userId: deleted.id } });
    await app.write('default', (db) =>
      db.deleteFrom('oidc_models').where('model', '=', 'Grant').where('account_id', '=', revoked.id).execute(),
    );
    await app.write('default', (db) =>
      db.deleteFrom('oidc_models').where('model', '=', 'Session').where('account_id', '=', out.id).execute(),
    );
    for (const { token } of [suspended, deleted, revoked, out]) {
      expect((await app.call(accountApi.get, { token })).status).toBe(401);
    }
  });

  test('rejects NUL bytes and huge values with a 4xx (attack 36)', async () => {
    const { token } = await signedIn();
    for (const body of [
      { name: 'a\0b' },
      { name: 'x'.repeat(129) },
      { avatar: 'javascript:alert(1)' },
      { username: '1 or 1=1' },
      { customData: { deep: '\ud800' } },
    ]) {
      const { status } = await app.call(accountApi.update, { token, body });
      expect([JSON.stringify(body).slice(0, 40), status >= 400 && status < 500]).toEqual([
        JSON.stringify(body).slice(0, 40),
        true,
      ]);
    }
  });

  test('attack: custom data is as limited as for administrators, because lists of users contain it', async () => {
    const { token } = await signedIn();
    const change = (length: number) =>
      app.call(accountApi.update, { token, body: { customData: { text: 'x'.repeat(length) } } });
    expect((await change(262_144)).status).toBe(400);
    expect((await change(262_000)).status).toBe(200);
  });

  test('accepts any origin without cookies', async () => {
    const { headers } = await app.inject(app.core, {
      method: 'OPTIONS',
      url: '/api/my-account/password',
      headers: { host: 'core.test', origin: 'https://spa.example', 'access-control-request-method': 'POST' },
    });
    expect(headers['access-control-allow-origin']).toBe('https://spa.example');
    expect(headers['access-control-allow-headers']).toContain('logto-verification-id');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

test('sends the wildcard for requests without an origin, on the account API only', async () => {
  const read = (url: string) =>
    app.inject(app.core, { method: 'GET', url, headers: { host: 'core.test', authorization: `Bearer ${manager}` } });
  const account = await read('/api/my-account');
  expect(account.headers['access-control-allow-origin']).toBe('*');
  expect(account.headers).not.toHaveProperty('access-control-allow-credentials');
  expect((await read('/api/users')).headers).not.toHaveProperty('access-control-allow-origin');
});

describe('hides data from another tenant (attack 19)', () => {
  let cloud: TestApp;
  beforeAll(async () => {
    cloud = await testApp({ EDITION: 'cloud' });
  });
  afterAll(() => cloud.close());

  test('rejects tokens and records of another tenant', async () => {
    const tenants = ['red', 'blue'];
    const { createTenant } = await consoleTokens(cloud, 'owner');
    const [red = '', blue = ''] = await Promise.all(tenants.map((name) => createTenant(name)));
    const person = { username: 'same', password: 'a long phrase of words' };
    const tokens = new Map<string, string>();
    for (const tenantId of [red, blue]) {
      const token = await cloud.managementToken(tenantId);
      await cloud.call(usersApi.create, { token, tenantId, body: person });
      await cloud.call(accountCenterApi.update, { token, tenantId, body: { enabled: true, fields: allEditable } });
      tokens.set(tenantId, await accountToken(cloud, person, undefined, tenantId));
    }
    const stray = await cloud.call(accountApi.get, { token: tokens.get(red), tenantId: blue });
    expect([stray.status, codeOf(stray)]).toEqual([401, 'auth.unauthorized']);
    const proof = await cloud.call(accountVerificationsApi.password, {
      token: tokens.get(red),
      tenantId: red,
      body: { password: person.password },
    });
    expect(proof.status).toBe(201);
    const used = await cloud.call(accountApi.setPassword, {
      token: tokens.get(blue),
      tenantId: blue,
      headers: { 'logto-verification-id': proof.body.verificationRecordId },
      body: { password: 'another long phrase of words' },
    });
    expect([used.status, codeOf(used)]).toEqual([401, 'verification_record.permission_denied']);
  });
});
