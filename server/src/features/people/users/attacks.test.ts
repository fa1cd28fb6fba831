import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { userRolesApi } from '@postern/contracts/access/roles';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { throttleApi } from '@postern/contracts/operations/throttle';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { least } from '../../../platform/testing/measure.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const createUser = async (body = {}) => (await app.call(usersApi.create, { token, body })).body.id;
const rowOf = (userId: string) =>
  app.read('default', async (db) => {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(u) as row from users u where id = ${userId}`.execute(db);
    return rows[0]?.row;
  });

/** The row without the columns that setting the same password changes. */
const keptOf = async (userId: string) => {
  const { password_encrypted: _digest, updated_at: _time, ...kept } = (await rowOf(userId)) ?? {};
  return kept;
};

describe('attack 17: mass assignment', () => {
  const foreign = {
    id: 'chosen',
    tenantId: 'admin',
    tenant_id: 'admin',
    isSuspended: true,
    passwordEncrypted: 'x',
    passwordEncryptionMethod: 'MD5',
    identities: { github: { userId: '1' } },
    mfaVerifications: [],
    logtoConfig: {},
    applicationId: 'a',
    lastSignInAt: 1,
    createdAt: 1,
    emailVerifiedAt: 1,
    hasPassword: true,
    roles: ['admin'],
    roleIds: ['admin-role'],
    isAdmin: true,
  };

  test.each(Object.entries(foreign))('%s cannot be set', async (key, value) => {
    const userId = await createUser({ username: `victim_${key}`, name: 'Victim', password: 'x' });
    const params = { userId };
    const before = await keptOf(userId);
    const entity = (await app.call(usersApi.get, { token, params })).body;
    const send = (contract: AnyEndpoint, body: object) => app.call(contract, { token, params, body: body as never });
    const answers = [
      await send(usersApi.create, { [key]: value }),
      await send(usersApi.patchCustomData, { customData: {}, [key]: value }),
      await send(usersApi.patchProfile, { profile: {}, [key]: value }),
      await send(usersApi.patchProfile, { profile: { [key]: value } }),
      await send(userIdentitiesApi.link, { connectorId: 'x', connectorData: {}, [key]: value }),
      await send(userMfaApi.create, { type: 'Totp', [key]: value }),
    ];
    // Clients send back what they read: keys of the entity are ignored there, others rejected.
    const rewrites = [
      await send(usersApi.update, { name: 'Victim', [key]: value }),
      await send(usersApi.setPassword, { password: 'x', [key]: value }),
      ...(key === 'isSuspended' ? [] : [await send(usersApi.setSuspended, { isSuspended: false, [key]: value })]),
    ];
    for (const { status, body } of [...answers, ...(key in entity ? [] : rewrites)]) {
      expect([status, body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
    }
    if (key in entity) {
      expect(rewrites.map(({ status }) => status)).toEqual(rewrites.map(() => 200));
    }
    expect(await keptOf(userId)).toEqual(before);
  });
});

describe('attack 18: ids of other people in the body', () => {
  test('uses the user in the path', async () => {
    const [one, two] = [await createUser({ name: 'One' }), await createUser({ name: 'Two' })];
    const aimed = { name: 'Changed', userId: two } as never;
    expect((await app.call(usersApi.update, { token, params: { userId: one }, body: aimed })).status).toBe(400);
    await app.call(usersApi.patchCustomData, { token, params: { userId: one }, body: { customData: { userId: two } } });
    expect(await rowOf(one)).toMatchObject({ name: 'One', custom_data: { userId: two } });
    expect(await rowOf(two)).toMatchObject({ name: 'Two', custom_data: {} });
  });
});

test('attack 19: returns 404 for ids of another tenant on every route and changes nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
    const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
    const owner = { token: await cloud.managementToken(mine), tenantId: mine };
    const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
    const { body: user } = await cloud.call(usersApi.create, { ...owner, body: { username: 'mine', password: 'x' } });
    const params = {
      userId: user.id,
      target: 'github',
      name: 'pat',
      ssoConnectorId: 'x',
      roleId: 'x',
      verificationId: '',
    };
    await cloud.call(userIdentitiesApi.set, { ...owner, params, body: { userId: 'gh' } });
    await cloud.call(personalAccessTokensApi.create, { ...owner, params, body: { name: 'pat' } });
    await cloud.call(userMfaApi.create, { ...owner, params, body: { type: 'Totp' } });
    const { body: factors } = await cloud.call(userMfaApi.list, { ...owner, params });
    params.verificationId = factors[0]?.id ?? '';
    const look = async () => [
      (await cloud.call(usersApi.get, { ...owner, params })).body,
      (await cloud.call(userMfaApi.list, { ...owner, params })).body,
      (await cloud.call(personalAccessTokensApi.list, { ...owner, params })).body,
    ];
    const before = await look();
    const bodies = new Map<AnyEndpoint, object>([
      [usersApi.update, { name: 'Stolen' }],
      [usersApi.patchCustomData, { customData: { a: 1 } }],
      [usersApi.patchProfile, { profile: { nickname: 'x' } }],
      [usersApi.setPassword, { password: 'stolen' }],
      [usersApi.expirePassword, { isExpired: true }],
      [usersApi.verifyPassword, { password: 'x' }],
      [usersApi.setSuspended, { isSuspended: true }],
      [userIdentitiesApi.set, { userId: 'stolen' }],
      [userIdentitiesApi.link, { connectorId: 'x', connectorData: {} }],
      [userMfaApi.create, { type: 'Totp' }],
      [userMfaApi.updateSettings, { mfa: { skipped: true } }],
      [personalAccessTokensApi.create, { name: 'stolen' }],
      [personalAccessTokensApi.rename, { name: 'stolen' }],
      [personalAccessTokensApi.renameByBody, { currentName: 'pat', name: 'stolen' }],
      [personalAccessTokensApi.removeByBody, { name: 'pat' }],
      [userRolesApi.assign, { roleIds: ['x'] }],
      [userRolesApi.replace, { roleIds: [] }],
    ]);
    const apis: Record<string, AnyEndpoint>[] = [
      usersApi,
      userIdentitiesApi,
      userMfaApi,
      personalAccessTokensApi,
      userRolesApi,
    ];
    const all = apis.flatMap((api) => Object.values(api)).filter(({ path }) => path.includes(':userId'));
    expect(all.length).toBeGreaterThan(25);
    for (const contract of all) {
      const body = bodies.get(contract) as never;
      const { status } = await cloud.call(contract, { ...stranger, params, ...(body ? { body } : {}) });
      expect([contract.method, contract.path, status]).toEqual([contract.method, contract.path, 404]);
    }
    const { body: listed } = await cloud.call(usersApi.list, { ...stranger, query: { search: '%mine%' } });
    expect(listed).toEqual([]);
    expect(await look()).toEqual(before);
  } finally {
    await cloud.close();
  }
});

test('attack 21: exposes no passwords or digests in responses, events, logs or errors', async () => {
  const canary = 'canary-password-7f3a';
  const digest = '5f4dcc3b5aa765d61d8327deb882cf99';
  const seen: unknown[] = [];
  const keep = async (answer: Promise<{ body: unknown; headers: unknown }>) => {
    const { body, headers } = await answer;
    seen.push(body, headers);
    return body as { id: string };
  };
  const { id } = await keep(app.call(usersApi.create, { token, body: { username: 'canary', password: canary } }));
  const imported = { username: 'canary_2', passwordDigest: digest, passwordAlgorithm: 'MD5' } as const;
  const second = await keep(app.call(usersApi.create, { token, body: imported }));
  await keep(app.call(usersApi.create, { token, body: imported }));
  const wrong = { username: 'canary_3', passwordDigest: `${digest}${canary}`, passwordAlgorithm: 'MD5' } as const;
  await keep(app.call(usersApi.create, { token, body: wrong }));
  for (const userId of [id, second.id]) {
    const params = { userId };
    await keep(app.call(usersApi.get, { token, params }));
    await keep(app.call(usersApi.update, { token, params, body: { name: 'C' } }));
    await keep(app.call(usersApi.verifyPassword, { token, params, body: { password: `${canary}!` } }));
    await keep(app.call(usersApi.setSuspended, { token, params, body: { isSuspended: true } }));
  }
  await keep(app.call(usersApi.setPassword, { token, params: { userId: id }, body: { password: canary } }));
  await keep(app.call(usersApi.list, { token, query: { search: '%canary%' } }));
  await app.worker.drain();
  const { rows } = await app.read('default', (db) =>
    sql`select to_jsonb(l) as row from logs l union all select to_jsonb(o) from outbox o`.execute(db),
  );
  const stored = String((await rowOf(id))?.password_encrypted);
  expect(stored).toContain('argon2id');
  const everything = JSON.stringify([seen, rows, app.logs]);
  expect(everything).toContain('canary_2');
  for (const secret of [canary, digest, stored, 'argon2id']) {
    expect(everything).not.toContain(secret);
  }
});

describe('attack 29: guessing a password over the management API', () => {
  const verify = (userId: string, password: string) =>
    app.call(usersApi.verifyPassword, { token, params: { userId }, body: { password } });

  test('stops after the configured number of attempts, also in parallel, until unlocked', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 } });
    const userId = await createUser({ username: 'guessed', password: 'right' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => verify(userId, `guess ${n}`)));
    const codes = answers.map(({ body }) => (body as unknown as { code: string }).code);
    expect(codes.filter((code) => code === 'session.invalid_credentials')).toHaveLength(4);
    expect(codes.filter((code) => code === 'session.verification_blocked_too_many_attempts')).toHaveLength(16);
    expect((await verify(userId, 'right')).body).toMatchObject({
      code: 'session.verification_blocked_too_many_attempts',
    });
    expect((await verify(await createUser({ password: 'right' }), 'right')).status).toBe(204);
    await app.call(throttleApi.unlock, { token, body: { targetType: 'User', targets: [userId] } });
    expect((await verify(userId, 'right')).status).toBe(204);
  });
});

describe('attack 36: hostile input', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const wide = JSON.stringify({
    customData: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])),
  });
  test.each<[string, string]>([
    ['a NUL byte', '{"name":"a\\u0000b"}'],
    ['a megabyte of name', JSON.stringify({ name: 'x'.repeat(1_000_000) })],
    ['a megabyte of custom data', wide],
    ['deep custom data', `{"customData":${deep(5000)}}`],
    ['a script as avatar', '{"avatar":"javascript:alert(1)"}'],
    ['data as avatar', '{"avatar":"data:text/html,x"}'],
    ['a header in an address', '{"primaryEmail":"a@b.example\\r\\nBcc: x@y.example"}'],
    ['SQL as username', '{"username":"x\'; drop table users; --"}'],
    ['a number as name', '{"name":1}'],
    ['an array', '[]'],
    ['half a body', '{"name":'],
  ])('rejects %s', async (_name, payload) => {
    // Takes fifty milliseconds on an idle machine.
    const took = await least(1500, async () => {
      const startedAt = performance.now();
      const answer = await app.core.inject({
        method: 'POST',
        url: '/api/users',
        headers: { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode, answer.payload.slice(0, 200)).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      return performance.now() - startedAt;
    });
    expect(took).toBeLessThan(1500);
  });

  test('limits the size of custom data, also across several updates', async () => {
    const userId = await createUser();
    const statuses: number[] = [];
    for (const key of ['a', 'b', 'c']) {
      const customData = { [key]: 'x'.repeat(100_000) };
      statuses.push(
        (await app.call(usersApi.patchCustomData, { token, params: { userId }, body: { customData } })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 400]);
    const { body } = await app.call(usersApi.getCustomData, { token, params: { userId } });
    expect(Object.keys(body)).toEqual(['a', 'b']);
  });

  test('treats prototype keys as data and replaces lone surrogates', async () => {
    const payload =
      '{"name":"a\\ud800b","customData":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}}';
    const headers = { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { body } = await app.inject(app.core, { method: 'POST', url: '/api/users', headers, payload });
    expect(body).toMatchObject({ name: 'a\uFFFDb', customData: { constructor: { prototype: { isAdmin: true } } } });
    expect(Object.hasOwn({}, 'isAdmin') || 'isAdmin' in {}).toBe(false);
  });

  test('rejects any invalid id in the path with a client error', async () => {
    for (const userId of ['..', '%00', '%', "' or 1=1", 'x'.repeat(5000), '\uD83D', '{{userId}}']) {
      const url = `/api/users/${userId === '%00' || userId === '%' ? userId : encodeURIComponent(userId.toWellFormed())}`;
      const { statusCode } = await app.core.inject({
        method: 'GET',
        url,
        headers: { host: 'core.test', authorization: `Bearer ${token}` },
      });
      expect(statusCode, userId).toBeGreaterThanOrEqual(400);
      expect(statusCode, userId).toBeLessThan(500);
    }
  });
});

describe('attack 38: races for unique values', () => {
  test.each([{ username: 'raced' }, { primaryEmail: 'raced@example.com' }, { primaryPhone: '4915112345670' }])(
    'gives %j to one of twenty',
    async (body) => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => createUser()));
      const answers = await Promise.all(
        ids.map((userId) => app.call(usersApi.update, { token, params: { userId }, body })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    },
  );

  test('keeps all parallel merges', async () => {
    const userId = await createUser();
    const keys = Array.from({ length: 20 }, (_, n) => `key${n}`);
    await Promise.all(
      keys.map((key) =>
        app.call(usersApi.patchCustomData, { token, params: { userId }, body: { customData: { [key]: 1 } } }),
      ),
    );
    const { body } = await app.call(usersApi.getCustomData, { token, params: { userId } });
    expect(Object.keys(body).sort()).toEqual(keys.sort());
  });
});
