import type { TenantMember } from '@postern/contracts/cloud/tenant-members';
import type { TenantRole } from '@postern/contracts/cloud/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/**
 * Every change of the members of an organization takes this lock first. Returns false if there is no such organization.
 */
export async function lockMembership(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

const rolesOf = sql<TenantMember['organizationRoles']>`coalesce((
    select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name)
    from organization_users_roles r join organization_roles o on o.id = r.organization_role_id
    where r.organization_id = m.organization_id and r.user_id = m.user_id), '[]')`;

const selectMembers = (db: Db, organizationId: string, q: string | undefined) => {
  const pattern = q ? `%${q.replace(/[%_\\]/g, '\\$&')}%` : undefined;
  return db
    .selectFrom('organization_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.organization_id', '=', organizationId)
    .$if(pattern !== undefined, (query) =>
      query.where(
        sql<boolean>`(u.id ilike ${pattern} or u.name ilike ${pattern} or u.username ilike ${pattern}
          or u.primary_email ilike ${pattern})`,
      ),
    );
};

const columns = [
  'u.id',
  'u.name',
  'u.username',
  'u.primary_email as primaryEmail',
  'u.avatar',
  'm.created_at as createdAt',
  'u.last_sign_in_at as lastSignInAt',
  rolesOf.as('organizationRoles'),
] as const;

export async function listMembers(
  db: Db,
  organizationId: string,
  q: string | undefined,
  page: Page,
): Promise<TenantMember[]> {
  return selectMembers(db, organizationId, q)
    .select(columns)
    .orderBy('m.created_at')
    .orderBy('m.user_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countMembers(db: Db, organizationId: string, q?: string): Promise<number> {
  const query = selectMembers(db, organizationId, q).select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function findMember(db: Db, organizationId: string, userId: string): Promise<TenantMember | undefined> {
  return selectMembers(db, organizationId, undefined)
    .select(columns)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}

/** Works without the tenant's own handle: the organization belongs to the admin tenant. */
export async function listMemberIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_users')
    .select('user_id as id')
    .where('tenant_id', '=', adminTenantId)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

type MemberScope = { id: string; name: string; description: string | null };

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

/** Whether the organization has another active administrator; suspended ones do not count. */
export async function hasOtherAdministrator(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization_users_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('r.user_id')
    .where('r.organization_id', '=', organizationId)
    .where('r.organization_role_id', '=', 'admin' satisfies TenantRole)
    .where('r.user_id', '!=', userId)
    .where('u.is_suspended', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Membership = {
  id: string;
  name: string;
  planId: string;
  isAdmin: boolean;
  /** Whether the tenant has an open invoice. */
  owes: boolean;
  /** Other members, and those of them who could administer the tenant. */
  others: number;
  otherAdmins: number;
};

/** The tenants of a person with the number of other members. For the system handle. */
export async function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select t.id, t.name, t.plan_id as "planId",
      exists (select from organization_users_roles r where r.tenant_id = m.tenant_id and r.user_id = m.user_id
        and r.organization_id = m.organization_id and r.organization_role_id = 'admin') as "isAdmin",
      exists (select from invoices i where i.tenant_id = t.id and i.status in ('open', 'uncollectible')) as owes,
      (select count(*)::int from organization_users o where o.tenant_id = m.tenant_id
        and o.organization_id = m.organization_id and o.user_id <> m.user_id) as others,
      (select count(*)::int from organization_users_roles r
        join users u on u.tenant_id = r.tenant_id and u.id = r.user_id and not u.is_suspended
        where r.tenant_id = m.tenant_id and r.organization_id = m.organization_id
          and r.organization_role_id = 'admin' and r.user_id <> m.user_id) as "otherAdmins"
    from organization_users m join tenants t on t.id = substr(m.organization_id, 3) and t.deleted_at is null
    where m.tenant_id = ${adminTenantId} and m.user_id = ${userId}
    order by t.created_at, t.id`.execute(db);
  return rows;
}

/** Serializes users who leave the same tenant, so that the last one sees that they are the last. */
export async function lockMemberships(db: Db, userId: string): Promise<void> {
  await sql`select o.id from organizations o where o.tenant_id = ${adminTenantId} and o.id in (
      select organization_id from organization_users where tenant_id = ${adminTenantId} and user_id = ${userId})
    order by o.id for update`.execute(db);
}
