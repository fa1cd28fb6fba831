import type { AssignablePlan, ChangePlan } from '@postern/contracts/cloud/operators';
import type { TenantTag } from '@postern/contracts/cloud/tenants';
import { developmentPlanId, resolvePlanId } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import { closeOpenCheckout } from '#features/cloud/billing';
import { saveAgreedQuota } from '#features/cloud/plans';
import { setPlan } from '#features/cloud/tenants';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { AppError, invalidField } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { findAssignablePlan } from './plans.store.ts';
import { getOperated } from './show.ts';
import { isCharged } from './store.ts';

async function requirePlan(db: Db, { planId, quota }: ChangePlan): Promise<AssignablePlan> {
  const plan = await findAssignablePlan(db, planId);
  if (!plan) {
    throw invalidField(['planId'], 'The plan {{planId}} does not exist or is not available.', { planId });
  }
  if (quota && !plan.isAgreed) {
    throw invalidField(['quota'], 'Only an agreed plan can have its own quota.');
  }
  return plan;
}

const tagOf = ({ id }: AssignablePlan): TenantTag => (id === developmentPlanId ? 'development' : 'production');

/** What the change would do; throws if it is not possible. Locks the tenant. For the system handle. */
export async function planChange(db: Db, id: string, given: ChangePlan) {
  const wanted = { ...given, planId: resolvePlanId(given.planId) };
  const plan = await requirePlan(db, wanted);
  const { planId, agreed, tag, name } = await getOperated(db, id);
  if (await isCharged(db, id)) {
    // Otherwise the payment provider would keep charging for the old plan.
    throw new AppError('tenant.paid_subscription');
  }
  if (tagOf(plan) === 'development' && tag !== 'development') {
    throw new AppError('tenant.tag_not_allowed');
  }
  return {
    tenant: { id, name },
    before: { planId, tag, ...(agreed ? { quota: agreed } : {}) },
    // All other plans are for production, and a production tenant never becomes a development tenant again.
    after: { planId: plan.id, tag: tagOf(plan), ...(wanted.quota ? { quota: wanted.quota } : {}) },
    /** All limits that will apply; missing ones are unlimited. */
    limits: { ...plan.quota, ...wanted.quota },
  };
}

/** For the system handle. */
export async function changePlan(db: Db, id: string, wanted: ChangePlan): Promise<void> {
  // Otherwise a payment on an open page would replace this plan.
  await closeOpenCheckout(db, id);
  const { before, after } = await planChange(db, id, wanted);
  await setPlan(db, id, after.planId, after.tag);
  await saveAgreedQuota(db, id, after.quota ?? null);
  await actAs(db, adminTenantId);
  await emit(db, { name: 'Tenant.Plan.Updated', subjectId: id, data: { before, after, isPaid: false } });
}
