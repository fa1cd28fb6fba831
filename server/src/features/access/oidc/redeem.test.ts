import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { graceSeconds } from './tokens/grants.ts';

let app: ListeningApp;
let token: string;
let spa: TestClient;
const ada = { username: 'ada', password: 'correct horse battery' };
let userId: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: ada })).body.id;
  spa = await createClient(app, token, { type: 'SPA' });
});
afterAll(() => app.close());

const signIn = (more: Partial<Parameters<typeof authorize>[0]> = {}) =>
  authorize({ issuer: `${app.endpoint}/oidc`, clientId: spa.id, redirectUri, person: ada, ...more });

const post = async (body: Record<string, string>, endpoint = app.endpoint) => {
  const response = await fetch(`${endpoint}/oidc/token`, { method: 'POST', body: new URLSearchParams(body) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

const refresh = (refreshToken: string | undefined, endpoint?: string) =>
  post({ grant_type: 'refresh_token', client_id: spa.id, refresh_token: refreshToken ?? '' }, endpoint);

/** Simulates that this much time has passed since every use of a refresh token. */
const age = (seconds: number) =>
  app.write('default', (db) =>
    sql`update oidc_models set consumed_at = consumed_at - ${seconds} * interval '1 second'
      where model = 'RefreshToken' and consumed_at is not null`.execute(db),
  );

/** A sign-in up to the code, which is not redeemed yet. */
async function freshCode() {
  const verifier = client.randomPKCECodeVerifier();
  const { browser } = await signIn();
  const url = client.buildAuthorizationUrl(spa.config, {
    redirect_uri: redirectUri,
    scope: 'openid offline_access profile',
    prompt: 'consent',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const callback = await browser.follow(url.href, [redirectUri]);
  return {
    grant_type: 'authorization_code',
    client_id: spa.id,
    redirect_uri: redirectUri,
    code: new URL(callback).searchParams.get('code') ?? '',
    code_verifier: verifier,
  };
}

describe('attack 5: redeeming an authorization code twice', () => {
  test('one of a hundred concurrent requests succeeds, and the replay revokes its tokens', async () => {
    const request = await freshCode();
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(request)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body.error).toBe('invalid_grant');
    }
    expect((await refresh(winners[0]?.body.refresh_token)).body.error).toBe('invalid_grant');
    const info = await fetch(`${app.endpoint}/oidc/me`, {
      headers: { authorization: `Bearer ${winners[0]?.body.access_token}` },
    });
    expect(info.status).toBe(401);
  });

  test('a later replay revokes too', async () => {
    const request = await freshCode();
    const first = await post(request);
    expect(first.status).toBe(200);
    expect((await post(request)).body.error).toBe('invalid_grant');
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('a wrong verifier does not consume the code', async () => {
    const request = await freshCode();
    expect((await post({ ...request, code_verifier: 'x'.repeat(43) })).body.error).toBe('invalid_grant');
    expect((await post(request)).status).toBe(200);
  });
});

describe('attack 6: refresh token race and reuse after rotation', () => {
  test('fifty concurrent requests all get the same successor, which then works', async () => {
    const { tokens } = await signIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(tokens.refresh_token);
    expect((await refresh([...successors][0])).status).toBe(200);
  });

  test('a client that lost the response retries and gets the same successor', async () => {
    const { tokens } = await signIn();
    const first = await refresh(tokens.refresh_token);
    const again = await refresh(tokens.refresh_token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
    expect(again.body.access_token).not.toBe(first.body.access_token);
  });

  test('reuse after the grace period revokes the whole family', async () => {
    const { tokens } = await signIn();
    const next = await refresh(tokens.refresh_token);
    await age(graceSeconds + 1);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(next.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('reuse of a token whose successor was already used revokes the family, even in the grace period', async () => {
    const { tokens } = await signIn();
    const second = await refresh(tokens.refresh_token);
    const third = await refresh(second.body.refresh_token);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(third.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('rotation, grace and reuse work across nodes and restarts', async () => {
    const { tokens } = await signIn();
    const other = await app.another({ ENDPOINT: app.endpoint, ADMIN_ENDPOINT: app.adminEndpoint });
    await other.core.listen({ host: '127.0.0.1', port: 0 });
    // Not earlier: the grace period is only seconds, and so is the start of a server.
    const first = await refresh(tokens.refresh_token);
    const address = other.core.server.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    expect((await refresh(tokens.refresh_token, endpoint)).body.refresh_token).toBe(first.body.refresh_token);
    await age(graceSeconds + 1);
    expect((await refresh(tokens.refresh_token, endpoint)).body.error).toBe('invalid_grant');
  });

  test('the successor cannot be read from the table', async () => {
    const { tokens } = await signIn();
    const next = await refresh(tokens.refresh_token);
    const rows = await app.read('default', (db) => db.selectFrom('oidc_models').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(next.body.refresh_token);
  });

  test('a rejected request does not consume the token', async () => {
    const { tokens } = await signIn();
    const body = { grant_type: 'refresh_token', client_id: spa.id, refresh_token: tokens.refresh_token ?? '' };
    expect((await post({ ...body, resource: 'https://nowhere.example' })).body.error).toBe('invalid_target');
    expect((await post({ ...body, scope: 'openid email' })).body.error).toBe('invalid_scope');
    const answer = await refresh(tokens.refresh_token);
    expect(answer.status).toBe(200);
    expect(answer.body.refresh_token).not.toBe(tokens.refresh_token);
  });
});

test('attack 7: rejects a code or refresh token of another client', async () => {
  const other = await createClient(app, token, { type: 'SPA' });
  const request = await freshCode();
  expect((await post({ ...request, client_id: other.id })).body.error).toBe('invalid_grant');
  const first = await post(request);
  expect(first.status).toBe(200);
  const stolen = { grant_type: 'refresh_token', client_id: other.id, refresh_token: first.body.refresh_token ?? '' };
  expect((await post(stolen)).body.error).toBe('invalid_grant');
  expect((await refresh(first.body.refresh_token)).status).toBe(200);
});

test('attack 4: revoking an access token revokes its refresh token too', async () => {
  const { config, tokens } = await signIn();
  await client.tokenRevocation(config, tokens.access_token);
  expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
});

test('attack 1: rejects the code, refresh token and userinfo of a suspended user', async () => {
  const request = await freshCode();
  const { tokens } = await signIn();
  const suspend = (isSuspended: boolean) =>
    app.write('default', (db) =>
      db.updateTable('users').set({ is_suspended: isSuspended }).where('id', '=', userId).execute(),
    );
  await suspend(true);
  try {
    expect((await post(request)).body.error).toBe('invalid_grant');
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    const info = await fetch(`${app.endpoint}/oidc/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(info.status).toBe(401);
  } finally {
    await suspend(false);
  }
});

test('a refresh reads once and writes once; userinfo and introspection read once', async () => {
  const { tokens } = await signIn();
  const reader = await createClient(app, token, { type: 'Traditional' });
  const asked = async (work: () => Promise<{ status: number }>) => {
    const run = vi.spyOn(app.app.tenancy, 'run');
    const { status } = await work();
    const names = run.mock.calls.map(([, { name }]) => name);
    run.mockRestore();
    return [status, ...names];
  };
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const info = () => fetch(`${app.endpoint}/oidc/me`, { headers });
  const introspect = () =>
    fetch(`${app.endpoint}/oidc/token/introspection`, {
      method: 'POST',
      body: new URLSearchParams({
        token: tokens.access_token,
        client_id: reader.id,
        client_secret: reader.secret ?? '',
      }),
    });
  await info();
  await introspect();
  expect(await asked(info)).toEqual([200, 'oidc_bearer']);
  expect(await asked(introspect)).toEqual([200, 'oidc_find_token']);
  expect(await asked(() => refresh(tokens.refresh_token))).toEqual([200, 'oidc_source', 'oidc_redeem']);
});

test('a refresh token is not replaced any more a year after the sign-in, so it ends', async () => {
  const native = await createClient(app, token, { type: 'Native' });
  const { tokens } = await signIn({ clientId: native.id });
  const renew = async (refreshToken: string | undefined) =>
    (await post({ grant_type: 'refresh_token', client_id: native.id, refresh_token: refreshToken ?? '' })).body;
  const next = (await renew(tokens.refresh_token)).refresh_token;
  expect(next).not.toBe(tokens.refresh_token);
  /** Moves the sign-in of the live token into the past. */
  const moveBack = (days: number) =>
    app.write('default', (db) =>
      sql`update oidc_models set payload = jsonb_set(payload, '{iiat}',
          to_jsonb(floor(extract(epoch from now()) - ${days} * 86400)))
        where model = 'RefreshToken' and payload ->> 'clientId' = ${native.id} and consumed_at is null`.execute(db),
    );
  await moveBack(364);
  const last = (await renew(next)).refresh_token;
  expect(last).not.toBe(next);
  await moveBack(366);
  expect(await renew(last)).toMatchObject({ access_token: expect.any(String), refresh_token: last });
  const { rows } = await app.read('default', (db) =>
    sql<{ days: number }>`select extract(epoch from expires_at - now()) / 86400 as days from oidc_models
      where model = 'RefreshToken' and payload ->> 'clientId' = ${native.id} and consumed_at is null`.execute(db),
  );
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.days)).toBeLessThanOrEqual(14);
});

test('a grant outlives its refresh tokens', async () => {
  const native = await createClient(app, token, {
    type: 'Native',
    customClientMetadata: { refreshTokenTtlInDays: 90 },
  });
  const { tokens } = await signIn({ clientId: native.id });
  // After sixty days, the grant has less time left than a new refresh token would have.
  await app.write('default', (db) =>
    sql`update oidc_models set expires_at = now() + interval '30 days',
      payload = jsonb_set(payload, '{exp}', to_jsonb(floor(extract(epoch from now() + interval '30 days'))))
      where model = 'Grant' and account_id = ${userId}`.execute(db),
  );
  const answer = await post({
    grant_type: 'refresh_token',
    client_id: native.id,
    refresh_token: tokens.refresh_token ?? '',
  });
  expect(answer.status).toBe(200);
  const longest = await app.read('default', (db) =>
    sql<{ days: number }>`select max(extract(epoch from expires_at - now()) / 86400)::float8 as days
      from oidc_models where model = 'Grant' and account_id = ${userId}`.execute(db),
  );
  expect(longest.rows[0]?.days).toBeGreaterThan(91);
});
