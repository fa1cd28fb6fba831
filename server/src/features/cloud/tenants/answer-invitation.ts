import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { revokeInvitationTokens } from '#features/access/one-time-tokens';
import { endInvitation, insertMember } from '#features/people/organizations';
import { findProvenAddresses } from '#features/people/users';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { lockMemberChanges, requireScopes } from './change-members.ts';
import { findInvitation, type InvitationRow, wasAcceptedBy } from './invitations.store.ts';
import { countMembers, isMember, lockMembership } from './members.store.ts';

async function getInvitation(db: Db, id: string): Promise<InvitationRow> {
  const invitation = await findInvitation(db, id);
  if (!invitation) {
    throw new AppError('entity.not_found');
  }
  return invitation;
}

/** An invitation as seen by the user whose verified address it is for. */
export async function getOwnInvitation(db: Db, id: string, userId: string): Promise<InvitationRow> {
  const invitation = await getInvitation(db, id);
  const { email } = await findProvenAddresses(db, userId);
  if (email !== invitation.invitee) {
    throw new AppError('invitation.email_mismatch');
  }
  return invitation;
}

/** The plan may have been downgraded since the invitation was sent. */
async function requireFreeSeat(db: Db, organizationId: string, limit: number | null): Promise<void> {
  const usage = limit === null ? 0 : await countMembers(db, organizationId);
  if (limit !== null && usage >= limit) {
    throw new AppError('subscription.limit_exceeded', { data: { key: 'tenantMembersLimit', limit, usage } });
  }
}

/** `limit` is the number of members the plan allows; null if unlimited. */
export async function accept(db: Db, id: string, userId: string, limit: number | null): Promise<Invitation> {
  const { organizationId, tenantId, roleId, roleName, invitee } = await getOwnInvitation(db, id, userId);
  if (!(await lockMembership(db, organizationId))) {
    throw new AppError('entity.not_found');
  }
  if (!(await endInvitation(db, id, { status: 'Accepted', acceptedUserId: userId }))) {
    // A second click on Join succeeds because the first one did.
    if ((await wasAcceptedBy(db, id, userId)) && (await isMember(db, organizationId, userId))) {
      return getInvitation(db, id);
    }
    throw new AppError('invitation.invalid_status');
  }
  await revokeInvitationTokens(db, [id], { isAccepted: true });
  // A user who joined in another way keeps their role.
  if (!(await isMember(db, organizationId, userId))) {
    await requireFreeSeat(db, organizationId, limit);
    await insertMember(db, organizationId, userId, roleId);
    await emit(db, { name: 'Tenant.Membership.Updated', subjectId: tenantId, data: { userId, role: roleName } });
  }
  const data = { tenantId, email: invitee, status: 'Accepted', userId };
  await emit(db, { name: 'TenantInvitation.Data.Updated', subjectId: id, data });
  return getInvitation(db, id);
}

/** An invitation of this tenant; those of other tenants are not found. */
export async function getTenantInvitation(db: Db, tenantId: string, id: string): Promise<Invitation> {
  const invitation = await getInvitation(db, id);
  if (invitation.tenantId !== tenantId) {
    throw new AppError('entity.not_found');
  }
  return invitation;
}

export async function revoke(db: Db, tenantId: string, id: string, caller: Caller): Promise<Invitation> {
  requireScopes(await lockMemberChanges(db, tenantId, caller), 'invite:member');
  const { invitee } = await getTenantInvitation(db, tenantId, id);
  if (!(await endInvitation(db, id, { status: 'Revoked' }))) {
    throw new AppError('invitation.invalid_status');
  }
  await revokeInvitationTokens(db, [id]);
  const data = { tenantId, email: invitee, status: 'Revoked' };
  await emit(db, { name: 'TenantInvitation.Data.Updated', subjectId: id, data });
  return getInvitation(db, id);
}
