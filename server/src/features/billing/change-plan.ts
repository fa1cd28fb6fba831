import { adminTenantId } from '@postern/contracts/wire';
import { type NewSubscription, removeSubscription, saveSubscription } from '#features/plans';
import { actAs } from '#features/provision';
import { findTenant, setPlan } from '#features/tenants';
import type { Db } from '#platform/db';
import { emit } from '#platform/events';

export type Change = { tenantId: string; subscription?: string };

async function writePlan(db: Db, tenantId: string, planId: string): Promise<void> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant || tenant.planId === planId) {
    return;
  }
  await setPlan(db, tenantId, planId, tenant.tag);
  await actAs(db, adminTenantId);
  const data = { before: { planId: tenant.planId }, after: { planId } };
  await emit(db, { name: 'Tenant.Plan.Updated', subjectId: tenantId, data });
}

/** The plan that is paid for, and until when. For the system handle. */
export async function grantPlan(
  db: Db,
  tenantId: string,
  planId: string | undefined,
  subscription: NewSubscription,
): Promise<void> {
  if (planId !== undefined) {
    await writePlan(db, tenantId, planId);
  }
  await saveSubscription(db, tenantId, subscription);
}

/** Nobody pays any more. For the system handle. */
export async function endPlan(db: Db, tenantId: string): Promise<void> {
  await writePlan(db, tenantId, 'free');
  await removeSubscription(db, tenantId);
}
