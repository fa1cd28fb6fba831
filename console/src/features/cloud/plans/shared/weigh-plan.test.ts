import type { Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { wholeQuota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { addOnPrices } from './add-on-prices.ts';
import { weighPlan } from './weigh-plan.ts';

const row = { productId: null, defaultPriceId: null, isDefault: false, createdAt: '', updatedAt: '' };
const free: Sku = {
  ...row,
  id: 'free',
  name: 'Free',
  type: 'Basic',
  unitPrice: 0,
  quota: {
    mauLimit: 50,
    applicationsLimit: 3,
    machineToMachineLimit: 1,
    tenantMembersLimit: 1,
    customJwtEnabled: false,
  },
};
const pro: Sku = {
  ...row,
  id: 'pro-202509',
  name: 'Pro',
  type: 'Basic',
  unitPrice: 1600,
  quota: { machineToMachineLimit: 1, tenantMembersLimit: 3, securityFeaturesEnabled: false, mfaEnabled: false },
};
const prices = addOnPrices([]);
const open = wholeQuota({});
const using = (usage: SubscriptionUsage['usage'], pendingMembers = 0): SubscriptionUsage => ({
  quota: open,
  basicQuota: open,
  usage,
  pendingMembers,
  resources: {},
  roles: {},
});

test('does not list what fits into the plan', () => {
  const usage = using({ applicationsLimit: 3, machineToMachineLimit: 1, tenantMembersLimit: 1, mauLimit: 90 });
  expect(weighPlan(usage, free, prices)).toEqual([]);
  expect(weighPlan(usage, pro, prices)).toEqual([]);
});

test('on a free plan counted items must be removed first and features stop working', () => {
  const usage = using({ applicationsLimit: 5, tenantMembersLimit: 1, customJwtEnabled: true }, 2);
  expect(weighPlan(usage, free, prices)).toEqual([
    { key: 'applicationsLimit', used: 5, limit: 3, effect: 'remove' },
    { key: 'tenantMembersLimit', used: 3, limit: 1, effect: 'remove' },
    { key: 'customJwtEnabled', used: 1, limit: 0, effect: 'stop' },
  ]);
});

test('on a paid plan excess usage is billed, except pending invitations', () => {
  const usage = using(
    { machineToMachineLimit: 3, tenantMembersLimit: 3, securityFeaturesEnabled: true, customJwtEnabled: true },
    4,
  );
  expect(weighPlan(usage, pro, prices)).toEqual([
    { key: 'machineToMachineLimit', used: 3, limit: 1, effect: 'bill', amount: 1600 },
    { key: 'securityFeaturesEnabled', used: 1, limit: 0, effect: 'bill', amount: 4800 },
  ]);
});
