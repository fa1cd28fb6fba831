import type { OperatedMember, TenantFilter } from '@postern/contracts/cloud/operators';
import { adminTenantId, managementApiIndicator, tenantOrganizationId } from '@postern/contracts/wire';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { PlanRow } from '#features/cloud/plans';
import type { TenantRow } from '#features/cloud/tenants';
import { currentPeriod } from '#features/records/metering';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

type Person = { id: string; name: string | null; username: string | null; primaryEmail: string | null };

export type OperatedRow = TenantRow & PlanRow & { owner: Person | null; activeUsers: number; tokens: number };

const tenantsWithUsage = sql`tenants t
  left join subscriptions s on s.tenant_id = t.id
  left join period_usage used on used.tenant_id = t.id and used.period = ${currentPeriod}`;

const isOverdue = sql`coalesce(s.status in ('past_due', 'unpaid'), false)`;

const states = {
  active: sql`not t.is_suspended and not ${isOverdue}`,
  suspended: sql`t.is_suspended`,
  overdue: sql`not t.is_suspended and s.status in ('past_due', 'unpaid')`,
};

/** A union, so that each side uses its own index. */
function found(q: string): RawBuilder<unknown> {
  const pattern = `%${q.replace(/[%_\\]/g, '\\$&')}%`;
  return sql`t.id in (
    select id from tenants where name ilike ${pattern} or id ilike ${pattern}
    union select substr(r.organization_id, 3) from users u
      join organization_users_roles r on r.tenant_id = u.tenant_id and r.user_id = u.id
        and r.organization_role_id = 'admin'
      where u.tenant_id = ${adminTenantId} and u.search_text ilike ${pattern} and u.primary_email ilike ${pattern})`;
}

type Filter = TenantFilter & {
  /** The admin tenant is not a customer: only the command line lists it. */
  includesAdmin?: boolean;
};

function conditions({ q, planId, tag, regionName, state, includesAdmin }: Filter): RawBuilder<unknown> {
  const all = [
    sql`t.deleted_at is null`,
    ...(includesAdmin ? [] : [sql`t.id <> ${adminTenantId}`]),
    ...(q ? [found(q)] : []),
    ...(planId === undefined ? [] : [sql`t.plan_id = ${planId}`]),
    ...(tag === undefined ? [] : [sql`t.tag = ${tag}`]),
    ...(regionName === undefined ? [] : [sql`t.region_name = ${regionName}`]),
    ...(state === undefined ? [] : [states[state]]),
  ];
  return sql.join(all, sql` and `);
}

const orders: Record<NonNullable<TenantFilter['sort']>, RawBuilder<unknown>> = {
  createdAt: sql`t.created_at, t.id`,
  '-createdAt': sql`t.created_at desc, t.id`,
  name: sql`lower(t.name), t.id`,
  '-name': sql`lower(t.name) desc, t.id desc`,
  usage: sql`coalesce(used.active_users, 0), coalesce(used.tokens, 0), t.id desc`,
  '-usage': sql`coalesce(used.active_users, 0) desc, coalesce(used.tokens, 0) desc, t.id`,
};

const shown = sql`t.id, t.name, t.tag, t.region_name as "regionName", t.plan_id as "planId",
  t.created_at as "createdAt", t.is_suspended as "isSuspended", s.status, s.quota as agreed,
  s.current_period_start as "periodStart", s.current_period_end as "periodEnd",
  s.cancel_at_period_end as "cancelAtPeriodEnd", plan.quota as "planQuota", plan.unit_price as "unitPrice",
  coalesce(used.active_users, 0) as "activeUsers", coalesce(used.tokens, 0) as tokens, owner.person as owner`;

const withOwner = sql`left join skus plan on plan.id = t.plan_id and plan.type = 'Basic'
  left join lateral (
    select jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'primaryEmail', u.primary_email) as person
    from organization_users_roles r
    join organization_users m on m.tenant_id = r.tenant_id and m.organization_id = r.organization_id and m.user_id = r.user_id
    join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
    where r.tenant_id = ${adminTenantId} and r.organization_id = 't-' || t.id and r.organization_role_id = 'admin'
    order by m.created_at, u.id limit 1
  ) owner on true`;

/** For the system handle, like all functions here. Selects the page first and joins only its rows. */
export async function listOperated(
  db: Db,
  filter: Filter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<OperatedRow[]> {
  const order = orders[filter.sort ?? '-createdAt'];
  const { rows } = await sql<OperatedRow>`
    with page as materialized (
      select t.id from ${tenantsWithUsage} where ${conditions(filter)} order by ${order} limit ${limit} offset ${offset}
    )
    select ${shown} from page join (${tenantsWithUsage}) on t.id = page.id ${withOwner} order by ${order}`.execute(db);
  return rows;
}

export async function countOperated(db: Db, filter: TenantFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${tenantsWithUsage} where ${conditions(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findOperated(db: Db, id: string): Promise<OperatedRow | undefined> {
  const { rows } = await sql<OperatedRow>`
    select ${shown} from ${tenantsWithUsage} ${withOwner} where t.id = ${id} and t.deleted_at is null`.execute(db);
  return rows[0];
}

export async function listPeople(db: Db, tenantId: string): Promise<z.infer<typeof OperatedMember>[]> {
  const { rows } = await sql<z.infer<typeof OperatedMember>>`
    select u.id, u.name, u.username, u.primary_email as "primaryEmail", m.created_at as "createdAt",
      coalesce((select jsonb_agg(r.organization_role_id order by r.organization_role_id)
        from organization_users_roles r where r.tenant_id = m.tenant_id and r.organization_id = m.organization_id
          and r.user_id = m.user_id), '[]') as roles
    from organization_users m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where m.tenant_id = ${adminTenantId} and m.organization_id = ${tenantOrganizationId(tenantId)}
    order by m.created_at, u.id limit 100`.execute(db);
  return rows;
}

/** Serializes changes of a tenant by operators. */
export async function lockTenant(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from tenants where id = ${id} and deleted_at is null for update`.execute(db);
  return rows.length > 0;
}

/** Whether a payment provider charges for this tenant. */
export async function isCharged(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_subscriptions')
    .select('reference')
    .where('tenant_id', '=', id)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the plan is one of the standard plans. */
export type Contents = { users: number; applications: number; resources: number; organizations: number };

/** Counted as the tenant's own pages do; excludes the management API. */
export async function countContents(db: Db, tenantId: string): Promise<Contents> {
  const { rows } = await sql<Contents>`select
    coalesce((select sum(n) from row_counts where kind = 'users'), 0)::int as users,
    (select count(*)::int from applications) as applications,
    (select count(*)::int from resources where indicator <> ${managementApiIndicator(tenantId)}) as resources,
    (select count(*)::int from organizations) as organizations`.execute(db);
  return rows[0] ?? { users: 0, applications: 0, resources: 0, organizations: 0 };
}
