import type { Tenant } from '@postern/contracts/tenants';
import { managementApiIndicator } from '@postern/contracts/wire';
import { planOf } from './plans.ts';
import type { TenantRow } from './store.ts';

export function toTenant(row: TenantRow): Tenant {
  const now = new Date();
  const { mauLimit, tokenLimit, isEnterprise } = planOf(row.planId);
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    indicator: managementApiIndicator(row.id),
    subscription: {
      planId: row.planId,
      status: 'active',
      currentPeriodStart: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString(),
      currentPeriodEnd: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      isEnterprisePlan: isEnterprise ?? false,
      cancelAtPeriodEnd: false,
      upcomingInvoice: null,
    },
    usage: { activeUsers: 0, tokenUsage: 0 },
    quota: { mauLimit, tokenLimit },
    openInvoices: [],
  };
}
