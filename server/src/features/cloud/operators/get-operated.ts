import { adminTenantId } from '@postern/contracts/wire';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { findOperated, lockTenant, type OperatedRow } from './store.ts';

/** The tenant, once it is the caller's turn to change it. For the system handle. */
export async function getOperated(db: Db, id: string): Promise<OperatedRow> {
  if (id === adminTenantId) {
    // Everybody signs in to the console through it.
    throw new AppError('guard.not_allowed_for_admin_tenant');
  }
  const tenant = (await lockTenant(db, id)) ? await findOperated(db, id) : undefined;
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  return tenant;
}
