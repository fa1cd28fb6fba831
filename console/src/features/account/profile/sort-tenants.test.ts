import type { Tenant } from '@postern/contracts/cloud/tenants';
import { expect, test } from 'vitest';
import { sortTenants } from './sort-tenants.ts';

const tenant = (id: string, more: object = {}): Tenant =>
  ({
    id,
    name: id,
    planId: 'free',
    openInvoices: [],
    subscription: { status: 'active' },
    ...more,
  }) as unknown as Tenant;
const named = (id: string) => ({ id, name: id });
const ids = (tenants: readonly { id: string }[]) => tenants.map(({ id }) => id);
const nothing = { deletes: [], leaves: [], paid: [], lastAdmin: [] };

test('shows what the server does with the tenants', () => {
  const plan = sortTenants([tenant('alone'), tenant('shared'), tenant('admin', { planId: 'admin' })], {
    ...nothing,
    deletes: [named('alone')],
    leaves: [named('shared'), named('admin')],
  });
  expect(ids(plan.deletes)).toEqual(['alone']);
  expect(ids(plan.leaves)).toEqual(['shared', 'admin']);
  expect(plan.isBlocked).toBe(false);
});

test('a shared tenant without another administrator blocks the deletion', () => {
  const { blocked, isBlocked } = sortTenants([tenant('team')], { ...nothing, lastAdmin: [named('team')] });
  expect(ids(blocked.lastAdmin)).toEqual(['team']);
  expect(isBlocked).toBe(true);
});

test('a paid plan, an inactive subscription and an open invoice each block the deletion', () => {
  const { blocked, isBlocked } = sortTenants(
    [
      tenant('calm'),
      tenant('paid', { planId: 'pro-202509' }),
      tenant('agreed', { planId: 'acme-deal' }),
      tenant('late', { planId: 'pro', subscription: { status: 'past_due' }, openInvoices: [{}] }),
      tenant('paused', { subscription: { status: 'paused' } }),
      tenant('owing', { openInvoices: [{}] }),
    ],
    nothing,
  );
  expect(ids(blocked.paidPlan)).toEqual(['paid', 'agreed', 'late']);
  expect(ids(blocked.subscriptionStatus)).toEqual(['late', 'paused']);
  expect(ids(blocked.openInvoice)).toEqual(['late', 'owing']);
  expect(isBlocked).toBe(true);
});

test('a tenant that only the server counts as paid blocks the deletion, and is listed once', () => {
  const paid = [named('calm'), named('paid')];
  const { blocked, isBlocked } = sortTenants([tenant('calm'), tenant('paid', { planId: 'pro' })], { ...nothing, paid });
  expect(ids(blocked.paidPlan)).toEqual(['paid', 'calm']);
  expect(isBlocked).toBe(true);
});
