import type { AccountDeletion } from '@postern/contracts/account/me';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { classifyMemberships } from './classify-memberships.ts';
import { deleteAsMember } from './delete.ts';
import { listMemberships, lockMemberships } from './memberships.store.ts';

function requireUnhindered({ paid, lastAdmin }: AccountDeletion): void {
  for (const [code, tenants] of [
    ['user.owns_paid_tenant', paid],
    ['tenant.last_admin', lastAdmin],
  ] as const) {
    if (tenants.length > 0) {
      throw new AppError(code, { values: { tenants: tenants.map(({ name }) => name).join(', ') }, data: { tenants } });
    }
  }
}

/**
 * Deletes the tenants in which the user is alone, before the account is deleted. Throws if a shared tenant would lose
 * its last administrator or a tenant is still paid. For the system handle. Returns the deleted tenants.
 */
export async function leaveAllTenants(db: Db, userId: string): Promise<string[]> {
  await lockMemberships(db, userId);
  const plan = classifyMemberships(await listMemberships(db, userId));
  requireUnhindered(plan);
  for (const { id } of plan.deletes) {
    await deleteAsMember(db, id, userId);
  }
  return plan.deletes.map(({ id }) => id);
}
