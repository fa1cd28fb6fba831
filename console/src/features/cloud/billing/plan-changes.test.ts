import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { changeOf, listLosses } from './plan-changes.ts';

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

test('lists only reduced limits, exceeded ones first', () => {
  // Keys that are not tested are equal on both sides.
  const quota = {
    mauLimit: null,
    tokenLimit: 500,
    resourcesLimit: null,
    customJwtEnabled: true,
    scopesPerRoleLimit: 1,
  } as Quota;
  const now: SubscriptionUsage = {
    quota,
    basicQuota: quota,
    usage: { mauLimit: 12, resourcesLimit: 3, customJwtEnabled: true },
    pendingMembers: 0,
    resources: {},
    roles: {},
  };
  const free = { mauLimit: 50, tokenLimit: 500, resourcesLimit: 0, customJwtEnabled: false, scopesPerRoleLimit: 1 };
  expect(listLosses(now, { quota: free })).toEqual([
    { key: 'resourcesLimit', left: 0, used: 3, isTooMuch: true },
    { key: 'customJwtEnabled', left: 0, used: 1, isTooMuch: true },
    { key: 'mauLimit', left: 50, used: 12, isTooMuch: false },
  ]);
});
