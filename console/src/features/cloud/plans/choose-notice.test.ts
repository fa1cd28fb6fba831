import { expect, test } from 'vitest';
import { chooseNotice, reachedLimit } from './choose-notice.ts';

const calm = {
  isSuspended: false,
  tag: 'production',
  planId: 'free',
  openInvoices: [],
  usage: { activeUsers: 49_999, tokenUsage: 499_999 },
  quota: { mauLimit: 50_000, tokenLimit: 500_000 },
  subscription: { isEnterprisePlan: false },
} as const;
const overTokens = { ...calm, usage: { activeUsers: 1, tokenUsage: 500_000 } };
const overUsers = { ...calm, usage: { activeUsers: 50_000, tokenUsage: 500_000 } };
const overdue = { ...overUsers, openInvoices: [{ id: 'i1', amountDue: 1600 }] };
const unread = { developmentTenantMigrationNotification: { isPaidTenant: false, tag: 'staging' } };
const read = { developmentTenantMigrationNotification: { isPaidTenant: false, tag: 'staging', readAt: 1 } };

test('shows no notice when nothing is wrong', () => {
  expect(chooseNotice(calm, undefined, [])).toBeUndefined();
  expect(chooseNotice(calm, read, [])).toBeUndefined();
});

test('shows one notice at a time: changes, unpaid bills, usage, each until it is closed', () => {
  expect(chooseNotice(overdue, unread, [])).toBe('migration');
  expect(chooseNotice(overdue, unread, ['migration'])).toBe('overdue');
  expect(chooseNotice(overdue, read, [])).toBe('overdue');
  expect(chooseNotice(overdue, read, ['overdue'])).toBe('usage');
  expect(chooseNotice(overdue, read, ['overdue', 'usage'])).toBeUndefined();
});

test('shows no notice for suspended and development tenants', () => {
  expect(chooseNotice({ ...overdue, isSuspended: true }, unread, [])).toBeUndefined();
  expect(chooseNotice({ ...overdue, tag: 'development' }, undefined, [])).toBeUndefined();
});

test('does not ask customers with an agreed plan to pay here', () => {
  const agreed = { ...overdue, planId: 'acme-deal', subscription: { isEnterprisePlan: true } };
  expect(chooseNotice(agreed, undefined, [])).toBe('usage');
  expect(chooseNotice({ ...agreed, quota: { mauLimit: null, tokenLimit: 1 } }, undefined, [])).toBeUndefined();
});

test('tokens count at the limit, and only if they are not billed; active users come first', () => {
  expect(reachedLimit(calm)).toBeUndefined();
  expect(reachedLimit(overTokens)).toBe('tokenLimit');
  expect(reachedLimit(overUsers)).toBe('mauLimit');
  expect(reachedLimit({ ...overTokens, planId: 'pro-202509' })).toBeUndefined();
});
