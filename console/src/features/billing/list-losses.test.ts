import type { SubscriptionUsage } from '@postern/contracts/plans';
import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { listLosses } from './list-losses.ts';

test('only what becomes less is listed, and what is in use too much stands first', () => {
  // Keys that nobody speaks of are the same on both sides.
  const quota = { mauLimit: null, tokenLimit: 500, organizationsLimit: null, mfaEnabled: true, hooksLimit: 1 } as Quota;
  const now: SubscriptionUsage = {
    quota,
    basicQuota: quota,
    usage: { mauLimit: 12, organizationsLimit: 3, mfaEnabled: true },
    resources: {},
    roles: {},
  };
  const free = { mauLimit: 50, tokenLimit: 500, organizationsLimit: 0, mfaEnabled: false, hooksLimit: 1 };
  expect(listLosses(now, { quota: free })).toEqual([
    { key: 'mfaEnabled', left: 0, used: 1, isTooMuch: true },
    { key: 'organizationsLimit', left: 0, used: 3, isTooMuch: true },
    { key: 'mauLimit', left: 50, used: 12, isTooMuch: false },
  ]);
});
