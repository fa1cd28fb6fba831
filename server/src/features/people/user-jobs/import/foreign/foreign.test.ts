import { pbkdf2Sync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { type User, usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { importer } from '../../testing.ts';

/** Complete export files of other products, including passwords. */
let app: TestApp;
let token: string;
let imports: ReturnType<typeof importer>;
const secret = 'a phrase of words';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  imports = importer(app, token);
});
afterAll(() => app.close());

async function find(email: string): Promise<User | undefined> {
  const query = { 'search.primaryEmail': email, 'mode.primaryEmail': 'exact' };
  return (await app.call(usersApi.list, { token, query })).body[0];
}
const verifies = async (user: User | undefined, password: string) =>
  (await app.call(usersApi.verifyPassword, { token, params: { userId: user?.id ?? '' }, body: { password } })).status;
const isVerified = async (user: User | undefined) =>
  app.read('default', async (db) => {
    const row = await db
      .selectFrom('users')
      .select('email_verified_at as at')
      .where('id', '=', user?.id ?? '')
      .executeTakeFirst();
    return row?.at !== null;
  });

describe('Auth0', () => {
  test('imports an export of users, one per line', async () => {
    const lines = [
      {
        user_id: 'auth0|5f7c8ec7c33c6c004bbafe82',
        email: 'ada@auth0.org',
        email_verified: true,
        username: 'ada_0',
        name: 'Ada Lovelace',
        given_name: 'Ada',
        family_name: 'Lovelace',
        nickname: 'ada',
        picture: 'https://cdn.example.org/a.png',
        created_at: '2020-10-06T15:31:03.000Z',
        last_login: '2021-01-01T00:00:00.000Z',
        blocked: true,
        user_metadata: { color: 'red' },
        app_metadata: { plan: 'gold' },
        identities: [
          { provider: 'auth0', user_id: '5f7c8ec7c33c6c004bbafe82', connection: 'Username-Password-Authentication' },
        ],
      },
      {
        user_id: 'google-oauth2|102938',
        email: 'bob@auth0.org',
        email_verified: false,
        name: 'bob@auth0.org',
        identities: [{ provider: 'google-oauth2', user_id: '102938', isSocial: true }],
      },
    ];
    const { file, job, findings } = await imports.run(
      lines.map((line) => JSON.stringify(line)).join('\n'),
      {},
      'auth0.json',
    );
    expect([file.format, job.counts, findings]).toEqual(['auth0', { created: 2, updated: 0, skipped: 0 }, []]);
    const [ada, bob] = [await find('ada@auth0.org'), await find('bob@auth0.org')];
    expect(ada).toMatchObject({
      username: 'ada_0',
      name: 'Ada Lovelace',
      avatar: 'https://cdn.example.org/a.png',
      profile: { givenName: 'Ada', familyName: 'Lovelace', nickname: 'ada' },
      customData: {
        sourceId: 'auth0|5f7c8ec7c33c6c004bbafe82',
        user_metadata: { color: 'red' },
        app_metadata: { plan: 'gold' },
      },
      isSuspended: true,
      createdAt: Date.parse('2020-10-06T15:31:03.000Z'),
      lastSignInAt: Date.parse('2021-01-01T00:00:00.000Z'),
      identities: {},
    });
    expect(bob).toMatchObject({ name: null, identities: { google: { userId: '102938' } } });
    expect([await isVerified(ada), await isVerified(bob)]).toEqual([true, false]);
  });

  test('imports the file of hashes from their support', async () => {
    const line = {
      _id: { $oid: '60425dc43519d90068f82973' },
      email_verified: false,
      email: 'hash@auth0.org',
      passwordHash: await bcrypt.hash(secret, 4),
      password_set_date: { $date: '2021-03-05T16:35:16.775Z' },
      tenant: 'dev',
      connection: 'Username-Password-Authentication',
    };
    const { file } = await imports.run(JSON.stringify(line), {}, 'hashes.json');
    expect(file.format).toBe('auth0');
    expect(await verifies(await find('hash@auth0.org'), secret)).toBe(204);
  });

  test('imports hashes of an earlier migration: bcrypt, salted SHA-256 and an unsupported one', async () => {
    const { createHash } = await import('node:crypto');
    const sha = (text: string) => createHash('sha256').update(text).digest();
    const users = [
      {
        email: 'c1@auth0.org',
        custom_password_hash: { algorithm: 'bcrypt', hash: { value: await bcrypt.hash(secret, 4) } },
      },
      {
        email: 'c2@auth0.org',
        custom_password_hash: {
          algorithm: 'sha256',
          hash: { value: sha(`${secret}salt`).toString('base64'), encoding: 'base64' },
          salt: { value: 'salt', encoding: 'utf8', position: 'suffix' },
        },
      },
      {
        email: 'c3@auth0.org',
        custom_password_hash: { algorithm: 'ldap', hash: { value: '{SSHA}x', encoding: 'utf8' } },
      },
    ];
    const { findings } = await imports.run(JSON.stringify(users), {}, 'import.json');
    expect(findings).toMatchObject([
      { line: 3, level: 'warning', code: 'user_import.password_left_out', details: 'ldap' },
    ]);
    for (const email of ['c1@auth0.org', 'c2@auth0.org']) {
      expect([email, await verifies(await find(email), secret)]).toEqual([email, 204]);
    }
    expect((await find('c3@auth0.org'))?.hasPassword).toBe(false);
  });
});

