import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import type { Running } from '../../../app.ts';

/** Two nodes on one database: access that is revoked on the first is invalid on the second immediately. */
let app: ListeningApp;
let other: Running;
let token: string;
let spa: TestClient;

beforeAll(async () => {
  app = await listeningApp();
  other = await app.another();
  token = await app.managementToken();
  spa = await createClient(app, token, { type: 'SPA' });
});
afterAll(() => app.close());

const host = () => new URL(app.endpoint).host;

async function redeem(body: Record<string, string>): Promise<{ status: number; error: string | undefined }> {
  const answer = await other.core.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { host: host(), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: spa.id, ...body }).toString(),
  });
  return { status: answer.statusCode, error: answer.json().error };
}

async function userinfo(accessToken: string): Promise<number> {
  const headers = { host: host(), authorization: `Bearer ${accessToken}` };
  return (await other.core.inject({ method: 'GET', url: '/oidc/me', headers })).statusCode;
}

let count = 0;

/** A signed-in user with everything that could outlive them: session, code, refresh token and access tokens. */
async function signedIn() {
  count += 1;
  const person = { username: `person_${count}`, password: 'correct horse battery' };
  const { body: user } = await app.call(usersApi.create, { token, body: person });
  const flow = { issuer: `${app.endpoint}/oidc`, clientId: spa.id, redirectUri, person };
  const { browser, tokens } = await authorize(flow);
  const verifier = client.randomPKCECodeVerifier();
  const challenge = await client.calculatePKCECodeChallenge(verifier);
  const again = (prompt: string) =>
    client.buildAuthorizationUrl(spa.config, {
      redirect_uri: redirectUri,
      scope: 'openid offline_access profile',
      prompt,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).href;
  const code = new URL(await browser.follow(again('consent'), [redirectUri])).searchParams.get('code') ?? '';
  return {
    userId: user.id,
    person,
    flow,
    accessToken: tokens.access_token,
    refresh: () => redeem({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }),
    exchange: () =>
      redeem({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }),
    /** Whether the session of the browser still works. */
    returnQuietly: async () =>
      new URL(await browser.follow(again('none'), [redirectUri])).searchParams.get('error') ?? 'signed in',
  };
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const suspend = (userId: string, isSuspended: boolean) =>
  app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended } });

async function expectCut(someone: SignedIn) {
  const refused = { status: 400, error: 'invalid_grant' };
  expect(await someone.refresh()).toEqual(refused);
  expect(await someone.exchange()).toEqual(refused);
  expect(await userinfo(someone.accessToken)).toBe(401);
  expect(await someone.returnQuietly()).toBe('login_required');
}

const left = (userId: string) =>
  app.read('default', (db) => db.selectFrom('oidc_models').select('model').where('account_id', '=', userId).execute());

describe('attacks 1 and 3: sessions and tokens of a user who may no longer sign in', () => {
  test('all work on the other node before', async () => {
    const someone = await signedIn();
    expect(await userinfo(someone.accessToken)).toBe(200);
    expect(await someone.returnQuietly()).toBe('signed in');
    expect((await someone.exchange()).status).toBe(200);
    expect((await someone.refresh()).status).toBe(200);
  });

  test('end immediately on suspension and are not restored afterwards', async () => {
    const someone = await signedIn();
    expect((await suspend(someone.userId, true)).body.isSuspended).toBe(true);
    await expectCut(someone);
    await expect(authorize(someone.flow)).rejects.toMatchObject({ status: 401, body: { code: 'user.suspended' } });
    expect((await suspend(someone.userId, false)).body.isSuspended).toBe(false);
    await expectCut(someone);
    expect((await authorize(someone.flow)).tokens.access_token).toBeTruthy();
  });

  test('end immediately on deletion without leftovers', async () => {
    const someone = await signedIn();
    expect(await left(someone.userId)).not.toEqual([]);
    await app.call(usersApi.remove, { token, params: { userId: someone.userId } });
    await expectCut(someone);
    await expect(authorize(someone.flow)).rejects.toMatchObject({ body: { code: 'session.invalid_credentials' } });
    expect(await left(someone.userId)).toEqual([]);
  });

  test('include management API tokens, which cannot delete their own user either', async () => {
    const person = { username: 'manager', password: 'correct horse battery' };
    const { body: user } = await app.call(usersApi.create, { token, body: person });
    const indicator = managementApiIndicator('default');
    await app.write('default', async (db) => {
      await db.insertInto('roles').values({ id: 'managers', name: 'managers', description: 'x' }).execute();
      await sql`insert into roles_scopes (role_id, scope_id)
        select 'managers', s.id from scopes s join resources r on r.id = s.resource_id
        where r.indicator = ${indicator}`.execute(db);
      await db.insertInto('users_roles').values({ user_id: user.id, role_id: 'managers' }).execute();
    });
    const flow = { issuer: `${app.endpoint}/oidc`, clientId: spa.id, redirectUri, person, resource: [indicator] };
    const { config, tokens } = await authorize({ ...flow, scope: 'openid offline_access all' });
    const managing = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: indicator });
    const headers = { host: host(), authorization: `Bearer ${managing.access_token}` };
    const listUsers = async () => (await other.core.inject({ method: 'GET', url: '/api/users', headers })).statusCode;
    expect(await listUsers()).toBe(200);
    const leave = await other.core.inject({ method: 'DELETE', url: `/api/users/${user.id}`, headers });
    expect([leave.statusCode, leave.json().code]).toEqual([400, 'user.cannot_delete_self']);
    await suspend(user.id, true);
    expect(await listUsers()).toBe(401);
    await suspend(user.id, false);
    // The token has ended with the sessions.
    expect(await listUsers()).toBe(401);
    await app.call(usersApi.remove, { token, params: { userId: user.id } });
    expect(await listUsers()).toBe(401);
  });

  test('of other users are not affected', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    await suspend(one.userId, true);
    expect(await userinfo(two.accessToken)).toBe(200);
    expect((await two.refresh()).status).toBe(200);
  });

  test('leave no working token behind when refreshes race a suspension', async () => {
    const someone = await signedIn();
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, someone.refresh)),
      suspend(someone.userId, true),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    await expectCut(someone);
    const tokens = (await left(someone.userId)).filter(({ model }) => model === 'RefreshToken');
    // One that was created in between is useless: every grant reads the account again.
    expect(tokens.length).toBeLessThanOrEqual(1);
  });
});
