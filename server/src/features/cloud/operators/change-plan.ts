import type { ChangePlan } from '@postern/contracts/cloud/operators';
import { isEnterprisePlan } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import { closeOpenCheckout } from '#features/cloud/billing';
import { saveAgreedQuota } from '#features/cloud/plans';
import { setPlan } from '#features/cloud/tenants';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { AppError, invalidField } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { getOperated } from './show.ts';
import { isCharged, isKnownPlan } from './store.ts';

async function requirePlan(db: Db, { planId, quota }: ChangePlan): Promise<void> {
  if (isEnterprisePlan(planId)) {
    return;
  }
  if (planId === adminTenantId || !(await isKnownPlan(db, planId))) {
    throw invalidField(['planId'], 'The plan {{planId}} does not exist or is not available.', { planId });
  }
  if (quota) {
    throw invalidField(['quota'], 'Only an agreed plan can have its own quota.');
  }
}

/** For the system handle. */
export async function changePlan(db: Db, id: string, wanted: ChangePlan): Promise<void> {
  await requirePlan(db, wanted);
  // Otherwise a payment on an open page would replace this plan.
  await closeOpenCheckout(db, id);
  const { planId: before, agreed, tag } = await getOperated(db, id);
  const { planId, quota = null } = wanted;
  if (await isCharged(db, id)) {
    // Otherwise the payment provider would keep charging for the old plan.
    throw new AppError('tenant.paid_subscription');
  }
  if (planId === 'dev' && tag !== 'development') {
    throw new AppError('tenant.tag_not_allowed');
  }
  // All other plans are for production, and a production tenant never becomes a development tenant again.
  await setPlan(db, id, planId, planId === 'dev' ? 'development' : 'production');
  await saveAgreedQuota(db, id, quota);
  await actAs(db, adminTenantId);
  await emit(db, {
    name: 'Tenant.Plan.Updated',
    subjectId: id,
    data: {
      before: { planId: before, tag, ...(agreed ? { quota: agreed } : {}) },
      after: { planId, tag: planId === 'dev' ? 'development' : 'production', ...(quota ? { quota } : {}) },
      isPaid: false,
    },
  });
}
