import { paidPlanIds } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import { type NewSubscription, removeSubscription, saveSubscription } from '#features/cloud/plans';
import { findTenant, setPlan, startGrace } from '#features/cloud/tenants';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';

/** Adds calendar months: the same day of the month, or the last day if the month has no such day. */
export function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return later;
}

export type Change = { tenantId: string; subscription?: string };

async function writePlan(db: Db, tenantId: string, planId: string): Promise<void> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant || tenant.planId === planId) {
    return;
  }
  // Buying a plan turns a development tenant into a production tenant.
  await setPlan(db, tenantId, planId, 'production');
  await actAs(db, adminTenantId);
  const converted = tenant.tag === 'production' ? {} : { tag: 'production' };
  const data = { before: { planId: tenant.planId }, after: { planId, ...converted } };
  await emit(db, { name: 'Tenant.Plan.Updated', subjectId: tenantId, data });
}

/** Sets the paid plan and its period. For the system handle. */
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

/** For so long, what exists keeps working as on the paid plan. */
const graceDays = 14;

/** Ends the paid plan. For the system handle. */
export async function endPlan(db: Db, tenantId: string): Promise<void> {
  const { planId } = (await findTenant(db, tenantId)) ?? {};
  if (planId && paidPlanIds.includes(planId)) {
    await startGrace(db, tenantId, planId, graceDays);
  }
  await writePlan(db, tenantId, 'free');
  await removeSubscription(db, tenantId);
}
