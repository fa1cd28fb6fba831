import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { throttled } from './index.ts';
import { networkOf } from './limit-networks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test.each([
  ['203.0.114.77', '203.0.114.0/24'],
  ['::ffff:203.0.114.77', '203.0.114.0/24'],
  ['2a01:4f8:aaaa:bbbb:1::2', '2a01:4f8:aaaa::/48'],
  ['127.0.0.1', undefined],
  ['10.1.2.3', undefined],
  ['192.168.0.9', undefined],
  ['fd00::1', undefined],
  ['nonsense', undefined],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

let count = 0;
const guess = (address: string, options: { device?: string; isRight?: boolean; tenantId?: string } = {}) => {
  count += 1;
  const { device, isRight, tenantId = 'default' } = options;
  // Each attempt is for another account, so that none of them is ever locked.
  return throttled(app.app, tenantId, { target: `victim-${count}`, device, address, action: 'Password' }, async () =>
    isRight ? true : undefined,
  );
};

test('leaked passwords for many accounts from one address are slowed down (credential stuffing)', async () => {
  const address = '203.0.114.10';
  for (let attempt = 0; attempt < 101; attempt += 1) {
    await guess(address);
  }
  const refused = { code: 'session.verification_blocked_too_many_attempts' };
  await expect(guess(address)).rejects.toMatchObject(refused);
  await expect(guess(address, { isRight: true })).rejects.toMatchObject(refused);
  // Others are not affected: a known device, another address, another tenant.
  expect(await guess(address, { device: 'laptop', isRight: true })).toBe(true);
  expect(await guess('203.0.114.11', { isRight: true })).toBe(true);
  expect(await guess(address, { isRight: true, tenantId: 'admin' })).toBe(true);
});

test('many addresses of one network are slowed down together, and reported once', async () => {
  for (let attempt = 0; attempt < 302; attempt += 1) {
    await guess(`2a01:4f8:1:${(attempt % 250).toString(16)}::1`).catch(() => undefined);
  }
  await expect(guess('2a01:4f8:1:ffff::9', { isRight: true })).rejects.toThrow();
  expect(await guess('2a01:4f8:2::1', { isRight: true })).toBe(true);
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'Network.Attempts.Limited').execute(),
  );
  const reports = rows.filter(({ payload }) => JSON.stringify(payload).includes('2a01:4f8:1::/48'));
  expect(reports).toHaveLength(1);
});

test('correct attempts and private addresses are never slowed down', async () => {
  for (let attempt = 0; attempt < 110; attempt += 1) {
    await guess('203.0.115.1', { isRight: true });
    await guess('10.0.0.1');
  }
  expect(await guess('203.0.115.1', { isRight: true })).toBe(true);
  expect(await guess('10.0.0.1', { isRight: true })).toBe(true);
});
