import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';

/** Usage of a tenant since the last write: number of tokens, and user ids. Days are in UTC. */
export type Noted = { tenantId: string; day: string; tokens: number; userIds: string[] };

/**
 * PostgreSQL overestimates the length of a list and would scan the whole table. This makes it look up each row by key.
 */
const oneByOne = sql`offset 0`;

/**
 * Adds usage to the day and to the period. Users count once a day and once a period, on any number of nodes. Rows are
 * locked in a fixed order, so that nodes do not deadlock. For the system handle.
 */
export async function addUsage(db: Db, noted: Noted[]): Promise<void> {
  const rows = JSON.stringify(
    noted.map(({ tenantId, day, tokens, userIds }) => ({ tenant_id: tenantId, day, tokens, user_ids: userIds })),
  );
  // A tenant or a user may have been deleted in the meantime: they are not counted.
  await sql`
    with noted as materialized (
      select n.*, usage_period(n.tenant_id, now()) as period
      from jsonb_to_recordset(${rows}::jsonb) as n (tenant_id varchar, day date, tokens bigint, user_ids jsonb)
      cross join lateral (select from tenants where id = n.tenant_id ${oneByOne}) t
    ), seen as (
      insert into active_users as known (tenant_id, period, user_id, last_day)
      select n.tenant_id, n.period, u.id, max(n.day)
      from noted n cross join lateral jsonb_array_elements_text(n.user_ids) as given (id)
      cross join lateral (
        select id from users where tenant_id = n.tenant_id and id = given.id ${oneByOne}) u
      group by n.tenant_id, n.period, u.id
      order by n.tenant_id, n.period, u.id
      on conflict (tenant_id, period, user_id) do update set last_day = excluded.last_day
        where known.last_day < excluded.last_day
      returning tenant_id, period, last_day as day, xmax = 0 as is_new
    ), by_day as (
      insert into daily_usage as known (tenant_id, day, active_users, tokens)
      select tenant_id, day, sum(people), sum(tokens) from (
        select tenant_id, day, 0 as people, tokens from noted
        union all select tenant_id, day, 1, 0 from seen
      ) as both_kinds group by tenant_id, day order by tenant_id, day
      on conflict (tenant_id, day) do update set
        active_users = known.active_users + excluded.active_users, tokens = known.tokens + excluded.tokens
    )
    insert into period_usage as known (tenant_id, period, active_users, tokens)
    select tenant_id, period, sum(people), sum(tokens) from (
      select tenant_id, period, 0 as people, tokens from noted
      union all select tenant_id, period, 1, 0 from seen where is_new
    ) as both_kinds group by tenant_id, period order by tenant_id, period
    on conflict (tenant_id, period) do update set
      active_users = known.active_users + excluded.active_users, tokens = known.tokens + excluded.tokens
  `.execute(db);
}

/** Deletes the user ids of past periods, which are no longer needed; the numbers stay. For the system handle. */
export const forgetActiveUsers = (db: Db) =>
  deleteSome(db, 'active_users', sql`period < (now() - interval '70 days')::date`);

/**
 * The current period of a tenant whose `subscriptions` row is joined as `s`. Like `usage_period`, but inlined: a
 * function call for each of thousands of tenants would cost more than the rest of the query.
 */
export const currentPeriod = sql<string>`coalesce(
  case when now() >= s.current_period_start and now() < s.current_period_end
    then (s.current_period_start at time zone 'UTC')::date end,
  date_trunc('month', now() at time zone 'UTC')::date)`;

type PeriodUsage = { activeUsers: number; tokens: number };

export async function findPeriodUsage(db: Db, tenantId: string): Promise<PeriodUsage> {
  const row = await db
    .selectFrom('period_usage')
    .select(['active_users as activeUsers', 'tokens'])
    .where('tenant_id', '=', tenantId)
    .where('period', '=', sql<string>`usage_period(${tenantId}, now())`)
    .executeTakeFirst();
  return row ?? { activeUsers: 0, tokens: 0 };
}

export async function listDailyUsage(db: Db, tenantId: string, from: string, to: string) {
  const { rows } = await sql<{ date: string; activeUsers: number; tokens: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, active_users as "activeUsers", tokens from daily_usage
    where tenant_id = ${tenantId} and day between ${from}::date and ${to}::date order by day`.execute(db);
  return rows;
}

/** Tokens from the first day up to, but not including, the last one, which belongs to the next period. */
export async function sumTokens(db: Db, tenantId: string, from: string, until: string): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`select coalesce(sum(tokens), 0)::bigint as tokens from daily_usage
    where tenant_id = ${tenantId} and day >= ${from}::date and day < ${until}::date`.execute(db);
  return rows[0]?.tokens ?? 0;
}

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

type Place = { isActive: boolean; activeUsers: number };

/** Whether a user was active in the current period, and the number of active users. For the system handle. */
export async function findPlace(db: Db, tenantId: string, userId: string): Promise<Place> {
  const { rows } = await sql<Place>`
    with current as (select usage_period(${tenantId}, now()) as period)
    select
      exists (select from active_users a, current c
        where a.tenant_id = ${tenantId} and a.period = c.period and a.user_id = ${userId}) as "isActive",
      coalesce((select p.active_users from period_usage p, current c
        where p.tenant_id = ${tenantId} and p.period = c.period), 0)::int as "activeUsers"`.execute(db);
  return rows[0] ?? { isActive: false, activeUsers: 0 };
}

/**
 * Counts a user as active in the current period. Returns false if the limit is reached; the caller must then roll back.
 * The row of the period is locked only by this statement, and rows are locked in the order of `addUsage`, so that the
 * two never deadlock. For a transaction of the system handle.
 */
export async function reservePlace(db: Db, tenantId: string, userId: string, limit: number): Promise<boolean> {
  const day = new Date().toISOString().slice(0, 10);
  const { rows: seen } = await sql`
    insert into active_users (tenant_id, period, user_id, last_day)
    values (${tenantId}, usage_period(${tenantId}, now()), ${userId}, ${day}::date)
    on conflict do nothing returning user_id`.execute(db);
  if (seen.length === 0) {
    return true;
  }
  const { rows: counted } = await sql`
    insert into period_usage as known (tenant_id, period, active_users, tokens)
    values (${tenantId}, usage_period(${tenantId}, now()), 1, 0)
    on conflict (tenant_id, period) do update set active_users = known.active_users + 1
      where known.active_users < ${limit}
    returning tenant_id`.execute(db);
  if (counted.length === 0) {
    return false;
  }
  await sql`
    insert into daily_usage as known (tenant_id, day, active_users, tokens)
    values (${tenantId}, ${day}::date, 1, 0)
    on conflict (tenant_id, day) do update set active_users = known.active_users + 1`.execute(db);
  return true;
}
