import type { Tenant } from '@postern/contracts/cloud/tenants';
import { isPaidPlan } from '@postern/contracts/quota';

export type TenantStatus = 'suspended' | 'overdue' | 'mauLimit' | 'tokenLimit';

type StatusFacts = Pick<Tenant, 'isSuspended' | 'usage' | 'quota' | 'planId'> & { openInvoices: readonly unknown[] };

const isReached = (usage: number, limit: number | null) => limit !== null && usage >= limit;

/** The most urgent problem of a tenant. */
export function statusOf({ isSuspended, openInvoices, usage, quota, planId }: StatusFacts): TenantStatus | undefined {
  if (isSuspended) {
    return 'suspended';
  }
  if (openInvoices.length > 0) {
    return 'overdue';
  }
  if (isReached(usage.activeUsers, quota.mauLimit)) {
    return 'mauLimit';
  }
  return !isPaidPlan(planId) && isReached(usage.tokenUsage, quota.tokenLimit) ? 'tokenLimit' : undefined;
}
