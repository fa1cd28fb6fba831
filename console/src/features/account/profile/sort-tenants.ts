import type { AccountDeletion, NamedTenant } from '@postern/contracts/account/me';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { adminPlanId } from '@postern/contracts/quota';

/** What blocks the deletion of an account, by tenant. */
export const issues = ['paidPlan', 'subscriptionStatus', 'openInvoice', 'lastAdmin'] as const;
type Issue = (typeof issues)[number];

export type DeletionPlan = {
  blocked: Record<Issue, NamedTenant[]>;
  isBlocked: boolean;
  /** Tenants without other members are deleted; the person leaves the others. */
  deletes: NamedTenant[];
  leaves: NamedTenant[];
};

const unpaidPlans = ['free', 'dev', 'development', adminPlanId];

/** `preview` is what the server does with the tenants when it deletes the account. */
export function sortTenants(tenants: readonly Tenant[], preview: AccountDeletion): DeletionPlan {
  const subscriptionStatus = tenants.filter(({ subscription }) => subscription.status !== 'active');
  const openInvoice = tenants.filter(({ openInvoices }) => openInvoices.length > 0);
  const paidPlan: NamedTenant[] = tenants.filter(({ planId }) => !unpaidPlans.includes(planId));
  const isListed = ({ id }: NamedTenant) =>
    [...paidPlan, ...subscriptionStatus, ...openInvoice].some((tenant) => tenant.id === id);
  const blocked = {
    paidPlan: [...paidPlan, ...preview.paid.filter((tenant) => !isListed(tenant))],
    subscriptionStatus,
    openInvoice,
    lastAdmin: preview.lastAdmin,
  };
  return {
    blocked,
    isBlocked: issues.some((issue) => blocked[issue].length > 0),
    deletes: preview.deletes,
    leaves: preview.leaves,
  };
}
