import { accountApi } from '@postern/contracts/account/account';
import { meApi } from '@postern/contracts/account/me';
import { throttleApi } from '@postern/contracts/operations/throttle';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { newOwner, openAccountCenter } from '#testing/account';
import { changeSettings, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { findPerson } from '../../cloud/operators/appoint.store.ts';
import { importer } from '../user-jobs/testing.ts';
import { insertUsers } from './bulk.store.ts';

let app: TestApp;
let token: string;
let imports: ReturnType<typeof importer>;

const password = 'a long phrase of words';
const taken = [422, 'user.username_already_in_use'];

beforeAll(async () => {
  app = await testApp({ CASE_SENSITIVE_USERNAME: 'false' });
  token = await app.managementToken();
  imports = importer(app, token);
  await openAccountCenter(app, token);
});
afterAll(() => app.close());

const reported = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const create = (username: string, more: object = {}) =>
  app.call(usersApi.create, { token, body: { username, password, ...more } });

/** Creates users as they may exist from a time with the default setting. */
async function createClash(...usernames: string[]): Promise<string[]> {
  return app.write('default', async (db) => {
    await sql`set local app.fold_usernames = 'off'`.execute(db);
    return insertUsers(
      db,
      usernames.map((username) => ({ username })),
    );
  });
}

async function signIn(username: string, secret = password) {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  const identifier = { type: 'username', value: username };
  return person.step('POST', '/verification/password', { identifier, password: secret });
}

describe('the same name in another case', () => {
  test('signs in the same user, also with a stored name in capitals', async () => {
    await create('quiet');
    await create('LoudOne');
    for (const typed of ['quiet', 'QUIET', 'Quiet', 'LoudOne', 'loudone', 'LOUDONE']) {
      expect([typed, (await signIn(typed)).status]).toEqual([typed, 200]);
    }
    for (const other of ['quie', 'quiett', 'loud_ne', 'LOUD%']) {
      expect([other, (await signIn(other)).code]).toEqual([other, 'session.invalid_credentials']);
    }
  });

  test('cannot be created, taken over or registered', async () => {
    const { body: mine } = await create('Original');
    expect(reported(await create('ORIGINAL'))).toEqual(taken);
    expect(reported(await create('original'))).toEqual(taken);
    const { body: other } = await create('somebody');
    const rename = (userId: string, username: string) =>
      app.call(usersApi.update, { token, params: { userId }, body: { username } });
    expect(reported(await rename(other.id, 'oRIGINAL'))).toEqual(taken);
    // A user may change the case of their own name.
    expect((await rename(mine.id, 'ORIGINAL')).body.username).toBe('ORIGINAL');

    const owner = await newOwner(app, token);
    const headers = await owner.permit();
    const asked = await app.call(accountApi.update, { token: owner.token, headers, body: { username: 'Original' } });
    expect(reported(asked)).toEqual(taken);

    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    const proposal = { identifier: { type: 'username', value: 'Original' }, password };
    expect((await person.step('POST', '/verification/new-password-identity', proposal)).code).toBe(taken[1]);
  });

  test('belongs to one administrator, in the console and for the command line', async () => {
    const cloud = await testApp({ EDITION: 'cloud', CASE_SENSITIVE_USERNAME: 'false' });
    const ada = await consoleTokens(cloud, 'ada');
    await consoleTokens(cloud, 'Grace');
    const asked = await cloud.call(meApi.update, { token: ada.me, body: { username: 'GRACE' } });
    expect(reported(asked)).toEqual(taken);
    expect(await cloud.read('admin', (db) => findPerson(db, 'gRACE'))).toMatchObject({ username: 'Grace' });
    await cloud.close();
  });

  test('is given to one of five parallel requests', async () => {
    const names = ['coveted', 'Coveted', 'COVETED', 'coVeted', 'covetED'];
    const answers = await Promise.all(names.map((name) => create(name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  test('is rejected in one statement as well', async () => {
    const both = app.write('default', (db) => insertUsers(db, [{ username: 'twin' }, { username: 'Twin' }]));
    await expect(both).rejects.toMatchObject({ code: '23505', constraint: 'users__username' });
  });

  test('shares its attempts, its lock and its log entries', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 30 } });
    const { body: user } = await create('Guessed');
    const codes = [];
    for (const typed of ['guessed', 'GUESSED', 'Guessed']) {
      codes.push((await signIn(typed, 'wrong')).code);
    }
    const blocked = 'session.verification_blocked_too_many_attempts';
    expect(codes).toEqual(['session.invalid_credentials', blocked, blocked]);
    const lockouts = () => app.call(usersApi.listLockouts, { token, params: { userId: user.id } });
    expect((await lockouts()).body.map(({ target }) => target)).toEqual(['guessed']);
    await app.call(throttleApi.unlock, { token, body: { targetType: 'User', targets: ['GuesseD'] } });
    expect((await lockouts()).body).toEqual([]);
    await changeSettings(app, { sentinelPolicy: {} });
    await flushLogs(app.app);
    const entries = await app.read('default', (db) =>
      db.selectFrom('logs').select('key').where('user_id', '=', user.id).where('key', 'like', '%Password%').execute(),
    );
    expect(entries).toHaveLength(3);
  });

  test('does not apply across tenants', async () => {
    await create('elsewhere');
    const found = await app.read('admin', (db) => findPerson(db, 'Elsewhere'));
    expect(found).toBeUndefined();
    const peeked = app.read('admin', (db) => sql`select users_named_in('default', 'elsewhere')`.execute(db));
    await expect(peeked).rejects.toThrow(/permission denied/);
  });
});

describe('an import', () => {
  test('finds users by name in any case, and duplicates in a file', async () => {
    await create('Imported');
    const file = 'username,name\nIMPORTED,Once\nnewcomer,New\nNewComer,Again';
    const failing = await imports.run(file, { onConflict: 'fail', isDryRun: true });
    expect(failing.findings.map(({ line, code }) => [line, code]).sort()).toEqual([
      [2, 'user.username_already_in_use'],
      [4, 'user_import.duplicate'],
    ]);
    const { job } = await imports.run(file, { onConflict: 'update' });
    expect(job).toMatchObject({ state: 'succeeded', failed: 1, counts: { created: 1, updated: 1, skipped: 0 } });
    expect((await signIn('imported')).status).toBe(200);
  });

  test('changes the user with the exact name, and none if two match', async () => {
    const [lower, upper] = await createClash('before', 'Before');
    const { findings, job } = await imports.run('username,name\nBefore,Exact\nBEFORE,Nobody', { onConflict: 'update' });
    // The second line has the name of the first.
    expect(findings.map(({ code }) => code)).toEqual(['user_import.duplicate']);
    expect(job).toMatchObject({ counts: { created: 0, updated: 1, skipped: 0 } });
    const nameOf = async (userId = '') => (await app.call(usersApi.get, { token, params: { userId } })).body.name;
    expect([await nameOf(lower), await nameOf(upper)]).toEqual([null, 'Exact']);
    const unclear = await imports.run('username,name\nBEFORE,Nobody', { onConflict: 'update' });
    expect(unclear.findings.map(({ code }) => code)).toEqual(['user_import.ambiguous']);
  });
});

describe('names that existed before the setting', () => {
  test('sign in by the exact name only, and other fields can be changed', async () => {
    const [lower = '', upper = ''] = await createClash('clash', 'Clash');
    for (const [userId, secret] of [
      [lower, `${password} one`],
      [upper, `${password} two`],
    ] as const) {
      expect(
        (await app.call(usersApi.setPassword, { token, params: { userId }, body: { password: secret } })).status,
      ).toBe(200);
      const same = { username: userId === lower ? 'clash' : 'Clash', name: 'Same name' };
      expect((await app.call(usersApi.update, { token, params: { userId }, body: same })).status).toBe(200);
    }
    expect((await signIn('clash', `${password} one`)).status).toBe(200);
    expect((await signIn('Clash', `${password} two`)).status).toBe(200);
    expect((await signIn('Clash', `${password} one`)).code).toBe('session.invalid_credentials');
    for (const secret of [`${password} one`, `${password} two`]) {
      expect((await signIn('CLASH', secret)).code).toBe('session.invalid_credentials');
    }
    expect(reported(await create('CLASH'))).toEqual(taken);
  });
});

test('looks up the name by an index in any case', async () => {
  const plan = await app.app.tenancy.system(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from users where tenant_id = 'default'
      and username <> lower(username collate "C") and lower(username collate "C") = lower('Anna' collate "C")`.execute(
      db,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index.*users__folded_username/);
  expect(plan).toMatch(/Index Cond:.*lower/);
});

describe('with the setting at its default', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await testApp();
  });
  afterAll(() => plain.close());

  test('treats names that differ in case as two users', async () => {
    const manager = await plain.managementToken();
    const add = (username: string) => plain.call(usersApi.create, { token: manager, body: { username } });
    expect([(await add('anna')).status, (await add('Anna')).status]).toEqual([200, 200]);
    expect(reported(await add('Anna'))).toEqual(taken);
    expect(await plain.read('default', (db) => findPerson(db, 'ANNA'))).toBeUndefined();
  });
});
