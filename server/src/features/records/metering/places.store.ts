import { sql } from 'kysely';
import type { Db } from '#platform/db';

export type Place = { isActive: boolean; activeUsers: number };

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
