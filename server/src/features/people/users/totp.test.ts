import { expect, test } from 'vitest';
import { totpCode, totpStep, verifyTotpCode } from './totp.ts';

/** The secret of RFC 6238, appendix B: the text `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s (RFC 6238, appendix B)', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
});

test('accepts the steps next to the current one and no others', () => {
  const now = 1_700_000_000_000;
  const current = totpStep(now);
  const accepted = [-2, -1, 0, 1, 2].map((away) => verifyTotpCode(secret, totpCode(secret, current + away), 0, now));
  expect(accepted).toEqual([undefined, current - 1, current, current + 1, undefined]);
});

test('rejects a step that was used, and the ones before it', () => {
  const now = 1_700_000_000_000;
  const current = totpStep(now);
  const after = (away: number) => verifyTotpCode(secret, totpCode(secret, current + away), current, now);
  expect([after(-1), after(0), after(1)]).toEqual([undefined, undefined, current + 1]);
});

test.each(['', '1', '12345', '1234567', 'abcdef', '000000 '])('%j is not a code', (code) => {
  expect(verifyTotpCode(secret, code, 0, 1_700_000_000_000)).toBeUndefined();
});
