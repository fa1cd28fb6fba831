import type { Tenant } from '@postern/contracts/tenants';
import { tenantOrganizationId } from '@postern/contracts/wire';

/** What stands in the way of deleting an account, by tenant. */
export const issues = ['paidPlan', 'subscriptionStatus', 'openInvoice'] as const;
type Issue = (typeof issues)[number];

export type Departure = {
  blocked: Record<Issue, Tenant[]>;
  isBlocked: boolean;
  /** Tenants that the person administers go with them; from the others they only leave. */
  deletes: Tenant[];
  leaves: Tenant[];
};

const unpaidPlans = ['free', 'dev', 'development'];

/** `roles` are those of the ID token: `t-{tenant}:{role}`. */
export function sortTenants(tenants: readonly Tenant[], roles: readonly string[]): Departure {
  const isOwn = ({ id }: Tenant) => roles.includes(`${tenantOrganizationId(id)}:admin`);
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
