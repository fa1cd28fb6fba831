import {
  signInExperienceApi,
  type UpdateSignInExperience,
} from '@postern/contracts/experience/sign-in-experience-settings';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const change = (body: UpdateSignInExperience) => app.call(signInExperienceApi.update, { token, body });

describe('check-password', () => {
  const check = (password: string, userId?: string) =>
    app.call(signInExperienceApi.checkPassword, { token, body: { password, ...(userId ? { userId } : {}) } });

  test('requires a user if the policy checks user data', async () => {
    expect(await check('sdkfh7&jkhK')).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input', data: { message: expect.stringContaining('userId') } },
    });
    expect(await check('sdkfh7&jkhK', 'nobody')).toMatchObject({ status: 404 });
  });

  test('reports every violated rule', async () => {
    await change({ passwordPolicy: { length: { min: 12 }, characterTypes: { min: 3 }, rejects: { userInfo: false } } });
    expect(await check('abc')).toMatchObject({
      status: 400,
      body: {
        result: false,
        issues: expect.arrayContaining([
          { code: 'password_rejected.too_short', interpolation: { min: 12 } },
          { code: 'password_rejected.character_types', interpolation: { min: 3 } },
        ]),
      },
    });
    expect(await check('sdkfh7&jkhK-Qw2x')).toMatchObject({ status: 200, body: { result: true } });
  });

  test.each([
    ['123456', { length: { min: 6 } }],
    ['12345678', {}],
    ['qwertyuiop', {}],
  ])('%s is leaked and sequential: reports both reasons', async (password, policy) => {
    await change({ passwordPolicy: { ...policy, rejects: { userInfo: false } } });
    expect((await check(password)).body).toEqual({
      result: false,
      issues: [{ code: 'password_rejected.pwned' }, { code: 'password_rejected.restricted.sequence' }],
    });
  });

  test('checks a policy that is not saved, without a user', async () => {
    await change({ passwordPolicy: { length: { min: 4 }, rejects: { userInfo: true } } });
    const attempt = (password: string, passwordPolicy: NonNullable<UpdateSignInExperience['passwordPolicy']>) =>
      app.call(signInExperienceApi.tryPassword, { token, body: { password, passwordPolicy } });
    expect(await attempt('gB7-tulip-Wren', { length: { min: 20 } })).toMatchObject({
      status: 200,
      body: { issues: [{ code: 'password_rejected.too_short', interpolation: { min: 20 } }] },
    });
    expect((await attempt('gB7-tulip-Wren', {})).body).toEqual({ issues: [] });
    expect((await attempt('gB7-tulip-Wren', { rejects: { words: ['tulip-wren', 'gb7-'] } })).body.issues).toEqual([
      { code: 'password_rejected.restricted.words' },
    ]);
    expect(await attempt('gB7-tulip-Wren', { length: { min: 9, max: 8 } })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });

  test('compares with the data of the user', async () => {
    await change({ passwordPolicy: { rejects: { userInfo: true } } });
    const { body: user } = await app.call(usersApi.create, {
      token,
      body: { username: 'marigold', name: 'Mari Gold' },
    });
    expect((await check('marigold1', user.id)).body).toMatchObject({
      result: false,
      issues: [{ code: 'password_rejected.restricted.user_info' }],
    });
  });
});
