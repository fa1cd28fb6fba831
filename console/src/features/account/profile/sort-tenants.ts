import type { Tenant } from '@postern/contracts/cloud/tenants';
import { adminPlanId } from '@postern/contracts/quota';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';

/** What blocks the deletion of an account, by tenant. */
export const issues = ['paidPlan', 'subscriptionStatus', 'openInvoice'] as const;
type Issue = (typeof issues)[number];

export type DeletionPlan = {
  blocked: Record<Issue, Tenant[]>;
  isBlocked: boolean;
  /** Tenants that the person administers are deleted; the others are only left. */
  deletes: Tenant[];
  leaves: Tenant[];
};

const unpaidPlans = ['free', 'dev', 'development', adminPlanId];

/** `roles` are those of the ID token: `t-{tenant}:{role}`. */
export function sortTenants(tenants: readonly Tenant[], roles: readonly string[]): DeletionPlan {
  // The admin tenant is never deleted, whichever operator leaves.
  const isOwn = ({ id }: Tenant) => id !== adminTenantId && roles.includes(`${tenantOrganizationId(id)}:admin`);
  const blocked = {
    paidPlan: tenants.filter(({ planId }) => !unpaidPlans.includes(planId)),
    subscriptionStatus: tenants.filter(({ subscription }) => subscription.status !== 'active'),
    openInvoice: tenants.filter(({ openInvoices }) => openInvoices.length > 0),
  };
  return {
    blocked,
    isBlocked: issues.some((issue) => blocked[issue].length > 0),
    deletes: tenants.filter(isOwn),
    leaves: tenants.filter((tenant) => !isOwn(tenant)),
  };
}
