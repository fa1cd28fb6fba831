import { expect, test } from 'vitest';
import { statusOf } from './status.ts';

const wellUsed = {
  isSuspended: false,
  openInvoices: [],
  usage: { activeUsers: 99, tokenUsage: 499 },
  quota: { mauLimit: 100, tokenLimit: 500 },
  planId: 'free',
};
const overTokens = { ...wellUsed, usage: { activeUsers: 99, tokenUsage: 500 } };
const overUsers = { ...overTokens, usage: { activeUsers: 100, tokenUsage: 500 } };
const overdue = { ...overUsers, openInvoices: [{ id: 'i1', amountDue: 1600 }] };

test('a tenant below its limits has no status', () => {
  expect(statusOf(wellUsed)).toBeUndefined();
});

test('suspended comes before overdue, overdue before active users, active users before tokens', () => {
  expect(statusOf({ ...overdue, isSuspended: true })).toBe('suspended');
  expect(statusOf(overdue)).toBe('overdue');
  expect(statusOf(overUsers)).toBe('mauLimit');
  expect(statusOf(overTokens)).toBe('tokenLimit');
});

test('an unlimited quota is never reached, and paid plans pay for tokens', () => {
  expect(statusOf({ ...overUsers, quota: { mauLimit: null, tokenLimit: null } })).toBeUndefined();
  expect(statusOf({ ...overTokens, planId: 'pro-202509' })).toBeUndefined();
  expect(statusOf({ ...overTokens, planId: 'acme-deal' })).toBeUndefined();
  expect(statusOf({ ...overTokens, planId: 'dev' })).toBe('tokenLimit');
});
