import type { TenantTag } from '@postern/contracts/cloud/tenants';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';

export type TenantRow = {
  id: string;
  name: string;
  tag: TenantTag;
  regionName: string;
  planId: string;
  createdAt: number;
  isSuspended: boolean;
};

export const columns = [
  'id',
  'name',
  'tag',
  'region_name as regionName',
  'plan_id as planId',
  'created_at as createdAt',
  'is_suspended as isSuspended',
] as const;

/** The tenant of an organization `t-{id}`; written so that tenants are found by primary key. */
const tenantIdOf = (organizationId: string) => sql<string>`substr(${sql.ref(organizationId)}, 3)`;

/** Whether the user is an operator: a member of the admin tenant. For the system handle. */
export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization_users')
    .select('user_id')
    .where('tenant_id', '=', adminTenantId)
    .where('organization_id', '=', tenantOrganizationId(adminTenantId))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the tenants on a plan that a user administers. A row lock on the user serializes parallel creations. */
export async function countTenantsOn(db: Db, planId: 'free' | 'dev', userId: string): Promise<number> {
  await sql`select 1 from users where tenant_id = ${adminTenantId} and id = ${userId} for update`.execute(db);
  const row = await db
    .selectFrom('organization_users_roles as r')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', tenantIdOf('r.organization_id')))
    .select(sql<number>`count(*)`.as('total'))
    .where('r.tenant_id', '=', adminTenantId)
    .where('r.user_id', '=', userId)
    .where('r.organization_role_id', '=', 'admin')
    .where('t.plan_id', '=', planId)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function setSuspended(db: Db, id: string, isSuspended: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ is_suspended: isSuspended })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** For the system handle. */
export async function setPlan(db: Db, id: string, planId: string, tag: TenantTag): Promise<void> {
  await db.updateTable('tenants').set({ plan_id: planId, tag }).where('id', '=', id).execute();
}

export async function findTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row as TenantRow | undefined;
}

/** For the system handle. */
export async function hasOpenInvoices(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('tenant_id', '=', id)
    .where('status', 'in', ['open', 'uncollectible'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a tenant with this id exists or ever existed: old references must not lead to another tenant. */
export async function isTenantIdUsed(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`select exists (select from tenants where id = ${id})
    or exists (select from tenant_deletions where id = ${id}) as was`.execute(db);
  return rows[0]?.was === true;
}

/**
 * Locks the tenant's organization, like every change of its members, and returns whether the user has the permission.
 * For the system handle.
 */
export async function lockFor(db: Db, organizationId: string, userId: string, scope: string): Promise<boolean> {
  await sql`select from organizations where tenant_id = ${adminTenantId} and id = ${organizationId} for update`.execute(
    db,
  );
  const { rows } = await sql<{ may: boolean }>`select exists (
      select from organization_users_roles r
      join organization_roles_scopes rs on rs.tenant_id = r.tenant_id and rs.organization_role_id = r.organization_role_id
      join organization_scopes s on s.tenant_id = rs.tenant_id and s.id = rs.organization_scope_id
      where r.tenant_id = ${adminTenantId} and r.organization_id = ${organizationId} and r.user_id = ${userId}
        and s.name = ${scope}) as may`.execute(db);
  return rows[0]?.may === true;
}

export type TenantChanges = { name?: string; tag?: TenantTag; planId?: string };

/** Updates the tenant and its organization. For the system handle. */
export async function updateTenant(db: Db, id: string, organizationId: string, changes: TenantChanges): Promise<void> {
  const { name, tag, planId } = changes;
  if (name !== undefined || tag !== undefined) {
    await db.updateTable('tenants').set({ name, tag, plan_id: planId }).where('id', '=', id).execute();
  }
  if (name !== undefined) {
    await db
      .updateTable('organizations')
      .set({ name })
      .where('tenant_id', '=', adminTenantId)
      .where('id', '=', organizationId)
      .execute();
  }
}
