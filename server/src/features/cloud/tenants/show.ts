import type { Tenant } from '@postern/contracts/cloud/tenants';
import { managementApiIndicator } from '@postern/contracts/wire';
import { toPlan } from '#features/cloud/plans';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { findShownTenant, type ShownTenant } from './store.ts';

export function toTenant(row: ShownTenant): Tenant {
  const { id, name, tag, regionName, planId, isSuspended, suspensionReason, createdAt } = row;
  const { activeUsers, tokens, openInvoices } = row;
  const { basicQuota, subscription } = toPlan(row);
  return {
    id,
    name,
    tag,
    regionName,
    planId,
    isSuspended,
    suspensionReason,
    createdAt: new Date(createdAt).toISOString(),
    indicator: managementApiIndicator(id),
    subscription,
    usage: { activeUsers, tokenUsage: tokens },
    quota: { mauLimit: basicQuota.mauLimit, tokenLimit: basicQuota.tokenLimit },
    openInvoices,
  };
}

/** For the system handle, in the transaction that changed the tenant. */
export async function getShown(db: Db, id: string): Promise<Tenant> {
  const row = await findShownTenant(db, id);
  if (!row) {
    throw new AppError('entity.not_found');
  }
  return toTenant(row);
}
