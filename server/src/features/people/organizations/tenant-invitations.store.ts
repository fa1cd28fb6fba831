import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

const isOpen = sql<boolean>`status = 'Pending' and expires_at > now()`;

/** Marks invitations as expired so that the same person can be invited again. Without an organization: all of them. */
export async function expireInvitations(db: Db, organizationId?: string): Promise<void> {
  await db
    .updateTable('organization_invitations')
    .set({ status: 'Expired' })
    .where('status', '=', 'Pending')
    .where('expires_at', '<=', sql<number>`now()`)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .execute();
}

export type NewTenantInvitations = {
  organizationId: string;
  inviterId: string;
  roleId: string;
  expiresAt: Date;
  emails: string[];
  /** The sender of the messages reads it. */
  mail: Record<string, unknown>;
};

/** Returns the ids in the order of the addresses. */
export async function insertTenantInvitations(db: Db, given: NewTenantInvitations): Promise<string[]> {
  const { organizationId, inviterId, roleId, expiresAt, emails, mail } = given;
  const rows = emails.map((invitee) => ({
    id: newId(),
    organization_id: organizationId,
    inviter_id: inviterId,
    invitee,
    organization_role_id: roleId,
    expires_at: expiresAt,
    mail_context: JSON.stringify(mail),
  }));
  await db.insertInto('organization_invitations').values(rows).execute();
  return rows.map(({ id }) => id);
}

type Ending = { status: 'Accepted'; acceptedUserId: string } | { status: 'Revoked' };

/** Returns false if it is no longer pending. */
export async function endInvitation(db: Db, id: string, ending: Ending): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organization_invitations')
    .set({
      status: ending.status,
      ...(ending.status === 'Accepted' ? { accepted_user_id: ending.acceptedUserId } : {}),
    })
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Revokes the pending invitations of an inviter and returns their ids. */
export async function revokeInvitationsBy(db: Db, organizationId: string, inviterId: string): Promise<string[]> {
  const rows = await db
    .updateTable('organization_invitations')
    .set({ status: 'Revoked' })
    .where('organization_id', '=', organizationId)
    .where('inviter_id', '=', inviterId)
    .where(isOpen)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Allows one resend per interval; returns false if it is too early. */
export async function takeResend(db: Db, id: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organization_invitations')
    .set({ resent_at: sql<string>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('resent_at', 'is', null),
        eb('resent_at', '<=', sql<number>`now() - ${seconds} * interval '1 second'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The message was not sent, so the next resend need not wait. */
export async function refundResend(db: Db, id: string): Promise<void> {
  await db.updateTable('organization_invitations').set({ resent_at: null }).where('id', '=', id).execute();
}
