import { adminTenantId } from '@postern/contracts/wire';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { findOperated, lockTenant, type OperatedRow } from './store.ts';

/** Locks and returns the tenant. For the system handle. */
export async function getOperated(db: Db, id: string): Promise<OperatedRow> {
  if (id === adminTenantId) {
    // All users of the console sign in through it.
    throw new AppError('guard.not_allowed_for_admin_tenant');
  }
  const tenant = (await lockTenant(db, id)) ? await findOperated(db, id) : undefined;
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  return tenant;
}
