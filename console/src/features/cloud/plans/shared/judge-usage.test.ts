import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { addOnPrices } from './add-on-prices.ts';
import { judgeUsage } from './judge-usage.ts';
import { usageKeysOf } from './usage-keys.ts';

const prices = addOnPrices([]);

function answer(quota: Partial<Quota>, usage: SubscriptionUsage['usage']): SubscriptionUsage {
  // Only the keys of a test are read.
  const basicQuota = quota as Quota;
  return { quota: basicQuota, basicQuota, usage, pendingMembers: 0, resources: {}, roles: {} };
}

test('the free plan shows active users and tokens, the latest Pro all but roles and third-party apps, the others all', () => {
  expect(usageKeysOf('free')).toEqual(['mauLimit', 'tokenLimit']);
  expect(usageKeysOf('pro-202509')).toEqual([
    'mauLimit',
    'organizationsLimit',
    'mfaEnabled',
    'enterpriseSsoLimit',
    'resourcesLimit',
    'machineToMachineLimit',
    'samlApplicationsLimit',
    'tenantMembersLimit',
    'hooksLimit',
    'tokenLimit',
    'securityFeaturesEnabled',
  ]);
  expect(usageKeysOf('pro')).toHaveLength(13);
  expect(usageKeysOf('acme-2026')).toHaveLength(13);
});

test('the limit is reached at its value, unless more can be bought', () => {
  const full = (planId: string, tokens: number) =>
    judgeUsage('tokenLimit', planId, answer({ tokenLimit: 500 }, { tokenLimit: tokens }), prices).isFull;
  expect(full('free', 499)).toBe(false);
  expect(full('free', 500)).toBe(true);
  expect(full('pro-202509', 900)).toBe(false);
  expect(full('acme-2026', 500)).toBe(true);
});

test('there is no included amount if a plan has no limit or includes none', () => {
  expect(judgeUsage('mauLimit', 'pro-202509', answer({ mauLimit: null }, { mauLimit: 7 }), prices)).toMatchObject({
    used: 7,
    included: undefined,
    percent: undefined,
    isFull: false,
    extra: undefined,
  });
  const none = judgeUsage('samlApplicationsLimit', 'pro-202509', answer({ samlApplicationsLimit: 0 }, {}), prices);
  expect(none).toMatchObject({ used: 0, included: undefined, percent: undefined, extra: undefined });
});

test('usage beyond the plan is priced each, flat, or per pack', () => {
  const on = (key: Parameters<typeof judgeUsage>[0], quota: Partial<Quota>, usage: SubscriptionUsage['usage']) =>
    judgeUsage(key, 'pro-202509', answer(quota, usage), prices).extra;
  expect(on('resourcesLimit', { resourcesLimit: 3 }, { resourcesLimit: 3 })).toBeUndefined();
  expect(on('resourcesLimit', { resourcesLimit: 3 }, { resourcesLimit: 5 })).toEqual({ count: 2, amount: 800 });
  expect(on('organizationsLimit', { organizationsLimit: 0 }, { organizationsLimit: 312 })).toEqual({
    count: 312,
    amount: 4800,
  });
  expect(on('mfaEnabled', { mfaEnabled: false }, { mfaEnabled: true })).toEqual({ count: 1, amount: 4800 });
  expect(on('tokenLimit', { tokenLimit: 1_000_000 }, { tokenLimit: 2_000_001 })).toEqual({ count: 2, amount: 16_000 });
});

test('roles count as used from the first user role or the second machine-to-machine role', () => {
  const rbac = (userRolesLimit: number, machineToMachineRolesLimit: number, quota: Partial<Quota>) =>
    judgeUsage('rbacEnabled', 'pro', answer(quota, { userRolesLimit, machineToMachineRolesLimit }), prices);
  const older = { userRolesLimit: 0, machineToMachineRolesLimit: 1 };
  expect(rbac(0, 1, older).used).toBe(false);
  expect(rbac(1, 0, older)).toMatchObject({ used: true, extra: { amount: 3200 } });
  expect(rbac(0, 2, older).used).toBe(true);
  expect(rbac(1, 2, { userRolesLimit: null, machineToMachineRolesLimit: null }).extra).toBeUndefined();
});

test('operator prices take precedence over the default ones', () => {
  const row = { productId: null, defaultPriceId: null, isDefault: false, createdAt: '', updatedAt: '' };
  const sold = addOnPrices([
    { ...row, id: 'tokens', name: 'Tokens', type: 'AddOn', unitPrice: 500, quota: { tokenLimit: 250_000 } },
    { ...row, id: 'mfa', name: 'MFA', type: 'AddOn', unitPrice: 100, quota: { mfaEnabled: true } },
  ]);
  expect(sold.tokenLimit).toEqual({ unitPrice: 500, per: 'pack', size: 250_000 });
  expect(sold.mfaEnabled).toEqual({ unitPrice: 100, per: 'flat' });
  expect(sold.resourcesLimit).toEqual({ unitPrice: 400, per: 'each' });
});
