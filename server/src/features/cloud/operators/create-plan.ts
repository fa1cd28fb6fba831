import type { AssignablePlan, CreateAgreedPlan } from '@postern/contracts/cloud/operators';
import { isEnterprisePlan } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import { insertAgreedPlan } from '#features/cloud/plans';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';

/** Plans are created before they are assigned, so that a mistyped name is not a plan without limits. */
export async function createAgreedPlan(db: Db, { id, name = id, quota }: CreateAgreedPlan): Promise<AssignablePlan> {
  if (!isEnterprisePlan(id) || !(await insertAgreedPlan(db, { id, name, quota }))) {
    throw new AppError('entity.unique_integrity_violation');
  }
  await actAs(db, adminTenantId);
  await emit(db, { name: 'Plan.Created', subjectId: id, data: { after: { id, name, quota } } });
  return { id, name, isAgreed: true, quota, tenants: 0 };
}
