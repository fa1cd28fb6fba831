import { hash } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { hashEveryTime } from '../../../platform/testing/quick-passwords.ts';
import { hashPassword, tidyLegacy, verifyBcrypt, verifyPassword } from './password.ts';

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

// The example of github.com/firebase/scrypt, computed again with Python's hashlib.scrypt and openssl's aes-256-ctr.
const firebase = {
  salt: '42xEC+ixf3L2lw==',
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  separator: 'Bw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};

test('verifies what Firebase exports, and does not keep the key of its project', async () => {
  const { salt, signerKey, separator, hash: exported } = firebase;
  const digest = tidyLegacy(JSON.stringify(['firebase-scrypt', [salt, signerKey, separator, 8, 14], exported]));
  expect(digest).not.toContain(signerKey.slice(0, 20));
  const isRight = (password: string) => verifyPassword(password, { digest, method: 'Legacy' });
  expect([await isRight('user1password'), await isRight('user2password')]).toEqual([true, false]);
  const short = ['firebase-scrypt', [salt, 'AAAA', separator, 8, 14], exported];
  expect(() => tidyLegacy(JSON.stringify(short))).toThrowError(
    expect.objectContaining({ code: 'password.invalid_legacy_password_format' }),
  );
});

test('a PBKDF2 salt may be in hexadecimal', async () => {
  // Python: hashlib.pbkdf2_hmac('sha256', b'secret', bytes.fromhex('00ff10'), 1000, 32).hex()
  const expected = '8ee95cc8d379181ef78e124cadf5df57950c93fbd5c67f566db52406ec258bc1';
  const check = (salt: string) => {
    const digest = JSON.stringify(['pbkdf2', [salt, 1000, 32, 'sha256', '@'], expected]);
    return verifyPassword('secret', { digest, method: 'Legacy' });
  };
  expect([await check('hex:00ff10'), await check('hex:00FF10'), await check('00ff10')]).toEqual([true, true, false]);
  for (const salt of ['hex:', 'hex:0', 'hex:0g', 'hex:00 ']) {
    await expect(check(salt)).rejects.toMatchObject({ code: 'password.invalid_legacy_password_format' });
  }
});
