import type { Quota } from '@postern/contracts/quota';
import { expect, test } from 'vitest';
import { judgeTag, judgeUse } from './judge-use.ts';

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
  expect(judgeUse(free, use({ applicationsLimit: 3 }, { applicationsLimit: 2 }), 'applicationsLimit')).toBeUndefined();
  expect(judgeUse(free, use({ applicationsLimit: 3 }, { applicationsLimit: 3 }), 'applicationsLimit')).toEqual({
    kind: 'reached',
    limit: 3,
  });
  expect(judgeUse(free, use({ organizationsLimit: 0 }, {}), 'organizationsLimit')).toMatchObject({ limit: 0 });
  expect(judgeUse(free, use({ customJwtEnabled: false }, {}), 'customJwtEnabled')).toMatchObject({ limit: 0 });
  expect(judgeUse(free, use({ customJwtEnabled: true }, {}), 'customJwtEnabled')).toBeUndefined();
  expect(judgeUse(free, use({ resourcesLimit: null }, { resourcesLimit: 99 }), 'resourcesLimit')).toBeUndefined();
});

test('a paid plan bills usage beyond it, and announces it only then', () => {
  const open = { resourcesLimit: null, mfaEnabled: true };
  const at = (count: number) => use({ resourcesLimit: 3, mfaEnabled: false }, { resourcesLimit: count }, open);
  expect(judgeUse(pro, at(2), 'resourcesLimit')).toBeUndefined();
  expect(judgeUse(pro, at(3), 'resourcesLimit')).toEqual({ kind: 'addOn', included: 3, isFlat: false });
  expect(judgeUse(pro, at(0), 'mfaEnabled')).toEqual({ kind: 'addOn', included: 0, isFlat: true });
  expect(judgeUse(agreed, at(3), 'resourcesLimit')).toBeUndefined();
  expect(judgeUse(given, at(3), 'resourcesLimit')).toBeUndefined();
});

test('tags are shown in development and on paid plans; add-ons only if they are billed', () => {
  const some = use({ resourcesLimit: 3, userRolesLimit: null, customJwtEnabled: true }, {});
  expect(judgeTag(pro, some, 'resourcesLimit')).toBe('addOn');
  expect(judgeTag(pro, some, 'userRolesLimit')).toBe('plan');
  expect(judgeTag(pro, some, 'customJwtEnabled')).toBe('plan');
  expect(judgeTag(development, some, 'resourcesLimit')).toBe('plan');
  expect(judgeTag(free, some, 'resourcesLimit')).toBeUndefined();
  expect(judgeTag(agreed, some, 'resourcesLimit')).toBeUndefined();
});

test('pending invitations count as members', () => {
  const members = (pendingMembers: number) => ({
    ...use({ tenantMembersLimit: 20 }, { tenantMembersLimit: 15 }),
    pendingMembers,
  });
  expect(judgeUse(development, members(4), 'tenantMembersLimit')).toBeUndefined();
  expect(judgeUse(development, members(5), 'tenantMembersLimit')).toEqual({ kind: 'reached', limit: 20 });
});
