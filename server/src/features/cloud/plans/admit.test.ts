import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPeriodUsage, flushUsage } from '#features/records/metering';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import type { Running } from '../../../app.ts';
import { saveAgreedQuota } from './store.ts';
import { setPlan, type TenantOwner, tenantOwner } from './testing.ts';

const password = 'a long enough secret';
const limit = 3;

let app: TestApp;
let other: Running;
let owner: TenantOwner;
let tenantId: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  other = await app.another();
  owner = await tenantOwner(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenantId, token } = await owner.tenantOn('free'));
  await app.app.tenancy.system((db) => saveAgreedQuota(db, tenantId, { mauLimit: limit }));
  dropCaches();
});

const dropCaches = () => {
  app.app.cache.drop(tenantId);
  other.app.cache.drop(tenantId);
};
const createUser = async (username: string) =>
  (await app.call(usersApi.create, { token, tenantId, body: { username, password } })).body.id;
const createUsers = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => createUser(`person${n}`)));
const counted = async () => {
  await flushUsage(app.app);
  return (await app.read(tenantId, (db) => findPeriodUsage(db, tenantId))).activeUsers;
};

async function signIn(username: string) {
  const verifier = randomPKCECodeVerifier();
  const browser = visitor(app, tenantId);
  const callback = `${app.app.endpointOf(tenantId)}/demo-app`;
  await browser.arrive({
    redirect_uri: callback,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    scope: 'openid offline_access',
    prompt: 'consent',
  });
  await browser.start('SignIn');
  const identifier = { type: 'username', value: username };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  await browser.identify(body.verificationId);
  const { status, code, body: finished } = await browser.submit();
  return { status, code, browser, verifier, callback, redirectTo: finished?.redirectTo as string };
}

async function askToken(params: Record<string, string>) {
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: new URL(app.app.endpointOf(tenantId)).host,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ client_id: 'demo-app', ...params }).toString(),
  });
  return { status, body: body as { refresh_token?: string; error?: string } };
}

const monthGoesBy = () =>
  app.app.tenancy.system(async (db) => {
    for (const table of ['active_users', 'period_usage']) {
      await sql`update ${sql.table(table)} set period = period - interval '1 month'
        where tenant_id = ${tenantId}`.execute(db);
    }
  });

describe('monthly active users of a plan without overage', () => {
  test('stops exactly at the limit for parallel sign-ins on two nodes and counts each user once', async () => {
    const ids = await createUsers(12);
    const answers = await Promise.all(
      ids.flatMap((id) => [app.app.quota?.admit(tenantId, id), other.app.quota?.admit(tenantId, id)]),
    );
    const admitted = ids.filter((_, index) => answers[2 * index] || answers[2 * index + 1]);
    expect(admitted).toHaveLength(limit);
    expect(await counted()).toBe(limit);
    for (const id of admitted) {
      expect(await other.app.quota?.admit(tenantId, id)).toBe(true);
    }
    expect(await counted()).toBe(limit);
  });

  test('admits users who were already active and rejects others at sign-in with a clear error', async () => {
    await createUsers(limit + 1);
    for (let n = 0; n < limit; n += 1) {
      expect((await signIn(`person${n}`)).status).toBe(200);
    }
    expect(await signIn('person0')).toMatchObject({ status: 200 });
    expect(await signIn(`person${limit}`)).toMatchObject({ status: 429, code: 'auth.exceed_user_limit' });
    expect(await counted()).toBe(limit);
  });

  test('rejects registrations of users who could not sign in', async () => {
    for (const id of await createUsers(limit)) {
      await app.app.quota?.admit(tenantId, id);
    }
    const browser = visitor(app, tenantId);
    await browser.arrive({ redirect_uri: `${app.app.endpointOf(tenantId)}/demo-app` });
    await browser.start('Register');
    const identifier = { type: 'username', value: 'late' };
    const { body } = await browser.step('POST', '/verification/new-password-identity', { identifier, password });
    expect(await browser.identify(body.verificationId)).toMatchObject({ status: 429, code: 'auth.exceed_user_limit' });
    const people = await app.inject(app.core, {
      method: 'GET',
      url: `${pathOf(usersApi.list, {})}?search=late`,
      headers: { host: new URL(app.app.endpointOf(tenantId)).host, authorization: `Bearer ${token}` },
    });
    expect(people.body).toEqual([]);
  });

  test('rejects the refresh token of a user who was not active in this period until an upgrade', async () => {
    const [, ...others] = await createUsers(limit + 1);
    const { browser, verifier, callback, redirectTo } = await signIn('person0');
    const code = new URL(await browser.follow(redirectTo)).searchParams.get('code') ?? '';
    const first = await askToken({
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    });
    expect(first.status).toBe(200);
    expect(await counted()).toBe(1);
    await monthGoesBy();
    for (const id of others) {
      await other.app.quota?.admit(tenantId, id);
    }
    // Like a node that has not seen this person today.
    const refresh = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token ?? '' };
    const fresh = await app.another();
    const refused = await fresh.core.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        host: new URL(app.app.endpointOf(tenantId)).host,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ client_id: 'demo-app', ...refresh }).toString(),
    });
    expect([refused.statusCode, refused.json().error ?? refused.json().code]).toEqual([429, 'auth.exceed_user_limit']);
    await app.app.tenancy.system((db) => saveAgreedQuota(db, tenantId, null));
    await setPlan(app, tenantId, 'pro-202509');
    dropCaches();
    expect((await askToken(refresh)).status).toBe(200);
  });

  test('rejects no user on a paid plan', async () => {
    await setPlan(app, tenantId, 'enterprise-acme');
    dropCaches();
    const answers = await Promise.all((await createUsers(limit + 2)).map((id) => app.app.quota?.admit(tenantId, id)));
    expect(answers.every(Boolean)).toBe(true);
  });
});
