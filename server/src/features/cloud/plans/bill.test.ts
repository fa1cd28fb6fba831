import type { Sku } from '@postern/contracts/cloud/plans';
import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { billAddOns } from './price.ts';

const addOn = (
  name: string,
  unitPrice: number | null,
  quota: Partial<Quota>,
): Pick<Sku, 'name' | 'unitPrice' | 'quota'> => ({
  name,
  unitPrice,
  quota,
});
const addOns = [
  addOn('machines', 800, { machineToMachineLimit: 1 }),
  addOn('organizations', 4800, { organizationsLimit: null }),
  addOn('mfa', 4800, { mfaEnabled: true }),
  addOn('rbac', 3200, { userRolesLimit: null, machineToMachineRolesLimit: null }),
  addOn('tokens', 8000, { tokenLimit: 1_000_000 }),
  addOn('priceless', null, { hooksLimit: 1 }),
];
// All other keys are unlimited.
const included = {
  machineToMachineLimit: 1,
  organizationsLimit: 0,
  mfaEnabled: false,
  userRolesLimit: 0,
  machineToMachineRolesLimit: 1,
  tokenLimit: 1_000_000,
  hooksLimit: 0,
} as unknown as Quota;
const bill = (usage: Record<string, number | boolean>, quota = included) =>
  billAddOns(quota, usage, addOns).map(({ description, quantity, amount }) => [description, quantity, amount]);

test('charges nothing for usage that the plan includes', () => {
  expect(bill({ machineToMachineLimit: 1, tokenLimit: 1_000_000, mfaEnabled: false, organizationsLimit: 0 })).toEqual(
    [],
  );
});

test('charges each additional unit, or a flat price once', () => {
  expect(bill({ machineToMachineLimit: 4, organizationsLimit: 25, mfaEnabled: true })).toEqual([
    ['machines', 3, 2400],
    ['organizations', 1, 4800],
    ['mfa', 1, 4800],
  ]);
});

test('charges tokens per started million', () => {
  expect([1_000_001, 2_000_000, 2_000_001].map((tokenLimit) => bill({ tokenLimit })[0]?.[1])).toEqual([1, 1, 2]);
});

test('charges one price for both kinds of roles on older plans', () => {
  expect(bill({ userRolesLimit: 0, machineToMachineRolesLimit: 1 })).toEqual([]);
  expect(bill({ userRolesLimit: 3, machineToMachineRolesLimit: 5 })).toEqual([['rbac', 1, 3200]]);
});

test('skips usage without a limit, a price or a number', () => {
  const unlimited = { ...included, machineToMachineLimit: null, mfaEnabled: true };
  expect(bill({ machineToMachineLimit: 50, mfaEnabled: true, hooksLimit: 9 }, unlimited)).toEqual([]);
  expect(bill({})).toEqual([]);
});
