import type { CreateInvitations, Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { expireInvitations } from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError, invalidField } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { lockMemberChanges, type MemberAccess, requireScopes } from './change-members.ts';
import {
  countOpenInvitations,
  findMemberByEmail,
  findOpenInvitee,
  insertInvitations,
  listInvitationsByIds,
  type MailContext,
} from './invitations.store.ts';
import { countMembers } from './members.store.ts';
import { limitInvitations } from './send-invitation.ts';

const lifetime = 7 * 86_400_000;

function expiryOf(given: number | undefined): Date {
  if (given !== undefined && given <= Date.now()) {
    throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
  }
  return new Date(given ?? Date.now() + lifetime);
}

async function refuseMembersAndInvitees(db: Db, { organizationId }: MemberAccess, emails: string[]): Promise<void> {
  const member = await findMemberByEmail(db, organizationId, emails);
  if (member) {
    throw new AppError('tenant.already_member', { values: { email: member } });
  }
  const invited = await findOpenInvitee(db, organizationId, emails);
  if (invited) {
    throw new AppError('tenant.invitation_pending', { values: { email: invited } });
  }
}

export type Inviting = {
  tenantId: string;
  caller: Caller;
  wanted: CreateInvitations;
  mail: MailContext;
  /** Throws if the plan does not allow more members, or if they cost more than agreed. */
  requireRoom: (used: number, more: number) => void;
};

/** Invites the whole list or none of it. */
export async function invite(db: Db, { tenantId, caller, wanted, mail, requireRoom }: Inviting): Promise<Invitation[]> {
  const emails = [...new Set([wanted.invitee].flat())];
  const expiresAt = expiryOf(wanted.expiresAt);
  const access = await lockMemberChanges(db, tenantId, caller);
  const { organizationId } = access;
  // Only users who manage the tenant decide who manages it and who spends money.
  requireScopes(access, 'invite:member', ...(wanted.roleName === 'collaborator' ? [] : ['manage:tenant']));
  await expireInvitations(db, organizationId);
  await refuseMembersAndInvitees(db, access, emails);
  // Everyone who is invited may accept.
  const seats = (await countMembers(db, organizationId)) + (await countOpenInvitations(db, organizationId));
  requireRoom(seats, emails.length);
  await limitInvitations(db, { userId: caller.subject, emails });
  const ids = await insertInvitations(db, {
    organizationId,
    inviterId: caller.subject,
    roleId: wanted.roleName,
    expiresAt,
    emails,
    mail,
  });
  const made = await listInvitationsByIds(db, ids);
  await emit(
    db,
    ...made.map(({ id, invitee: email }) => ({
      name: 'TenantInvitation.Created' as const,
      subjectId: id,
      data: { tenantId, role: wanted.roleName, email },
    })),
  );
  return ids.flatMap((id) => made.filter((invitation) => invitation.id === id));
}
