import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Noted } from './store.ts';

/** Totals of days and of current periods, as JSON. */
type Sums = { days: string; periods: string };

/** The current totals in the region's database for the given tenants and days. */
export async function readUsage(db: Db, noted: Noted[]): Promise<Sums> {
  const keys = JSON.stringify(noted.map(({ tenantId, day }) => ({ tenant_id: tenantId, day })));
  const { rows } = await sql<Sums>`
    with noted as (select distinct * from jsonb_to_recordset(${keys}::jsonb) as n (tenant_id varchar, day date))
    select
      (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from daily_usage d join noted n using (tenant_id, day))::text as days,
      (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from period_usage p
        join (select distinct tenant_id from noted) n using (tenant_id)
        where p.period = usage_period(p.tenant_id, now()))::text as periods`.execute(db);
  return rows[0] ?? { days: '[]', periods: '[]' };
}

/** Totals only grow, so in any order of copies the larger one is the newer. */
export async function copyUsage(db: Db, { days, periods }: Sums): Promise<void> {
  await sql`insert into daily_usage as known (tenant_id, day, active_users, tokens)
    select d.tenant_id, d.day, d.active_users, d.tokens
    from jsonb_populate_recordset(null::daily_usage, ${days}::jsonb) d join tenants t on t.id = d.tenant_id
    order by d.tenant_id, d.day
    on conflict (tenant_id, day) do update set
      active_users = greatest(known.active_users, excluded.active_users),
      tokens = greatest(known.tokens, excluded.tokens)`.execute(db);
  await sql`insert into period_usage as known (tenant_id, period, active_users, tokens)
    select p.tenant_id, p.period, p.active_users, p.tokens
    from jsonb_populate_recordset(null::period_usage, ${periods}::jsonb) p join tenants t on t.id = p.tenant_id
    order by p.tenant_id, p.period
    on conflict (tenant_id, period) do update set
      active_users = greatest(known.active_users, excluded.active_users),
      tokens = greatest(known.tokens, excluded.tokens)`.execute(db);
}
