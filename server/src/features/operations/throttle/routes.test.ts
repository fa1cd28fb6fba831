import { createHash } from 'node:crypto';
import { factorTarget, throttleApi } from '@postern/contracts/operations/throttle';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { throttled } from './index.ts';
import { deleteOldActivities } from './store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const policy = { maxAttempts: 2, lockoutDuration: 60 };
const guess = (target: string, device?: string, tenantId = 'default') =>
  throttled(app.app, tenantId, { target, device, action: 'Password', policy }, async () => undefined);

async function lock(target: string, device?: string, tenantId?: string) {
  await guess(target, device, tenantId);
  await expect(guess(target, device, tenantId)).rejects.toMatchObject({
    code: 'session.verification_blocked_too_many_attempts',
  });
  await expect(guess(target, device, tenantId)).rejects.toThrow();
}

const unlock = (targets: string[], targetType: 'User' | 'App' = 'User') =>
  app.call(throttleApi.unlock, { token, body: { targetType, targets } });

test('unlocks the given identifiers on every device, and no others', async () => {
  await lock('ada');
  await lock('ada', 'laptop');
  await lock('bob@example.com');
  await lock('eve');
  await lock('cid@example.com');
  await lock('4915112345678');
  expect((await unlock(['ada', 'bob@example.com', 'Cid@Example.COM ', '+49 1511 2345678', 'never-seen'])).status).toBe(
    204,
  );
  await guess('ada');
  await guess('ada', 'laptop');
  await guess('bob@example.com');
  await guess('cid@example.com');
  await guess('4915112345678');
  await expect(guess('eve')).rejects.toMatchObject({ code: 'session.verification_blocked_too_many_attempts' });
});

test('counts attempts on a device separately', async () => {
  await lock('zoe', 'stolen');
  await guess('zoe');
  await guess('zoe', 'own');
});

test('is recorded in the audit log without the identifier', async () => {
  await lock('trail@example.com');
  await unlock(['trail@example.com', 'trail@example.com']);
  await app.worker.drain();
  const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  const subjectId = createHash('sha256').update('trail@example.com').digest('hex');
  const mine = rows.filter(({ payload }) => JSON.stringify(payload).includes(subjectId));
  expect(mine.map(({ key }) => key)).toEqual(['User.Lockout.Cleared']);
  expect(JSON.stringify(rows)).not.toContain('trail@example.com');
});

test.each([
  {},
  { targetType: 'User' },
  { targetType: 'Nobody', targets: ['x'] },
  { targetType: 'User', targets: 'x' },
  { targetType: 'User', targets: [''] },
  { targetType: 'User', targets: Array(101).fill('x') },
  { targetType: 'User', targets: ['x'], tenantId: 'admin' },
])('rejects %j', async (body) => {
  const { status } = await app.call(throttleApi.unlock, { token, body: body as never });
  expect(status).toBe(400);
});

test('an empty list changes nothing, and an application is not a user', async () => {
  await lock('solid');
  expect((await unlock([])).status).toBe(204);
  expect((await unlock(['solid'], 'App')).status).toBe(204);
  await expect(guess('solid')).rejects.toThrow();
});

test('does not unlock another tenant', async () => {
  await lock('twin', undefined, 'admin');
  await unlock(['twin']);
  await expect(guess('twin', undefined, 'admin')).rejects.toThrow();
});

const list = () => app.call(throttleApi.list, { token, query: {} });

test('lists who is locked, why and until when, and unlocks some of them', async () => {
  await lock('listed@example.com');
  await lock('listed@example.com', 'laptop');
  await lock('kept@example.com');
  const { status, body } = await list();
  expect(status).toBe(200);
  const listed = body.filter(({ identifier }) => identifier === 'listed@example.com');
  expect(listed).toMatchObject([
    { action: 'Password', isKnownDevice: true, failures: 2 },
    { action: 'Password', isKnownDevice: false, failures: 2 },
  ]);
  for (const { lockedAt, lockedUntil } of listed) {
    expect(lockedUntil - lockedAt).toBe(policy.lockoutDuration * 60_000);
  }
  const ids = listed.slice(0, 1).map(({ id }) => id);
  const unlockSome = () => app.call(throttleApi.unlockSome, { token, body: { ids } });
  expect(await unlockSome()).toMatchObject({ status: 200, body: { unlocked: 1 } });
  // The identifier is unlocked on every device.
  await guess('listed@example.com');
  await guess('listed@example.com', 'laptop');
  const left = (await list()).body.map(({ identifier }) => identifier);
  expect(left).toContain('kept@example.com');
  expect(left).not.toContain('listed@example.com');
  expect(await unlockSome()).toMatchObject({ body: { unlocked: 0 } });
});

test('lists a locked second factor with the name of its owner, and unlocks it in both ways', async () => {
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'Factory', name: 'Fay' } });
  const target = factorTarget('Totp', user.id);
  const mine = async () => (await list()).body.filter(({ factor }) => factor?.userId === user.id);
  await lock(target);
  const [locked] = await mine();
  expect(locked?.factor).toEqual({ type: 'Totp', userId: user.id, userName: 'Fay' });
  await app.call(throttleApi.unlockSome, { token, body: { ids: [locked?.id ?? ''] } });
  expect(await mine()).toEqual([]);
  await guess(target);
  await lock(factorTarget('BackupCode', user.id));
  await unlock([factorTarget('BackupCode', user.id)]);
  expect(await mine()).toEqual([]);
});

test('the table contains no identifier in clear text', async () => {
  await lock('canary@example.com');
  const rows = await app.read('default', (db) => db.selectFrom('sentinel_activities').selectAll().execute());
  expect(JSON.stringify(rows)).not.toContain('canary');
});

test('another tenant sees no locked identifiers and cannot unlock them', async () => {
  await lock('foreign@example.com');
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  const ids = (await list()).body.filter(({ identifier }) => identifier === 'foreign@example.com').map(({ id }) => id);
  expect(ids).toHaveLength(1);
  const seen = (await app.call(throttleApi.list, { ...admin, query: {} })).body.map(({ identifier }) => identifier);
  expect(seen).not.toContain('foreign@example.com');
  expect((await app.call(throttleApi.unlockSome, { ...admin, body: { ids } })).body).toEqual({ unlocked: 0 });
  await expect(guess('foreign@example.com')).rejects.toThrow();
});

test('a lock lasts as long as the policy says, also for longer than a day', async () => {
  const long = { maxAttempts: 1, lockoutDuration: 60 * 24 * 7 };
  const once = () =>
    throttled(app.app, 'default', { target: 'week', action: 'Password', policy: long }, async () => undefined);
  await expect(once()).rejects.toThrow();
  await app.write('default', (db) =>
    sql`update sentinel_activities set created_at = now() - interval '3 days',
      decision_expires_at = now() + interval '4 days' where decision = 'Blocked'
      and decision_expires_at > now() + interval '2 days'`.execute(db),
  );
  await app.app.tenancy.system((db) => deleteOldActivities(db));
  await expect(once()).rejects.toMatchObject({ code: 'session.verification_blocked_too_many_attempts' });
});
