import { expect, test } from 'vitest';
import { billedAs } from './billed-as.ts';

const bill = { subtotal: 1600, total: 1600 };
const agreement = { planId: 'pro-202509', isEnterprisePlan: false, upcomingInvoice: bill };

test('a plan is bought, given by an operator, agreed on, or free', () => {
  expect(billedAs(agreement)).toBe('bought');
  expect(billedAs({ ...agreement, upcomingInvoice: { subtotal: 0, total: 0 } })).toBe('bought');
  expect(billedAs({ ...agreement, upcomingInvoice: null })).toBe('given');
  expect(billedAs({ planId: 'acme-2026', isEnterprisePlan: true, upcomingInvoice: null })).toBe('agreed');
  expect(billedAs({ planId: 'free', isEnterprisePlan: false, upcomingInvoice: null })).toBe('free');
});
