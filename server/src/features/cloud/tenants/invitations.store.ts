import type { Invitation, InvitationStatus } from '@postern/contracts/cloud/tenant-invitations';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';
import { enqueueEach, removeWaiting } from '#platform/jobs';
import type { Page } from '#platform/paging';

export const invitationQueue = 'tenants.send-invitation';

/** An invitation past its expiry counts as expired, even before the job updates it. */
const status = sql<InvitationStatus>`case when i.status = 'Pending' and i.expires_at <= now() then 'Expired' else i.status end`;
const isOpen = sql<boolean>`status = 'Pending' and expires_at > now()`;

const inviter = sql<Invitation['inviter']>`case when u.id is not null then
  jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'primaryEmail', u.primary_email) end`;

const selectInvitations = (db: Db) =>
  db
    .selectFrom('organization_invitations as i')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', sql<string>`substr(i.organization_id, 3)`))
    .innerJoin('organization_roles as r', 'r.id', 'i.organization_role_id')
    .leftJoin('users as u', 'u.id', 'i.inviter_id')
    .select([
      'i.id',
      'i.organization_id as organizationId',
      't.id as tenantId',
      't.name as tenantName',
      't.tag as tenantTag',
      'i.invitee',
      inviter.as('inviter'),
      'r.id as roleId',
      'r.name as roleName',
      status.as('status'),
      'i.created_at as createdAt',
      'i.expires_at as expiresAt',
    ])
    .where('t.deleted_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id');

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number];

export type InvitationRow = Invitation & { roleId: string };

const toInvitation = (row: Row): InvitationRow => ({
  ...row,
  // Only tags of the contract are stored.
  tenantTag: row.tenantTag as Invitation['tenantTag'],
  organizationRoles: [{ id: row.roleId, name: row.roleName }],
});

export async function listInvitations(db: Db, organizationId: string, page: Page): Promise<Invitation[]> {
  const query = selectInvitations(db).where('i.organization_id', '=', organizationId);
  return (await query.limit(page.limit).offset(page.offset).execute()).map(toInvitation);
}

export async function countInvitations(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('organization_invitations')
    .select(sql<number>`count(*)`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function listInvitationsByIds(db: Db, ids: string[]): Promise<InvitationRow[]> {
  return (await selectInvitations(db).where('i.id', 'in', ids).execute()).map(toInvitation);
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  return (await listInvitationsByIds(db, [id]))[0];
}

export async function listInvitationsTo(
  db: Db,
  email: string,
  wanted: InvitationStatus | undefined,
): Promise<Invitation[]> {
  const query = selectInvitations(db).where('i.invitee', '=', email);
  return (await query.$if(wanted !== undefined, (some) => some.where(status, '=', wanted ?? 'Pending')).execute()).map(
    toInvitation,
  );
}

export async function findMemberByEmail(db: Db, organizationId: string, emails: string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.primary_email as email')
    .where('m.organization_id', '=', organizationId)
    .where('u.primary_email', 'in', emails)
    .executeTakeFirst();
  return row?.email ?? undefined;
}

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

export async function findOpenInvitee(db: Db, organizationId: string, emails: string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization_invitations')
    .select('invitee')
    .where('organization_id', '=', organizationId)
    .where(isOpen)
    .where(sql`lower(invitee)`, 'in', emails)
    .executeTakeFirst();
  return row?.invitee;
}

export async function countOpenInvitations(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('organization_invitations')
    .select(sql<number>`count(*)`.as('total'))
    .where('organization_id', '=', organizationId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return row.total;
}

export type MailContext = { locale?: string | undefined; ip: string };

export type NewInvitations = {
  organizationId: string;
  inviterId: string;
  roleId: string;
  expiresAt: Date;
  emails: string[];
  mail: MailContext;
};

/** Returns the ids in the order of the addresses. A job sends each message. */
export async function insertInvitations(db: Db, given: NewInvitations): Promise<string[]> {
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
  await enqueueEach(
    db,
    invitationQueue,
    rows.map(({ id }) => ({ key: id, payload: { id } })),
  );
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

export async function wasAcceptedBy(db: Db, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization_invitations')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'Accepted')
    .where('accepted_user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
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

/** The language of the message and the person whose limit it counts for. */
export async function findMailContext(db: Db, id: string): Promise<MailContext | undefined> {
  const row = await db
    .selectFrom('organization_invitations')
    .select('mail_context as context')
    .where('id', '=', id)
    .executeTakeFirst();
  // Only insertInvitations writes this column.
  return (row?.context ?? undefined) as MailContext | undefined;
}

/** The message was sent in another way. */
export const cancelInvitationMail = (db: Db, id: string): Promise<void> => removeWaiting(db, invitationQueue, id);

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
