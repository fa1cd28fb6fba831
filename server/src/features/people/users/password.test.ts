import { hash } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { hashEveryTime } from '../../../platform/testing/quick-passwords.ts';
import { hashPassword, verifyBcrypt, verifyPassword } from './password.ts';

hashEveryTime();

test('leaves threads for other passwords during many checks', async () => {
  const stored = await hashPassword('argon2');
  const digest = await hash('bcrypt', 8);
  let done = 0;
  const checks = Array.from({ length: 24 }, async () => {
    const isRight = await verifyBcrypt('bcrypt', digest);
    done += 1;
    return isRight;
  });
  // The other password arrives while checks are running.
  await expect.poll(() => done).toBeGreaterThan(0);
  const before = done;
  expect(await verifyPassword('argon2', stored)).toBe(true);
  // If the checks filled the pool, all of them would start before it.
  expect(done - before).toBeLessThan(12);
  expect(await Promise.all(checks)).toEqual(Array(24).fill(true));
});

test.each([
  ['letters beyond ASCII', 'größe €😀'],
  ['72 bytes', 'x'.repeat(72)],
  ['NUL', 'one\0two'],
  ['nothing', ''],
])('verifies a password of %s completely', async (_, password) => {
  const digest = await hash(password, 4);
  expect([await verifyBcrypt(password, digest), await verifyBcrypt(`y${password.slice(1)}`, digest)]).toEqual([
    true,
    false,
  ]);
});

test('uses only the first 72 bytes, like all bcrypt implementations', async () => {
  const digest = await hash('x'.repeat(72), 4);
  expect(await verifyBcrypt('x'.repeat(100), digest)).toBe(true);
  expect(await verifyBcrypt('x'.repeat(71), digest)).toBe(false);
});
