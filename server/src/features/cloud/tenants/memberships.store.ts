import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

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
