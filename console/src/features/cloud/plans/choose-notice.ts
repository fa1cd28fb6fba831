import type { Tenant } from '@postern/contracts/cloud/tenants';
import { isPaidPlan } from '@postern/contracts/quota';
import type { ConsoleSettings } from '@postern/contracts/records/console-settings';

export type TenantNotice = 'migration' | 'overdue' | 'usage';
export type Limit = 'mauLimit' | 'tokenLimit';

type Facts = Pick<Tenant, 'isSuspended' | 'tag' | 'planId' | 'usage' | 'quota'> & {
  openInvoices: readonly unknown[];
  subscription: Pick<Tenant['subscription'], 'isEnterprisePlan'>;
};

const isReached = (usage: number, limit: number | null) => limit !== null && usage >= limit;

/** The reached limit; tokens count only if they are not billed. */
export function reachedLimit({ usage, quota, planId }: Pick<Facts, 'usage' | 'quota' | 'planId'>): Limit | undefined {
  if (isReached(usage.activeUsers, quota.mauLimit)) {
    return 'mauLimit';
  }
  return !isPaidPlan(planId) && isReached(usage.tokenUsage, quota.tokenLimit) ? 'tokenLimit' : undefined;
}

/** At most one notice at a time: changes, then unpaid bills, then usage. */
export function chooseNotice(
  tenant: Facts,
  settings: Pick<ConsoleSettings, 'developmentTenantMigrationNotification'> | undefined,
  closed: readonly string[],
): TenantNotice | undefined {
  const { isSuspended, tag, openInvoices, subscription } = tenant;
  const migration = settings?.developmentTenantMigrationNotification;
  const isBilled = tag !== 'development';
  const open: Record<TenantNotice, boolean> = {
    migration: migration !== undefined && migration.readAt === undefined,
    overdue: isBilled && openInvoices.length > 0 && !subscription.isEnterprisePlan,
    usage: isBilled && reachedLimit(tenant) !== undefined,
  };
  const order = ['migration', 'overdue', 'usage'] as const;
  return isSuspended ? undefined : order.find((notice) => open[notice] && !closed.includes(notice));
}
