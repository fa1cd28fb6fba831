import type { Tenant } from '@postern/contracts/cloud/tenants';
import { expect, test } from 'vitest';
import { isFreeLimitReached, maxFreeTenants } from './count-free.ts';

const tenants = (count: number, more: Partial<Tenant> = {}) =>
  Array.from(
    { length: count },
    (_, index) => ({ id: `x${index}`, tag: 'production', planId: 'free', ...more }) as Tenant,
  );
const administers = (list: readonly Tenant[]) => list.map(({ id }) => `t-${id}:admin`);

test('ten free production tenants are the limit', () => {
  const nine = tenants(maxFreeTenants - 1);
  expect(isFreeLimitReached(nine, administers(nine))).toBe(false);
  const ten = tenants(maxFreeTenants);
  expect(isFreeLimitReached(ten, administers(ten))).toBe(true);
});

test("paid, development and other people's tenants do not count", () => {
  for (const more of [{ planId: 'pro-202509' }, { tag: 'development', planId: 'dev' }] as const) {
    const list = tenants(maxFreeTenants, more);
    expect(isFreeLimitReached(list, administers(list))).toBe(false);
  }
  expect(isFreeLimitReached(tenants(maxFreeTenants), ['t-x0:collaborator'])).toBe(false);
  expect(isFreeLimitReached(tenants(maxFreeTenants))).toBe(false);
});

test('operators have no limit', () => {
  const all = [...tenants(maxFreeTenants), ...tenants(1, { id: 'admin', planId: 'admin' })];
  expect(isFreeLimitReached(all, administers(all))).toBe(false);
});
