import { createHash } from 'node:crypto';
import { throttleApi } from '@postern/contracts/records/throttle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing.ts';
import { throttled } from './index.ts';

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
  expect((await unlock(['ada', 'bob@example.com', 'Cid@Example.COM ', 'never-seen'])).status).toBe(204);
  await guess('ada');
  await guess('ada', 'laptop');
  await guess('bob@example.com');
  await guess('cid@example.com');
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
