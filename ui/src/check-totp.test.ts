import { expect, test } from 'vitest';
import { checkTotp } from './check-totp.ts';

/** `12345678901234567890`, the key of RFC 6238 Appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d seconds the code is %s', async (seconds, code) => {
  expect(await checkTotp(secret, code, seconds * 1000)).toBe(true);
});

test('accepts a clock that is half a minute off, but no more', async () => {
  const at = 1_111_111_109_000;
  expect(await checkTotp(secret, '081804', at + 30_000)).toBe(true);
  expect(await checkTotp(secret, '081804', at - 30_000)).toBe(true);
  expect(await checkTotp(secret, '081804', at + 90_000)).toBe(false);
});

test('rejects a wrong code and the code of another secret', async () => {
  expect(await checkTotp(secret, '000000', 59_000)).toBe(false);
  expect(await checkTotp('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '287082', 59_000)).toBe(false);
});
