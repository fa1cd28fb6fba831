import type { Tenant, TenantTag } from '@postern/contracts/cloud/tenants';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { PlanRow } from '#features/cloud/plans';
import { renameTenantOrganization } from '#features/people/organizations';
import { currentPeriod } from '#features/records/metering';
import type { Db } from '#platform/db/db';

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

/**
 * Counts the tenants on a plan that a user administers; as free ones also those whose paid plan is being ended. A row
 * lock on the user serializes parallel creations.
 */
export async function countTenantsOn(
  db: Db,
  planId: 'free' | 'dev',
  userId: string,
  exceptTenantId = '',
): Promise<number> {
  await sql`select 1 from users where tenant_id = ${adminTenantId} and id = ${userId} for update`.execute(db);
  const row = await db
    .selectFrom('organization_users_roles as r')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', tenantIdOf('r.organization_id')))
    .select(sql<number>`count(*)`.as('total'))
    .where('r.tenant_id', '=', adminTenantId)
    .where('r.user_id', '=', userId)
    .where('r.organization_role_id', '=', 'admin')
    .where(
      sql<boolean>`(t.plan_id = ${planId} or (${planId} = 'free' and exists (select from billing_subscriptions b
        where b.tenant_id = t.id and b.ended_at is null and b.canceling_until > now())))`,
    )
    .where('t.id', '<>', exceptTenantId)
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

/** At most once a year, so that nobody buys and cancels to keep a paid feature. For the system handle. */
export async function startGrace(db: Db, id: string, planId: string, days: number): Promise<void> {
  await sql`update tenants set grace_plan = ${planId}, grace_until = now() + ${days} * interval '1 day'
    where id = ${id} and (grace_until is null or grace_until < now() - interval '1 year')`.execute(db);
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
    await renameTenantOrganization(db, organizationId, name);
  }
}

/** A tenant with its plan and its usage in this period. */
export type ShownTenant = TenantRow &
  PlanRow & {
    activeUsers: number;
    tokens: number;
    openInvoices: Tenant['openInvoices'];
    suspensionReason: string | null;
  };

/** The format of Date.prototype.toISOString. */
const iso = (column: string) =>
  sql`to_char(${sql.ref(`i.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const selectTenants = (db: Db) =>
  db
    .selectFrom('tenants as t')
    .leftJoin('skus as plan', (join) => join.onRef('plan.id', '=', 't.plan_id').on('plan.type', '=', 'Basic'))
    .leftJoin('subscriptions as s', 's.tenant_id', 't.id')
    .leftJoin('period_usage as used', (join) =>
      join.onRef('used.tenant_id', '=', 't.id').on('used.period', '=', currentPeriod),
    )
    .select(columns.map((column) => `t.${column}` as const))
    .select([
      'plan.quota as planQuota',
      'plan.unit_price as unitPrice',
      's.quota as agreed',
      's.status as status',
      's.current_period_start as periodStart',
      's.current_period_end as periodEnd',
      's.cancel_at_period_end as cancelAtPeriodEnd',
      sql<string | null>`(select reason from tenant_suspensions why
        where why.tenant_id = t.id and why.resumed_at is null and why.is_shown)`.as('suspensionReason'),
      sql<number>`coalesce(used.active_users, 0)`.as('activeUsers'),
      sql<number>`coalesce(used.tokens, 0)`.as('tokens'),
      sql<ShownTenant['openInvoices']>`(select coalesce(
          jsonb_agg(jsonb_build_object('id', i.id, 'status', i.status, 'amountDue', i.amount_due,
            'amountPaid', i.amount_paid, 'currency', i.currency, 'planId', i.plan_id,
            'periodStart', ${iso('period_start')}, 'periodEnd', ${iso('period_end')}, 'createdAt', ${iso('created_at')},
            'dueDate', ${iso('due_date')}, 'lines', i.lines, 'number', i.number, 'correctsNumber', i.corrects,
            'kind', case when i.amount_due < 0 then 'creditNote' else 'invoice' end, 'seller', i.details -> 'seller',
            'customer', i.details -> 'customer', 'tax', i.details -> 'tax') order by i.created_at, i.id), '[]')
        from invoices i where i.tenant_id = t.id and i.status in ('open', 'uncollectible'))`.as('openInvoices'),
    ])
    .where('t.deleted_at', 'is', null);

/** The tenants of a person, oldest first, in one query. For the system handle. */
export async function listTenantsOf(db: Db, userId: string): Promise<ShownTenant[]> {
  const rows = await selectTenants(db)
    // Written so that the tenants are found by primary key.
    .innerJoin('organization_users as member', (join) =>
      join.on('t.id', '=', sql<string>`substr(member.organization_id, 3)`),
    )
    .where('member.tenant_id', '=', adminTenantId)
    .where('member.user_id', '=', userId)
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute();
  // Tags and quotas are those of the contract: nothing else is stored.
  return rows as ShownTenant[];
}

/** For the system handle. */
export async function findShownTenant(db: Db, id: string): Promise<ShownTenant | undefined> {
  const row = await selectTenants(db).where('t.id', '=', id).executeTakeFirst();
  return row as ShownTenant | undefined;
}
