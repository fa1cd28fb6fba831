import type { TenantTag } from '@postern/contracts/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { newId } from '#platform/ids';

export type TenantRow = {
  id: string;
  name: string;
  tag: TenantTag;
  regionName: string;
  planId: string;
  createdAt: number;
  isSuspended: boolean;
};

const columns = [
  'id',
  'name',
  'tag',
  'region_name as regionName',
  'plan_id as planId',
  'created_at as createdAt',
  'is_suspended as isSuspended',
] as const;

/** The tenant behind an organization `t-{id}`; written so that the tenants are found by their key. */
const tenantIdOf = (organizationId: string) => sql<string>`substr(${sql.ref(organizationId)}, 3)`;

/** The tenants of a person, oldest first: one query, whatever their number. For the system handle. */
export async function listTenantsOf(db: Db, userId: string): Promise<TenantRow[]> {
  const rows = await db
    .selectFrom('organization_users as member')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', tenantIdOf('member.organization_id')))
    .select(columns.map((column) => `t.${column}` as const))
    .where('member.tenant_id', '=', adminTenantId)
    .where('member.user_id', '=', userId)
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute();
  return rows as TenantRow[];
}

export async function listAllTenants(db: Db): Promise<TenantRow[]> {
  const rows = await db.selectFrom('tenants').select(columns).orderBy('created_at').execute();
  return rows as TenantRow[];
}

/** Free tenants a person administers; the row lock on the person makes parallel creations wait for each other. */
export async function countFreeTenants(db: Db, userId: string): Promise<number> {
  await sql`select 1 from users where tenant_id = ${adminTenantId} and id = ${userId} for update`.execute(db);
  const row = await db
    .selectFrom('organization_users_roles as r')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', tenantIdOf('r.organization_id')))
    .select(sql<number>`count(*)`.as('total'))
    .where('r.tenant_id', '=', adminTenantId)
    .where('r.user_id', '=', userId)
    .where('r.organization_role_id', '=', 'admin')
    .where('t.plan_id', '=', 'free')
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function setSuspended(db: Db, id: string, isSuspended: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ is_suspended: isSuspended })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function findTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  const row = await db.selectFrom('tenants').select(columns).where('id', '=', id).executeTakeFirst();
  return row as TenantRow | undefined;
}

export type MemberScope = { id: string; name: string; description: string | null };

export async function listMemberScopes(db: Db, organizationId: string, userId: string): Promise<MemberScope[]> {
  return db
    .selectFrom('organization_users_roles as r')
    .innerJoin('organization_roles_scopes as rs', 'rs.organization_role_id', 'r.organization_role_id')
    .innerJoin('organization_scopes as s', 's.id', 'rs.organization_scope_id')
    .select(['s.id', 's.name', 's.description'])
    .distinct()
    .where('r.organization_id', '=', organizationId)
    .where('r.user_id', '=', userId)
    .orderBy('s.name')
    .execute();
}

export async function isMember(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization_users')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
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

export async function findPendingInvitee(
  db: Db,
  organizationId: string,
  emails: string[],
): Promise<string | undefined> {
  await db
    .updateTable('organization_invitations')
    .set({ status: 'Expired' })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'Pending')
    .where('expires_at', '<', sql<number>`now()`)
    .execute();
  const row = await db
    .selectFrom('organization_invitations')
    .select('invitee')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'Pending')
    .where(sql`lower(invitee)`, 'in', emails)
    .executeTakeFirst();
  return row?.invitee;
}

export type NewInvitation = {
  organizationId: string;
  inviterId: string;
  roleId: string;
  expiresAt: Date;
  emails: string[];
};

/** Leaves out whom somebody else invited at the same moment. */
export async function insertInvitations(
  db: Db,
  { organizationId, inviterId, roleId, expiresAt, emails }: NewInvitation,
) {
  return db
    .insertInto('organization_invitations')
    .values(
      emails.map((invitee) => ({
        id: newId(),
        organization_id: organizationId,
        inviter_id: inviterId,
        invitee,
        organization_role_id: roleId,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.expression(sql`tenant_id, organization_id, lower(invitee)`).where('status', '=', 'Pending').doNothing(),
    )
    .returning(['id', 'invitee', 'created_at as createdAt', 'expires_at as expiresAt'])
    .execute();
}
