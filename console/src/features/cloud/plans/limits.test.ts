import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { RequestError } from '#platform/client/request-error.ts';
import { checkLimit, chooseNotice, findLimits, planTagOf, reachedLimit } from './limits.ts';

const refused = (code: string, message: string, data?: unknown) =>
  findLimits(new RequestError(message, { status: 403, body: { code, message, data } }));
const says = 'Status exception: Exceeded quota limit.';

test('our own error names the limit and its value', () => {
  const code = 'subscription.limit_exceeded';
  expect(refused(code, 'No.', { key: 'applicationsLimit', limit: 3, usage: 3 })).toEqual([
    { key: 'applicationsLimit', limit: 3 },
  ]);
  expect(refused(code, 'No.', { key: 'customJwtEnabled' })).toEqual([{ key: 'customJwtEnabled' }]);
});

test('errors of other servers name limits by object keys', () => {
  expect(refused('', `${says} {"hooksLimit":1,"mfaEnabled":false}`)).toEqual([
    { key: 'hooksLimit', limit: 1 },
    { key: 'mfaEnabled' },
  ]);
});

test('an error without known keys is still a plan error', () => {
  expect(refused('', says)).toEqual([]);
  expect(refused('', `${says} {"hooksLimit":`)).toEqual([]);
  expect(refused('', `${says} {"shoeSize":42}`)).toEqual([]);
  expect(refused('subscription.limit_exceeded', 'No.')).toEqual([]);
  expect(refused('subscription.limit_exceeded', 'No.', { key: 'toString' })).toEqual([]);
});

test('all other errors are not plan errors', () => {
  expect(refused('auth.forbidden', 'You may not.')).toBeUndefined();
  expect(refused('', `It said: ${says} {}`)).toBeUndefined();
  expect(findLimits(new RequestError('network', { status: 0, failure: 'network' }))).toBeUndefined();
});

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

const quota = (values: Partial<Quota>) => values as Quota;
const use = (included: Partial<Quota>, usage: Record<string, number | boolean>, now: Partial<Quota> = included) => ({
  basicQuota: quota(included),
  quota: quota(now),
  usage,
  pendingMembers: 0,
});
const billed = { subscription: { upcomingInvoice: { subtotal: 1600, total: 1600 } } };
const unbilled = { subscription: { upcomingInvoice: null } };
const free = { tag: 'production', planId: 'free', ...unbilled } as const;
const pro = { tag: 'production', planId: 'pro-202509', ...billed } as const;
const given = { tag: 'production', planId: 'pro-202509', ...unbilled } as const;
const agreed = { tag: 'production', planId: 'acme-deal', ...unbilled } as const;
const development = { tag: 'development', planId: 'dev', ...unbilled } as const;

test('a plan without add-ons stops at its limit', () => {
  expect(
    checkLimit(free, use({ applicationsLimit: 3 }, { applicationsLimit: 2 }), 'applicationsLimit'),
  ).toBeUndefined();
  expect(checkLimit(free, use({ applicationsLimit: 3 }, { applicationsLimit: 3 }), 'applicationsLimit')).toEqual({
    kind: 'reached',
    limit: 3,
  });
  expect(checkLimit(free, use({ organizationsLimit: 0 }, {}), 'organizationsLimit')).toMatchObject({ limit: 0 });
  expect(checkLimit(free, use({ customJwtEnabled: false }, {}), 'customJwtEnabled')).toMatchObject({ limit: 0 });
  expect(checkLimit(free, use({ customJwtEnabled: true }, {}), 'customJwtEnabled')).toBeUndefined();
  expect(checkLimit(free, use({ resourcesLimit: null }, { resourcesLimit: 99 }), 'resourcesLimit')).toBeUndefined();
});

test('a paid plan bills usage beyond it, and announces it only then', () => {
  const open = { resourcesLimit: null, mfaEnabled: true };
  const at = (count: number) => use({ resourcesLimit: 3, mfaEnabled: false }, { resourcesLimit: count }, open);
  expect(checkLimit(pro, at(2), 'resourcesLimit')).toBeUndefined();
  expect(checkLimit(pro, at(3), 'resourcesLimit')).toEqual({ kind: 'addOn', included: 3, isFlat: false });
  expect(checkLimit(pro, at(0), 'mfaEnabled')).toEqual({ kind: 'addOn', included: 0, isFlat: true });
  expect(checkLimit(agreed, at(3), 'resourcesLimit')).toBeUndefined();
  expect(checkLimit(given, at(3), 'resourcesLimit')).toBeUndefined();
});

test('tags are shown in development and on paid plans; add-ons only if they are billed', () => {
  const some = use({ resourcesLimit: 3, userRolesLimit: null, customJwtEnabled: true }, {});
  expect(planTagOf(pro, some, 'resourcesLimit')).toBe('addOn');
  expect(planTagOf(pro, some, 'userRolesLimit')).toBe('plan');
  expect(planTagOf(pro, some, 'customJwtEnabled')).toBe('plan');
  expect(planTagOf(development, some, 'resourcesLimit')).toBe('plan');
  expect(planTagOf(free, some, 'resourcesLimit')).toBeUndefined();
  expect(planTagOf(agreed, some, 'resourcesLimit')).toBeUndefined();
});

test('pending invitations count as members', () => {
  const members = (pendingMembers: number) => ({
    ...use({ tenantMembersLimit: 20 }, { tenantMembersLimit: 15 }),
    pendingMembers,
  });
  expect(checkLimit(development, members(4), 'tenantMembersLimit')).toBeUndefined();
  expect(checkLimit(development, members(5), 'tenantMembersLimit')).toEqual({ kind: 'reached', limit: 20 });
});
