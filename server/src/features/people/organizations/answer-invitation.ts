import type { OrganizationInvitation } from '@postern/contracts/people/organization-invitations';
import { revokeInvitationTokens } from '#features/access/one-time-tokens';
import { findUser } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { lockRow } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { emitMembership } from './change-members.ts';
import { deleteOrganizationInvitation, lockInvitation, updateInvitationStatus } from './invitations.store.ts';
import { getInvitation, refusedField } from './invite.ts';
import { insertMemberRoles, insertMembers, keepMembers } from './memberships.store.ts';

/** Locks the organization first, like every change of its members. */
async function lockOpenInvitation(db: Db, id: string): Promise<OrganizationInvitation> {
  const { organizationId } = await getInvitation(db, id);
  await lockRow(db, 'organizations', organizationId);
  if (!(await lockInvitation(db, id))) {
    throw new AppError('entity.not_found');
  }
  const invitation = await getInvitation(db, id);
  if (invitation.status !== 'Pending') {
    throw refusedField(['status'], 'This invitation is not open any more.');
  }
  return invitation;
}

async function end(
  db: Db,
  { id, organizationId }: Pick<OrganizationInvitation, 'id' | 'organizationId'>,
  given: Parameters<typeof updateInvitationStatus>[2],
): Promise<void> {
  await updateInvitationStatus(db, id, given);
  await revokeInvitationTokens(db, [id], { isAccepted: given.status === 'Accepted' });
  await emit(db, { name: 'OrganizationInvitation.Data.Updated', subjectId: id, data: { organizationId, ...given } });
}

/** Makes the user a member with the roles of the invitation. Only the owner of the invited address can accept. */
export async function acceptInvitation(
  db: Db,
  id: string,
  userId: string | null | undefined,
): Promise<OrganizationInvitation> {
  const { organizationId, invitee, organizationRoles } = await lockOpenInvitation(db, id);
  if (!userId) {
    throw refusedField(['acceptedUserId'], 'Give acceptedUserId: the user who accepts the invitation.');
  }
  const user = await findUser(db, userId);
  if (!user) {
    throw new AppError('entity.not_found');
  }
  if (user.primaryEmail?.toLowerCase() !== invitee.toLowerCase()) {
    throw refusedField(['acceptedUserId'], 'The primary email address of the user must be the invited one.');
  }
  await keepMembers(db, organizationId, [userId]);
  const added = await insertMembers(db, 'user', organizationId, [userId]);
  await insertMemberRoles(db, 'user', organizationId, {
    memberIds: [userId],
    roleIds: organizationRoles.map((role) => role.id),
  });
  await end(db, { id, organizationId }, { status: 'Accepted', acceptedUserId: userId });
  await emitMembership(db, 'user', organizationId, { added });
  return getInvitation(db, id);
}

export async function revokeInvitation(db: Db, id: string): Promise<OrganizationInvitation> {
  await end(db, await lockOpenInvitation(db, id), { status: 'Revoked' });
  return getInvitation(db, id);
}

export async function removeInvitation(db: Db, id: string): Promise<void> {
  const deleted = await deleteOrganizationInvitation(db, id);
  if (!deleted) {
    throw new AppError('entity.not_found');
  }
  await revokeInvitationTokens(db, [id]);
  await emit(db, { name: 'OrganizationInvitation.Deleted', subjectId: id, data: deleted });
}
