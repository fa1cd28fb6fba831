import type { OrganizationInvitation } from '@postern/contracts/people/organization-invitations';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** A pending invitation past its expiry is shown as expired; the stored status stays. */
const status = sql<OrganizationInvitation['status']>`case
  when i.status = 'Pending' and i.expires_at <= now() then 'Expired' else i.status end`;

/** Invitations to tenants have their only role in the column. */
const organizationRoles = sql<OrganizationInvitation['organizationRoles']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name) from organization_roles r
  where r.id = i.organization_role_id or r.id in (
    select g.organization_role_id from organization_invitations_roles g where g.invitation_id = i.id)), '[]')`;

export type InvitationFilter = {
  organizationId?: string | undefined;
  inviterId?: string | undefined;
  invitee?: string | undefined;
};

function filtered(db: Db, { organizationId, inviterId, invitee }: InvitationFilter) {
  let query = db.selectFrom('organization_invitations as i');
  if (organizationId !== undefined) {
    query = query.where('i.organization_id', '=', organizationId);
  }
  if (inviterId !== undefined) {
    query = query.where('i.inviter_id', '=', inviterId);
  }
  // Addresses are stored in lower case.
  return invitee === undefined ? query : query.where('i.invitee', '=', invitee.toLowerCase());
}

const columns = [
  'i.tenant_id as tenantId',
  'i.id',
  'i.inviter_id as inviterId',
  'i.invitee',
  'i.accepted_user_id as acceptedUserId',
  'i.organization_id as organizationId',
  status.as('status'),
  'i.created_at as createdAt',
  'i.updated_at as updatedAt',
  'i.expires_at as expiresAt',
  organizationRoles.as('organizationRoles'),
] as const;

export async function listOrganizationInvitations(
  db: Db,
  filter: InvitationFilter,
  page: Page | undefined,
): Promise<OrganizationInvitation[]> {
  const query = filtered(db, filter).select(columns).orderBy('i.created_at', 'desc').orderBy('i.id');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
}

export async function countOrganizationInvitations(db: Db, filter: InvitationFilter): Promise<number> {
  return (await filtered(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
}

export async function findOrganizationInvitation(db: Db, id: string): Promise<OrganizationInvitation | undefined> {
  return db.selectFrom('organization_invitations as i').select(columns).where('i.id', '=', id).executeTakeFirst();
}

export async function hasMemberWithEmail(db: Db, organizationId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.organization_id', '=', organizationId)
    .where('u.primary_email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the expiry of past invitations to this address, so that it can be invited again. */
export async function expireInvitationsTo(db: Db, organizationId: string, invitee: string): Promise<void> {
  await db
    .updateTable('organization_invitations')
    .set({ status: 'Expired' })
    .where('organization_id', '=', organizationId)
    .where('invitee', '=', invitee)
    .where('status', '=', 'Pending')
    .where('expires_at', '<=', sql<number>`now()`)
    .execute();
}

export type NewInvitation = {
  id: string;
  organizationId: string;
  inviterId: string | null;
  invitee: string;
  expiresAt: Date;
  roleIds: string[];
};

/** A second pending invitation of the same address violates a unique index. */
export async function insertOrganizationInvitation(db: Db, given: NewInvitation): Promise<void> {
  const { id, organizationId, inviterId, invitee, expiresAt, roleIds } = given;
  await db
    .insertInto('organization_invitations')
    .values({ id, organization_id: organizationId, inviter_id: inviterId, invitee, expires_at: expiresAt })
    .execute();
  await sql`insert into organization_invitations_roles (invitation_id, organization_role_id)
    select distinct ${id}, given from unnest(${roleIds}::text[]) given`.execute(db);
}

/** Two answers to an invitation wait for each other. Returns false if it does not exist. */
export async function lockInvitation(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from organization_invitations where id = ${id} for update`.execute(db);
  return rows.length > 0;
}

export async function updateInvitationStatus(
  db: Db,
  id: string,
  given: { status: 'Accepted'; acceptedUserId: string } | { status: 'Revoked' },
): Promise<void> {
  await db
    .updateTable('organization_invitations')
    .set({
      status: given.status,
      ...(given.status === 'Accepted' ? { accepted_user_id: given.acceptedUserId } : {}),
    })
    .where('id', '=', id)
    .execute();
}

export function deleteOrganizationInvitation(db: Db, id: string): Promise<{ organizationId: string } | undefined> {
  return db
    .deleteFrom('organization_invitations')
    .where('id', '=', id)
    .returning('organization_id as organizationId')
    .executeTakeFirst();
}
