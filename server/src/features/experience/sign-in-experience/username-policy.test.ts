import { accountApi } from '@postern/contracts/account/account';
import { meApi } from '@postern/contracts/account/me';
import { findUsernameFault } from '@postern/contracts/experience/judge-username';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import {
  defaultUsernamePolicy,
  type UsernamePolicy,
  usernamePolicyApi,
} from '@postern/contracts/experience/username-policy';
import { throttleApi } from '@postern/contracts/operations/throttle';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { changeSettings, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let token: string;
const password = 'a long phrase of words';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await openAccountCenter(app, token);
});
afterAll(() => app.close());
afterEach(() => changeSettings(app, { usernamePolicy: defaultUsernamePolicy, sentinelPolicy: {} }));

const policy = (parts: Partial<UsernamePolicy> = {}): UsernamePolicy => ({ ...defaultUsernamePolicy, ...parts });
const strict = policy({
  minLength: 3,
  maxLength: 8,
  allowedChars: { lowercase: true, uppercase: false, numbers: false, underscore: false },
});
const patch = (usernamePolicy: object, bearer = token) =>
  app.call(signInExperienceApi.update, { token: bearer, body: { usernamePolicy: usernamePolicy as UsernamePolicy } });
const create = (username: string) => app.call(usersApi.create, { token, body: { username, password } });
const conflicts = (query: { limit?: string } = {}) => app.call(usernamePolicyApi.conflicts, { token, query });
const reported = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

async function register(username: string) {
  const person = visitor(app);
  await person.arrive();
  await person.start('Register');
  const proposed = { identifier: { type: 'username', value: username }, password };
  const { code, body } = await person.step('POST', '/verification/new-password-identity', proposed);
  return code ?? (await person.identify(body.verificationId)).status;
}

async function signIn(username: string, secret = password) {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  const identifier = { type: 'username', value: username };
  return person.step('POST', '/verification/password', { identifier, password: secret });
}

test.each([
  ['', 'user.username_required'],
  ['1A_', 'user.username_starts_with_number'],
  ['A-b', 'user.username_invalid_charset_hard'],
  ['A1', 'user.username_too_short'],
  ['ABCDEFGH_1', 'user.username_too_long'],
  ['aA1_', 'user.username_uppercase_not_allowed'],
  ['a1_', 'user.username_numbers_not_allowed'],
  ['ab_c', 'user.username_underscore_not_allowed'],
  ['abc', undefined],
])('the first violated rule of %j is %s', (username, fault) => {
  expect(findUsernameFault(username, strict)).toBe(fault);
});

test('lowercase letters can be refused', () => {
  const allowedChars = { lowercase: false, uppercase: true, numbers: true, underscore: true };
  expect(findUsernameFault('Abc', policy({ allowedChars }))).toBe('user.username_lowercase_not_allowed');
});

describe('the settings', () => {
  test('have neutral defaults, are replaced as a whole, and are public', async () => {
    const { body: before } = await app.call(signInExperienceApi.get, { token });
    expect(before.usernamePolicy).toEqual(defaultUsernamePolicy);
    expect((await patch(strict)).body.usernamePolicy).toEqual(strict);
    expect((await app.call(wellKnownApi.signInExperience)).body.usernamePolicy).toEqual(strict);
  });

  test.each([
    { minLength: 0 },
    { maxLength: 129 },
    { minLength: 9, maxLength: 8 },
    { allowedChars: { lowercase: false, uppercase: false, numbers: true, underscore: false } },
    { allowedChars: { lowercase: true } },
    { caseSensitive: undefined },
    { extra: true },
  ])('refuse %j', async (parts) => {
    expect(reported(await patch({ ...strict, ...parts }))).toEqual([400, 'guard.invalid_input']);
  });
});

