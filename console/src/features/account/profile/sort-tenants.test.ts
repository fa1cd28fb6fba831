import type { Tenant } from '@postern/contracts/cloud/tenants';
import { expect, test } from 'vitest';
import { sortTenants } from './sort-tenants.ts';

const tenant = (id: string, more: object = {}): Tenant =>
  ({ id, planId: 'free', openInvoices: [], subscription: { status: 'active' }, ...more }) as unknown as Tenant;
const ids = (tenants: readonly Tenant[]) => tenants.map(({ id }) => id);

test('deletes tenants that the person administers and leaves the others', () => {
  const plan = sortTenants(
    [tenant('own'), tenant('dev', { planId: 'dev' }), tenant('joined'), tenant('unknown')],
    ['t-own:admin', 't-dev:admin', 't-joined:collaborator', 'other:admin'],
  );
  expect(ids(plan.deletes)).toEqual(['own', 'dev']);
  expect(ids(plan.leaves)).toEqual(['joined', 'unknown']);
  expect(plan.isBlocked).toBe(false);
});

test('an operator only leaves the admin tenant, which has no bill', () => {
  const plan = sortTenants([tenant('admin', { planId: 'admin' }), tenant('own')], ['t-admin:admin', 't-own:admin']);
  expect(plan.isBlocked).toBe(false);
  expect(ids(plan.deletes)).toEqual(['own']);
  expect(ids(plan.leaves)).toEqual(['admin']);
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
    [],
  );
  expect(ids(blocked.paidPlan)).toEqual(['paid', 'agreed', 'late']);
  expect(ids(blocked.subscriptionStatus)).toEqual(['late', 'paused']);
  expect(ids(blocked.openInvoice)).toEqual(['late', 'owing']);
  expect(isBlocked).toBe(true);
});
