import { adminTenantId } from '@postern/contracts/wire';
import { setSuspended } from '#features/cloud/tenants';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { getOperated } from './show.ts';
import { endSuspension, insertSuspension } from './suspensions.store.ts';

async function emitSuspension(db: Db, id: string, isSuspended: boolean, reason?: string): Promise<void> {
  await actAs(db, adminTenantId);
  await emit(db, {
    name: 'Tenant.SuspensionStatus.Updated',
    subjectId: id,
    data: { before: { isSuspended: !isSuspended }, after: { isSuspended }, ...(reason ? { reason } : {}) },
  });
}

/** When this transaction commits, the tenant allows no sign-ins and issues no tokens. For the system handle. */
export async function suspendTenant(db: Db, id: string, reason: string, by: string): Promise<void> {
  const { isSuspended } = await getOperated(db, id);
  if (isSuspended) {
    throw new AppError('tenant.already_suspended');
  }
  await setSuspended(db, id, true);
  await insertSuspension(db, id, reason, by);
  await emitSuspension(db, id, true, reason);
}

export async function resumeTenant(db: Db, id: string, by: string): Promise<void> {
  const { isSuspended } = await getOperated(db, id);
  if (!isSuspended) {
    throw new AppError('tenant.not_suspended');
  }
  await setSuspended(db, id, false);
  await endSuspension(db, id, by);
  await emitSuspension(db, id, false);
}
