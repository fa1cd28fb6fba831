import type { Invitation, InvitationStatus } from '@postern/contracts/cloud/tenant-invitations';
import { sql } from 'kysely';
import { insertTenantInvitations, type NewTenantInvitations } from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { enqueueEach, removeWaiting } from '#platform/jobs/jobs';

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

export type NewInvitations = Omit<NewTenantInvitations, 'mail'> & { mail: MailContext };

/** Returns the ids in the order of the addresses. A job sends each message. */
export async function insertInvitations(db: Db, given: NewInvitations): Promise<string[]> {
  const ids = await insertTenantInvitations(db, given);
  await enqueueEach(
    db,
    invitationQueue,
    ids.map((id) => ({ key: id, payload: { id } })),
  );
  return ids;
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
