import { oidcSessionApi, sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { idleSecondsOf, sessionPolicyOf } from './index.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const get = async () => (await app.call(oidcSessionApi.get, { token })).body;
const update = (body: Record<string, unknown>) => app.call(oidcSessionApi.update, { token, body });

test('the seconds of a session are the idle time of the session policy (1.38)', async () => {
  expect(await get()).toEqual({ ttl: 1_209_600 });
  await app.call(sessionPolicyApi.save, { token, body: { maxMinutes: 90, idleMinutes: null, maxSessions: 3 } });
  expect((await update({ ttl: 90 })).body).toEqual({ ttl: 90 });
  expect((await update({})).body).toEqual({ ttl: 90 });
  expect(await get()).toEqual({ ttl: 90 });
  // Exact for sessions, rounded up for readers of the policy, which keeps its other limits.
  expect(idleSecondsOf(await sessionPolicyOf(app.app, 'default'))).toBe(90);
  const policy = {
    maxMinutes: 90,
    idleMinutes: 2,
    maxSessions: 3,
    alwaysConfirmSignOut: false,
    offersSessionChecks: false,
  };
  expect((await app.call(sessionPolicyApi.get, { token })).body).toEqual(policy);
  await app.call(sessionPolicyApi.save, { token, body: { ...policy, idleMinutes: 30 } });
  expect(await get()).toEqual({ ttl: 1800 });
});

test.each([{ ttl: 0 }, { ttl: 31_536_001 }, { ttl: 1.5 }, { ttl: '60' }, { other: 1 }])('rejects %j', async (body) => {
  expect((await update(body)).status).toBe(400);
});

test('another tenant has its own', async () => {
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  await update({ ttl: 120 });
  expect((await app.call(oidcSessionApi.get, admin)).body).toEqual({ ttl: 1_209_600 });
});
