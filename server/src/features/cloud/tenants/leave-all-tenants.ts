import type { AccountDeletion, NamedTenant } from '@postern/contracts/account/me';
import { adminTenantId } from '@postern/contracts/wire';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { deleteAsMember, isFreeOfCharge } from './delete.ts';
import { listMemberships, lockMemberships, type Membership } from './members.store.ts';

/** What happens to the tenants of a user who deletes their account. */
export function classifyMemberships(memberships: readonly Membership[]): AccountDeletion {
  const named = (matches: (membership: Membership) => boolean): NamedTenant[] =>
    memberships.filter(matches).map(({ id, name }) => ({ id, name }));
  // The admin tenant has no bill and is never deleted: its last operator cannot leave.
  const isPaid = ({ id, isAdmin, planId, owes }: Membership) =>
    isAdmin && id !== adminTenantId && (owes || !isFreeOfCharge(planId));
  const isAlone = ({ id, isAdmin, others }: Membership) => isAdmin && others === 0 && id !== adminTenantId;
  const isLast = (one: Membership) => one.isAdmin && one.otherAdmins === 0 && !isAlone(one);
  return {
    deletes: named((one) => isAlone(one) && !isPaid(one)),
    leaves: named((one) => !isAlone(one) && !isLast(one) && !isPaid(one)),
    paid: named(isPaid),
    lastAdmin: named((one) => isLast(one) && !isPaid(one)),
  };
}

function requireNoBlockers({ paid, lastAdmin }: AccountDeletion): void {
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
  requireNoBlockers(plan);
  for (const { id } of plan.deletes) {
    await deleteAsMember(db, id, userId);
  }
  return plan.deletes.map(({ id }) => id);
}
