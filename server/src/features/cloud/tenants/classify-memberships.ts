import type { AccountDeletion, NamedTenant } from '@postern/contracts/account/me';
import type { Membership } from './memberships.store.ts';
import { isFreeOfCharge } from './plans.ts';

/** What happens to the tenants of a user who deletes their account. */
export function classifyMemberships(memberships: readonly Membership[]): AccountDeletion {
  const named = (isMeant: (membership: Membership) => boolean): NamedTenant[] =>
    memberships.filter(isMeant).map(({ id, name }) => ({ id, name }));
  const isPaid = ({ isAdmin, planId, owes }: Membership) => isAdmin && (owes || !isFreeOfCharge(planId));
  const isLast = ({ isAdmin, others, otherAdmins }: Membership) => isAdmin && others > 0 && otherAdmins === 0;
  const isAlone = ({ isAdmin, others }: Membership) => isAdmin && others === 0;
  return {
    deletes: named((one) => isAlone(one) && !isPaid(one)),
    leaves: named((one) => !isAlone(one) && !isLast(one) && !isPaid(one)),
    paid: named(isPaid),
    lastAdmin: named((one) => isLast(one) && !isPaid(one)),
  };
}
