import type { OperatorOverview } from '@postern/contracts/cloud/operators';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

type Sums = Pick<OperatorOverview, 'revenue' | 'overdue' | 'suspended' | 'paying'>;

const month = (ago: number) =>
  sql`(date_trunc('month', now() at time zone 'UTC') - ${ago} * interval '1 month') at time zone 'UTC'`;

const paidIn = (from: number, to: number) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) order by currency), '[]') from (
    select currency, sum(amount_paid) as amount from (
      select currency, amount_paid from invoices
        where status = 'paid' and created_at >= ${month(from)} and created_at < ${month(to)}
      union all select currency, amount_paid from kept_invoices
        where status = 'paid' and created_at >= ${month(from)} and created_at < ${month(to)}) paid
    group by currency) sums)`;

/** One statement; every part uses a partial index. For the system handle. */
export async function readSums(db: Db): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with due as materialized (
      select tenant_id, currency, amount_due - amount_paid as amount from invoices
      where status in ('open', 'uncollectible')
    )
    select
      jsonb_build_object('thisMonth', ${paidIn(0, -1)}, 'lastMonth', ${paidIn(1, 0)}) as revenue,
      jsonb_build_object(
        'invoices', (select count(*) from due),
        'tenants', (select count(distinct tenant_id) from due),
        'amounts', (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount)
          order by currency), '[]') from (select currency, sum(amount) as amount from due group by currency) sums)
      ) as overdue,
      (select count(*)::int from tenants where is_suspended and deleted_at is null) as suspended,
      (select count(*)::int from billing_subscriptions where ended_at is null) as paying`.execute(db);
  const empty = { invoices: 0, tenants: 0, amounts: [] };
  return rows[0] ?? { revenue: { thisMonth: [], lastMonth: [] }, overdue: empty, suspended: 0, paying: 0 };
}
