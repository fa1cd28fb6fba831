import { randomBytes } from 'node:crypto';
import { Account, accountApi } from '@postern/contracts/account/account';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredEndpoints } from '#platform/http/route';
import { accountToken, allEditable, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import type { Running } from '../../../app.ts';
import { cpuTime } from '../../../platform/testing/measure.ts';

/** Generated attacks on every operation of the account API, so that new operations are covered automatically. */
let app: TestApp;
let other: Running;
let manager: string;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  other = await app.another();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
  const mfa = JSON.stringify({ factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' });
  await app.write('default', (db) => db.updateTable('sign_in_experiences').set({ mfa }).execute());
});
afterAll(() => app.close());

const scope = 'openid profile email phone address custom_data identities urn:logto:scope:sessions';
const owner = (more = {}) => newOwner(app, manager, more, scope);
const operations = () => registeredEndpoints(app.app).filter(({ auth }) => auth.kind === 'account');
const label = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];

function send(server: Running, contract: AnyEndpoint, token: string, payload?: string, host = 'core.test') {
  return app.inject(server.core, {
    method: contract.method,
    url: contract.path.replace(/:\w+/g, 'aaaaaaaaaaaa'),
    headers: {
      host,
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

async function expectRefused(server: Running, token: string, host?: string) {
  for (const contract of operations()) {
    const answer = await send(server, contract, token, contract.body ? '{}' : undefined, host);
    expect([label(contract), ...codeOf(answer)]).toEqual([label(contract), 401, 'auth.unauthorized']);
  }
}

test('covers enough operations', () => {
  expect(operations().length).toBeGreaterThan(35);
});

describe('attacks 1 and 3: an invalidated token', () => {
  test('of a suspended user is rejected by every operation on every node immediately', async () => {
    const { id, token } = await owner();
    await app.call(usersApi.setSuspended, { token: manager, params: { userId: id }, body: { isSuspended: true } });
    await expectRefused(other, token);
  });

  test('of a deleted user is rejected as well', async () => {
    const { id, token } = await owner();
    await app.call(usersApi.remove, { token: manager, params: { userId: id } });
    await expectRefused(other, token);
  });

  test('of a session that an administrator ended is rejected as well', async () => {
    const { id, token } = await owner();
    const params = { userId: id };
    const [session] = (await app.call(userSessionsApi.list, { token: manager, params })).body.sessions;
    const ended = { ...params, sessionId: session?.id ?? '' };
    expect(
      (await app.call(userSessionsApi.remove, { token: manager, params: ended, query: { revokeGrantsTarget: 'all' } }))
        .status,
    ).toBe(204);
    await expectRefused(other, token);
  });
});

test('rejects all operations while the account center is off, except those that do not belong to it', async () => {
  const { token } = await owner();
  await app.call(accountCenterApi.update, { token: manager, body: { enabled: false } });
  try {
    const others = operations().filter(({ auth }) => auth.kind === 'account' && auth.withoutCenter);
    expect(others.map(label)).toEqual(['POST /api/invitation-links/:id/accept']);
    for (const contract of operations().filter((one) => !others.includes(one))) {
      const answer = await send(app, contract, token, contract.body ? '{}' : undefined);
      expect([label(contract), ...codeOf(answer)]).toEqual([label(contract), 400, 'account_center.not_enabled']);
    }
  } finally {
    await openAccountCenter(app, manager);
  }
});

test('attack 17: rejects unknown keys in every operation', async () => {
  const { id, token } = await owner();
  const before = (await app.call(usersApi.get, { token: manager, params: { userId: id } })).body;
  const foreign = { isSuspended: true, tenantId: 'admin', userId: 'other', roles: ['admin'], emailVerifiedAt: 1 };
  for (const contract of operations().filter(({ body }) => body)) {
    for (const [key, value] of Object.entries(foreign)) {
      const answer = await send(app, contract, token, JSON.stringify({ [key]: value }));
      // Fields of the account may be sent back; they are ignored, which the comparison at the end verifies.
      if (label(contract) === label(accountApi.update) && key in Account.shape) {
        expect([key, answer.status]).toEqual([key, 200]);
        continue;
      }
      expect([label(contract), key, ...codeOf(answer)]).toEqual([label(contract), key, 400, 'guard.invalid_input']);
      // For a union, the missing discriminator is reported first.
      expect((answer.body as unknown as { details: string }).details).toMatch(/unrecognized_keys|discriminator/);
    }
  }
  const after = (await app.call(usersApi.get, { token: manager, params: { userId: id } })).body;
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
});

test('attack 18: returns 404 for second factors and identities of another user', async () => {
  const [person, victim] = [await owner(), await owner()];
  const { secret } = (await app.call(accountMfaApi.generateTotp, { token: victim.token })).body;
  const body = { type: 'Totp', secret } as const;
  await app.call(accountMfaApi.add, { token: victim.token, headers: await victim.permit(), body });
  const listed = async ({ token }: Owner) => (await app.call(accountMfaApi.list, { token })).body;
  const [factor] = await listed(victim);
  const params = { verificationId: factor?.id ?? '', target: 'github' };
  await app.call(userIdentitiesApi.set, {
    token: manager,
    params: { userId: victim.id, target: 'github' },
    body: { userId: 'gh' },
  });
  const call = { token: person.token, params, headers: await person.permit() };
  const missing = [400, 'verification_record.not_found'];
  expect(codeOf(await app.call(accountMfaApi.rename, { ...call, body: { name: 'mine' } }))).toEqual(missing);
  expect(codeOf(await app.call(accountMfaApi.remove, call))).toEqual(missing);
  expect(codeOf(await app.call(accountApi.unlinkIdentity, call))).toEqual([404, 'user.identity_not_exist']);
  expect(await listed(victim)).toEqual([factor]);
  expect(await listed(person)).toEqual([]);
});

test('attack 19: rejects tokens of another tenant in every operation', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const { createTenant } = await consoleTokens(cloud, 'owner');
    const [red = '', blue = ''] = [await createTenant('red'), await createTenant('blue')];
    const token = await cloud.managementToken(red);
    const person = { username: 'same', password: 'a long phrase of words' };
    await cloud.call(usersApi.create, { token, tenantId: red, body: person });
    for (const tenantId of [red, blue]) {
      const body = { enabled: true, fields: allEditable, deleteAccount: true };
      await cloud.call(accountCenterApi.update, { token: await cloud.managementToken(tenantId), tenantId, body });
    }
    const own = await accountToken(cloud, person, scope, red);
    expect((await cloud.call(accountApi.get, { token: own, tenantId: red })).status).toBe(200);
    await expectRefused(cloud, own, new URL(cloud.app.endpointOf(blue)).host);
  } finally {
    await cloud.close();
  }
});

test('attack 21: never exposes keys and codes of second factors in lists, events or logs', async () => {
  const person = await owner();
  const { token } = person;
  const { secret } = (await app.call(accountMfaApi.generateTotp, { token })).body;
  const { codes } = (await app.call(accountMfaApi.generateBackupCodes, { token })).body;
  const headers = await person.permit();
  for (const body of [{ type: 'Totp', secret } as const, { type: 'BackupCode', codes } as const]) {
    const answer = await app.call(accountMfaApi.add, { token, headers, body });
    expect(answer.status).toBe(204);
  }
  const seen = [
    (await app.call(accountMfaApi.list, { token })).body,
    (await app.call(usersApi.get, { token: manager, params: { userId: person.id } })).body,
  ];
  await app.worker.drain();
  const { rows } = await app.read('default', (db) =>
    sql`select to_jsonb(l) as row from logs l union all select to_jsonb(o) from outbox o
      union all select to_jsonb(u) from users u where id = ${person.id}`.execute(db),
  );
  const everything = JSON.stringify([seen, rows, app.logs]);
  expect(everything).toContain(person.id);
  for (const hidden of [secret, ...codes, person.password]) {
    expect(everything).not.toContain(hidden);
  }
});

test('attack 34: rejects pictures that run scripts and escapes markup', async () => {
  const { token } = await owner();
  for (const avatar of ['javascript:alert(1)', 'data:text/html,<script>', 'vbscript:x', '//evil.example/x.svg']) {
    const answer = await app.call(accountApi.update, { token, body: { avatar } });
    expect([avatar, ...codeOf(answer)]).toEqual([avatar, 400, 'guard.invalid_input']);
  }
  const name = '<img src=x onerror=alert(1)>';
  const { body, headers } = await app.call(accountApi.update, { token, body: { name } });
  expect(body.name).toBe(name);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

test('attack 36: rejects malformed bodies with a clear 4xx quickly in every operation', async () => {
  const { token } = await owner();
  const hostile = [
    '{"name":"a\\u0000b"}',
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    JSON.stringify({ name: 'x'.repeat(1_000_000) }),
    '{"name":',
    '[]',
    '1',
  ];
  for (const contract of operations().filter(({ body }) => body)) {
    for (const payload of hostile) {
      const took = await cpuTime(async () => {
        const { status, body } = await send(app, contract, token, payload);
        const isClear = status >= 400 && status < 500 && typeof (body as { code?: unknown }).code === 'string';
        expect([label(contract), payload.slice(0, 20), isClear]).toEqual([label(contract), payload.slice(0, 20), true]);
      });
      // Takes fifty milliseconds on an idle machine.
      expect(took).toBeLessThan(1500);
    }
  }
});
