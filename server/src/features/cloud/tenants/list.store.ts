import type { Tenant } from '@postern/contracts/cloud/tenants';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { PlanRow } from '#features/cloud/plans';
import { currentPeriod } from '#features/records/metering';
import type { Db } from '#platform/db';
import { columns, type TenantRow } from './store.ts';

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
