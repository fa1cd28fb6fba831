import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { addOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { judgeUsage } from '#features/cloud/plans/shared/judge-usage.ts';
import { billedAs, chargedPrices } from './billed-as.ts';

const bill = { subtotal: 1600, total: 1600 };
const agreement = { planId: 'pro-202509', isEnterprisePlan: false, upcomingInvoice: bill };

test('a plan is bought, given by an operator, agreed on, or free', () => {
  expect(billedAs(agreement)).toBe('bought');
  expect(billedAs({ ...agreement, upcomingInvoice: { subtotal: 0, total: 0 } })).toBe('bought');
  expect(billedAs({ ...agreement, upcomingInvoice: null })).toBe('given');
  expect(billedAs({ planId: 'acme-2026', isEnterprisePlan: true, upcomingInvoice: null })).toBe('agreed');
  expect(billedAs({ planId: 'free', isEnterprisePlan: false, upcomingInvoice: null })).toBe('free');
});

test('usage beyond a plan given by an operator has no price and no limit', () => {
  // Only the tested key.
  const basicQuota = { resourcesLimit: 3 } as Quota;
  const usage = {
    quota: basicQuota,
    basicQuota,
    usage: { resourcesLimit: 5 },
    pendingMembers: 0,
    resources: {},
    roles: {},
  };
  const cardOf = (upcomingInvoice: typeof bill | null) =>
    judgeUsage(
      'resourcesLimit',
      agreement.planId,
      usage,
      chargedPrices({ ...agreement, upcomingInvoice }, addOnPrices([])),
    );
  expect(cardOf(bill)).toMatchObject({ extra: { count: 2, amount: 800 }, price: { unitPrice: 400 }, isFull: false });
  expect(cardOf(null)).toMatchObject({ used: 5, included: 3, extra: undefined, price: undefined, isFull: false });
});
