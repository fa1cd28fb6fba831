import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findSlow, type Prepared } from '#testing/find-slow';
import { type TestApp, testApp } from '#testing/test-app';

vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let token: string;
let userId: string;
beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: { username: 'busy' } })).body.id;
});
afterAll(() => app.close());

/** Each sign-in makes a session and a grant with tokens, and each refresh leaves a used token. */
async function signInOften(many: number) {
  await app.write('default', (db) =>
    sql`insert into oidc_models (model, id, payload, uid, grant_id, account_id, expires_at)
      select 'Session', 's' || n, jsonb_build_object('uid', 'u' || n, 'accountId', ${userId}::text, 'loginTs', 1700000000 + n,
        'seen', jsonb_build_object('ip', '203.0.113.9', 'userAgent', repeat('a', 500) || n, 'at', 1700000000000 + n),
        'authorizations', jsonb_build_object('demo-app', jsonb_build_object('grantId', 'g' || n, 'sid', 'x' || n))),
        'u' || n, null, ${userId}::text, now() + interval '1 day' from generate_series(1, ${many}::int) n
      union all select 'Grant', encode(sha256(('g' || n)::bytea), 'hex'), jsonb_build_object('clientId', 'demo-app',
        'accountId', ${userId}::text, 'iat', 1700000000, 'openid', jsonb_build_object('scope', 'openid profile')),
        null, null, ${userId}::text, now() + interval '1 day' from generate_series(1, ${many}::int) n
      union all select model, model || n, jsonb_build_object('sessionUid', 'u' || n, 'iat', 1700000000 + n), null,
        encode(sha256(('g' || n)::bytea), 'hex'), ${userId}::text, now() + interval '1 day'
        from generate_series(1, ${many}::int) n, unnest('{AccessToken,RefreshToken}'::text[]) model`.execute(db),
  );
  await app.write('default', (db) =>
    sql`insert into oidc_models (model, id, payload, grant_id, account_id, expires_at, consumed_at)
      select 'RefreshToken', 'used' || n, jsonb_build_object('sessionUid', 'u1', 'iat', 1700000000, 'exp', 1800000000),
        encode(sha256('g1'), 'hex'), ${userId}::text, now() + interval '1 day', now()
      from generate_series(1, 10 * ${many}::int) n`.execute(db),
  );
}

/** Attack 54: anybody can sign in to their own account, and renew tokens, as often as they like. */
test('thousands of sessions of one person with unusual browsers do not block the requests of others', async () => {
  await signInOften(2000);
  const headers = { host: 'core.test', authorization: `Bearer ${token}` };
  const send = (method: 'GET' | 'DELETE', path: string): Prepared => [
    `${method} ${path}`,
    async () => () => app.core.inject({ method, url: `/api/users/${userId}/${path}`, headers }),
  ];
  const { slow } = await findSlow([
    send('GET', 'sessions'),
    send('GET', 'grants'),
    send('GET', 'sessions/u1'),
    send('DELETE', 'sessions/u2?revokeGrantsTarget=all'),
    send('DELETE', 'sessions/u3'),
    send('DELETE', 'grants/unknown'),
  ]);
  expect(slow).toEqual([]);
  const { body } = await app.call(userSessionsApi.list, { token, params: { userId } });
  expect(body.sessions).toHaveLength(500);
  expect(body.sessions[0]).toMatchObject({ id: 'u2000' });
  expect(await app.call(userSessionsApi.get, { token, params: { userId, sessionId: 'u1' } })).toMatchObject({
    status: 200,
    body: { id: 'u1' },
  });
  expect((await app.call(userSessionsApi.get, { token, params: { userId, sessionId: 'u2' } })).status).toBe(404);
  const left = await app.read('default', (db) =>
    sql<{ n: number }>`select count(*)::int as n from oidc_models
      where account_id = ${userId} and grant_id = encode(sha256('g2'), 'hex')`.execute(db),
  );
  expect(left.rows[0]?.n).toBe(0);
  expect((await app.call(userSessionsApi.removeAll, { token, params: { userId } })).status).toBe(204);
});