describe('Firebase', () => {
  // The example that Firebase publishes with its scrypt.
  const parameters = {
    signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    saltSeparator: 'Bw==',
    rounds: 8,
    memCost: 14,
  };
  const user = (email: string) => ({
    localId: `id of ${email}`,
    email,
    emailVerified: true,
    passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    salt: '42xEC+ixf3L2lw==',
    displayName: 'Ada',
    photoUrl: 'https://cdn.example.org/a.png',
    createdAt: '1486324508000',
    lastSignedInAt: '1486324509000',
    phoneNumber: '+14155552671',
    disabled: false,
    customAttributes: '{"admin":true}',
    providerUserInfo: [
      { providerId: 'google.com', rawId: '1', email },
      { providerId: 'password', rawId: email },
    ],
  });

  test('verifies the password with the parameters of the project', async () => {
    const { file, job, findings } = await imports.run(
      JSON.stringify({ users: [user('a@fire.org')] }),
      { firebase: parameters },
      'f.json',
    );
    expect([file.format, file.needsFirebase, findings]).toEqual(['firebase', true, []]);
    const ada = await find('a@fire.org');
    expect(ada).toMatchObject({
      name: 'Ada',
      primaryPhone: '14155552671',
      createdAt: 1486324508000,
      lastSignInAt: 1486324509000,
      customData: { admin: true, sourceId: 'id of a@fire.org' },
      identities: { google: { userId: '1' } },
      isSuspended: false,
      hasPassword: true,
    });
    expect([await verifies(ada, 'user1password'), await verifies(ada, 'user2password')]).toEqual([204, 422]);
    // The key of the project is stored neither in the job nor with the user.
    const kept = await app.read('default', async (db) => [
      await db.selectFrom('user_jobs').selectAll().where('id', '=', job.id).executeTakeFirst(),
      await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', ada?.id ?? '')
        .executeTakeFirst(),
    ]);
    expect(JSON.stringify(kept)).not.toContain(parameters.signerKey.slice(0, 20));
  });

  test.each([
    ['more memory than a sign-in may take', ['@', 'AA==', 'Bw==', 8, 30]],
    ['no numbers', ['@', 'AA==', 'Bw==', 'x', 'y']],
    ['rounds that are none', ['@', 'AA==', 'Bw==', 0, 14]],
  ])('rejects a digest with %s', async (_, args) => {
    const passwordDigest = JSON.stringify(['firebase-scrypt', args, '00'.repeat(32)]);
    const body = { username: 'costly', passwordDigest, passwordAlgorithm: 'Legacy' } as const;
    expect(await app.call(usersApi.create, { token, body })).toMatchObject({
      status: 400,
      body: { code: 'password.invalid_legacy_password_format' },
    });
  });

  test('imports users without a password and reports it per line if the parameters are missing', async () => {
    const second = { ...user('b@fire.org'), phoneNumber: '+14155552672', providerUserInfo: [] };
    const { findings } = await imports.run(JSON.stringify({ users: [second] }), {}, 'f.json');
    expect(findings).toMatchObject([
      { line: 1, level: 'warning', code: 'user_import.password_left_out', details: 'firebase' },
    ]);
    expect((await find('b@fire.org'))?.hasPassword).toBe(false);
  });
});