describe('names that people choose', () => {
  test('follow the policy at registration, before uniqueness is checked', async () => {
    await create('Taken_1');
    await changeSettings(app, { usernamePolicy: strict });
    expect(await register('Taken_1')).toBe('user.username_uppercase_not_allowed');
    expect(await register('ab')).toBe('user.username_too_short');
    expect(await register('fitting')).toBe(201);
  });

  test('follow it in the profile of a sign-in', async () => {
    await changeSettings(app, { usernamePolicy: strict });
    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    const asked = await person.step('POST', '/profile', { type: 'username', value: 'under_s' });
    expect([asked.status, asked.code]).toEqual([422, 'user.username_underscore_not_allowed']);
  });

  test('follow it in the account center; an old name may be sent again', async () => {
    const owner = await newOwner(app, token);
    const { body: me } = await app.call(accountApi.get, { token: owner.token });
    await changeSettings(app, { usernamePolicy: strict });
    const headers = await owner.permit();
    const rename = (username: string) =>
      app.call(accountApi.update, { token: owner.token, headers, body: { username } });
    expect(reported(await rename('abcdefghi'))).toEqual([422, 'user.username_too_long']);
    expect(findUsernameFault(me.username ?? '', policy({ ...strict, maxLength: 1 }))).toBeDefined();
    await changeSettings(app, { usernamePolicy: { ...strict, minLength: 100, maxLength: 128 } });
    expect((await rename(me.username ?? '')).status).toBe(200);
  });

  test('follow that of the admin tenant in the console', async () => {
    const cloud = await testApp({ EDITION: 'cloud' });
    const ada = await consoleTokens(cloud, 'ada');
    await changeSettings(cloud, { usernamePolicy: strict }, adminTenantId);
    const asked = await cloud.call(meApi.update, { token: ada.me, body: { username: 'ada2' } });
    expect(reported(asked)).toEqual([422, 'user.username_numbers_not_allowed']);
    await cloud.close();
  });

  test('administrators may set others', async () => {
    await changeSettings(app, { usernamePolicy: strict });
    expect((await create('By_Admin_2')).status).toBe(200);
  });
});

describe('without case', () => {
  const folded = policy({ caseSensitive: false });

  test('one person has a name in all cases, at sign-in, at creation and for attempts', async () => {
    await create('Folded');
    expect((await patch(folded)).status).toBe(200);
    expect((await signIn('fOLDED')).status).toBe(200);
    expect(reported(await create('FOLDED'))).toEqual([422, 'user.username_already_in_use']);
    expect(await register('folded')).toBe('user.username_already_in_use');
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 30 } });
    const codes = [];
    for (const typed of ['folded', 'FOLDED', 'Folded']) {
      codes.push((await signIn(typed, 'wrong')).code);
    }
    const blocked = 'session.verification_blocked_too_many_attempts';
    expect(codes).toEqual(['session.invalid_credentials', blocked, blocked]);
    await app.call(throttleApi.unlock, { token, body: { targetType: 'User', targets: ['FoldeD'] } });
    expect((await signIn('Folded')).status).toBe(200);
  });

  test('names in two cases are listed, and prevent the change', async () => {
    const ids: string[] = [];
    for (const username of ['clash', 'Clash', 'CLASH', 'Second', 'second', 'Alone', 'other']) {
      ids.push((await create(username)).body.id);
    }
    const sorted = (...indexes: number[]) => indexes.map((index) => ids[index]).sort();
    const samples = [
      { usernameLower: 'clash', userIds: sorted(0, 1, 2) },
      { usernameLower: 'second', userIds: sorted(3, 4) },
    ];
    expect((await conflicts()).body).toEqual({ totalConflicts: 2, samples });
    expect((await conflicts({ limit: '1' })).body).toEqual({ totalConflicts: 2, samples: [samples[0]] });
    for (const limit of ['0', '101', 'many']) {
      expect((await conflicts({ limit })).status).toBe(400);
    }
    const refused = await patch(folded);
    expect(reported(refused)).toEqual([409, 'sign_in_experiences.username_policy_case_conflicts_exist']);
    expect((refused.body as unknown as { data: unknown }).data).toEqual({ totalConflicts: 2, samples });
    expect((await app.call(signInExperienceApi.get, { token })).body.usernamePolicy.caseSensitive).toBe(true);
    for (const index of [0, 1, 4]) {
      await app.call(usersApi.remove, { token, params: { userId: ids[index] ?? '' } });
    }
    expect((await conflicts()).body).toEqual({ totalConflicts: 0, samples: [] });
    expect((await patch(folded)).status).toBe(200);
  });

  test('a name that is created meanwhile either prevents the change or is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      await changeSettings(app, { usernamePolicy: defaultUsernamePolicy });
      await create(`race${round}`);
      const [changed, created] = await Promise.all([patch(folded), create(`RACE${round}`)]);
      expect([changed.status, created.status]).not.toEqual([200, 200]);
      if (created.status === 200) {
        await app.call(usersApi.remove, { token, params: { userId: created.body.id } });
      }
    }
  });

  test('another tenant keeps its own policy and sees no conflicts', async () => {
    await changeSettings(app, { usernamePolicy: folded });
    const rows = await app.read(adminTenantId, (db) =>
      db.selectFrom('sign_in_experiences').select('username_policy as policy').execute(),
    );
    expect(rows).toEqual([{ policy: defaultUsernamePolicy }]);
  });
});
