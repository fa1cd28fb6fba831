import type { QuotaKey } from '@postern/contracts/quota';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** The use of a limit on one day: its largest and its last count. */
export type UsedDay = { key: string; day: string; most: number; last: number };

/** Stands for all days before the first recorded one. */
const before = '0001-01-01';

/** Records counts of a day. Of several counts on one day, the largest is kept besides the last one. */
export async function saveUsedDay(db: Db, day: string, counts: Partial<Record<QuotaKey, number>>): Promise<void> {
  const rows = Object.entries(counts).map(([key, count]) => ({ key, count }));
  if (rows.length === 0) {
    return;
  }
  await sql`insert into add_on_days as d (key, day, most, last)
    select n.key, ${day}::date, n.count, n.count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (key varchar, count bigint) order by n.key
    on conflict (tenant_id, key, day) do update
      set most = greatest(d.most, excluded.most), last = excluded.last`.execute(db);
}

/** The count before the first recorded change, so that the days before it are not billed for the change. */
export async function saveFirstCount(db: Db, key: QuotaKey, count: number): Promise<void> {
  await sql`insert into add_on_days (key, day, most, last)
    select ${key}, ${before}::date, ${count}::bigint, ${count}::bigint
    where not exists (select from add_on_days where key = ${key})`.execute(db);
}

/** The records of a period, and of each limit the last one before it. In order. */
export async function listUsedDays(db: Db, from: string, until: string): Promise<UsedDay[]> {
  const { rows } = await sql<UsedDay>`select d.key, to_char(d.day, 'YYYY-MM-DD') as day, d.most, d.last
    from add_on_days d
    where d.day < ${until}::date and d.day >= coalesce(
      (select max(b.day) from add_on_days b where b.key = d.key and b.day <= ${from}::date), ${before}::date)
    order by d.key, d.day`.execute(db);
  return rows;
}

const keptDays = 400;

/** Old records are deleted, except the last one of each limit, which later days continue. For the system handle. */
export async function sweepUsedDays(db: Db): Promise<void> {
  await sql`delete from add_on_days d where d.day < current_date - ${sql.lit(keptDays)}::int
    and exists (select from add_on_days later where later.tenant_id = d.tenant_id and later.key = d.key
      and later.day > d.day and later.day < current_date - ${sql.lit(keptDays)}::int)`.execute(db);
}

/** Tenants that bought a plan: usage beyond it is billed. For the system handle of the home database. */
export async function listBilledTenants(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from tenants t
    join subscriptions s on s.tenant_id = t.id and s.quota is null
    join skus plan on plan.id = t.plan_id and plan.type = 'Basic' and plan.unit_price > 0
    where t.deleted_at is null order by t.id`.execute(db);
  return rows.map(({ id }) => id);
}