describe('Keycloak', () => {
  const salt = Buffer.from('00ff10fe20fd30fc40fb50fa60f970f8', 'hex');
  const credential = (secretData: object, credentialData: object) => ({
    type: 'password',
    secretData: JSON.stringify(secretData),
    credentialData: JSON.stringify(credentialData),
  });
  const pbkdf2 = (algorithm: string, digest: string, bytes: number) =>
    credential(
      { value: pbkdf2Sync(secret, salt, 1000, bytes, digest).toString('base64'), salt: salt.toString('base64') },
      { hashIterations: 1000, algorithm, additionalParameters: {} },
    );
  const user = (username: string, credentials: object[], more: object = {}) => ({
    id: '4f1b5a2e-0000-4000-8000-000000000000',
    createdTimestamp: 1600000000000,
    username,
    enabled: true,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${username}@cloak.org`,
    attributes: { locale: ['de'], team: ['math'], phoneNumber: ['+49 170 1234567'], many: ['a', 'b'] },
    credentials,
    requiredActions: [],
    ...more,
  });

  test('imports a realm with PBKDF2 and Argon2 passwords', async () => {
    const argon = await hash(secret, { memoryCost: 7168, timeCost: 5, parallelism: 1, salt });
    const [, , , , , value = ''] = argon.split('$');
    const argon2 = credential(
      { value: `${value}=`, salt: salt.toString('base64') },
      {
        hashIterations: 5,
        algorithm: 'argon2',
        additionalParameters: {
          hashLength: ['32'],
          memory: ['7168'],
          type: ['id'],
          version: ['1.3'],
          parallelism: ['1'],
        },
      },
    );
    const phone = (number: string) => ({ attributes: { phone: [number] } });
    const realm = {
      realm: 'shop',
      roles: { realm: [{ name: 'x' }] },
      users: [
        user('ada_k', [pbkdf2('pbkdf2-sha256', 'sha256', 64)]),
        user('bob_k', [pbkdf2('pbkdf2-sha512', 'sha512', 64)], phone('+49 170 1234568')),
        user('cem_k', [argon2], { ...phone('+49 170 1234569'), enabled: false }),
        user(
          'dan_k',
          [credential({ value: 'x' }, { algorithm: 'scrypt', hashIterations: 1 })],
          phone('+49 170 1234560'),
        ),
      ],
      clients: [{ users: 'none' }],
    };
    const { file, job, findings } = await imports.run(JSON.stringify(realm, null, 2), {}, 'realm.json');
    expect([file.format, job.counts.created]).toEqual(['keycloak', 4]);
    expect(findings).toMatchObject([
      { line: 4, level: 'warning', code: 'user_import.password_left_out', details: 'scrypt' },
    ]);
    expect(await find('ada_k@cloak.org')).toMatchObject({
      username: 'ada_k',
      name: 'Ada Lovelace',
      primaryPhone: '491701234567',
      profile: { givenName: 'Ada', familyName: 'Lovelace', locale: 'de' },
      customData: { team: 'math', many: ['a', 'b'] },
      createdAt: 1600000000000,
    });
    expect((await find('cem_k@cloak.org'))?.isSuspended).toBe(true);
    for (const name of ['ada_k', 'bob_k', 'cem_k']) {
      expect([name, await verifies(await find(`${name}@cloak.org`), secret)]).toEqual([name, 204]);
    }
  });
});

describe('Cognito', () => {
  test('imports the response of ListUsers', async () => {
    const list = {
      Users: [
        {
          Username: '4f1b5a2e-0000-4000-8000-000000000000',
          Attributes: [
            { Name: 'sub', Value: '4f1b5a2e-0000-4000-8000-000000000000' },
            { Name: 'email', Value: 'ada@cognito.org' },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'phone_number', Value: '+14155552673' },
            { Name: 'given_name', Value: 'Ada' },
            { Name: 'family_name', Value: 'Lovelace' },
            { Name: 'address', Value: '{"locality":"London","country":"UK"}' },
            { Name: 'custom:plan', Value: 'gold' },
          ],
          UserCreateDate: 1600000000.123,
          Enabled: false,
          UserStatus: 'CONFIRMED',
        },
      ],
    };
    const { file } = await imports.run(JSON.stringify(list), {}, 'cognito.json');
    expect(file.format).toBe('cognito');
    expect(await find('ada@cognito.org')).toMatchObject({
      username: null,
      name: 'Ada Lovelace',
      primaryPhone: '14155552673',
      profile: { address: { locality: 'London', country: 'UK' } },
      customData: { plan: 'gold', sourceId: '4f1b5a2e-0000-4000-8000-000000000000' },
      createdAt: 1600000000123,
      isSuspended: true,
    });
  });

  test('imports the CSV file of a pool', async () => {
    const csv = `cognito:username,name,given_name,email,email_verified,phone_number,phone_number_verified,address,cognito:mfa_enabled,custom:plan
bob_c,Bob Bee,Bob,bob@cognito.org,FALSE,+14155552674,TRUE,1 Main Street,FALSE,silver`;
    const { file, findings } = await imports.run(csv, {}, 'pool.csv');
    expect([file.format, findings]).toEqual(['cognito', []]);
    const bob = await find('bob@cognito.org');
    expect(bob).toMatchObject({
      username: 'bob_c',
      name: 'Bob Bee',
      profile: { givenName: 'Bob', address: { formatted: '1 Main Street' } },
      customData: { plan: 'silver' },
    });
    expect(await isVerified(bob)).toBe(false);
  });
});

test('allows skipping or remapping a column of another product', async () => {
  const line = { user_id: 'auth0|1', email: 'map@auth0.org', nickname: 'm', username: 'not.allowed.here' };
  const wrong = await imports.run(JSON.stringify(line), { isDryRun: true }, 'a.json');
  expect(wrong.findings).toMatchObject([{ code: 'user_import.username_invalid' }]);
  await imports.run(JSON.stringify(line), { mapping: { username: 'customData.oldName', sourceId: null } }, 'a.json');
  expect(await find('map@auth0.org')).toMatchObject({ username: null, customData: { oldName: 'not.allowed.here' } });
});
