import { expect, test } from 'vitest';
import { changeOf } from './rank-plan.ts';

test.each([
  ['free', 'free', 'current'],
  ['free', 'pro-202509', 'upgrade'],
  ['pro-202509', 'free', 'downgrade'],
  ['pro', 'pro-202509', 'switch'],
  ['pro-202411', 'acme-2026', 'upgrade'],
  ['acme-2026', 'pro-202509', 'downgrade'],
  ['acme-2026', 'other-2026', 'switch'],
] as const)('from %s to %s: %s', (from, to, change) => {
  expect(changeOf(from, to)).toBe(change);
});
