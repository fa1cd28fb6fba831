import { factorTarget, throttleApi } from '@postern/contracts/operations/throttle';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttled } from '#features/operations/throttle';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const policy = { maxAttempts: 1, lockoutDuration: 30 };

/** With this policy, one wrong guess locks. */
const guess = (target: string, device?: string, tenantId = 'default') =>
  expect(
    throttled(app.app, tenantId, { target, device, action: 'Password', policy }, async () => undefined),
  ).rejects.toMatchObject({ code: 'session.verification_blocked_too_many_attempts' });

async function createUser(body: Record<string, string>): Promise<string> {
  return (await app.call(usersApi.create, { token, body })).body.id;
}

const lockoutsOf = async (userId: string) =>
  (await app.call(usersApi.listLockouts, { token, params: { userId } })).body;

test('lists locked identifiers on any device with their end, until unlocked', async () => {
  const userId = await createUser({
    username: 'locked',
    primaryEmail: 'locked@example.com',
    primaryPhone: '4915112345678',
  });
  expect(await lockoutsOf(userId)).toEqual([]);
  await guess('locked@example.com');
  await guess('locked', 'laptop');
  await guess(userId);
  const lockouts = await lockoutsOf(userId);
  expect(lockouts.map(({ target }) => target)).toEqual(['locked@example.com', 'locked', userId]);
  for (const { until } of lockouts) {
    expect(until).toBeGreaterThan(Date.now() + 28 * 60_000);
    expect(until).toBeLessThan(Date.now() + 31 * 60_000);
  }
  const targets = lockouts.map(({ target }) => target);
  await app.call(throttleApi.unlock, { token, body: { targetType: 'User', targets } });
  expect(await lockoutsOf(userId)).toEqual([]);
});

test('lists locked second factors, until unlocked', async () => {
  const userId = await createUser({ username: 'with_factors' });
  const targets = [factorTarget('Totp', userId), factorTarget('EmailVerificationCode', userId)];
  for (const target of targets) {
    await guess(target);
  }
  expect((await lockoutsOf(userId)).map(({ target }) => target)).toEqual(targets);
  await app.call(throttleApi.unlock, { token, body: { targetType: 'User', targets } });
  expect(await lockoutsOf(userId)).toEqual([]);
});

test('ignores guesses below the limit, expired locks and locks of another tenant', async () => {
  const userId = await createUser({ username: 'free' });
  const many = { ...policy, maxAttempts: 100 };
  await throttled(app.app, 'default', { target: 'free', action: 'Password', policy: many }, async () => undefined);
  await guess('free', undefined, 'admin');
  expect(await lockoutsOf(userId)).toEqual([]);
  const over = throttled(
    app.app,
    'default',
    { target: 'free', device: 'old', action: 'Password', policy: { ...policy, lockoutDuration: 0 } },
    async () => undefined,
  );
  await expect(over).rejects.toMatchObject({ code: 'session.verification_blocked_too_many_attempts' });
  expect(await lockoutsOf(userId)).toEqual([]);
});

test('returns 404 for an unknown user', async () => {
  const { status, body } = await app.call(usersApi.listLockouts, { token, params: { userId: 'nobody' } });
  expect([status, body]).toMatchObject([404, { code: 'entity.not_found' }]);
});
